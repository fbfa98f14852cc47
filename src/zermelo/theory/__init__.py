"""Decision theory and matrix games: what a rational agent should want, and what several of them do to each other.

Decisions: `lottery`, `utility`, `insurance`, `scales`, `probability`, `elicitation`; `preferences`, `axioms`,
`rational` (a utility or the proof that none agrees), `money_pump`, `allais`, `prospect`. Games: `matrix`, `known`,
`dominance`, `equilibria`, `zero_sum`, `learning`, `repeated`, `analysis` (all of them). Chapters: `auctions`,
`voting`, `bargaining`, `division`, `evolution`, told by `chapters`. Below them: `reading`, `equations`,
`linear_programs`. Numbers are fractions wherever they can be.
"""
