"""Numbers that say which array an item of a list is: kept beside it, where lists of arrays leave the program.

A list of run-time length has copies of the arrays that Python has in it. Where such a list leaves, and one of its
arrays may be in it twice or in another one that leaves, too, the function is traced once more with a number for each
array that it makes: what has one number is one object then.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from sct.ir.types import ARRAY
from sct.runtime.current import is_variable
from sct.runtime.exits.viewed_items import is_told
from sct.runtime.joins.choice import Choice
from sct.runtime.joins.templates import TChoice, Template, TNode, TRows, TStatic, TVar
from sct.runtime.lists.rows import Rows, Tagged
from sct.runtime.state.cells import IdentityMap

if TYPE_CHECKING:
    from sct.runtime.trace import Trace

__all__ = ["TAGGED", "Tags", "all_tagged", "begun", "number_of", "once", "told", "unnumbered", "untold"]

TAGGED = "__s_tagged"
"""The variable that holds the arrays by their numbers, in the code that makes the result."""


class Tags:
    """The numbers of the arrays of one trace."""

    def __init__(self, trace: Trace) -> None:
        self._trace = trace
        self._last: list[Any] = trace.note_new([0])
        self._of = IdentityMap()  # a view, or the memory of an array -> its number

    def born(self, made: Any) -> None:
        """An array has been made: no other has its number."""
        if made.spec.kind == ARRAY and self._counts() and (not made.steps or is_told(self._trace, made)):
            self._trace.touch_list(self._last)
            self._last[0] = number = self._last[0] + 1
            self._of[_object(made)] = number

    def _counts(self) -> bool:
        """Whether code of the user's is recorded, and not a few ops aside, or what joins the ends of its branches."""
        last = self._last[0]
        known = not is_variable(last) or bool(self._trace.in_scope(last.storage.born))
        return known and self._trace.builder is self._trace.walked

    def note(self, made: Any, number: Any) -> Any:
        """An array that is the one with this number; one that stayed what it was has its own, in other ways, too."""
        for one in made.alternatives if isinstance(made, Choice) else (made,):
            if is_variable(one) and (one.steps or one.storage not in self._of):
                self._of[_object(one)] = number
        return made

    def of(self, x: Any) -> Any:
        """The number of an array; None where it has none."""
        return None if x.spec.kind != ARRAY else self.number(_object(x))

    def number(self, one: Any) -> Any:
        """The same of a view, or of the array that has this memory."""
        number = self._of.get(one)
        known = number is None or not is_variable(number) or self._trace.in_scope(number.storage.builder)
        return number if known else None


def _object(x: Any) -> Any:
    """What has the number of an array: itself, if it is a view, or else its memory."""
    return x if x.steps else x.storage


def all_tagged(item: Template) -> bool:
    """Whether all arrays that an item of a list is, or holds, have numbers."""
    match item:
        case TNode(kind=kind) if kind is Tagged:
            return True
        case TNode(items=items) | TChoice(items=items):
            return all(map(all_tagged, items))
        case TRows():
            return all_tagged(item.item)
        case TVar(spec=spec):
            return spec.kind != ARRAY
    return not isinstance(item, TStatic) or not is_variable(item.obj)


def unnumbered(rows: Rows) -> Rows:
    """The items without the numbers of their arrays, for what computes with them."""
    kept = _kept(rows.item)
    if all(kept) or not any(kept):  # nothing to leave out, or one array that is known
        return rows
    columns = [column for column, stays in zip(rows.columns, kept, strict=True) if stays]
    return Rows(_without(rows.item), tuple(columns), rows.repeats)


def _kept(t: Template) -> list[bool]:
    """Which leaves stay."""
    match t:
        case TNode(kind=kind, items=(array, number)) if kind is Tagged:
            return [*_kept(array), *(False for _ in _kept(number))]
        case TNode(items=items):
            return [x for item in items for x in _kept(item)]
        case TChoice(items=items, number=None):
            return [True, *(x for item in items for x in _kept(item))]
        case TChoice():
            return [True, True]
        case TRows():
            return [*([True] if t.inner else []), *_kept(t.item)]
    return [True] if isinstance(t, TVar) else []


def _without(t: Template) -> Template:
    match t:
        case TNode(kind=kind, items=(array, _)) if kind is Tagged:
            return _without(array)
        case TNode():
            return TNode(t.kind, t.keys, tuple(map(_without, t.items)), t.instance, t.site)
        case TChoice():
            return TChoice(tuple(map(_without, t.items)), t.number)
        case TRows():
            return TRows(_without(t.item), t.extent, t.repeats, t.inner)
    return t


def number_of(trace: Trace, one: Any) -> Any:
    """The number of a view, or of the array that has this memory; None where it has none."""
    return None if trace.tags is None else trace.tags.number(one)


def told(trace: Trace, one: Any, text: str, render: Callable[[Any], str], name: Callable[[Any], str]) -> str:
    """An expression for an array, `text`, which is made once under its number, if it has one."""
    number = number_of(trace, one)
    return text if number is None else f"{name(once)}({TAGGED}, {render(number)}, {text})"


def untold(trace: Trace, storages: Iterable[Any]) -> list[Any]:
    """Those of them of which no number says which array they are."""
    return [storage for storage in storages if number_of(trace, storage) is None]


def begun(trace: Trace) -> list[str]:
    """The line that the code begins with which makes the result."""
    return [] if trace.tags is None else [f"{TAGGED} = {{}}"]


def once(made: dict[int, Any], number: int, array: Any) -> Any:
    """The array with a number, as it leaves: the first that came with it."""
    return made.setdefault(number, array)
