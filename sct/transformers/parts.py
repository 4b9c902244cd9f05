"""The nodes right in a node. Every walk asks for them, so a table knows where they can be."""

from __future__ import annotations

from typing import Any

import gast

__all__ = ["PART_NAMES", "WITH_GAPS", "children"]


class _PartNames(dict[type, tuple[str, ...]]):
    """The attributes of each kind of node that may hold nodes: fields, and the extra test of a loop.

    Contexts (`Load`, `Store`) and what is always text or a number are left out.

    >>> PART_NAMES[gast.Attribute], PART_NAMES[gast.Constant], PART_NAMES[gast.While]
    (('value',), (), ('test', 'body', 'orelse'))
    """

    def __missing__(self, kind: type) -> tuple[str, ...]:
        if issubclass(kind, gast.Constant | gast.MatchSingleton | gast.Global | gast.Nonlocal):
            return self.setdefault(kind, ())
        fields: tuple[str, ...] = kind._fields  # type: ignore[attr-defined]
        text = _TEXT | ({"arg"} if issubclass(kind, gast.keyword) else set())
        extra = ("_sct_extra_test",) if issubclass(kind, gast.For) else ()
        return self.setdefault(kind, (*(name for name in fields if name not in text), *extra))


PART_NAMES = _PartNames()
_TEXT = {"attr", "ctx", "id", "is_async", "kind", "kwd_attrs", "level", "module", "simple", "type_comment"}
WITH_GAPS = {"keys", "kw_defaults"}  # lists of nodes in which None may stand


def children(node: Any) -> list[Any]:
    """The nodes right in `node`, without `Load` and `Store`; what is tested before a loop's items too."""
    found: list[Any] = []
    known = node.__dict__
    for name in PART_NAMES[type(node)]:
        value = known.get(name)
        if value is None:
            continue
        if type(value) is list:
            found += value if name not in WITH_GAPS else [v for v in value if v is not None]
        elif isinstance(value, gast.AST):
            found.append(value)
    return found
