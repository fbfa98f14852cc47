"""Plain evaluations, each one feature that anybody would count first: what a game's own evaluation has to beat.

By what they count: `men.py` material, `points.py` what is scored, `ways.py` distance and room to move, `lines.py` rows.
`zermelo match seega alphabeta:nodes=2000 ./bench/plain/men.py:evaluate_seega,nodes=2000`; all of them at once:
`python -m bench.evaluations`.
"""
