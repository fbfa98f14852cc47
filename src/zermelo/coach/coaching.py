"""The coach's course for a game: check, measure, choose a search, learn, judge, calibrate, report; within a time.

Each stage has its share of the time and writes down what it found, so that whoever is stopped goes on there. A match
keeps every game, training its weights every few seconds.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from zermelo.arena.kept import report_of
from zermelo.arena.played import Played
from zermelo.coach.calibration import calibrate, counted, ladder_setup, rated, work_for
from zermelo.coach.choices import Choice, can_play, rivals, unaided, variations
from zermelo.coach.gate import MOST_GAMES, OPENINGS, Verdict, meet
from zermelo.coach.lessons import Lesson
from zermelo.coach.measure import Facts, facts_of
from zermelo.errors import BadParameter, BadRules, Unsupported, ZermeloError
from zermelo.folders import write_whole
from zermelo.game import check as linter
from zermelo.game.trust import has_passed, is_ours
from zermelo.games import catalogue
from zermelo.learn import kept
from zermelo.learn.loading import load_model
from zermelo.players import coached

FORMAT = 1
COURSE = "course.json"
SHARES = {"measure": 0.10, "search": 0.25, "learn": 0.62, "gate": 0.76, "levels": 0.97}  # ends, in parts of the time
UNLEARNT = {"search": 0.60}  # where nothing can be learnt
MOST_TRIALS = 12
MODEL = 0.2  # of the time of learning: the linear evaluation; the rest is the network's
SHORT = 30.0  # seconds of a match that this process plays alone: others would have to start first
QUICKEST, SLOWEST, WANTED = 0.004, 0.1, 100  # seconds a move, and games that a match should have


@dataclass
class Coaching:
    """A game being coached: `for line in Coaching.begin("./my_game.py", {}, minutes=10).run(): print(line)`."""

    game: str
    settings: dict[str, str]
    start: Any
    folder: Path
    minutes: float
    processes: int
    seed: int
    spent: float = 0.0  # seconds before this run
    done: list[str] = field(default_factory=list)
    facts: Facts | None = None
    pace: float = 0.0  # seconds a move in matches
    champion: Choice | None = None
    trials: list[dict[str, Any]] = field(default_factory=list)  # what was tried: name, why, verdict, kept
    notes: list[str] = field(default_factory=list)
    curve: dict[str, list[tuple[float, float]]] = field(default_factory=dict)  # by model: seconds, error
    strength: list[tuple[float, dict[str, Any]]] = field(default_factory=list)  # seconds of learning, verdict
    ladder: list[tuple[str, float, float]] = field(default_factory=list)

    @classmethod
    def begin(
        cls, game: str, settings: dict[str, str], *, minutes: float = 10.0, processes: int = 2, seed: int = 0,
        resume: bool = False,
    ) -> Coaching:  # fmt: skip
        """Anew, or where an earlier run of the same course was stopped."""
        found = catalogue.make(game, settings)
        folder = coached.folder_of(type(found))
        made = cls(game, settings, found, folder, minutes, processes, seed)
        if resume:
            made.read()
        else:
            made.clear()
        return made

    # ------------------------------------------------------------------ what is kept

    def clear(self) -> None:
        """Forget an earlier course; the opponents that it left stay until others take their place."""
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        for path in self.folder.iterdir():
            if path.name != coached.FILE and path.is_file():
                path.unlink()
        (self.folder / COURSE).unlink(missing_ok=True)

    def read(self) -> None:
        """What an earlier run wrote down."""
        path = self.folder / COURSE
        try:
            data = json.loads(path.read_text("utf-8"))
        except OSError:
            raise BadParameter(f"--resume goes on with a course of {self.game}, but none was begun") from None
        except ValueError:
            raise BadParameter(f"{path} is damaged: begin anew, without --resume") from None
        if data.get("format") != FORMAT or data["seed"] != self.seed or data["settings"] != self.settings:
            raise BadParameter(f"{path} is of another course: give the same seed and settings, or begin anew")
        self.spent, self.done, self.trials = data["spent"], data["done"], data["trials"]
        self.pace = data["pace"]
        self.facts = Facts.from_json(data["facts"]) if data["facts"] else None
        self.champion = Choice.from_json(data["champion"]) if data["champion"] else None
        self.notes, self.curve, self.strength = data["notes"], data["curve"], data["strength"]
        self.ladder = [tuple(rung) for rung in data["ladder"]]

    def save(self) -> None:
        """Write down how far it is."""
        data = {
            "format": FORMAT, "game": self.game, "settings": self.settings, "seed": self.seed,
            "minutes": self.minutes, "pace": self.pace, "spent": round(self.used(), 1), "done": self.done,
            "facts": self.facts.to_json() if self.facts else None,
            "champion": self.champion.to_json() if self.champion else None, "trials": self.trials,
            "notes": self.notes, "curve": self.curve, "strength": self.strength, "ladder": self.ladder,
        }  # fmt: skip
        try:
            write_whole(self.folder / COURSE, json.dumps(data, indent=1) + "\n")
        except OSError as problem:
            raise BadParameter(f"{self.folder} cannot be written: {problem.strerror}; free some room there") from None

    # ------------------------------------------------------------------ time

    def used(self) -> float:
        """Seconds, those of earlier runs too."""
        return self.spent + time.monotonic() - self.clock

    def until(self, share: float) -> float:
        """Seconds that are left until a part of the time has passed."""
        return max(share * 60 * self.minutes - self.used(), 0.0)

    def paced(self, facts: Facts) -> float:
        """Seconds a move in matches, so that a stage has about as many games as an interval needs."""
        share = 0.12 * 60 * self.minutes * self.processes
        return round(min(max(share / (WANTED * max(facts.length, 1.0)), QUICKEST), SLOWEST), 3)

    # ------------------------------------------------------------------ the course

    def run(self) -> Iterator[str]:
        """Stage after stage; what it tells is for people."""
        self.clock = time.monotonic()
        for name in ("measure", "search", "learn", "gate", "levels"):
            if name not in self.done:
                yield from getattr(self, name)()
                self.done.append(name)
                self.save()
        self.leave()
        yield f"done in {self.used() / 60:.1f} minutes: {self.told()}"

    def measure(self) -> Iterator[str]:
        """Prove the laws of the contract where nobody did, play at random, and begin with what `best` chooses."""
        cls = type(self.start)
        if not (all(map(is_ours, cls.rules().values())) or has_passed(cls)):
            bound = max(1.0, self.until(SHARES["measure"]) / 4)
            report = linter.check(cls, 2000, bound, interpreted_games=20, seed=self.seed)
            if not report.ok:
                raise BadRules(
                    f"{self.game} breaks a law of games, so nothing can be learnt from it: {report.broken[0]}"
                )
            yield "its rules keep the laws of games"
        self.facts = facts_of(self.start, max(self.until(SHARES["measure"]) / 4, 0.1), self.seed)
        for name, text in self.facts.lines():
            yield f"{name}: {text}"
        self.pace = self.paced(self.facts)
        self.champion = unaided(cls)
        yield f"to begin with: {self.champion.shown()} ({self.champion.why})"

    def search(self) -> Iterator[str]:
        """Other searches and settings against what plays now, one after another."""
        cls = type(self.start)
        assert self.champion is not None
        end = SHARES["search"] if self.learnable() == "" else UNLEARNT["search"]
        waiting = rivals(cls, self.champion)
        tried = {trial["name"] for trial in self.trials}
        for _ in range(MOST_TRIALS):
            if not waiting:  # settings of whoever plays now, the best found so far
                waiting = [one for one in variations(self.champion) if one.shown() not in tried]
            left = self.until(end)
            if not waiting or left <= 0 and self.trials:
                break
            rival = waiting.pop(0)
            if rival.shown() in tried:
                continue
            tried.add(rival.shown())
            if problem := can_play(rival, self.start):
                self.notes.append(f"{rival.shown()} was not tried: {problem}")
                continue
            before = self.champion
            later = 0 if before.name == rival.name else len(variations(rival) or variations(before))
            yield self.tried(rival, left / (len(waiting) + 1 + later))
            if self.champion is not before:
                waiting = [one for one in waiting if one.name != self.champion.name]

    def learnable(self) -> str:
        """Why nothing can be learnt; empty where something can."""
        cls = type(self.start)
        if cls.hidden:
            return "something is hidden, and a network would see it"
        assert self.facts is not None
        return "a plain Python class is not compiled, as learning needs it" if self.facts.plain else ""

    def learn(self) -> Iterator[str]:
        """A linear evaluation and a network, by self-play; the better of the two goes on."""
        if reason := self.learnable():
            self.notes.append(f"nothing was learnt: {reason}")
            yield self.notes[-1]
            return
        assert self.champion is not None
        whole = self.until(SHARES["learn"])
        for name in ("half", "model"):  # of weights that an earlier run had then
            (self.folder / f"{name}.sqlite").unlink(missing_ok=True)
        try:
            linear = Lesson(self, "linear", 0)
            yield from linear.study(MODEL * whole)
            network = Lesson(self, "network", 32)
            yield from network.study(0.35 * whole, (0.0, 0.5))
            self.strength.append((network.seconds, self.match(network.choice, 0.08 * whole, "half").kept()))
            yield "half-way: " + Verdict.from_kept(self.strength[-1][1]).text()
            yield from network.study(0.85 * self.until(SHARES["learn"]), (0.5, 1.0))
        except Unsupported as problem:
            self.notes.append(f"nothing was learnt: {problem}")
            yield self.notes[-1]
            return
        verdict = self.match(network.choice, self.until(SHARES["learn"]), "model", against=linear.choice)
        self.trials.append({
            "name": "32 units", "why": "instead of a linear evaluation, both learnt here", "verdict": verdict.kept(),
            "kept": verdict.score >= 0.5,
        })  # fmt: skip
        yield "the network against the linear evaluation: " + verdict.text()

    def gate(self) -> Iterator[str]:
        """Learned weights against what plays now; only those that win are kept."""
        models = [trial for trial in self.trials if trial["name"] == "32 units"]
        if not models:
            return
        chosen = Lesson(self, "network", 32) if models[-1]["kept"] else Lesson(self, "linear", 0)
        yield self.tried(chosen.choice, self.until(SHARES["gate"]))
        verdict = Verdict.from_kept(self.trials[-1]["verdict"])
        if chosen.name == "network":
            self.strength.append((chosen.seconds, verdict.kept()))
        if verdict.better:
            network = load_model(chosen.path)
            network.history["match"] = verdict.to_json()
            kept.keep(network, type(self.start))

    def levels(self) -> Iterator[str]:
        """Leave the opponents, then rate them."""
        cls = type(self.start)
        if cls.players < 2:
            self.leave()
            self.notes.append("a game of one player has no ladder: nobody meets on it")
            yield self.notes[-1]
            return
        self.leave()
        setup = ladder_setup(self.game, self.settings, self.pace, self.seed, self.openings())
        deadline = time.monotonic() + self.until(SHARES["levels"])
        try:
            crew = self.processes if self.until(SHARES["levels"]) > SHORT else 1
            report = calibrate(setup, crew, self.folder / "levels.sqlite", deadline)
            self.ladder = [(one.player, round(one.elo), round(one.error)) for one in rated(report, self.pace)]
        except ZermeloError as problem:
            self.notes.append(f"the levels were not rated: {problem}")
            yield self.notes[-1]
        for name, elo, error in reversed(self.ladder):
            yield f"{name}: {elo:+.0f} ± {error:.0f} Elo above random play"

    # ------------------------------------------------------------------ matches

    def openings(self) -> str:
        """Random moves where nothing else varies the games."""
        cls = type(self.start)
        return "" if cls.chance or cls.hidden or cls.players == 1 else OPENINGS

    def match(self, challenger: Choice, seconds: float, name: str, against: Choice | None = None) -> Verdict:
        """A challenger against what plays now, or against another."""
        rival = against or self.champion
        assert rival is not None
        crew = self.processes if seconds > SHORT else 1
        return meet(
            self.game, self.settings, type(self.start), challenger.text(self.pace), rival.text(self.pace),
            games=MOST_GAMES, minutes=seconds / 60, seed=self.seed, openings=self.openings(),
            processes=crew, out=self.folder / f"{name}.sqlite",
        )  # fmt: skip

    def tried(self, challenger: Choice, seconds: float) -> str:
        """A match whose winner plays from now on."""
        assert self.champion is not None
        verdict = self.match(challenger, seconds, f"trial-{len(self.trials)}")
        self.trials.append({
            "name": challenger.shown(), "why": challenger.why, "verdict": verdict.kept(), "kept": verdict.better,
            "against": self.champion.shown(),
        })  # fmt: skip
        told = (
            f"{challenger.shown()} against {self.champion.shown()}: {100 * verdict.score:.1f} % "
            f"({100 * verdict.low:.1f} to {100 * verdict.high:.1f}) of {verdict.games} games"
        )
        if verdict.better:
            self.champion = challenger
        self.save()
        return f"{told}; {'it plays from now on' if verdict.better else 'not shown to be better'}"

    def games_kept(self) -> list[Played]:
        """All games of good players that met so far."""
        found: list[Played] = []
        for path in sorted(self.folder.glob("*.sqlite")):
            if path.stem != "levels":
                found += report_of(path)[1].records
        return found

    # ------------------------------------------------------------------ what is left

    def told(self) -> str:
        """Who plays from now on."""
        assert self.champion is not None
        return f"best plays {self.champion.shown()}" + ("" if self.ladder else "; its levels are not rated")

    def summary(self) -> dict[str, Any]:
        """What came out, as plain data."""
        assert self.facts is not None
        assert self.champion is not None
        return {
            "game": self.game, "settings": self.settings, "seconds": round(self.used(), 1),
            "facts": self.facts.to_json(), "best": self.champion.shown(), "trials": self.trials,
            "levels": {name: [elo, error] for name, elo, error in self.ladder}, "notes": self.notes,
        }  # fmt: skip

    def leave(self) -> None:
        """The opponents, for `best`, `play` and the page."""
        assert self.champion is not None
        cls, champion = type(self.start), self.champion
        before = coached.find(cls)
        work: tuple[int, ...] = ()
        if champion.name != "equilibrium":
            same = before is not None and before.player == champion.name and "levels" in self.done
            work = before.work if same and before else work_for(champion, self.start, self.pace)
        given = {name: "yes" if name == "net" else value for name, value in champion.settings.items()}
        won = [trial for trial in self.trials if trial["kept"] and trial["name"] == champion.shown()]
        reason = f"the coach's choice: {champion.why}"
        if won:
            verdict = Verdict.from_kept(won[-1]["verdict"])
            reason += f", {100 * verdict.score:.0f} % against {won[-1]['against']} in {verdict.games} games"
        ladder = {name: (elo, error) for name, elo, error in self.ladder}
        limit = counted(champion) if work else ""
        coached.keep(cls, coached.Coached(champion.name, given, reason, limit, work, ladder))
