"""The board and the cards of Monopoly as tables: forty squares from GO, two decks of sixteen."""

from __future__ import annotations

from zermelo.game import i8, i16, table

NOTHING, STREET, RAILROAD, UTILITY, TAX, CHANCE_CARD, CHEST_CARD, TO_JAIL = range(8)
SQUARES, GO, JAIL = 40, 0, 10
GROUPS = 10  # eight colours, the railroads, the utilities
RAILROADS, UTILITIES = 8, 9
GROUP_NAMES = ("brown", "light blue", "pink", "orange", "red", "yellow", "green", "dark blue", "railroads", "utilities")

# square, name, group, price, cost of a house, rents: alone, with 1, 2, 3, 4 houses, with a hotel
STREETS = (
    (1, "Mediterranean Avenue", 0, 60, 50, (2, 10, 30, 90, 160, 250)),
    (3, "Baltic Avenue", 0, 60, 50, (4, 20, 60, 180, 320, 450)),
    (6, "Oriental Avenue", 1, 100, 50, (6, 30, 90, 270, 400, 550)),
    (8, "Vermont Avenue", 1, 100, 50, (6, 30, 90, 270, 400, 550)),
    (9, "Connecticut Avenue", 1, 120, 50, (8, 40, 100, 300, 450, 600)),
    (11, "St. Charles Place", 2, 140, 100, (10, 50, 150, 450, 625, 750)),
    (13, "States Avenue", 2, 140, 100, (10, 50, 150, 450, 625, 750)),
    (14, "Virginia Avenue", 2, 160, 100, (12, 60, 180, 500, 700, 900)),
    (16, "St. James Place", 3, 180, 100, (14, 70, 200, 550, 750, 950)),
    (18, "Tennessee Avenue", 3, 180, 100, (14, 70, 200, 550, 750, 950)),
    (19, "New York Avenue", 3, 200, 100, (16, 80, 220, 600, 800, 1000)),
    (21, "Kentucky Avenue", 4, 220, 150, (18, 90, 250, 700, 875, 1050)),
    (23, "Indiana Avenue", 4, 220, 150, (18, 90, 250, 700, 875, 1050)),
    (24, "Illinois Avenue", 4, 240, 150, (20, 100, 300, 750, 925, 1100)),
    (26, "Atlantic Avenue", 5, 260, 150, (22, 110, 330, 800, 975, 1150)),
    (27, "Ventnor Avenue", 5, 260, 150, (22, 110, 330, 800, 975, 1150)),
    (29, "Marvin Gardens", 5, 280, 150, (24, 120, 360, 850, 1025, 1200)),
    (31, "Pacific Avenue", 6, 300, 200, (26, 130, 390, 900, 1100, 1275)),
    (32, "North Carolina Avenue", 6, 300, 200, (26, 130, 390, 900, 1100, 1275)),
    (34, "Pennsylvania Avenue", 6, 320, 200, (28, 150, 450, 1000, 1200, 1400)),
    (37, "Park Place", 7, 350, 200, (35, 175, 500, 1100, 1300, 1500)),
    (39, "Boardwalk", 7, 400, 200, (50, 200, 600, 1400, 1700, 2000)),
)
OTHERS = {
    0: "GO", 2: "Community Chest", 4: "Income Tax", 5: "Reading Railroad", 7: "Chance", 10: "Jail",
    12: "Electric Company", 15: "Pennsylvania Railroad", 17: "Community Chest", 20: "Free Parking", 22: "Chance",
    25: "B. & O. Railroad", 28: "Water Works", 30: "Go To Jail", 33: "Community Chest", 35: "Short Line",
    36: "Chance", 38: "Luxury Tax",
}  # fmt: skip
NAMES = tuple(OTHERS.get(s) or next(row[1] for row in STREETS if row[0] == s) for s in range(SQUARES))
_STREET = {row[0]: row for row in STREETS}
_KINDS = {4: TAX, 38: TAX, 30: TO_JAIL, **dict.fromkeys((7, 22, 36), CHANCE_CARD),
          **dict.fromkeys((2, 17, 33), CHEST_CARD), **dict.fromkeys((5, 15, 25, 35), RAILROAD),
          **dict.fromkeys((12, 28), UTILITY), **dict.fromkeys(_STREET, STREET)}  # fmt: skip
_GROUP = {RAILROAD: RAILROADS, UTILITY: UTILITIES}

KIND = table([_KINDS.get(s, NOTHING) for s in range(SQUARES)], i8)
GROUP = table([_STREET[s][2] if s in _STREET else _GROUP.get(_KINDS.get(s, 0), -1) for s in range(SQUARES)], i8)
SIZE = table([sum(g == group for g in GROUP) for group in range(GROUPS)], i8)
MEMBERS = table([([s for s in range(SQUARES) if GROUP[s] == g] * 4)[:4] for g in range(GROUPS)], i8)  # some twice
PRICE = table([_STREET[s][3] if s in _STREET else {RAILROAD: 200, UTILITY: 150}.get(_KINDS.get(s, 0), 0)
               for s in range(SQUARES)], i16)  # fmt: skip
COST = table([_STREET[s][4] if s in _STREET else 0 for s in range(SQUARES)], i16)
RENT = table([_STREET[s][5] if s in _STREET else (0,) * 6 for s in range(SQUARES)], i16)
TAXES = table([{4: 200, 38: 100}.get(s, 0) for s in range(SQUARES)], i16)

# what a card does, and its number
MONEY, GO_TO, BACK, ARREST, PARDON, REPAIRS, FROM_EACH, NEXT_RAILROAD, NEXT_UTILITY = range(9)
CHANCE_CARDS = (
    (GO_TO, 0, "go to GO"), (GO_TO, 24, "go to Illinois Avenue"), (GO_TO, 11, "go to St. Charles Place"),
    (NEXT_UTILITY, 0, "go to the next utility"), (NEXT_RAILROAD, 0, "go to the next railroad"),
    (NEXT_RAILROAD, 1, "go to the next railroad, too"), (MONEY, 50, "a dividend of 50"), (PARDON, 0, "out of jail"),
    (BACK, 3, "back three squares"), (ARREST, 0, "go to jail"), (REPAIRS, 25, "repairs: 25 a house, 100 a hotel"),
    (MONEY, -15, "a fine of 15"), (GO_TO, 5, "go to Reading Railroad"), (GO_TO, 39, "go to Boardwalk"),
    (FROM_EACH, -50, "pay 50 to each"), (MONEY, 150, "a loan of 150"),
)  # fmt: skip
CHEST_CARDS = (
    (GO_TO, 0, "go to GO"), (MONEY, 200, "an error of the bank: 200"), (MONEY, -50, "the doctor: 50"),
    (MONEY, 50, "stock sold: 50"), (PARDON, 0, "out of jail"), (ARREST, 0, "go to jail"),
    (MONEY, 100, "a fund of 100"), (MONEY, 20, "a refund of 20"), (FROM_EACH, 10, "a birthday: 10 from each"),
    (MONEY, 100, "an insurance of 100"), (MONEY, -100, "the hospital: 100"), (MONEY, -50, "school: 50"),
    (MONEY, 25, "a fee of 25"), (REPAIRS, 40, "repairs: 40 a house, 115 a hotel"), (MONEY, 10, "second prize: 10"),
    (MONEY, 100, "an inheritance of 100"),
)  # fmt: skip
DECKS = (CHANCE_CARDS, CHEST_CARDS)
CARDS = 16
ACT = table([[card[0] for card in deck] for deck in DECKS], i8)
AMOUNT = table([[card[1] for card in deck] for deck in DECKS], i16)
HOTEL_REPAIRS = table([100, 115], i16)
