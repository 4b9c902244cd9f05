"""Views that are items of a list of run-time length which leaves the program: made anew, of the caller's own array.

Such a list has copies of its arrays. Where arrays have numbers (see `array_tags`), a view of an array that was there
before all branches and loops stands in it as the operands of its indices: they say, where the list leaves and where the
item is taken out of it, which part of that array it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from sct.runtime.arrays.views import viewer_of
from sct.runtime.joins.templates import TChoice, Template, TNode, TRows
from sct.runtime.lists.rows import Viewed

if TYPE_CHECKING:
    from sct.runtime.arrays.storage import Storage, ViewStep
    from sct.runtime.trace import Trace

__all__ = ["Window", "holds_views", "is_made_anew", "is_told", "remade", "taken_apart", "text_of"]


class Window:
    """Which part of an array a view is, but for the numbers in its indices."""

    __slots__ = ("base", "steps")

    def __init__(self, base: Storage, steps: tuple[ViewStep, ...]) -> None:
        self.base = base
        self.steps = steps

    def _form(self) -> list[Any]:
        return [self.base, *((step.op.name, len(step.operands), step.attrs) for step in self.steps)]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Window) and self._form() == other._form()

    def __hash__(self) -> int:
        return hash(tuple(step.op.name for step in self.steps))

    def whole(self) -> Any:
        """The array that it is a part of."""
        from sct.runtime.variable import Variable

        return Variable(self.base, (), self.base.value.spec)


def taken_apart(view: Any) -> tuple[Window, list[Any]]:
    """Which part of an array a view is, and the numbers that say where that is: operands, and those in the indices."""
    steps = tuple(map(_open, view.steps))
    return Window(view.storage, steps), [x for step in steps for x in step.operands]


def _open(step: ViewStep) -> ViewStep:
    """A step in which the numbers in an index are operands, in the order in which they stand there."""
    if step.op.name != "getitem":
        return step
    operands: list[Any] = []

    def operand(x: Any) -> Any:
        if x is None:
            return None
        operands.append(x if type(x) is int else step.operands[x[1]])
        return ("arg", len(operands) - 1)

    entries = [
        ("slice", *map(operand, entry[1:])) if entry[0] == "slice" else
        operand(entry[1]) if entry[0] == "int" else operand(entry) if entry[0] == "arg" else entry
        for entry in step.attrs["index"]
    ]  # fmt: skip
    return step._replace(operands=tuple(operands), attrs={**step.attrs, "index": tuple(entries)})


def is_told(trace: Trace, x: Any) -> bool:
    """Whether operands say which part of which array a view is, wherever it is looked at."""
    lasts = x.storage.born is trace.root and not x.storage.stand_in and x not in trace.late
    return lasts and all(step.op.extras["view"] == "always" for step in x.steps)


def is_made_anew(trace: Trace, x: Any) -> bool:
    """Whether an item of a list is a view that has operands beside it."""
    return bool(x.steps) and trace.tags is not None and trace.tags.of(x) is not None


def remade(trace: Trace, window: Window, operands: list[Any]) -> Any:
    """The view that an item is."""
    view, left = window.whole(), iter(operands)
    for step in window.steps:
        view = trace.record(step.op, (view, *(next(left) for _ in step.operands)), step.attrs)
    return view


def text_of(window: Window, operands: Iterable[str], render: Callable[[Any], str], name: Callable[[Any], str]) -> str:
    """The expression that makes a view of its operands, where its list leaves the program."""
    text, left = render(window.whole()), iter(operands)
    for step in window.steps:
        text = f"{name(viewer_of(step))}({', '.join([text, *(next(left) for _ in step.operands)])})"
    return text


def holds_views(t: Template) -> bool:
    """Whether there are views in an item."""
    match t:
        case TRows(item=item):
            return holds_views(item)
        case TNode(kind=kind, items=items):
            return kind is Viewed or any(map(holds_views, items))
        case TChoice(items=items):
            return any(map(holds_views, items))
    return False
