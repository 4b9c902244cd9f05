"""Comparing and searching lists of run-time length whose items are no numbers: Python that is converted and inlined."""

# ruff: noqa: D103, SIM110
# mypy: ignore-errors

from __future__ import annotations


def equal(a, b):
    if len(a) != len(b):
        return False
    for i in range(len(a)):
        if a[i] != b[i]:
            return False
    return True


def less(a, b, or_equal):
    n = len(a) if len(a) < len(b) else len(b)
    for i in range(n):
        if a[i] != b[i]:
            return a[i] < b[i]
    return len(a) <= len(b) if or_equal else len(a) < len(b)


def place(items, x):
    for i in range(len(items)):
        if items[i] == x:
            return i
    return -1


def count(items, x):
    number = 0
    for i in range(len(items)):
        if items[i] == x:
            number = number + 1
    return number


def smallest(items):
    best = 0
    for i in range(1, len(items)):
        if items[i] < items[best]:
            best = i
    return best


def greatest(items):
    best = 0
    for i in range(1, len(items)):
        if items[i] > items[best]:
            best = i
    return best
