"""The lectures' algorithms in plain Python, each short enough to read in a lecture; the oracles of compiled search.

Every algorithm is a generator: it yields events that a viewer can draw and returns its answer. `run` plays it to the
end.
"""

from zermelo.textbook.events import Answer, Event, run

__all__ = ["Answer", "Event", "run"]
