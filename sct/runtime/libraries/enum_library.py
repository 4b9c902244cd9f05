"""The member of an enum that has a run-time value, as Python that is converted and inlined."""

# ruff: noqa: D103
# mypy: ignore-errors

from __future__ import annotations


def member(pairs, value, name):
    for found, known in pairs:
        if value == known:
            return found
    raise ValueError(f"{value!r} is not a valid {name}")
