"""Players meet: matches with error bars."""
