"""Cases as data: what a reader can see at a glance, one table of the contract after the other."""
