"""What is called where an ExitStack is left, of what branches and loops have given it: converted and inlined."""

# ruff: noqa: D103
# mypy: ignore-errors

from __future__ import annotations

__all__ = ["called", "noted"]


def noted(calls, f, args):
    calls.append((f, args))


def called(calls):
    while len(calls) > 0:
        f, args = calls.pop()
        try:
            f(*args)
        except BaseException:
            called(calls)  # the others are called all the same
            raise
