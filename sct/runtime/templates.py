"""Templates: the form of a tree without its values, and the form that two trees have in common.

Where two leaves have nothing in common (None and an array, two strings, an int and a float), the
template is a choice between both.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from sct.errors import JoinError, SctError
from sct.ir.types import ARRAY, Dim, Spec
from sct.runtime import trace as tracing
from sct.runtime.choice import Choice
from sct.runtime.guards import same_constant
from sct.runtime.trees import Chosen, Gone, Leaf, Node, Static, Tree
from sct.runtime.undefined import Undefined

__all__ = [
    "TChoice",
    "TGone",
    "TNode",
    "TStatic",
    "TVar",
    "Template",
    "common_template",
    "fits",
    "same_static",
    "same_template",
    "sole_template",
    "template_of",
    "unify",
]

MAX_ALTERNATIVES = 8


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


def template_of(tree: Tree, apart: bool = False) -> Template:
    """The form of a tree; containers that were there before stay what they are, unless taken `apart`."""
    match tree:
        case Node(outer=True) if not apart:
            return TStatic(tree.obj)
        case Leaf(value=value):
            return TVar(value.spec)
        case Static(obj=obj):
            return TStatic(obj)
        case Node():
            return TNode(tree.kind, tree.keys, tuple(template_of(item, apart) for item in tree.items), tree.instance)
        case Chosen():
            return TChoice(tuple(template_of(item, apart) for item in tree.items))
        case Gone():
            return TGone(tree.error)


def common_template(trace: tracing.Trace, a: Tree, b: Tree, open_dims: frozenset[Dim] = frozenset()) -> Template:
    """The template of two branches; what both left untouched stays the same object."""
    if isinstance(a, Leaf) and isinstance(b, Leaf) and a.variable is b.variable:
        return TStatic(a.variable)
    if isinstance(a, (Node, Chosen)) and isinstance(b, (Node, Chosen)) and a.obj is b.obj:
        return TStatic(a.obj)
    if isinstance(a, Node) and isinstance(b, Node) and _same_form(a, b):
        return TNode(
            a.kind,
            a.keys,
            tuple(common_template(trace, x, y, open_dims) for x, y in zip(a.items, b.items, strict=True)),
            a.instance,
        )
    return unify(trace, template_of(a), template_of(b), open_dims)


def sole_template(trace: tracing.Trace, tree: Tree) -> Template:
    """The template where the other branch never comes back: arrays from before stay what they are."""
    if isinstance(tree, Leaf) and tracing.is_variable(tree.variable):
        x = tree.variable
        if x.spec.kind == ARRAY and trace.in_scope(x.storage.born) and not any(step.operands for step in x.steps):
            return TStatic(x)
    return template_of(tree)


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
        return TGone(
            JoinError(
                "a variable takes too many different forms in this branch or loop",
                where=trace.location(),
                why=f"more than {MAX_ALTERNATIVES} values that cannot be joined (strings, objects, other ranks)",
                fix="keep one type and rank for the variable",
            )
        )
    return TChoice(tuple(items))


def fits(own: Template, item: Template) -> bool:
    """Whether a tree of form `own` can be injected into `item`."""
    if isinstance(own, TChoice):
        return isinstance(item, TChoice) and all(any(fits(o, i) for i in item.items) for o in own.items)
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


def same_template(a: Template, b: Template) -> bool:
    """Whether two templates are the same form."""
    if isinstance(a, TVar) and isinstance(b, TVar):
        return a == b
    if isinstance(a, TStatic) and isinstance(b, TStatic):
        return same_static(a.obj, b.obj)
    if isinstance(a, TNode) and isinstance(b, TNode):
        return (
            a.kind is b.kind
            and a.keys == b.keys
            and len(a.items) == len(b.items)
            and all(map(same_template, a.items, b.items))
        )
    if isinstance(a, TChoice) and isinstance(b, TChoice):
        return len(a.items) == len(b.items) and all(map(same_template, a.items, b.items))
    return type(a) is type(b)
