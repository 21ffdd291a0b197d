"""The second opinion: the rules restated, random tournaments, and their comparison."""
