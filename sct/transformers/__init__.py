"""Passes over the user's syntax tree. They know Python, not arrays, and emit names of `_sct`."""

from __future__ import annotations

from .base import Pass, PassContext, run_passes
from .quote import quote, quote_expr

__all__ = ["PIPELINE", "Pass", "PassContext", "quote", "quote_expr", "run_passes"]

PIPELINE: tuple[type[Pass], ...] = ()
