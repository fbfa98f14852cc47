"""The six tasks on planning and learning, solved: `zermelo lab grade examples/learning_agents.py --project learning`.

A `process` has `states()`, `actions(state)` and `outcomes(state, action)`, a list of (odds, next state, reward).
"""


def promise(process, values, state, action, discount):
    """What an action is worth, if the next states are worth `values`."""
    return sum(odds * (reward + discount * values[after]) for odds, after, reward in process.outcomes(state, action))


def value_iteration(process, discount, sweeps):
    """The value of every state after so many sweeps."""
    values = dict.fromkeys(process.states(), 0.0)
    for _ in range(sweeps):
        values = {
            state: max((promise(process, values, state, a, discount) for a in process.actions(state)), default=0.0)
            for state in values
        }
    return values


def policy(process, values, discount):
    """The best action in every state that has one."""
    return {
        state: max(process.actions(state), key=lambda action: promise(process, values, state, action, discount))
        for state in process.states()
        if process.actions(state)
    }


def preferences(wish):
    """Discount, noise and living reward: impatience takes the near exit, noise keeps away from the cliff."""
    return {
        "near exit, along the cliff": (0.1, 0.0, 0.0),
        "near exit, away from the cliff": (0.3, 0.2, 0.0),
        "distant exit, along the cliff": (0.9, 0.0, 0.0),
        "distant exit, away from the cliff": (0.9, 0.3, 0.0),
        "no exit, no cliff: go on for ever": (0.9, 0.0, 20.0),
    }[wish]


def q_learning(experience, alpha, discount):
    """Move one value for each step of experience."""
    values = {}
    for state, action, reward, after, actions in experience:
        best = max((values.get((after, other), 0.0) for other in actions), default=0.0)
        old = values.get((state, action), 0.0)
        values[state, action] = old + alpha * (reward + discount * best - old)
    return values


def epsilon_greedy(values, epsilon, random):
    """Any action with probability epsilon, else one of the best."""
    if random.unit() < epsilon:
        best = list(values)
    else:
        best = [action for action, value in values.items() if value == max(values.values())]
    return best[random.below(len(best))]


def features(node, move):
    """Ghosts within a step, food to eat, and the way to the next food."""
    after = node.play(move)
    x, y = int(after.pacman[0]), int(after.pacman[1])
    ghosts = sum(
        abs(a - x) + abs(b - y) <= 1 for (a, b), left in zip(after.ghosts, after.scared, strict=True) if not left
    )
    found = {"bias": 0.1, "ghosts": ghosts / 10}
    if not ghosts and (x, y) in node.food:
        found["eats"] = 0.1
    found["way"] = way((x, y), set(node.food), node.walls) / 1000
    return found


def way(place, goals, walls):
    """Steps to the nearest goal."""
    edge = {place}
    seen, steps = set(edge), 0
    while edge and not edge & goals:
        edge = {(x + a, y + b) for x, y in edge for a, b in ((1, 0), (-1, 0), (0, 1), (0, -1))} - walls - seen
        seen |= edge
        steps += 1
    return steps
