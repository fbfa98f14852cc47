"""The sequential probability ratio test (Wald 1945): play until it is clear which of two hypotheses holds.

Results of pairs of games have five values (Van den Bergh's pentanomial law), single games three. Both hypotheses fix a
strength; the law nearest to the observed one that has this strength is found by maximum likelihood, and the ratio of
the two likelihoods decides. Strength is counted as

* normalised: Elo by the spread of one game, what fishtest and fastchess use;
* logistic: the plain Elo of the score;
* bayesian: Elo of the BayesElo model, single games only;
* cutechess: plain Elo under the BayesElo model, half a game added to each result, as cutechess counts.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from zermelo.arena.statistics.brownian import passes_right
from zermelo.arena.statistics.intervals import TAIL, Interval
from zermelo.arena.statistics.laws import Law, law_of, mean_and_variance, nearest_with_mean, nearest_with_strength
from zermelo.arena.statistics.score import ELO, elo_of, score_of
from zermelo.errors import BadLimit

MODELS = ("normalised", "logistic", "bayesian", "cutechess")
ACCEPTED, REJECTED, OPEN = "accepted", "rejected", ""
WIDEST = 1000.0  # Elo, where the search for an estimate ends


@dataclass(frozen=True)
class Verdict:
    """Where a test stands: `accepted` means that the player is stronger by about `elo1`."""

    ratio: float  # the logarithm of the likelihood ratio
    low: float
    high: float

    @property
    def decision(self) -> str:
        """accepted, rejected, or nothing while it is open."""
        return ACCEPTED if self.ratio >= self.high else REJECTED if self.ratio <= self.low else OPEN


@dataclass(frozen=True)
class Sprt:
    """A test of elo0 against elo1 with error rates alpha and beta."""

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05
    model: str = "normalised"

    def __post_init__(self) -> None:
        if self.model not in MODELS:
            raise BadLimit(f"a test counts strength as {', '.join(MODELS)}, not as {self.model!r}")
        if not (math.isfinite(self.elo0) and math.isfinite(self.elo1) and self.elo0 < self.elo1):
            raise BadLimit(f"a test needs a lower Elo and a higher one, as in 0,10, not {self.elo0:g},{self.elo1:g}")
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise BadLimit("the error rates of a test lie between 0 and 0.5")

    @classmethod
    def read(cls, text: str) -> Sprt:
        """`0,10` or `0,10,0.01,0.05`, and perhaps the model behind it: `0,10,logistic`."""
        parts = [part.strip() for part in text.split(",")]
        model = parts.pop() if parts[-1] in MODELS else "normalised"
        try:
            numbers = [float(part) for part in parts]
            if not 2 <= len(numbers) <= 4:
                raise ValueError
        except ValueError:
            raise BadLimit(f"a test is written elo0,elo1[,alpha,beta][,model] as in 0,10, not {text!r}") from None
        elo0, elo1, alpha, beta = [*numbers, 0.05, 0.05][:4]
        return cls(elo0, elo1, alpha, beta, model)

    def __str__(self) -> str:
        """The text that `read` takes."""
        return f"{self.elo0:g},{self.elo1:g},{self.alpha:g},{self.beta:g},{self.model}"

    @property
    def bounds(self) -> tuple[float, float]:
        """Between them the test goes on."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def verdict(self, counts: Sequence[float]) -> Verdict:
        """Where the test stands after these results, the worst first: three counts of games or five of pairs."""
        low, high = self.bounds
        return Verdict(self.ratio(counts), low, high)

    def ratio(self, counts: Sequence[float]) -> float:
        """The logarithm of the likelihood ratio."""
        if len(counts) not in (3, 5) or min(counts) < 0:
            raise BadLimit("a test needs three counts of games or five of pairs, none below 0")
        if not sum(counts):
            return 0.0
        if self.model in ("bayesian", "cutechess"):
            return self.bayesian_ratio(counts)
        total, law = law_of(counts)
        one, other = self.hypotheses(law)
        return total * sum(p * math.log(b / a) for (_, p), (_, a), (_, b) in zip(law, one, other, strict=True))

    def hypotheses(self, law: Law) -> tuple[Law, Law]:
        """The nearest laws that have the two strengths."""
        if self.model == "logistic":
            return nearest_with_mean(law, score_of(self.elo0)), nearest_with_mean(law, score_of(self.elo1))
        games = 2 if len(law) == 5 else 1
        strengths = [elo / (2 * ELO) * math.sqrt(games) for elo in (self.elo0, self.elo1)]
        return nearest_with_strength(law, strengths[0]), nearest_with_strength(law, strengths[1])

    def bayesian_ratio(self, counts: Sequence[float]) -> float:
        """The ratio where wins and losses follow BayesElo's law, with the observed share of draws."""
        if len(counts) != 3:
            raise BadLimit("BayesElo's law knows single games only: give three counts")
        half = 0.5 if self.model == "cutechess" else 0.0
        losses, draws, wins = (count + half for count in counts)
        if not losses or not draws or not wins:
            return 0.0  # as long as a result is missing, its law cannot be fitted
        width = draw_elo((losses, draws, wins))
        x = 10 ** (-width / 400)
        scale = 4 * x / (1 + x) ** 2 if self.model == "cutechess" else 1.0
        laws = [(score_of(-elo - width), score_of(elo - width)) for elo in (self.elo0 / scale, self.elo1 / scale)]
        logs = [(math.log(loss), math.log(1 - loss - win), math.log(win)) for loss, win in laws]
        return sum(count * (b - a) for count, a, b in zip((losses, draws, wins), *logs, strict=True))

    def estimate(self, counts: Sequence[float]) -> tuple[Interval, float]:
        """Elo without the bias of stopping early, with its 95 % interval, and the likelihood of superiority.

        The way of the ratio is taken as Brownian motion between the bounds; the estimate is the strength at which the
        observed end of the test lies in the middle of all that could have happened.
        """
        total, law = law_of(counts)
        mean, variance = mean_and_variance(law)
        spread = math.sqrt((2 if len(counts) == 5 else 1) * variance)
        ends = [self.as_score(elo, spread, counts) for elo in (self.elo0, self.elo1)]
        low, high = self.bounds
        ratio, time = total * drift(variance, ends, mean)[0], float(total)
        if not low <= ratio <= high:
            end = low if ratio < low else high
            ratio, time = end, time * end / ratio

        def worse(score: float) -> float:
            return passes_right(low, high, *drift(variance, ends, score), time, ratio)

        middle, low_elo, high_elo = (elo_of(falls_to(worse, chance)) for chance in (0.5, 1 - TAIL, TAIL))
        return Interval(middle, low_elo, high_elo), worse(0.5)

    def as_score(self, elo: float, spread: float, counts: Sequence[float]) -> float:
        """A strength of this model as an expected score."""
        if self.model == "normalised":
            return elo / (2 * ELO) * spread + 0.5
        if self.model == "bayesian":
            width = draw_elo(counts)
            return (1 + score_of(elo - width) - score_of(-elo - width)) / 2
        return score_of(elo)


def draw_elo(counts: Sequence[float]) -> float:
    """The draw parameter of BayesElo's law that gives the observed share of draws."""
    losses, _, wins = (count / sum(counts) for count in counts)
    return (elo_of(1 - losses) + elo_of(1 - wins)) / 2


def drift(variance: float, ends: Sequence[float], score: float) -> tuple[float, float]:
    """Mean and variance of what one result adds to the ratio where this is the score, for hypotheses close together."""
    step = (ends[1] - ends[0]) / variance
    return (score - sum(ends) / 2) * step, step * (ends[1] - ends[0])


def falls_to(worse: Callable[[float], float], chance: float) -> float:
    """The score at which a falling probability has come down to a chance, by bisection."""
    low, high = score_of(-WIDEST), score_of(WIDEST)
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if worse(middle) > chance else (low, middle)
    return (low + high) / 2
