"""Writing into a view of an array, as one op: what `row = x[i]`, then `row[j] = value` comes to."""

from __future__ import annotations

from typing import Any

import numpy as np

from sct.ir.types import Spec
from sct.ops import registry
from sct.ops.in_place import Path
from sct.ops.index_template import Template, build_index
from sct.ops.registry import Fact, op

__all__ = ["update_view"]


def _update_owned(x: Any, value: Any, *operands: Any, path: Path, index: Template) -> Any:
    """The same, in place."""
    _write(x, value, operands, path, index)
    return x


@op(
    "update_view",
    infer=lambda x, value, *operands, path, index: Spec(x.dtype, x.shape, x.kind),
    facts=Fact.PURE | Fact.RAISES,
    owned=_update_owned,
)
def update_view(x: Any, value: Any, *operands: Any, path: Path, index: Template, xp: Any) -> Any:
    """A copy of x in which `view[index] = value` has been done, for the view of it that the ops of `path` make."""
    return _update_owned(xp.array(x, copy=True, order="K", subok=False), value, *operands, path=path, index=index)


def _write(x: Any, value: Any, operands: tuple[Any, ...], path: Path, index: Template) -> None:
    if not path:
        x[build_index(index, operands)] = value
        return
    (name, count, attrs), rest = path[0], path[1:]
    view = registry.get(name).kernel(x, *operands[:count], xp=np, **dict(attrs))
    _write(view, value, operands[count:], rest, index)
    if view.size and not np.may_share_memory(view, x):  # a reshape that this memory does not allow
        x[...] = view.reshape(x.shape)
