"""Functions, methods and partials that hold values of the run: taken apart into what they hold, and put together again.

Such a function is its code with the defaults and the variables of the functions around it that hold such values: in a
list that a loop fills, these stand in columns. A variable that may still change is no part: all functions that see it
share it.
"""

from __future__ import annotations

import functools
import operator
from types import CellType, FunctionType, MethodType
from typing import TYPE_CHECKING, Any

import numpy as np

from sct.ir.types import ARRAY
from sct.records import record
from sct.runtime.conversion.settled_cells import NOTHING, content_of, variables_of
from sct.runtime.current import current, has_spec, is_variable
from sct.runtime.rolling.alike_functions import note_copied

if TYPE_CHECKING:
    from sct.runtime.joins.templates import Template, TNode
    from sct.runtime.joins.trees import Node

__all__ = ["FUNCTIONS", "ITSELF", "FunctionForm", "function_of", "held_by", "is_array", "opened_form"]
__all__ += ["static_tree", "vars_of"]

FUNCTIONS = (FunctionType, MethodType, functools.partial)
ITSELF = CellType("itself")  # in place of the variable in which a function sees itself


@record(eq=False)
class FunctionForm:
    """What functions have in common that are parts of one list: all but the values that they hold.

    `cells` are the variables that they share, by their places; where a part stands there is None.
    """

    kind: type
    like: Any  # one of them, or the function that methods are bound to
    positional: int = 0
    named: tuple[str, ...] = ()
    cells: tuple[CellType | None, ...] = ()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, FunctionForm) or self.kind is not other.kind:
            return False
        mine, theirs = (self.positional, self.named), (other.positional, other.named)
        if mine != theirs or len(self.cells) != len(other.cells):
            return False
        if self.kind is not FunctionType:
            return self.kind is functools.partial or self.like is other.like
        a, b = self.like, other.like
        same = a.__code__ is b.__code__ and a.__globals__ is b.__globals__
        return same and all(map(operator.is_, self.cells, other.cells))

    def __hash__(self) -> int:
        return hash((self.kind, self.positional, self.named))

    def parts(self, x: Any) -> tuple[Any, ...] | None:
        """What a function of this form holds; None of another one."""
        if type(x) is not self.kind:
            return None
        if type(x) is MethodType:
            return (x.__self__,) if x.__func__ is self.like else None
        if type(x) is functools.partial:
            fits = len(x.args) == self.positional and tuple(x.keywords) == self.named
            return (x.func, *x.args, *x.keywords.values()) if fits else None
        assert isinstance(x, FunctionType)
        defaults, named, cells = x.__defaults__ or (), x.__kwdefaults__ or {}, x.__closure__ or ()
        if x.__code__ is not self.like.__code__ or x.__globals__ is not self.like.__globals__:
            return None
        if (len(defaults), tuple(named), len(cells)) != (self.positional, self.named, len(self.cells)):
            return None
        held = []
        for mine, cell in zip(self.cells, cells, strict=True):
            if mine is None and (content := content_of(cell)) is not NOTHING:
                held.append(content)
            elif mine is None or (mine is not cell and not (mine is ITSELF and content_of(cell) is x)):
                return None
        return (*defaults, *named.values(), *held)

    def is_settled(self, x: FunctionType) -> bool:
        """Whether no variable that a function sees can change any more, of those that are parts."""
        trace = current()
        if trace is None or len(x.__code__.co_freevars) != len(self.cells):
            return False
        known = variables_of(trace, x)
        names = zip(x.__code__.co_freevars, self.cells, strict=True)
        return all(known.is_settled(name) for name, cell in names if cell is None)

    def together(self, parts: list[Any]) -> Any:
        """A function of this form that holds these parts."""
        if self.kind is MethodType:
            made: Any = MethodType(self.like, *parts)
        elif self.kind is functools.partial:
            args, named = parts[1 : 1 + self.positional], parts[1 + self.positional :]
            made = functools.partial(parts[0], *args, **dict(zip(self.named, named, strict=True)))
        else:
            made = self._function(parts)
        return made

    def _function(self, parts: list[Any]) -> FunctionType:
        like, n = self.like, self.positional
        held = iter(parts[n + len(self.named) :])
        given = (CellType() if one is ITSELF else one for one in self.cells)
        cells = tuple(CellType(next(held)) if one is None else one for one in given)
        made = FunctionType(like.__code__, like.__globals__, like.__name__, tuple(parts[:n]) or None, cells)
        for mine, cell in zip(self.cells, cells, strict=True):
            if mine is ITSELF:
                cell.cell_contents = made
        made.__kwdefaults__ = dict(zip(self.named, parts[n:], strict=False)) or None
        made.__qualname__, made.__doc__, made.__module__ = like.__qualname__, like.__doc__, like.__module__
        if like.__annotations__:
            made.__annotations__ = dict(like.__annotations__)
        return made


def vars_of(x: Any) -> dict[str, Any]:
    """The attributes that a function has been given."""
    return vars(x) if type(x) in (FunctionType, functools.partial) else {}


def opened_form(t: Template, like: Template) -> Template:
    """The form of a function that stays as it is, as that of another one which holds values of the run."""
    from sct.runtime.joins.templates import TNode, TStatic

    if not (isinstance(like, TNode) and like.kind in FUNCTIONS and isinstance(t, TStatic)):
        return t
    parts = _known_parts(t.obj, like)
    if parts is None:
        return t
    known = zip(map(TStatic, parts), like.items, strict=True)
    return TNode(like.kind, like.keys, tuple(opened_form(part, other) for part, other in known))


def is_array(t: Template) -> bool:
    """Whether a part of a function is an array that stays what it is."""
    obj: Any = getattr(t, "obj", None)
    return has_spec(obj) and is_variable(obj) and obj.spec.kind == ARRAY


def static_tree(x: Any, like: TNode) -> Node:
    """The tree of a function whose parts are all known, of the form of another one."""
    from sct.runtime.joins.trees import Node, Static

    return Node(like.kind, like.keys, tuple(map(Static, _known_parts(x, like) or ())), x)


def _known_parts(x: Any, like: TNode) -> tuple[Any, ...] | None:
    (form,) = like.keys or ()
    if vars_of(x) or (type(x) is FunctionType and type(x) is form.kind and not form.is_settled(x)):
        return None
    found: tuple[Any, ...] | None = form.parts(x)
    return found if found is not None and all(map(_is_value, found)) else None


def _is_value(x: Any) -> bool:
    """Whether it is all the same which object it is: no array or list, of which there would be a copy."""
    if is_variable(x):
        return has_spec(x) and x.spec.kind != ARRAY
    return x is None or type(x) in (*FUNCTIONS, bool, int, float, complex, str, bytes) or isinstance(x, np.generic)


def held_by(x: Any) -> tuple[Any, ...]:
    """What a function holds that has come apart: its parts."""
    trace = current()
    form = None if trace is None else trace.code.forms.get(x)
    return () if form is None else form.parts(x) or ()


def function_of(form: FunctionForm, parts: list[Any]) -> Any:
    """A function that holds these parts, of which Python has an object that may be another one, too."""
    made, trace = form.together(parts), current()
    if trace is not None:
        trace.code.forms[made] = form
        note_copied(trace, made)
    return made
