"""The queue before the worker processes: fair, bounded, and nobody's crash is everybody's."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from zermelo.interfaces.web import pool as pools
from zermelo.interfaces.web.pool import ANALYSIS, BACKGROUND, MOVE, JobFailed, JobLate, Pool

pytestmark = pytest.mark.xdist_group("server")
LONG = {"job": "think", "game": "connect_four", "moves": [], "player": "alphabeta:time=30", "lines": 1}
QUICK = {"job": "think", "game": "connect_four", "moves": ["d"], "player": "random", "lines": 1}


def with_pool(work: Callable[[Pool], Awaitable[None]]) -> None:
    """Do something with two processes."""

    async def run() -> None:
        pool = Pool(2, 2)
        try:
            await asyncio.wait_for(work(pool), 240)
        finally:
            await pool.close()

    asyncio.run(run())


async def until(condition: Callable[[], bool]) -> None:
    """Wait for something that must come."""
    while not condition():
        await asyncio.sleep(0.02)


def test_a_job_is_answered_and_tells_of_itself() -> None:
    async def work(pool: Pool) -> None:
        heard: list[dict[str, Any]] = []
        ticket = pool.submit({**LONG, "player": "alphabeta:depth=9"}, MOVE, heard.append)
        answer = await ticket.answer
        assert answer["result"]["move"] in "abcdefg"
        assert any(event["kind"] == "update" for event in heard)

    with_pool(work)


def test_a_sentence_comes_back_for_what_cannot_be_done() -> None:
    async def work(pool: Pool) -> None:
        with pytest.raises(JobFailed, match="did you mean"):
            await pool.ask({**QUICK, "game": "conect_four"})
        with pytest.raises(JobFailed, match="chance moves"):
            await pool.ask({**QUICK, "game": "backgammon", "moves": ["31"], "player": "alphabeta"})
        assert (await pool.ask(QUICK))["result"]  # the process serves on

    with_pool(work)


def test_a_job_stops_when_told_with_what_it_has() -> None:
    async def work(pool: Pool) -> None:
        heard: list[dict[str, Any]] = []
        ticket = pool.submit(LONG, ANALYSIS, heard.append)
        await until(lambda: any(event["kind"] == "update" for event in heard))
        pool.stop(ticket)
        answer = await asyncio.wait_for(ticket.answer, 20)
        assert answer["result"]["stopped_by"] == "stop"

    with_pool(work)


@pytest.mark.skipif(not hasattr(os, "getpriority"), reason="priorities are read as on POSIX")
def test_a_move_is_not_held_up_by_what_is_done_behind_it_at_a_lower_priority() -> None:
    async def work(pool: Pool) -> None:
        long = [pool.submit(LONG, rank) for rank in (ANALYSIS, ANALYSIS, ANALYSIS, BACKGROUND)]
        await until(lambda: sum(ticket.process is not None for ticket in long) == 2)
        assert (await pool.ask(QUICK))["result"]
        front = [one for one in pool.processes if not one.behind]
        behind = [one for one in pool.processes if one.behind]
        assert all(one.ticket is not None and one.ticket.rank == ANALYSIS for one in behind)
        lower = {os.getpriority(os.PRIO_PROCESS, one.child.pid) for one in behind}
        assert min(lower) > max(os.getpriority(os.PRIO_PROCESS, one.child.pid) for one in front)
        for ticket in long:
            pool.stop(ticket)

    with_pool(work)


def test_a_client_has_so_many_jobs_waiting_and_others_are_not_held_up_by_it() -> None:
    async def work(pool: Pool) -> None:
        pool.most_waiting = 3
        busy = [pool.submit(LONG, MOVE, client="greedy") for _ in range(2)]
        await until(lambda: all(ticket.process for ticket in busy))
        waiting = [pool.submit(QUICK, MOVE, client="greedy", bounded=True) for _ in range(3)]
        with pytest.raises(JobFailed, match="3 requests from your address"):
            await pool.ask(QUICK, client="greedy")
        modest = pool.submit(QUICK, MOVE, client="modest", bounded=True)
        pool.stop(busy[0])
        await modest.answer
        assert not any(ticket.answer.done() for ticket in waiting)
        pool.stop(busy[1])
        await waiting[-1].answer

    with_pool(work)


def test_no_timer_holds_a_job_that_has_ended() -> None:
    """Thirty answers a second, each held for a minute and a half, would be a server that grows."""

    async def work(pool: Pool) -> None:
        ticket = pool.submit(QUICK, MOVE, seconds=600)
        await ticket.answer
        timers: Any = asyncio.get_running_loop()
        assert not any(ticket in (timer._args or ()) for timer in timers._scheduled)

    with_pool(work)


def test_background_work_leaves_a_process_to_the_players() -> None:
    async def work(pool: Pool) -> None:
        tickets = [pool.submit(LONG, BACKGROUND) for _ in range(3)]
        await asyncio.sleep(0.2)
        assert (await pool.ask(QUICK))["result"]
        for ticket in tickets:
            pool.stop(ticket)

    with_pool(work)


def test_a_crash_ends_one_search_only() -> None:
    async def work(pool: Pool) -> None:
        ticket = pool.submit(LONG, MOVE)
        await until(lambda: ticket.process is not None)
        assert ticket.process is not None
        os.kill(ticket.process.child.pid, signal.SIGKILL)
        with pytest.raises(JobFailed, match="ended unexpectedly"):
            await ticket.answer
        assert (await pool.ask(QUICK))["result"]

    with_pool(work)


def test_a_job_that_outstays_its_time_is_stopped() -> None:
    async def work(pool: Pool) -> None:
        answer = await pool.submit(LONG, MOVE, None, seconds=3).answer
        assert answer["result"]["stopped_by"] == "stop"

    with_pool(work)


def test_rules_that_outstay_their_time_are_ended_and_called_late() -> None:
    async def work(pool: Pool) -> None:
        with pytest.raises(JobLate, match="more than the 1 seconds"):
            await pool.submit(LONG, MOVE, None, seconds=1, abrupt=True).answer
        assert (await pool.ask(QUICK))["result"]

    with_pool(work)


def test_one_that_waits_can_be_withdrawn() -> None:
    async def work(pool: Pool) -> None:
        busy = [pool.submit(LONG, MOVE) for _ in range(2)]
        await until(lambda: all(ticket.process for ticket in busy))
        heard: list[dict[str, Any]] = []
        first = pool.submit(QUICK, MOVE)
        second = pool.submit(QUICK, MOVE, heard.append)
        assert heard[0] == {"kind": "waiting", "ahead": 1}
        pool.stop(first)
        with pytest.raises(JobFailed, match="stopped"):
            await first.answer
        for ticket in busy:
            pool.stop(ticket)
        assert (await second.answer)["result"]

    with_pool(work)


def test_memory_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(pool: Pool) -> None:
        monkeypatch.setattr(pools, "MEGABYTES", 1)
        with pytest.raises(JobFailed, match="more memory"):
            await pool.submit(LONG, MOVE).answer
        monkeypatch.undo()
        assert (await pool.ask(QUICK))["result"]

    with_pool(work)


def test_one_process_stands_by_for_the_first_move() -> None:
    async def work(pool: Pool) -> None:
        pool.stand_by()
        pool.stand_by()
        await until(lambda: len(pool.processes) == 1)
        pool.stand_by()
        ready = pool.processes[0]
        assert not ready.behind
        await pool.submit(QUICK, MOVE, lambda event: None).answer
        assert pool.processes == [ready]

    with_pool(work)
