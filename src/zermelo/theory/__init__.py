"""Decision theory and matrix games: what a rational agent should want, and what several of them do to each other.

Decisions: `lottery`, `utility`, `insurance`, `preferences`, `axioms`, `rational`, `money_pump`, `allais`, `prospect`,
`elicitation`, `scales`, `probability`. Games: `matrix`, `dominance`, `equilibria`, `zero_sum`, `repeated`,
`learning`. Chapters: `auctions`, `voting`, `bargaining`, `division`, `evolution`. Numbers are fractions wherever they
can be.
"""
