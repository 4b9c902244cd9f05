"""How lists of run-time length leave a program: a comprehension over the columns that rebuilds the items."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import numpy as np

from sct.errors import AliasError
from sct.ir.types import ARRAY, PYTHON
from sct.ops.control import render as render_text
from sct.runtime import trace as tracing
from sct.runtime.exits import viewed_items
from sct.runtime.exits.array_tags import TAGGED, all_tagged, once, untold
from sct.runtime.exits.rebuilt import as_pythons, stands_for_pythons
from sct.runtime.hashing.entries import ENTRIES
from sct.runtime.hashing.run_time_order import check_joined
from sct.runtime.iteration.symbolic_range import SymbolicRange
from sct.runtime.joins import form_sites
from sct.runtime.joins.function_forms import FUNCTIONS
from sct.runtime.joins.leaf_forms import (
    array_leaves,
    holds_containers,
    inner_repeats,
    item_specs,
    leaf_specs,
    ragged_leaves,
)
from sct.runtime.joins.templates import TChoice, Template, TGone, TNode, TRows, TStatic, TVar, has_rows
from sct.runtime.lists import ragged, sealed_items
from sct.runtime.lists.folded_rows import folded
from sct.runtime.lists.row_lists import op_value
from sct.runtime.lists.rows import IN_POOLS, TWICE, Ragged, Rows, Tagged, Viewed
from sct.runtime.lists.taken import known_arrays
from sct.runtime.rolling.alike_functions import check_leaving, refusal_to_leave
from sct.runtime.state.instances import new_instance, new_tuple
from sct.runtime.text_arrays.of_codes import OfCodes
from sct.runtime.texts.text_pieces import FormattedText, template_from

__all__ = ["array_columns", "forbid_shared", "list_expression", "rows_expression", "untold_of", "with_known"]


def rows_expression(rows: Rows, output: Callable[[Any], str], render: Callable[[Any], str], name: Any) -> str:
    """A Python expression for the list of all items.

    `output` answers the expression of a column, `render` that of an object, `name` a name for a constant.
    """
    makers = sealed_items.makers(rows)
    return _list(rows.item, [output(_owned(column)) for column in rows.columns], makers, render, name)


def list_expression(
    rows: Rows, output: Callable[[Any], str], render: Callable[[Any], str], variable: Callable[[Any], str], name: Any
) -> str:
    """The same with what is known of its first items, which `variable` answers; not where arrays have numbers."""
    return with_known(rows_expression(rows, output, render, name), rows, variable, name)


def with_known(text: str, rows: Rows, render: Callable[[Any], str], name: Any, start: str = "") -> str:
    """An expression for a list, from its item at `start`, with the arrays in its first items that are known."""
    items = rows.head.items
    if all_tagged(rows.item) or not any(map(_is_known, items)):
        return text
    known = "".join(f"{_known_text(item, render)}, " for item in items)
    return f"{name(_put_known)}({text}, ({known}){start and '[' + start + ':]'})"


def _is_known(item: Any) -> bool:
    return any(map(_is_known, item)) if isinstance(item, tuple) else item is not None


def _known_text(item: Any, render: Callable[[Any], str]) -> str:
    if isinstance(item, tuple):
        return f"({''.join(f'{_known_text(one, render)}, ' for one in item)})"
    return "None" if item is None else render(item)


def _put_known(items: list[Any], known: tuple[Any, ...]) -> list[Any]:
    """The list with what is known in its first items."""
    for k, one in enumerate(known[: len(items)]):
        items[k] = _with(items[k], one)
    return items


def _with(item: Any, known: Any) -> Any:
    if not isinstance(known, tuple):
        return item if known is None else known
    return new_tuple(type(item), map(_with, item, known))


def _owned(column: Any) -> Any:
    """A column that may be part of another list's: where the run says whether, machine code leaves that to NumPy."""
    trace = tracing.current()
    if trace is None or not trace.slices_lists:
        return column
    return trace.variable(op_value(trace, "copy", [column.sct_value()]))


def _list(
    item: Template, columns: list[str], makers: Sequence[Any], render: Callable[[Any], str], name: Any, depth: int = 0
) -> str:
    """An expression for the list of all items, whose leaves are in these columns; arrays are made by `makers`."""
    kinds, inner = _levels(item)
    if kinds and _is_number(inner):
        names = [f"__s_f{k}" for k in range(len(item_specs(inner)))]
        made = f"lambda {', '.join(names)}: {_list(inner, names, [np.array] * len(names), render, name, depth)}"
        return f"{name(folded)}({made}, ({''.join(f'{kind.__name__}, ' for kind in kinds)}), {', '.join(columns)})"
    sources = []
    for text, spec, is_ragged, maker in zip(columns, item_specs(item), ragged_leaves(item), makers, strict=True):
        if spec.kind == ARRAY and not is_ragged:
            text = f"map({name(maker)}, {text})"
        elif spec.kind == PYTHON:
            text = f"{text}.tolist()"
        sources.append(text)
    if isinstance(item, TVar):
        return f"list({sources[0]})"
    names = [f"__s_v{depth}_{k}" for k in range(len(columns))]
    leaves = zip(names if leaf_specs(item) else (), makers, strict=False)
    text = _item(item, leaves, render, name, depth)
    source = f"zip({', '.join(sources)})" if len(sources) > 1 else sources[0]
    return f"[{text} for {', '.join(names)} in {source}]"


def _levels(item: Template) -> tuple[list[type], Template]:
    """The kinds of the lists and tuples of run-time length that an item is, from outside, and what is in them."""
    kinds: list[type] = []
    while isinstance(item, TNode) and item.kind in (list, tuple) and has_rows(item):
        (rows,) = item.items
        assert isinstance(rows, TRows)
        kinds.append(item.kind)
        item = rows.item
    return kinds, item


def _is_number(t: Template) -> bool:
    """Whether it is a number, or one of several, that can be made of whatever is in memory."""
    if isinstance(t, TVar):
        return not t.spec.ndim and t.spec.kind != ARRAY
    if isinstance(t, TStatic):
        return t.obj is None or isinstance(t.obj, (*tracing.NUMBERS, str, np.generic))
    return isinstance(t, TChoice) and t.number is None and all(map(_is_number, t.items))


def _item(t: Template, names: Iterator[tuple[str, Any]], render: Callable[[Any], str], name: Any, depth: int) -> str:
    match t:
        case TNode(kind=kind) if kind is Ragged:
            return ragged.text_of(t, names, name)
        case TNode(kind=kind, keys=(window,), items=operands) if kind is Viewed:
            parts = [_item(operand, names, render, name, depth) for operand in operands]
            return viewed_items.text_of(window, parts, render, name)
        case TNode(items=(TRows(item=item),)):
            length, _ = next(names)
            columns, makers = zip(*(next(names) for _ in item_specs(item)), strict=True)
            inner = _list(item, [f"{one}[:{length}]" for one in columns], makers, render, name, depth + 1)
            return f"tuple({inner})" if t.kind is tuple else inner
        case TVar():
            return next(names)[0]
        case TStatic(obj=obj):
            check_leaving(obj)
            return render(obj)
        case TNode(kind=kind, keys=keys) if kind in FUNCTIONS:
            raise refusal_to_leave((keys or ())[0].like)
        case TNode(kind=kind, items=(array, number)) if kind is Tagged:
            made = _item(array, names, render, name, depth)
            return f"{name(once)}({TAGGED}, {_item(number, names, render, name, depth)}, {made})"
        case TNode(kind=kind, keys=(pool,), items=items) if kind in IN_POOLS:
            return f"{render(pool)}[{_item(items[0], names, render, name, depth)}]"
        case TNode(kind=kind, keys=keys, items=items):
            is_table = keys is not None and keys[:1] == (ENTRIES,)
            parts = [
                render(one.obj)  # the factory of a table: which of several it is, nobody asks
                if is_table and k and isinstance(one, TStatic)
                else _item(one, names, render, name, depth)
                for k, one in enumerate(items)
            ]
            if issubclass(kind, OfCodes):
                leaving: Any = kind
                return f"{name(leaving.sct_leaving)}({parts[0]})"
            if kind is FormattedText:
                template, _ = template_from(FormattedText.together(keys or (), list(parts)).pieces)
                return f"{name(render_text)}({name(template)}, ({''.join(f'{part}, ' for part in parts)}))"
            if t.instance:
                attributes = ", ".join(f"{k!r}: {v}" for k, v in zip(keys or (), parts, strict=True))
                made = f"{name(new_instance)}({name(kind)}, {{{attributes}}})"
                return f"{name(as_pythons)}({made})" if stands_for_pythons(kind) else made
            if kind is set:
                check_joined()
                return f"set({parts[0]}[0])"
            if is_table:
                made = f"dict(zip(*{parts[0]}[:2]))"
                return made if kind is dict else f"{name(kind)}({', '.join([*parts[1:], made])})"
            if keys is not None:
                return "{" + ", ".join(f"{render(k)}: {v}" for k, v in zip(keys, parts, strict=True)) + "}"
            inner = "".join(f"{part}, " for part in parts)
            if kind is list:
                return f"[{inner}]"
            made_by = range if kind is SymbolicRange else kind
            return f"({inner})" if kind is tuple else f"{name(made_by)}({inner})"
        case TChoice(items=items):
            index, _ = next(names)
            parts = [_item(item, names, render, name, depth) for item in items]
            text = parts[-1]
            for k in reversed(range(len(parts) - 1)):
                text = f"({parts[k]} if {index} == {k} else {text})"
            return text
        case TGone(error=error):
            raise error
    raise AssertionError(t)


def forbid_shared(rows: Sequence[Rows], others: Sequence[Any], where: Any) -> None:
    """Refuse lists with arrays that the caller may also see elsewhere: there they would have to be one object."""
    containers = [one for one in rows if holds_containers(one.item)]
    for one in containers:
        if one.repeats & TWICE == TWICE or (one.repeats & TWICE and len(containers) > 1):
            error = AliasError(
                "a list that grew at run time leaves the function with lists or objects that are also elsewhere",
                where=where,
                why="another list, or another item of this one, may hold the same object",
                fix="append a copy, as in xs.append(list(x))",
            )
            form_sites.ask_for_pool(error, one.item)
            raise error
    for k, one in enumerate(rows):
        theirs = [*others, *array_columns(other for j, other in enumerate(rows) if j != k)]
        known = {x.storage for x in known_arrays(one.head)}
        tagged = all_tagged(one.item)
        if tagged:  # those of other lists, too, are told by their numbers
            known, theirs = set(), untold_of(rows, others)
        for column in array_columns([one]):
            twice = (one.repeats or inner_repeats(one.item)) and not tagged
            if twice or any(column.related(other) for other in theirs if other not in known):
                error = AliasError(
                    "a list that grew at run time leaves the function with arrays that are also elsewhere",
                    where=column.origin or where,
                    why="an argument, another result or another item of the list may be the same array object",
                    fix="append a copy, as in xs.append(x.copy()), or return np.array(xs)",
                )
                error.untagged = True
                raise error


def untold_of(rows: Sequence[Rows], others: Iterable[Any]) -> list[Any]:
    """The memory of all arrays, in these lists and others, of which no number says which they are."""
    trace = tracing.current()
    assert trace is not None
    return untold(trace, [*others, *array_columns(one for one in rows if not all_tagged(one.item))])


def array_columns(rows: Iterable[Rows]) -> list[Any]:
    """The memory of all arrays in these lists."""
    found = [zip(one.columns, array_leaves(one.item), strict=True) for one in rows]
    return [column.storage for pairs in found for column, is_array in pairs if is_array]
