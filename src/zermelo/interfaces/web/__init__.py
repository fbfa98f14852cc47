"""The page: a server on this machine's own address, worker processes that search, and the games under way."""
