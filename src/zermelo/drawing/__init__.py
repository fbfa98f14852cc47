"""The one drawing of a scene, for the page, notebooks, documents and the terminal.

`kinds/` declares every kind of piece with its picture and its terminal signs, `palette` every colour; `symbols` gives a
piece its picture, `cells` a place on the board; `board` composes an SVG, `page` what the browser needs, `clicks` reads
clicks as moves.
"""
