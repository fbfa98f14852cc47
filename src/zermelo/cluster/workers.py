"""Workers of a cluster: each starts once, is given batches of tasks, and nobody's answer counts twice.

A batch lasts about a second, since a call over the network costs what a quick game does. Tasks of a worker that is lost
are given to others, one at a time, so that one which kills its worker is found. A worker in its place joins as soon as
there is room for it.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from importlib.metadata import version
from types import TracebackType
from typing import Any, Generic, Self, TypeVar

from zermelo.cluster.place import Place
from zermelo.errors import BadParameter, ZermeloError

T = TypeVar("T")
R = TypeVar("R")
Start = Callable[[], Callable[[T], R]]

BATCH = 1.0  # seconds of work in one call
LARGEST_BATCH = 4096
AHEAD = 2  # batches that a worker is given at a time, so that it never waits for the next
MOST_LOSSES = 4  # of one task, after which it is thought to kill its workers
READY = 300.0  # seconds until somebody must be ready


class Worker(Generic[T, R]):
    """What runs on the cluster: a function made once, asked for many answers."""

    def __init__(self, start: Start[T, R]) -> None:
        self.problem, self.work = "", None
        try:
            self.work = start()
        except ZermeloError as problem:
            self.problem = str(problem)

    def ready(self) -> tuple[str, str]:
        """The version here, and why nothing can be done, if so."""
        return version("zermelo"), self.problem

    def answers(self, tasks: Sequence[T]) -> tuple[list[R], str, float]:
        """All answers, a sentence where something is wrong, and how long it took."""
        begin, found = time.perf_counter(), list[R]()
        assert self.work is not None
        try:
            for task in tasks:
                found.append(self.work(task))
        except ZermeloError as problem:
            return found, str(problem), time.perf_counter() - begin
        return found, "", time.perf_counter() - begin


class Workers(Generic[T, R]):
    """All workers at a place, as many as it has processors or as are wanted."""

    def __init__(self, place: Place, start: Start[T, R], count: int = 0) -> None:
        self.place = place
        self.ray, self.own = place.join(count)
        self.start = self.ray.put(start)
        self.kind = self.ray.remote(num_cpus=1, max_restarts=0, scheduling_strategy="SPREAD")(Worker)
        self.count = count or max(int(self.ray.cluster_resources().get("CPU", 1)), 1)
        self.calls: dict[Any, tuple[Any, list[int] | None, int]] = {}  # under way: by whom, which tasks, asked when
        self.asked = 0  # how often answers were asked for; those to an earlier question are passed over
        self.ready: dict[Any, int] = {}  # workers, and how many batches each has
        self.pace = 0.0  # seconds that a task takes
        self.lost = 0  # workers
        for _ in range(self.count):
            self.hire()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def hire(self) -> None:
        """One worker more; it joins when it is ready, which may be never where there is no room."""
        worker = self.kind.remote(self.start)
        self.calls[worker.ready.remote()] = worker, None, 0

    def close(self) -> None:
        """Everybody stops; a Ray that was joined for this is left, and one that was begun for it ends."""
        for worker in {worker for worker, _, _ in self.calls.values()} | set(self.ready):
            self.ray.kill(worker)
        self.calls, self.ready = {}, {}
        if self.own:
            self.ray.shutdown()

    # ------------------------------------------------------------------ working

    def answers(self, tasks: Sequence[T]) -> Iterator[tuple[T, R]]:
        """Every task with its answer, as they come, each once."""
        waiting, losses = deque(range(len(tasks))), [0] * len(tasks)
        done: set[int] = set()
        self.asked += 1
        while len(done) < len(tasks):
            self.give(tasks, waiting, losses)
            for call in self.heard():
                worker, own, asked = self.calls.pop(call)
                try:
                    said = self.ray.get(call)
                except self.ray.exceptions.RayError as problem:
                    self.lose(worker, own is None, problem)
                    if asked == self.asked:
                        self.again(own or [], waiting, losses)
                    continue
                if own is None:
                    self.welcome(worker, *said)
                    continue
                self.ready[worker] -= 1
                if asked != self.asked:
                    continue
                found, problem_said, seconds = said
                if found:
                    self.pace = seconds / len(found)
                for task, answer in zip(own, found, strict=False):
                    if task not in done:
                        done.add(task)
                        yield tasks[task], answer
                if problem_said:
                    raise BadParameter(problem_said)

    def give(self, tasks: Sequence[T], waiting: deque[int], losses: list[int]) -> None:
        """Keep everybody busy, those with the least work first."""
        for load in range(AHEAD):
            for worker, has in list(self.ready.items()):
                if has == load and waiting:
                    batch = self.batch(waiting, losses)
                    self.calls[worker.answers.remote([tasks[task] for task in batch])] = worker, batch, self.asked
                    self.ready[worker] += 1

    def batch(self, waiting: deque[int], losses: list[int]) -> list[int]:
        """About a second of work, less near the end so that all finish together; a lost task goes alone."""
        share = len(waiting) // (AHEAD * max(len(self.ready), 1))
        size = max(1, min(int(BATCH / self.pace) if self.pace else 1, share, LARGEST_BATCH))
        batch = [waiting.popleft()]
        while waiting and len(batch) < size and not losses[batch[0]] and not losses[waiting[0]]:
            batch.append(waiting.popleft())
        return batch

    def heard(self) -> list[Any]:
        """The calls that have been answered, at least one."""
        begun = time.monotonic()
        while True:
            found, _ = self.ray.wait(list(self.calls), num_returns=1, timeout=1.0)
            if found:
                more, _ = self.ray.wait(list(self.calls), num_returns=len(self.calls), timeout=0)
                return list(more)
            if not self.ready and time.monotonic() - begun > READY:
                raise BadParameter(
                    f"no worker is ready after {READY:g} seconds on {self.place}, which has "
                    f"{int(self.ray.available_resources().get('CPU', 0))} free processors: look at `ray status`"
                )

    def welcome(self, worker: Any, there: str, problem: str) -> None:
        """A worker is ready, or says why not."""
        if there != version("zermelo"):
            raise BadParameter(
                f"a worker on {self.place} has zermelo {there}, here it is {version('zermelo')}: install the same"
            )
        if problem:
            raise BadParameter(problem)
        self.ready[worker] = 0

    def lose(self, worker: Any, before: bool, problem: Exception) -> None:
        """A worker is gone, perhaps before it was ready: another is asked for."""
        if isinstance(problem, self.ray.exceptions.RayTaskError):  # a mistake of the program, not of the cluster
            raise problem
        if self.ready.pop(worker, None) is None and not before:
            return  # known already
        self.lost += 1
        if before and not self.ready and self.lost > MOST_LOSSES * self.count:
            raise BadParameter(f"workers on {self.place} die before they begin: {first_line(problem)}")
        self.hire()

    def again(self, own: list[int], waiting: deque[int], losses: list[int]) -> None:
        """Others do what a lost worker had."""
        for task in own:
            losses[task] += 1
            if losses[task] > MOST_LOSSES:
                raise BadParameter(
                    f"{losses[task]} workers were lost over one and the same task on {self.place}: look for what "
                    "kills them (memory?) with `ray logs`; --resume goes on with what was kept"
                )
        waiting.extendleft(reversed(own))


def first_line(problem: Exception) -> str:
    """The first line of what Ray says."""
    return (str(problem).strip() or type(problem).__name__).splitlines()[0]
