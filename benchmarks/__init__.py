"""Is xlscore as fast as it promises? Ratios against other libraries, measured in one run.

`python -m benchmarks` prints the table and ends with exit code 1 if a gate is missed.
"""
