"""Players meet: games with the seats changed, a score with its error, and nothing lost when it is stopped."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from zermelo.arena.crew import Crew
from zermelo.arena.far import FarCrew
from zermelo.arena.formats import EXTENDABLE, FORMATS, fixtures
from zermelo.arena.played import Fixture, Played
from zermelo.arena.records import Records
from zermelo.arena.report import Report
from zermelo.arena.setup import Setup
from zermelo.arena.statistics.sprt import Sprt
from zermelo.arena.table import Table
from zermelo.cluster import Place
from zermelo.errors import BadLimit, BadParameter
from zermelo.session.referee import Conduct

MOST_PROCESSES = 1024
OnGame = Callable[["Tournament", Played], None]  # hears of every game as it ends


class Watch:
    """A sequential test that looks at pairs in the order of the schedule, so that quick games cannot overtake it."""

    def __init__(self, sprt: Sprt) -> None:
        self.sprt, self.counts, self.pairs, self.decision = sprt, [0] * 5, 0, ""

    def decided(self, schedule: Sequence[Fixture], played: dict[Fixture, Played]) -> bool:
        """Look at the pairs that are complete now; whether the test is over."""
        while not self.decision and 2 * self.pairs + 1 < len(schedule):
            pair = [played.get(one) for one in schedule[2 * self.pairs : 2 * self.pairs + 2]]
            if None in pair:
                break
            points = sum(one.points()[one.seats.index(0)] for one in pair if one is not None)
            self.counts[round(2 * points)] += 1
            self.pairs += 1
            self.decision = self.sprt.verdict(self.counts).decision
        return bool(self.decision)


class Tournament:
    """A tournament of any players: `Tournament(Setup("othello", ("best", "greedy", "random"))).run(20)`.

    Everything that can be written down is in the `Setup`. In its place a `Table` may be given, with players and
    positions that live only in this process.
    """

    def __init__(
        self,
        setup: Setup | Table,
        names: Sequence[str] = (),
        *,
        format: str = "roundrobin",
        processes: int = 1,
        on: str = "",
        out: Path | None = None,
        resume: bool = False,
        sprt: Sprt | None = None,
        deadline: float = math.inf,
    ) -> None:
        self.deadline = deadline  # on the monotonic clock: no game begins later, but those of one opening
        self.setup = setup if isinstance(setup, Setup) else None
        self.table = setup.table() if isinstance(setup, Setup) else setup
        self.names = list(setup.players) if isinstance(setup, Setup) else list(names)
        self.format, self.processes, self.out, self.resume, self.sprt = format, processes, out, resume, sprt
        self.place = Place.read(on) if on else None  # a cluster, where this machine is not enough
        self.seats = int(self.table.start.state.players)
        self.check()
        self.test = Watch(sprt) if sprt else None
        self.played: dict[Fixture, Played] = {}
        self.schedule: list[Fixture] = []
        self.notes: tuple[str, ...] = ()

    def check(self) -> None:
        """Refuse what cannot be played, before anything is."""
        if self.format not in FORMATS:
            raise BadParameter(f"there is no format {self.format!r}; choose one of {', '.join(FORMATS)}")
        if len(self.names) < self.seats:
            raise BadParameter(f"{self.table.name} has {self.seats} players, {len(self.names)} were given")
        if not 1 <= self.processes <= MOST_PROCESSES:
            raise BadLimit(f"games are played by 1 to {MOST_PROCESSES} processes, not {self.processes}")
        if (self.processes > 1 or self.place) and self.setup is None:
            raise BadParameter("several processes need players and a game that have names: give their texts")
        if self.sprt and (self.seats != 2 or len(self.names) != 2):
            raise BadParameter("a sequential test is for two players of a game for two")
        if self.resume and self.out is None:
            raise BadParameter("there is nothing to resume: name the file with --out")

    # ------------------------------------------------------------------ playing

    def run(self, games: int, on_game: OnGame | None = None) -> Report:
        """Play so many games for each company; Ctrl-C ends it after what has been played."""
        if games < 1:
            raise BadLimit(f"a match has at least one game, not {games}")
        if self.out is None:
            return self.run_with(games, on_game, None)
        with Records(self.out, self.heading(games), resume=self.resume) as records:
            self.played, self.notes = dict(records.games), records.notes
            return self.run_with(games, on_game, records)

    def run_with(self, games: int, on_game: OnGame | None, records: Records | None) -> Report:
        """Round after round, those games that are not known yet."""
        stopped = False
        rounds: list[list[Played]] = []
        self.schedule = []
        crew: Crew | FarCrew | None = None
        try:
            while True:
                pairings = FORMATS[self.format](len(self.names), self.seats, rounds)
                now = fixtures(pairings, len(rounds), games)
                if not now or self.decided() or self.late():
                    break
                self.schedule += now
                missing = [one for one in now if one not in self.played]
                if missing and crew is None:
                    crew = self.crew(len(missing))
                for played in crew.play(missing) if crew else self.play_here(missing):
                    if records is not None:
                        records.add(played)
                    self.played[played.fixture] = played
                    if on_game is not None:
                        on_game(self, played)
                    if self.decided() or self.late():
                        break
                rounds.append([self.played[one] for one in now if one in self.played])
        except KeyboardInterrupt:
            stopped = True
        finally:
            if crew is not None:
                crew.close()
            self.table.close()
        report = self.report(games)
        report.stopped = stopped
        return report

    def crew(self, games: int) -> Crew | FarCrew | None:
        """Those who play so many games, where this process does not do it alone."""
        if self.place is not None and self.setup is not None:
            return FarCrew(self.setup, self.place, self.processes if self.processes > 1 else 0)
        if self.processes > 1 and self.setup is not None:
            return Crew(self.setup, min(self.processes, games))
        return None

    def play_here(self, missing: Sequence[Fixture]) -> Iterator[Played]:
        """In this process, one after another."""
        for fixture in missing:
            yield self.table.play(fixture)

    def decided(self) -> bool:
        """Whether a sequential test has come to its end."""
        return self.test is not None and self.test.decided(self.schedule, self.played)

    def late(self) -> bool:
        """Whether the time is over; who sits down plays one opening from all seats at least."""
        return time.monotonic() > self.deadline and len(self.played) >= self.seats

    # ------------------------------------------------------------------ telling

    def report(self, games: int) -> Report:
        """What was played so far, in the order of the schedule; a test counts nothing behind its decision."""
        counted = self.schedule
        if self.test is not None and self.decided():
            counted = counted[: 2 * self.test.pairs]
        records = [self.played[one] for one in counted if one in self.played]
        name = self.table.name or type(self.table.start.state).__name__
        form = "match" if len(self.names) == self.seats else self.format
        wanted = len(self.schedule) if form != "match" else games
        return Report(name, self.names, records, wanted, False, self.notes, self.seats, self.sprt, form)

    def heading(self, games: int) -> dict[str, Any]:
        """What a file must agree on."""
        start, table = self.table.start, self.table
        heading: dict[str, Any] = {
            "game": table.name or type(start.state).__name__,
            "settings": self.setup.settings if self.setup else {},
            "begins": self.setup.position if self.setup else start.to_text(),
            "seats": self.seats,
            "players": self.names,
            "seed": table.seed,
            "openings": (self.setup.openings if self.setup else "") or f"random:{table.openings.plies}",
            "clock": str(table.conduct.control),
            "decide": early_text(table.conduct),
            "format": self.format,
        }
        if self.format not in EXTENDABLE:
            heading["games"] = games
        if self.sprt is not None:
            heading["sprt"] = str(self.sprt)
        return heading


def early_text(conduct: Conduct) -> str:
    """What ends games early, in one line."""
    parts = ["proven"] if conduct.proven else []
    parts += [f"win={conduct.win_score:g}"] if conduct.win_score > 0 else []
    parts += [f"draw={conduct.draw_score:g}"] if conduct.draw_score >= 0 else []
    return ",".join(parts + ([f"length={conduct.longest}"] if conduct.longest else []))
