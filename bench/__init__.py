"""Fixed work beside other programs."""
