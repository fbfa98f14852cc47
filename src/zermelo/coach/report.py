"""The coach's report: one page without a network. What was measured, tried, learnt and rated, and games to replay."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path

from zermelo.arena.export import JSON_LINES, exported
from zermelo.arena.kept import report_of
from zermelo.arena.played import Played
from zermelo.arena.statistics.intervals import Interval
from zermelo.coach.coaching import Coaching
from zermelo.coach.gate import Verdict
from zermelo.coach.measure import Shown, percent, shown_by
from zermelo.coach.replay import FRAMES, chosen, replay
from zermelo.errors import ZermeloError
from zermelo.explain.plots import Plot, Series
from zermelo.folders import write_whole
from zermelo.players import player

REPORT = "report.html"
LINES = 5  # first moves that the coached player is asked about
THINKING = 1.0  # seconds


def write_report(course: Coaching) -> Path:
    """The page, beside everything else that is kept of the course."""
    games: list[Played] = []
    names: dict[int, Sequence[str]] = {}
    for path in sorted(course.folder.glob("*.sqlite")):
        heading, report = report_of(path)
        if path.stem != "levels":
            games += report.records
            names |= {id(played): report.players for played in report.records}
            write_whole(path.with_suffix(".jsonl"), exported(heading, report.records, JSON_LINES))
    shown = shown_by(course.start, games)
    parts = [
        section("Measured", facts(course, shown)),
        section("What each choice was worth", trials(course)),
        section("Learning", curves(course)),
        section("Levels", levels(course)),
        section("Openings", openings(course, shown)),
        section("Games to replay", replays(course, games, names)),
        section("Notes", notes(course)),
    ]
    name = type(course.start).__name__
    text = (Path(__file__).parent / "report.html").read_text(encoding="utf-8")
    for mark, value in {
        "TITLE": escape(f"{name}, coached"), "SUMMARY": escape(summary(course)), "BODY": "\n".join(parts)
    }.items():  # fmt: skip
        text = text.replace(f"@{mark}@", value)
    path = course.folder / REPORT
    write_whole(path, text)
    return path


def section(title: str, inside: str) -> str:
    """A heading and what belongs under it; nothing where there is nothing."""
    return f"<h2>{escape(title)}</h2>\n{inside}" if inside else ""


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Texts as a table."""
    top = "".join(f"<th>{escape(name)}</th>" for name in head)
    body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    return f'<div class="wide"><table>{f"<tr>{top}</tr>" if head else ""}{body}</table></div>'


def summary(course: Coaching) -> str:
    """The report in a few sentences."""
    told = f"{course.told()}. It took {course.used() / 60:.1f} minutes with {course.processes} processes."
    if course.ladder:
        name, elo, error = max(course.ladder, key=lambda rung: rung[1])
        told += f" Its strongest level ({name}) stands {elo:+.0f} ± {error:.0f} Elo above random play."
    return told


def facts(course: Coaching, shown: Shown | None) -> str:
    """What was measured."""
    assert course.facts is not None
    parts = ["<h3>Random play</h3>", table((), course.facts.lines())]
    if shown is not None:
        parts += ["<h3>Good play</h3>", table((), shown.lines())]
    return "\n".join(parts)


def trials(course: Coaching) -> str:
    """Everything that was tried, with its interval."""
    rows = []
    for trial in course.trials:
        verdict = Verdict.from_kept(trial["verdict"])
        score = percent(Interval(verdict.score, verdict.low, verdict.high))
        rows.append((
            trial["name"], trial["why"], trial.get("against", "linear"), score, elo_words(verdict), str(verdict.games),
            "kept" if trial["kept"] else "not kept",
        ))  # fmt: skip
    if not rows:
        return ""
    told = f"<p>Matches at equal time, {course.pace:g} s a move; 95 % intervals of openings played from all seats.</p>"
    return told + table(("tried", "because", "against", "score", "Elo", "games", ""), rows)


def elo_words(verdict: Verdict) -> str:
    """A difference with its interval; a score of all or nothing has only a bound."""
    if verdict.even != 0.5:
        return ""
    found = verdict.elo
    return " to ".join(f"{value:+.0f}" if math.isfinite(value) else "∞" for value in (found.low, found.high))


def curves(course: Coaching) -> str:
    """How learning went: the error on new games, and matches against what played before."""
    parts = []
    series = [
        Series(name, [(seconds, error) for seconds, error in points])
        for name, points in course.curve.items()
        if len(points) > 1
    ]
    if series:
        plot = Plot("Error on games not yet learnt from", "seconds of learning", "root mean square, in results", series)
        parts.append(plot.svg())
    points = [(seconds, Verdict.from_kept(found)) for seconds, found in course.strength]
    if points:
        strength = Series(
            "score, 95 %", [(seconds, 100 * one.score) for seconds, one in points],
            [100 * one.low for _, one in points], [100 * one.high for _, one in points], joined=len(points) > 1,
        )  # fmt: skip
        parts.append(Plot("The network against what played before", "seconds of learning", "%", [strength]).svg())
    return "\n".join(parts)


def levels(course: Coaching) -> str:
    """The ladder, drawn and as a table."""
    rungs = course.ladder
    if not rungs:
        return ""
    series = Series(
        "Elo, 95 %", [(float(place), elo) for place, (_, elo, _) in enumerate(rungs)],
        [elo - error for _, elo, error in rungs], [elo + error for _, elo, error in rungs], joined=False,
    )  # fmt: skip
    names = [name.rpartition("=")[2] for name, _, _ in rungs]
    plot = Plot("Levels", "level", "Elo above random play", [series], names=names).svg()
    rows = [(name, f"{elo:+.0f} ± {error:.0f}") for name, elo, error in reversed(rungs)]
    return plot + table(("player", "Elo above random play"), rows)


def openings(course: Coaching, shown: Shown | None) -> str:
    """What the coached player thinks of first moves, and how they fared."""
    parts = []
    assert course.champion is not None
    if course.start.turn >= 0 and course.start.players > 1 and not course.start.hidden:
        try:
            found = player(course.champion.text(THINKING)).think(course.start, lines=LINES)
        except ZermeloError:
            found = None
        if found is not None and found.lines:
            rows = [(f"{line.value:+.3f}", " ".join(line.text.split(" ")[:12])) for line in found.lines]
            told = f"<p>What {escape(course.champion.shown())} expects after {THINKING:g} s:</p>"
            parts += [told, table(("value", "line"), rows)]
    if shown is not None and shown.openings:
        met = [(move, str(games), percent(points)) for move, games, points in shown.openings]
        parts += [
            "<p>First moves in the matches, whose openings were drawn at random:</p>",
            table(("first move", "games", "points of the first player"), met),
        ]
    return "\n".join(parts)


def replays(course: Coaching, games: Sequence[Played], names: dict[int, Sequence[str]]) -> str:
    """A few games, frame by frame."""
    found = chosen(course.start, games)
    parts = []
    for why, played in found:
        seats = [names[id(played)][entrant].replace(str(course.folder) + "/", "") for entrant in played.seats]
        parts.append(replay(course.game, course.settings, why, played, seats, FRAMES // max(len(found), 1)))
    return "\n".join(parts)


def notes(course: Coaching) -> str:
    """What was left out and why, and how to repeat it."""
    given = "".join(f" --set {name}={value}" for name, value in course.settings.items())
    command = f"zermelo coach {course.game} --minutes {course.minutes:g} --seed {course.seed}{given}"
    rows = [*course.notes, f"To repeat: {command}", f"Everything that was kept: {course.folder}"]
    return "<ul>" + "".join(f"<li>{escape(row)}</li>" for row in rows) + "</ul>"
