"""Hold'em solved as poker programs do it: two ranges on a board, and all-in or fold before the flop."""
