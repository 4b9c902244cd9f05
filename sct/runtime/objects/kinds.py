"""The classes that plain Python would find: `type(x)` and `x.__class__` of what stands for something of Python's."""

from __future__ import annotations

import functools
from typing import Any

from sct.errors import StaticValueError
from sct.runtime.current import has_kind
from sct.runtime.exits.rebuilt import ITERATORS, type_of_pythons
from sct.runtime.homes import home_of
from sct.runtime.joins.lost import Lost
from sct.runtime.lists.pooled_tuples import PooledTuple
from sct.runtime.stand_ins import StandIn
from sct.runtime.texts.text_pieces import FormattedText
from sct.shown import no_attribute

__all__ = ["check_own", "kind_of"]

_LIBRARIES = "sct.runtime.libraries."  # whose classes are converted like users' own


def kind_of(x: Any) -> type:
    """The type that plain Python would find.

    >>> kind_of(1.5), kind_of([])
    (<class 'float'>, <class 'list'>)
    """
    kind: Any = type(x)
    if not home_of(kind).startswith("sct."):
        return kind  # type: ignore[no-any-return]
    if isinstance(x, FormattedText):
        return getattr(kind, "python_type", str)  # NumPy's own, of elements of arrays
    if kind is PooledTuple:
        return tuple
    if issubclass(kind, StandIn):
        return kind.stands_for  # type: ignore[no-any-return]
    if isinstance(x, Lost):
        x.sct_refuse()
    if has_kind(x):
        return x.python_type  # type: ignore[no-any-return]
    if kind.__module__ == ITERATORS:
        return _of_iterator(x)
    if not home_of(kind).startswith(_LIBRARIES):
        return kind  # type: ignore[no-any-return]
    own: type = getattr(kind, "sct_class", None) or x.__class__
    return own


def _of_iterator(x: Any) -> type:
    kind = type_of_pythons(x)
    if kind is None:
        raise StaticValueError(
            "the type of an iterator was asked for whose position the program knows",
            why="what it goes through is one of several, or a dict",
            fix="ask isinstance(x, collections.abc.Iterator)",
        )
    return kind


def check_own(owner: Any, name: Any) -> None:
    """Raise where user's code asks for an attribute that Python's own object would not have, of what stands for it."""
    module = home_of(type(owner))
    if module.startswith(_LIBRARIES) and type(name) is str:
        kind = type_of_pythons(owner) or type(iter([])) if module == ITERATORS else kind_of(owner)
        if name not in _names(kind):
            raise no_attribute(kind, name, owner)


@functools.cache
def _names(kind: type) -> frozenset[str]:
    """Those of the class and, where Python's own code gives its objects others, of such a one."""
    return frozenset(dir(kind() if kind.__module__ == "queue" else kind))
