"""The wire: everything that server and page say to each other, as models.

Requests are `Given`, answers and events are `Sent`. The page's `web/src/lib/types.ts` is generated from these classes
(`typescript.py`; `python web/build.py types` writes it), so that a change here is a change there.
"""
