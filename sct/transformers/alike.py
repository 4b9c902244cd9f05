"""Whether two expressions are written alike: `x.a[i] = x.a[i] + 1`, as `x.a[i] += 1` stands for."""

from __future__ import annotations

from typing import Any

import gast

from .base import Node

__all__ = ["copied_target", "same"]


def same(target: Node, value: Node) -> bool:
    """Whether what is read is what is assigned."""
    if isinstance(target, gast.Name):
        return isinstance(value, gast.Name) and value.id == target.id
    if isinstance(target, gast.Attribute):
        return isinstance(value, gast.Attribute) and value.attr == target.attr and _alike(target.value, value.value)
    if isinstance(target, gast.Subscript):
        return (
            isinstance(value, gast.Subscript)
            and _alike(target.value, value.value)
            and _alike(target.slice, value.slice)
        )
    return False


def _alike(a: Any, b: Any) -> bool:
    """Whether two expressions are written alike."""
    if type(a) is not type(b):
        return False
    if isinstance(a, gast.AST):
        return all(_alike(getattr(a, field, None), getattr(b, field, None)) for field in a._fields)
    if isinstance(a, list):
        return len(a) == len(b) and all(map(_alike, a, b))
    same: bool = a == b
    return same


def copied_target(target: Node) -> Node:
    """A copy of a target: the one that stands on the other side."""
    new = type(target)(*(getattr(target, field) for field in target._fields))
    return gast.copy_location(new, target)
