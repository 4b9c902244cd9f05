"""From a function's source through the passes to code: imported where something is converted."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Sequence
from types import CodeType
from typing import Any

from sct.runtime.conversion.assemble import assemble
from sct.runtime.conversion.printing_code import print_code
from sct.runtime.conversion.recover import Recovered
from sct.transformers import (
    PIPELINE,
    Generators,
    Machines,
    Pass,
    PassContext,
    Stacks,
    leaving,
    run_passes,
    splitting_generators,
    stacking,
    stepping,
)
from sct.transformers import has_generators as has_generators_in
from sct.transformers.analysis import is_generated, statements_below
from sct.transformers.base import identifiers
from sct.transformers.names import CheckedFreeReads
from sct.transformers.parts import copied
from sct.transformers.python_trees import become_python, from_python, to_python
from sct.transformers.reads import instrument

__all__ = [
    "Passes",
    "chosen",
    "code_for_traces",
    "code_for_values",
    "compiled",
    "for_managers",
    "for_steps",
    "has_generators",
    "splitting",
    "text_of",
    "transformed",
    "with_stacks",
]

Passes = tuple[type[Pass], ...]


def chosen(passes: Sequence[type[Pass]] | None, *, checked: bool) -> Passes:
    """The passes in order; None: the usual ones. `checked`: what may be undefined is asked for each time."""
    usual = PIPELINE if passes is None else tuple(passes)
    return (*usual, CheckedFreeReads) if checked else usual


def splitting(passes: Sequence[type[Pass]] | None, *, machines: bool) -> Passes:
    """The passes for generators."""
    return splitting_generators(chosen(passes, checked=False), machines=machines)


def with_stacks(passes: Sequence[type[Pass]] | None) -> Passes:
    """The passes for functions that call themselves."""
    usual = chosen(passes, checked=False)
    return usual if Stacks in usual else stacking(usual)


def for_steps(by_index: bool) -> Passes:
    """The passes for a `__next__`, or a `__getitem__` that is asked for one item after the other."""
    return stepping(PIPELINE, by_index=by_index)


def for_managers() -> Passes:
    """The passes for the generators of context managers."""
    return leaving(PIPELINE)


def has_generators(found: Recovered, passes: Sequence[type[Pass]] | None) -> bool:
    """Whether there are generators in a function that these passes do not split."""
    return {Generators, Machines}.isdisjoint(chosen(passes, checked=False)) and has_generators_in(found.node)


def transformed(found: Recovered, passes: Passes, observe: Callable[[str, Any], None] | None = None) -> Any:
    """The tree that the passes make of a function; `observe` gets it after each of them."""
    ctx = PassContext(
        filename=found.filename,
        function=found.qualname,
        class_name=found.class_name,
        free_names=frozenset(found.free_names),
    )
    tree = from_python(ast.Module([found.node], []))
    tree._sct_user_names = frozenset(ctx.used) | identifiers(tree) | ctx.free_names
    return run_passes(tree, ctx, passes, observe)


def compiled(tree: Any, found: Recovered, *, own: bool = False) -> CodeType:
    """The code of a transformed tree, which is used up if it is the caller's `own`."""
    generated = frozenset(_generated(tree))
    params = ("_sct", "_reads", *found.free_names)
    python = become_python(tree) if own else to_python(tree)
    return assemble(python.body[0], found, params, generated)


def text_of(tree: Any, found: Recovered) -> str:
    """A transformed tree as people read it."""
    function = to_python(tree).body[0]
    if function.name == "<lambda>":
        function.name = "lambda_"
    args = function.args
    args.defaults, args.kw_defaults = found.signature[0], found.signature[1]
    for parameter, annotation in zip(_parameters(args), found.signature[2], strict=True):
        parameter.annotation = annotation
    function.returns = found.signature[3]
    return print_code(ast.fix_missing_locations(ast.Module([function], [])))


def code_for_traces(tree: Any, found: Recovered, *, own: bool) -> CodeType:
    """The code of the variant for tracing of a converted tree, which is used up if it is the caller's `own`."""
    return compiled(instrument(tree if own else copied(tree), found.free_names), found, own=True)


def code_for_values(tree: Any, found: Recovered) -> CodeType:
    """The code of the variant for plain values of a converted tree."""
    from sct.transformers.plainly import plainly  # not where functions are only compiled

    return compiled(plainly(tree, found.free_names), found)


def _parameters(args: ast.arguments) -> list[ast.arg]:
    found = [*args.posonlyargs, *args.args, args.vararg, *args.kwonlyargs, args.kwarg]
    return [a for a in found if a is not None]


def _generated(tree: Any) -> Iterator[str]:
    """The names of the local functions that passes made."""
    return (node.name for node in statements_below(tree) if is_generated(node))
