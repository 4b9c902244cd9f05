"""What the keys of two dicts, or of a dict and a set, have in common: Python that is converted and inlined."""

# ruff: noqa: D103
# mypy: ignore-errors

from __future__ import annotations


def common_keys(made, keys, owner, others, other):
    if len(others) > len(keys):
        for key in keys:
            if key in other:
                made.add(key)
    else:
        for key in others:
            if key in owner:
                made.add(key)


def common_to_set(made, keys, owner, elements, other):
    if len(keys) <= len(elements):
        for key in keys:
            if key in other:
                made.add(key)
    else:
        for key in elements:
            if key in owner:
                made.add(key)


def common_of(made, keys, owner, elements, other):
    for key in elements:
        if key in owner:
            made.add(key)
