"""Methods of str that walk through what they are given: Python that is converted and inlined."""

# ruff: noqa: D103
# mypy: ignore-errors

from __future__ import annotations


def join(separator, items):
    made = ""
    more = False
    for item in items:
        if more:
            made += separator
        made += item
        more = True
    return made


def joined(items):
    made = ""
    for item in items:
        made += item
    return made
