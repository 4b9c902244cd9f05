"""Values as trees: what a branch or an iteration left, in a form that outlives its rollback.

`freeze` takes a Python value apart into symbolic leaves and static rest. A *template* is the form of
such a tree without its values; `unify` finds the template that two trees share. Where two leaves have
nothing in common (None and an array, two strings, an int and a float), the template is a choice.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from sct.errors import SctError
from sct.ir.core import Value
from sct.ir.types import ARRAY, PYTHON, Dim, Spec
from sct.runtime import trace as tracing
from sct.runtime.choice import Choice
from sct.runtime.guards import same_constant
from sct.runtime.lost import Lost
from sct.runtime.undefined import Undefined

__all__ = [
    "Chosen",
    "Gone",
    "Leaf",
    "Node",
    "Static",
    "TChoice",
    "TGone",
    "TNode",
    "TStatic",
    "TVar",
    "Template",
    "Tree",
    "common_template",
    "dummy",
    "fits",
    "freeze",
    "inject",
    "leaf_specs",
    "project",
    "same_static",
    "template_of",
    "unify",
]

MAX_ALTERNATIVES = 8


@dataclass(frozen=True, slots=True, eq=False)
class Leaf:
    """A symbolic value, read while it was in scope."""

    value: Value
    variable: Any


@dataclass(frozen=True, slots=True, eq=False)
class Static:
    """A Python object that is known while the graph is built."""

    obj: Any


@dataclass(frozen=True, slots=True, eq=False)
class Node:
    """A container or an instance of a user's class, taken apart."""

    kind: type
    keys: tuple[Any, ...] | None  # of a dict or of an instance's attributes; None for sequences
    items: tuple[Tree, ...]
    obj: Any
    instance: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Chosen:
    """A value that is one of several, as a run-time index says."""

    index: Leaf | Static
    items: tuple[Tree, ...]
    obj: Any


@dataclass(frozen=True, slots=True, eq=False)
class Gone:
    """A value that cannot leave its branch; using it is refused with this error."""

    error: SctError


Tree = Leaf | Static | Node | Chosen | Gone


@dataclass(frozen=True, slots=True)
class TVar:
    """One symbolic leaf."""

    spec: Spec


@dataclass(frozen=True, slots=True, eq=False)
class TStatic:
    """The same Python object every time."""

    obj: Any


@dataclass(frozen=True, slots=True, eq=False)
class TNode:
    """A container or instance."""

    kind: type
    keys: tuple[Any, ...] | None
    items: tuple[Template, ...]
    instance: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class TChoice:
    """One of several."""

    items: tuple[Template, ...]


@dataclass(frozen=True, slots=True, eq=False)
class TGone:
    """Nothing that could be used."""

    error: SctError


Template = TVar | TStatic | TNode | TChoice | TGone


def freeze(trace: tracing.Trace, value: Any, known: set[int], _inside: tuple[int, ...] = ()) -> Tree:
    """Take `value` apart; instances in `known` existed before and stay whole."""
    try:
        if isinstance(value, Choice):
            index = freeze(trace, value.index, known)
            assert isinstance(index, (Leaf, Static))
            return Chosen(index, tuple(freeze(trace, v, known, _inside) for v in value.alternatives), value)
        if isinstance(value, Lost):
            return Gone(value.error)
        if tracing.is_variable(value):
            return Leaf(value.sct_value(), value)
        if isinstance(value, np.ndarray) and value.dtype != object:
            variable = trace.lift_array(value)
            return Leaf(variable.sct_value(), variable)
    except SctError as error:
        return Gone(error)
    if id(value) in _inside or isinstance(value, Undefined):
        return Static(value)
    inside = (*_inside, id(value))
    kind = type(value)
    if kind in (list, tuple) or (isinstance(value, tuple) and hasattr(kind, "_fields")):
        return Node(kind, None, tuple(freeze(trace, v, known, inside) for v in value), value)
    if kind is dict:
        return Node(kind, tuple(value), tuple(freeze(trace, v, known, inside) for v in value.values()), value)
    if id(value) not in known and trace.sources.get(value) is None and _is_plain_instance(value):
        slots = vars(value)
        return Node(kind, tuple(slots), tuple(freeze(trace, v, known, inside) for v in slots.values()), value, True)
    return Static(value)


def _is_plain_instance(value: Any) -> bool:
    kind = type(value)
    return (
        hasattr(value, "__dict__")
        and not isinstance(value, (type, Undefined))
        and not callable(value)
        and kind.__module__.partition(".")[0] not in ("builtins", "sct", "numpy")
        and kind.__new__ is object.__new__
        and kind.__setattr__ is object.__setattr__
        and not any("__slots__" in vars(c) for c in kind.__mro__[:-1])
    )


def template_of(tree: Tree) -> Template:
    """The form of a tree."""
    match tree:
        case Leaf(value=value):
            return TVar(value.spec)
        case Static(obj=obj):
            return TStatic(obj)
        case Node():
            return TNode(tree.kind, tree.keys, tuple(map(template_of, tree.items)), tree.instance)
        case Chosen():
            return TChoice(tuple(map(template_of, tree.items)))
        case Gone():
            return TGone(tree.error)


def common_template(trace: tracing.Trace, a: Tree, b: Tree) -> Template:
    """The template of two branches; what both left untouched stays the same object."""
    if isinstance(a, Leaf) and isinstance(b, Leaf) and a.variable is b.variable:
        return TStatic(a.variable)
    if isinstance(a, (Node, Chosen)) and isinstance(b, (Node, Chosen)) and a.obj is b.obj:
        return TStatic(a.obj)
    if isinstance(a, Node) and isinstance(b, Node) and _same_form(a, b):
        return TNode(
            a.kind, a.keys, tuple(common_template(trace, x, y) for x, y in zip(a.items, b.items, strict=True)), a.instance
        )
    return unify(trace, template_of(a), template_of(b), frozenset())


def _same_form(a: Node | TNode, b: Node | TNode) -> bool:
    return a.kind is b.kind and a.keys == b.keys and len(a.items) == len(b.items)


def same_static(a: Any, b: Any) -> bool:
    """Whether two static objects may stand for each other."""
    if a is b:
        return True
    if isinstance(a, Undefined) and isinstance(b, Undefined):
        return True
    if type(a) is not type(b):
        return False
    if isinstance(a, (bool, int, float, complex, str, bytes, np.generic, tuple)):
        try:
            return same_constant(a, b)
        except Exception:  # a tuple of objects whose == fails
            return False
    if hasattr(a, "__self__") and hasattr(a, "__func__"):
        return a.__self__ is b.__self__ and a.__func__ is b.__func__
    return False


def unify(trace: tracing.Trace, a: Template, b: Template, open_dims: frozenset[Dim]) -> Template:
    """The smallest template that holds both; `open_dims` already stand for any extent."""
    return _join(trace, a, b, open_dims) or _choice(trace, a, b, open_dims)


def _join(trace: tracing.Trace, a: Template, b: Template, open_dims: frozenset[Dim]) -> Template | None:
    """Unify without a choice at this level, or None."""
    if isinstance(a, TGone) or isinstance(b, TGone):
        return a if isinstance(a, TGone) else b
    if isinstance(a, TStatic) and isinstance(b, TStatic) and same_static(a.obj, b.obj):
        return a
    spec_a, spec_b = _spec(a), _spec(b)
    if spec_a is not None and spec_b is not None:
        if (spec_a.dtype, spec_a.kind, spec_a.ndim) != (spec_b.dtype, spec_b.kind, spec_b.ndim):
            return None
        return TVar(Spec(spec_a.dtype, _dims(trace, spec_a, spec_b, open_dims), spec_a.kind))
    if isinstance(a, TNode) and isinstance(b, TNode) and _same_form(a, b):
        items = tuple(unify(trace, x, y, open_dims) for x, y in zip(a.items, b.items, strict=True))
        return TNode(a.kind, a.keys, items, a.instance)
    return None


def _spec(t: Template) -> Spec | None:
    if isinstance(t, TVar):
        return t.spec
    if isinstance(t, TStatic):
        if type(t.obj) in tracing.NUMBERS or isinstance(t.obj, np.generic):
            return tracing.spec_of_number(t.obj)
        if tracing.is_variable(t.obj) and not isinstance(t.obj, Choice):
            spec: Spec = t.obj.spec
            return spec
    return None


def _dims(trace: tracing.Trace, a: Spec, b: Spec, open_dims: frozenset[Dim]) -> tuple[Any, ...]:
    return tuple(
        m if m == n or (isinstance(m, Dim) and m in open_dims) else trace.builder.fresh_dim()
        for m, n in zip(a.shape, b.shape, strict=True)
    )


def _choice(trace: tracing.Trace, a: Template, b: Template, open_dims: frozenset[Dim]) -> Template:
    items = list(a.items if isinstance(a, TChoice) else (a,))
    for new in b.items if isinstance(b, TChoice) else (b,):
        for i, old in enumerate(items):
            joined = _join(trace, old, new, open_dims)
            if joined is not None:
                items[i] = joined
                break
        else:
            items.append(new)
    if len(items) > MAX_ALTERNATIVES:
        from sct.errors import JoinError

        return TGone(
            JoinError(
                "a variable takes too many different forms in this branch or loop",
                where=trace.location(),
                why=f"more than {MAX_ALTERNATIVES} values that cannot be joined (strings, objects, shapes of other rank)",
                fix="keep one type and rank for the variable",
            )
        )
    return TChoice(tuple(items))


_INDEX = Spec(np.dtype("int64"), (), PYTHON)


def leaf_specs(template: Template) -> list[Spec]:
    """The specs of the leaves, in the order in which `inject` answers and `project` takes them."""
    match template:
        case TVar(spec=spec):
            return [spec]
        case TNode(items=items):
            return [spec for item in items for spec in leaf_specs(item)]
        case TChoice(items=items):
            return [_INDEX, *(spec for item in items for spec in leaf_specs(item))]
    return []


def inject(trace: tracing.Trace, tree: Tree, template: Template) -> list[Value]:
    """The leaves of `tree` in the order of `template`, recorded where the trace records now."""
    match template:
        case TVar(spec=spec):
            return [_leaf_value(trace, tree, spec)]
        case TStatic() | TGone():
            return []
        case TNode():
            assert isinstance(tree, Node)
            return [v for t, x in zip(template.items, tree.items, strict=True) for v in inject(trace, x, t)]
        case TChoice():
            return _inject_choice(trace, tree, template)


def _leaf_value(trace: tracing.Trace, tree: Tree, spec: Spec) -> Value:
    if isinstance(tree, Leaf):
        return tree.value
    assert isinstance(tree, Static), tree
    return trace.value(tree.obj)


def _inject_choice(trace: tracing.Trace, tree: Tree, template: TChoice) -> list[Value]:
    if not isinstance(tree, Chosen):
        at = _alternative(trace, tree, template)
        values = [trace.builder.constant(at)]
        for i, item in enumerate(template.items):
            values += inject(trace, tree, item) if i == at else dummy(trace, item)
        return values
    places = [_alternative(trace, item, template) for item in tree.items]
    index = trace.value(tree.index.obj) if isinstance(tree.index, Static) else tree.index.value
    slots = [[i for i, at in enumerate(places) if at == k] for k in range(len(template.items))]
    values = [_renumber(trace, index, places)]
    for item, sources in zip(template.items, slots, strict=True):
        values += _select_leaves(trace, index, [(i, inject(trace, tree.items[i], item)) for i in sources]) or dummy(
            trace, item
        )
    return values


def _select_leaves(trace: tracing.Trace, index: Value, options: list[tuple[int, list[Value]]]) -> list[Value]:
    """Of several alternatives that fall on one place, the leaves of the one that `index` says."""
    if not options:
        return []
    chosen = options[-1][1]
    for i, values in reversed(options[:-1]):
        test = trace.builder.one("py_eq", index, trace.builder.constant(i))
        chosen = [_pick(trace, test, v, w) for v, w in zip(values, chosen, strict=True)]
    return chosen


def _renumber(trace: tracing.Trace, index: Value, places: list[int]) -> Value:
    if places == list(range(len(places))):
        return index
    return _select_leaves(trace, index, [(i, [trace.builder.constant(at)]) for i, at in enumerate(places)])[0]


def _pick(trace: tracing.Trace, test: Value, a: Value, b: Value) -> Value:
    if a is b:
        return a
    then, orelse = trace.builder.child(), trace.builder.child()
    return trace.builder.op("if", (test,), {}, blocks=(then.close([a]), orelse.close([b])))[0]


def _alternative(trace: tracing.Trace, tree: Tree, template: TChoice) -> int:
    own = template_of(tree)
    for i, item in enumerate(template.items):
        if fits(own, item):
            return i
    raise AssertionError(f"no alternative for {own} in {template}")


def fits(own: Template, item: Template) -> bool:
    """Whether a tree of form `own` can be injected into `item`."""
    if isinstance(item, TStatic):
        if isinstance(own, TStatic):
            return same_static(own.obj, item.obj)
        return False
    if isinstance(item, TVar):
        spec = _spec(own)
        return spec is not None and (spec.dtype, spec.kind, spec.ndim) == (
            item.spec.dtype, item.spec.kind, item.spec.ndim
        )  # fmt: skip
    if isinstance(item, TNode):
        return isinstance(own, TNode) and _same_form(own, item) and all(map(fits, own.items, item.items))
    if isinstance(item, TChoice):
        return any(fits(own, alternative) for alternative in item.items)
    return True


def dummy(trace: tracing.Trace, template: Template) -> list[Value]:
    """Leaves that nobody will look at."""
    match template:
        case TVar(spec=spec):
            return [_zero(trace, spec)]
        case TStatic() | TGone():
            return []
        case TNode():
            return [v for item in template.items for v in dummy(trace, item)]
        case TChoice():
            return [trace.builder.constant(0), *(v for item in template.items for v in dummy(trace, item))]


def _zero(trace: tracing.Trace, spec: Spec) -> Value:
    if spec.kind != ARRAY:
        zero = spec.dtype.type(0)
        return trace.builder.constant(zero.item() if spec.weak else zero)
    shape = tuple(n if isinstance(n, int) else 0 for n in spec.shape)
    if 0 in shape or shape == ():
        return trace.builder.constant(np.zeros(shape, spec.dtype))
    return trace.builder.one("zeros", shape=shape, dtype=spec.dtype)


def project(
    trace: tracing.Trace, template: Template, values: Iterator[Value], trees: Iterable[Tree | None] = (), origin: Any = None
) -> Any:
    """The Python value of `template` with `values` as its leaves; `trees` are where it may come from."""
    sources = list(trees)
    match template:
        case TVar():
            made = trace.variable(next(values), origin)
            _share(trace, made, sources)
            return made
        case TStatic(obj=obj):
            return obj
        case TNode():
            parts = [
                project(trace, item, values, [t.items[i] if isinstance(t, Node) else None for t in sources], origin)
                for i, item in enumerate(template.items)
            ]
            return _rebuild(template, parts)
        case TChoice():
            index = trace.variable(next(values), origin)
            return Choice(index, [project(trace, item, values, sources, origin) for item in template.items])
        case TGone():
            return Lost(template.error)


def _share(trace: tracing.Trace, made: Any, trees: list[Tree | None]) -> None:
    """An array that may be one that existed before must not be written to as if it were new."""
    if made.spec.kind != ARRAY:
        return
    for tree in trees:
        if isinstance(tree, Leaf) and tree.variable is not None and trace.in_scope(tree.variable.storage.born):
            made.storage.share(tree.variable.storage)


def _rebuild(template: TNode, parts: list[Any]) -> Any:
    kind: Any = template.kind
    if template.instance:
        made = object.__new__(kind)
        vars(made).update(zip(template.keys or (), parts, strict=True))
        return made
    if template.keys is not None:
        return dict(zip(template.keys, parts, strict=True))
    return kind(parts) if kind in (list, tuple) else kind._make(parts)
