"""Games solved: the value of every position that can be reached, and a policy."""
