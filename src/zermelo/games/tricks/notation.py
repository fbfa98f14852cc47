"""Positions of games of tricks as one line: hands as in PBN, the game's own part, the trick, suits shown out of."""

from __future__ import annotations

import re
from typing import Any

from zermelo.errors import BadPosition
from zermelo.game import CHANCE, NONE, count, has
from zermelo.games.tricks.calls import FIRST_BID, FIRST_CALL, NO_TRUMP, call_of, call_text
from zermelo.games.tricks.cards import SUITS, card_of, card_text, hand_text, read_deal, read_hand, suit_cards

LETTERS = "NESW"
VULNERABLE = ("none", "NS", "EW", "both")


def hands_text(state: Any) -> str:
    """`N:` and the hands."""
    return "N:" + " ".join(hand_text(state.hands[seat]) for seat in range(state.players))


def trick_text(state: Any) -> str:
    """Who leads or led, and the cards of the trick: `W:SA H2`."""
    cards = " ".join(card_text(int(state.trick[place]) - 1) for place in range(int(state.laid)))
    return f"{LETTERS[int(state.leader)]}:{cards}"


def lacks_text(state: Any) -> str:
    """The suits that each player has shown not to hold: `-/CD/-/H`."""
    shown = ["".join(SUITS[suit] for suit in range(4) if int(mask) >> suit & 1) or "-" for mask in state.lacks]
    return "/".join(shown)


def parts_of(text: str, many: int, example: str) -> list[str]:
    """The parts between bars."""
    parts = [part.strip() for part in text.split("|")]
    if len(parts) != many:
        raise BadPosition(f"a position has {many} parts with | between, such as `{example}`, not {text!r}")
    return parts


def read_hands(state: Any, text: str) -> None:
    """The hands, each card once and of the deck."""
    if state.players == 4:
        hands = read_deal(text)
    else:
        found = re.fullmatch(r"N:\s*(.*)", text)
        if not found or len(found[1].split()) != state.players:
            raise BadPosition(f"hands are written `N:` and {state.players} hands, not {text!r}")
        hands = [read_hand(part) for part in found[1].split()]
    together = NONE
    for seat, hand in enumerate(hands):
        if hand & (~state.deck() | together):
            raise BadPosition(f"{text!r} has a card twice, or one that is not in this deck")
        together |= hand
        state.hands[seat] = hand


def read_dealing(state: Any) -> None:
    """The deal is under way: the cards lie as they are dealt, one after the other."""
    state.dealt = total = sum(count(hand) for hand in state.hands)
    for seat in range(state.players):
        if count(state.hands[seat]) != total // state.players + (seat < total % state.players):
            raise BadPosition(f"cards are dealt one by one, so {LETTERS[seat]} cannot have {count(state.hands[seat])}")
    state.turn = CHANCE


def read_trick(state: Any, text: str, tricks: int) -> None:
    """The trick under way, after so many complete ones."""
    found = re.fullmatch(r"([NESW]):\s*(.*)", text)
    if not found or LETTERS.index(found[1]) >= state.players:
        raise BadPosition(f"a trick is written with who led it, such as `W:SA H2`, not {text!r}")
    state.dealt = state.dealt_cards
    state.leader = LETTERS.index(found[1])
    cards = [card_of(each) for each in found[2].split()]
    if len(cards) >= state.players or len(set(cards)) < len(cards):
        raise BadPosition(f"{text!r} is no trick under way: it has fewer than {state.players} different cards")
    for place, card in enumerate(cards):
        if card < 0 or not has(state.deck() & ~state.held(), card):
            raise BadPosition(f"{found[2].split()[place]!r} is no card, or is still in a hand")
        state.trick[place] = card + 1
    state.laid = len(cards)
    state.seat = (state.leader + len(cards)) % state.players
    for seat in range(state.players):
        played = (seat - state.leader) % state.players < len(cards)
        if count(state.hands[seat]) != state.each - tricks - played:
            raise BadPosition(
                f"after {tricks} tricks {LETTERS[seat]} holds {state.each - tricks - played} cards, "
                f"not {count(state.hands[seat])}"
            )


def read_lacks(state: Any, text: str) -> None:
    """What players have shown."""
    parts = text.split("/")
    if len(parts) != state.players or not all(re.fullmatch(r"-|[CDHS]+", part) for part in parts):
        raise BadPosition(f"what players lack is written `-/CD/-/H`, not {text!r}")
    for seat, part in enumerate(parts):
        for suit, letter in enumerate(SUITS):
            if letter in part:
                state.lacks[seat] |= 1 << suit
                if state.hands[seat] & suit_cards(suit):
                    raise BadPosition(f"{LETTERS[seat]} has shown to lack {letter}, but holds some")


def bridge_text(state: Any) -> str:
    """Hands, dealer and vulnerability, calls, trick, tricks of both sides, what players lack."""
    calls = " ".join(call_text(call) for call in state.auction()) or "-"
    begun = f"{LETTERS[int(state.dealer)]} {VULNERABLE[int(state.vulnerable)]}"
    won = f"{int(state.won[0])}-{int(state.won[1])}"
    return " | ".join([hands_text(state), begun, calls, trick_text(state), won, lacks_text(state)])


def read_bridge(state: Any, text: str) -> None:
    """Fill an empty state."""
    parts = parts_of(text, 6, "N:AKQ.T98..2 ... | N none | 1NT P P P | E:SA | 0-0 | -/-/-/-")
    found = re.fullmatch(r"([NESW]) (none|NS|EW|both)", parts[1])
    won = re.fullmatch(r"(\d{1,2})-(\d{1,2})", parts[4])
    if not found or not won:
        raise BadPosition("after the hands come dealer and vulnerability, such as `N none`, and later tricks, `3-1`")
    state.dealer, state.vulnerable = LETTERS.index(found[1]), VULNERABLE.index(found[2])
    state.trump = NO_TRUMP
    read_hands(state, parts[0])
    tricks = int(won[1]) + int(won[2])
    if parts[2] == "-" and tricks == 0 and count(state.held()) < state.dealt_cards:
        read_dealing(state)
        return
    state.dealt = state.dealt_cards
    state.begin()
    for name in [] if parts[2] == "-" else parts[2].split():
        call = call_of(name)
        if state.over() or state.declarer or call < 0 or FIRST_CALL + call not in state.legal():
            raise BadPosition(f"{name!r} cannot be called at that place of {parts[2]!r}")
        state.call(call)
    state.won[0], state.won[1] = int(won[1]), int(won[2])
    if not state.declarer and (tricks or count(state.held()) < state.dealt_cards):
        raise BadPosition("cards are played after the auction only")
    if tricks > state.each:
        raise BadPosition(f"there are {state.each} tricks, not {tricks}")
    if state.declarer:
        first = int(state.leader)
        read_trick(state, parts[3], tricks)
        if tricks == 0 and state.leader != first:
            raise BadPosition(f"{LETTERS[first]} leads to the first trick of {call_text(FIRST_BID + state.bid - 1)}")
        state.turn = state.mover()
    read_lacks(state, parts[5])
