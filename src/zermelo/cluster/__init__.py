"""Work on many machines: one function started once in every worker, tasks handed out, each answered once.

    from zermelo.cluster import Place, Workers

    with Workers(Place.read("ray"), start) as workers:   # start() -> a function from a task to its answer
        for task, answer in workers.answers(tasks):
            ...

Matches and tournaments play their games through it; whatever else falls into tasks may do the same.
"""

from zermelo.cluster.place import Place
from zermelo.cluster.workers import Workers

__all__ = ["Place", "Workers"]
