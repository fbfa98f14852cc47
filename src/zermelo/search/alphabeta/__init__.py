"""Alpha-beta for two sides."""
