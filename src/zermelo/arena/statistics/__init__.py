"""How sure a result is: scores, Elo, ratings, sequential tests, and the tables that show them."""
