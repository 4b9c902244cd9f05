"""Methods of str that walk through what they are given: Python that is converted and inlined."""

# ruff: noqa: D103
# mypy: ignore-errors

from __future__ import annotations


def join(made, separator, items):
    for i in range(len(items)):
        if i > 0:
            made += separator
        made += items[i]
    return made
