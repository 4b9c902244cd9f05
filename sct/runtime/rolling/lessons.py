"""What the trials of a loop have taught, for when the loop around it is traced once more.

A loop is tried out, and traced until what it carries has settled; while that goes on, the loops inside of it
are traced again and again, and each of them would start from nothing. So each remembers what it came to:
that its body records ops, that it cannot be rolled, in which form it carries what. That is a start and no
result: what was learned is checked by the next trace like any guess, and dropped where it does not fit.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from copy import copy
from typing import TYPE_CHECKING, Any

from sct.ir.types import Dim

if TYPE_CHECKING:
    from sct.errors import SctError
    from sct.runtime.joins.templates import Template
    from sct.runtime.rolling.table_parts import TablePart
    from sct.runtime.state.cells import Cell
    from sct.runtime.state.made import Nth, NthArray
    from sct.runtime.trace import Trace

__all__ = ["Carried", "Lessons", "Scope", "traced_again", "traced_on"]


class Carried:
    """In which form a loop carried a variable, or the content of `cell`, whose owner was the `nth` that was made.

    Or the `array` of its line, or a `part` of the dict or set that was the `nth`.
    """

    def __init__(
        self,
        template: Template,
        written: bool,
        cell: Cell | None,
        nth: Nth | None,
        array: NthArray | None,
        part: TablePart | None,
    ) -> None:
        self.template = template
        self.written = written
        self.cell = cell
        self.nth = nth
        self.array = array
        self.part = part


class Lessons:
    """What is known of one loop at its place in what is around it.

    Attributes
    ----------
    grows : bool
        Whether its first iteration has left ops in the graph.
    ops : int
        How many ops its first iteration has left, or that of the same loop in the iteration before, traced on its own.
    refused : SctError or None
        Why it could not be rolled.
    carried : list of Carried
        What it has settled on, variables first; empty if it has not.
    open_dims : frozenset of Dim
        The extents among these that stand for any.
    inside, unrolled : Scope
        The loops of its body, where that stands for all iterations, and where each is traced on its own.
    """

    def __init__(self, like: Lessons | None = None) -> None:
        self.grows = False
        self.ops = 0
        self.refused: SctError | None = None
        self.carried: list[Carried] = [] if like is None else list(map(copy, like.carried))
        self.open_dims: frozenset[Dim] = frozenset() if like is None else like.open_dims
        self.inside: Scope = Scope(None if like is None else like.inside)
        self.unrolled = Scope()

    @property
    def is_of_names(self) -> bool:
        """Whether nothing is carried but what has a name, of known extents: the same code may do so again."""
        return bool(self.carried) and not self.open_dims and all(one.cell is None for one in self.carried)


class Scope:
    """The loops that are met while something is traced, told apart by their code and by how often it came before.

    Those of the body of a loop that is `like` another one start from what was learned there.
    """

    def __init__(self, like: Scope | None = None) -> None:
        self._loops: dict[tuple[Any, int], Lessons] = {}
        self._seen: Counter[Any] = Counter()
        self._like = like
        self._alike = False

    def begin(self) -> None:
        """The same is traced from its start."""
        self._seen.clear()

    def loop(self, body: Any) -> Lessons:
        """The lessons of the loop that is met now."""
        code = getattr(body, "__code__", None)
        count = self._seen[code]
        self._seen[code] += 1
        found = self._loops.get((code, count))
        if found is None:
            before = self._loops.get((code, count - 1))
            like = before if before is not None and (self._alike or before.is_of_names) else None
            if like is None and self._like is not None:
                like = self._like._loops.get((code, count))
            found = self._loops[code, count] = Lessons(like)
            if before is not None:
                found.ops = before.ops
        found.unrolled.begin()
        return found

    @contextmanager
    def alike(self) -> Iterator[None]:
        """While the loop that was met last is traced for another of several iterables."""
        outer, self._alike = self._alike, True
        try:
            yield
        finally:
            self._alike = outer


@contextmanager
def traced_on(trace: Trace, scope: Scope) -> Iterator[None]:
    """The loops that are met belong to `scope`."""
    outer, trace.loops.scope = trace.loops.scope, scope
    try:
        yield
    finally:
        trace.loops.scope = outer


@contextmanager
def traced_again(trace: Trace, scope: Scope) -> Iterator[None]:
    """The loops that are met are those of `scope`, from the first one on."""
    scope.begin()
    with traced_on(trace, scope):
        yield
