"""How lists of run-time length leave a program: a comprehension over the columns that rebuilds the items."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from sct.errors import AliasError
from sct.ir.types import ARRAY, PYTHON
from sct.ops.control import render as render_text
from sct.runtime.deferred_text import FormattedText, template_from
from sct.runtime.instances import new_instance
from sct.runtime.leaves import item_specs, leaf_specs
from sct.runtime.rows import Rows
from sct.runtime.templates import TChoice, Template, TGone, TNode, TStatic, TVar

__all__ = ["forbid_shared", "holds_containers", "rows_expression"]


def rows_expression(rows: Rows, output: Callable[[Any], str], render: Callable[[Any], str], name: Any) -> str:
    """A Python expression for the list of all items.

    `output` answers the expression of a column, `render` that of an object, `name` a name for a constant.
    """
    columns = []
    for column, spec in zip(rows.columns, item_specs(rows.item), strict=True):
        text = output(column)
        if spec.kind == ARRAY:
            text = f"map({name(np.array)}, {text})"
        elif spec.kind == PYTHON:
            text = f"{text}.tolist()"
        columns.append(text)
    names = [f"__s_v{k}" for k in range(len(columns))]
    if isinstance(rows.item, TVar):
        return f"list({columns[0]})"
    item = _item(rows.item, iter(names if leaf_specs(rows.item) else ()), render, name)
    source = f"zip({', '.join(columns)})" if len(columns) > 1 else columns[0]
    return f"[{item} for {', '.join(names)} in {source}]"


def _item(t: Template, names: Iterator[str], render: Callable[[Any], str], name: Any) -> str:
    match t:
        case TVar():
            return next(names)
        case TStatic(obj=obj):
            return render(obj)
        case TNode(kind=kind, keys=keys, items=items):
            parts = [_item(item, names, render, name) for item in items]
            if kind is FormattedText:
                template, _ = template_from(FormattedText.together(keys or (), list(parts)).pieces)
                return f"{name(render_text)}({name(template)}, ({''.join(f'{part}, ' for part in parts)}))"
            if t.instance:
                attributes = ", ".join(f"{k!r}: {v}" for k, v in zip(keys or (), parts, strict=True))
                return f"{name(new_instance)}({name(kind)}, {{{attributes}}})"
            if keys is not None:
                return "{" + ", ".join(f"{render(k)}: {v}" for k, v in zip(keys, parts, strict=True)) + "}"
            inner = "".join(f"{part}, " for part in parts)
            if kind is list:
                return f"[{inner}]"
            return f"({inner})" if kind is tuple else f"{name(kind)}({inner})"
        case TChoice(items=items):
            index = next(names)
            parts = [_item(item, names, render, name) for item in items]
            text = parts[-1]
            for k in reversed(range(len(parts) - 1)):
                text = f"({parts[k]} if {index} == {k} else {text})"
            return text
        case TGone(error=error):
            raise error
    raise AssertionError(t)


def holds_containers(t: Template) -> bool:
    """Whether an item holds lists, dicts or objects, which are one object or another."""
    if isinstance(t, TNode):
        return t.kind is not tuple or any(map(holds_containers, t.items))
    return isinstance(t, TChoice) and any(map(holds_containers, t.items))


def forbid_shared(rows: list[Rows], others: list[Any], where: Any) -> None:
    """Refuse lists with arrays that the caller may also see elsewhere: there they would have to be one object."""
    for one in rows:
        arrays = [c for c, spec in zip(one.columns, item_specs(one.item), strict=True) if spec.kind == ARRAY]
        for column in arrays:
            if one.repeats or any(column.storage.related(other) for other in others if other is not column.storage):
                raise AliasError(
                    "a list that grew at run time leaves the function with arrays that are also elsewhere",
                    where=where,
                    why="an argument, another result or another item of the list may be the same array object",
                    fix="append a copy, as in xs.append(x.copy()), or return np.array(xs)",
                )
