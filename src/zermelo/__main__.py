"""`python -m zermelo`: the command line."""

from zermelo.interfaces.cli import main

main()
