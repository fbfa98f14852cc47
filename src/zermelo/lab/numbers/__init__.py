"""The numbers on the slides, checked: each module makes one finding, with its table, its plot and what it shows."""
