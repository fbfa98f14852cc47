"""Batched random play of 1,024 games against pgx on one core.

pgx and JAX are large; they may live in an environment of their own, named by BENCH_PGX=/path/to/its/python.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time

from bench.measure import side_by_side
from zermelo.game.batch import Batch
from zermelo.games import catalogue

GAMES: tuple[tuple[str, dict[str, str], str, int], ...] = (
    ("connect_four", {}, "connect_four", 4000),
    ("othello", {}, "othello", 1000),
    ("go", {}, "go_9x9", 300),
    ("hex", {}, "hex", 400),
    ("chess", {}, "chess", 60),
)
LANES = 1024

PEER = """
import json, sys, time
import jax, jax.numpy as jnp, pgx
name, lanes, steps = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
env = pgx.make(name)
from pgx.experimental.wrappers import auto_reset
init, step = jax.vmap(env.init), jax.vmap(auto_reset(env.step, env.init))

@jax.jit
def run(state, key):
    def body(i, carry):
        state, key = carry
        key, draw, again = jax.random.split(key, 3)
        logits = jnp.where(state.legal_action_mask, 0.0, -1e9)
        action = jax.random.categorical(draw, logits, axis=-1)
        return step(state, action, jax.random.split(again, lanes)), key
    return jax.lax.fori_loop(0, steps, body, (state, key))

state, key = init(jax.random.split(jax.random.PRNGKey(0), lanes)), jax.random.PRNGKey(1)
state, key = jax.block_until_ready(run(state, key))
for line in sys.stdin:
    begin = time.process_time()
    state, key = jax.block_until_ready(run(state, key))
    print(json.dumps([lanes * steps, time.process_time() - begin]), flush=True)
"""


def against_pgx() -> None:
    """Random legal moves in every lane, begun again at each end."""
    python = os.environ.get("BENCH_PGX", sys.executable)
    if subprocess.run([python, "-c", "import pgx"], capture_output=True, check=False).returncode:
        print("pgx is not installed: pip install pgx (or BENCH_PGX=python of an environment that has it)")
        return
    for name, settings, theirs, steps in GAMES:
        environment = {**os.environ, "XLA_FLAGS": "--xla_cpu_multi_thread_eigen=false", "JAX_PLATFORMS": "cpu"}
        their_steps = 200 if theirs in ("connect_four", "othello") else 20 if theirs != "chess" else 4
        command = [python, "-W", "ignore", "-c", PEER, theirs, str(LANES), str(their_steps)]
        process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env=environment,
        )
        batch = Batch(catalogue.make(name, settings), LANES)
        batch.play_random(3)

        def ours(batch: Batch = batch, steps: int = steps) -> tuple[float, float, object]:
            begin = time.process_time()
            batch.play_random(steps)
            return LANES * steps, time.process_time() - begin, None

        def peer(process: subprocess.Popen[str] = process) -> tuple[float, float, object]:
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.write("\n")
            process.stdin.flush()
            amount, spent = json.loads(process.stdout.readline())
            return amount, spent, None

        side_by_side(
            f"batch of {LANES} {name}",
            ours,
            peer,
            unit="moves/s",
            against="pgx, one core",
            target=10,
            same=None,
            rounds=3,
        )
        process.kill()
