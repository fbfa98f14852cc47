"""What all searches share: limits, results, the driver, tables, the history of the search path."""
