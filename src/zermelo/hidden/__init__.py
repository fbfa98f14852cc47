"""Games in which players do not see everything."""
