"""Searches made visible: a search as it goes (`trace`), as SVG, as a page that steps through it, and as text.

Nothing here searches by itself: a trace is made of the events of the textbook's algorithms.
"""

from zermelo.explain.trace import Trace, record

__all__ = ["Trace", "record"]
