"""Dicts that have more keys once they have been asked for one, where a text is filled in: `"%(name)s" % counts`."""

from __future__ import annotations

from typing import Any

__all__ = ["makes_missing"]


def makes_missing(x: Any) -> bool:
    """Whether a dict makes what it does not have, as the trace must see.

    >>> from collections import defaultdict
    >>> makes_missing(defaultdict(int)), makes_missing({})
    (True, False)
    """
    return isinstance(x, dict) and hasattr(type(x), "__missing__")
