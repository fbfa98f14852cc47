"""Learning by best response: fictitious play (Brown, 1951).

Everybody plays a best response to how often the others have played what so far. In zero-sum games the frequencies come
to an equilibrium (Robinson, 1951); elsewhere they may go round for ever.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from zermelo.errors import BadLimit
from zermelo.theory.equilibria import best_responses
from zermelo.theory.matrix import MatrixGame, Mix, Profile


@dataclass(frozen=True)
class Round:
    """What was played, and how often each action was so far."""

    played: Profile
    mixes: tuple[Mix, ...]


def fictitious_play(game: MatrixGame, rounds: int, first: Profile | None = None) -> Iterator[Round]:
    """Play so many rounds; the first action of each player begins, and wins ties."""
    if rounds < 1:
        raise BadLimit(f"fictitious play needs at least one round, not {rounds}")
    counts = [[0] * count for count in game.shape]
    played = first or (0,) * len(game.players)
    for total in range(1, rounds + 1):
        for count, action in zip(counts, played, strict=True):
            count[action] += 1
        mixes = tuple(tuple(Fraction(times, total) for times in count) for count in counts)
        yield Round(played, mixes)
        played = tuple(best_responses(game, player, mixes)[0] for player in range(len(game.players)))


def best_response_path(game: MatrixGame, first: Profile, most: int = 100) -> list[Profile]:
    """The players answer each other in turn until nobody wants to change, or a profile comes again."""
    path, profile = [first], first
    for _ in range(most):
        for player in range(len(game.players)):
            pures = [tuple(Fraction(a == b) for b in range(n)) for a, n in zip(profile, game.shape, strict=True)]
            best = best_responses(game, player, pures)
            if profile[player] not in best:
                profile = (*profile[:player], best[0], *profile[player + 1 :])
                break
        else:
            return path
        path.append(profile)
        if profile in path[:-1]:
            return path
    return path
