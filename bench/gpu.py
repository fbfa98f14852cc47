"""Random games on a GPU beside pgx on the same card: `python -m bench.gpu [game ...]`, on a machine with one.

The same seed must give the same games as on the processor: that is checked before a rate is printed.
"""

from __future__ import annotations

import sys
import time

from zermelo.game import gpu
from zermelo.game.playouts import playouts
from zermelo.games import catalogue

# our game, games to time, pgx's game, its lanes, wanted ratio of moves a second
GAMES = (
    ("connect_four", 2_000_000_000, "connect_four", 1 << 20, 40),
    ("othello", 600_000_000, "othello", 1 << 17, 10),
    ("hex", 40_000_000, "hex", 1 << 15, 10),
    ("go", 4_000_000, "go_9x9", 1 << 14, 10),
    ("chess", 2_000_000, "chess", 1 << 13, 150),
    ("backgammon", 10_000_000, "backgammon", 1 << 15, 10),
)
STEPS = 100


def theirs(name: str, lanes: int) -> float:
    """pgx: steps a second with random legal actions, begun again at each end."""
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental.wrappers import auto_reset

    env = pgx.make(name)
    init, step = jax.vmap(env.init), jax.vmap(auto_reset(env.step, env.init))

    @jax.jit
    def run(state, key):  # type: ignore[no-untyped-def]  # JAX traces it: no types of ours
        def body(i, carry):  # type: ignore[no-untyped-def]  # as above
            state, key = carry
            key, draw, again = jax.random.split(key, 3)
            action = jax.random.categorical(draw, jnp.where(state.legal_action_mask, 0.0, -1e9), axis=-1)
            return step(state, action, jax.random.split(again, lanes)), key

        return jax.lax.fori_loop(0, STEPS, body, (state, key))

    state, key = init(jax.random.split(jax.random.PRNGKey(0), lanes)), jax.random.PRNGKey(1)
    state, key = jax.block_until_ready(run(state, key))  # type: ignore[no-untyped-call]
    rates = []
    for _ in range(3):
        begin = time.perf_counter()
        state, key = jax.block_until_ready(run(state, key))  # type: ignore[no-untyped-call]
        rates.append(lanes * STEPS / (time.perf_counter() - begin))
    return sorted(rates)[1]


def main() -> None:
    chosen = sys.argv[1:] or [row[0] for row in GAMES]
    print(f"GPU: {gpu.device_name() or 'none'}")
    for name, games, peer, lanes, wanted in GAMES:
        if name not in chosen:
            continue
        state = catalogue.make(name)
        few, same = playouts(state, 512, seed=3), gpu.playouts(state, 512, seed=3)
        agree = (few.moves, few.longest, few.results) == (same.moves, same.longest, same.results)
        begin = time.perf_counter()
        runs = [gpu.playouts(state, games, seed=seed) for seed in range(3)]
        ours = sorted(runs, key=lambda report: report.seconds)[1]
        waited = time.perf_counter() - begin
        print(
            f"{name:<14} {ours.games_per_second:.3g} games/s, {ours.moves_per_second:.3g} moves/s, "
            f"{'the same games as the processor' if agree else 'GAMES DIFFER'} ({waited:.0f} s in all)",
            flush=True,
        )
        try:
            rate = theirs(peer, lanes)
        except ImportError:
            print("  pgx or JAX is not installed: no peer")
            continue
        print(f"  pgx {rate:.3g} steps/s; ratio {ours.moves_per_second / rate:.1f} (wanted {wanted})", flush=True)


if __name__ == "__main__":
    main()
