"""Products of arrays: their axes sorted into those of a batch, of the rows and columns of a result, and of the sum.

Small ones are written out in registers, the rest goes to `matrices`. Integers are multiplied in loops.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from sct.ir.core import Op, Value
from sct.ir.types import ARRAY, UNKNOWN, Extent
from sct.loops.code import ONE, ZERO, Const, Operand
from sct.loops.lower import Lowering, attr, handler
from sct.loops.numbers import scalars
from sct.loops.numbers.elementwise import element_at, elementwise, ufunc_compute
from sct.loops.products.contractions import as_matrices, is_shallow, sorted_labels
from sct.loops.products.sum_of_products import added, sum_of_products, written_out
from sct.loops.values import Num, Pack, Unsupported
from sct.ops.linalg import einsum_terms, tensordot_axes

__all__: list[str] = []

Labels = tuple[str, ...]
_WORK = 64  # multiplications that are written out for a result in registers


@handler("matmul", "matvec", "vecmat", "vecdot")
def _matmul(low: Lowering, op: Op) -> None:
    x, y = op.args
    left, right = {"matmul": (2, 2), "matvec": (2, 1), "vecmat": (1, 2), "vecdot": (1, 1)}[op.name]
    if op.name == "vecmat" and x.spec.dtype.kind == "c":
        raise Unsupported("a conjugated operand")
    left, right = min(left, x.spec.ndim), min(right, y.spec.ndim)
    batches = x.spec.ndim - left, y.spec.ndim - right
    dots = [tuple(f"b{k}" for k in range(count - 1, -1, -1)) for count in batches]
    a = dots[0] + (("m", "k") if left == 2 else ("k",))
    b = dots[1] + (("k", "n") if right == 2 else ("k",))
    out = max(dots, key=len) + a[batches[0] :][:-1] + b[batches[1] :][1:]
    _contract(low, op, (a, b), out, conjugated=op.name == "vecdot")


@handler("dot", "inner", "vdot")
def _dot(low: Lowering, op: Op) -> None:
    x, y = op.args
    if not x.spec.ndim or not y.spec.ndim:
        _scaled(low, op)
        return
    if op.name == "vdot" and (x.spec.ndim > 1 or y.spec.ndim > 1):
        raise Unsupported("vdot of what is no vector")
    at = max(y.spec.ndim - 2, 0) if op.name == "dot" else y.spec.ndim - 1
    a = tuple(f"i{k}" for k in range(x.spec.ndim - 1))
    b = tuple(f"j{k}" for k in range(y.spec.ndim - 1))
    _contract(low, op, ((*a, "k"), (*b[:at], "k", *b[at:])), a + b, conjugated=op.name == "vdot")


def _scaled(low: Lowering, op: Op) -> None:
    """The product with a number."""
    out = op.results[0].spec.dtype
    if op.name == "vdot" or out.kind == "b" or any(a.spec.kind != ARRAY and a.spec.dtype != out for a in op.args):
        raise Unsupported("a number among the operands")
    specs = tuple(a.spec for a in op.args)
    elementwise(low, op, ufunc_compute("multiply", specs, (out, out, out), out))


@handler("tensordot")
def _tensordot(low: Lowering, op: Op) -> None:
    x, y = op.args
    first, second = tensordot_axes(x.spec.ndim, attr(op, "axes"))
    a = [f"i{k}" for k in range(x.spec.ndim)]
    b = [f"j{k}" for k in range(y.spec.ndim)]
    for number_, (i, j) in enumerate(zip(first, second, strict=True)):
        a[i % len(a)] = b[j % len(b)] = f"k{number_}"
    out = tuple(label for label in (*a, *b) if label[0] != "k")
    _contract(low, op, (tuple(a), tuple(b)), out)


@handler("einsum")
def _einsum(low: Lowering, op: Op) -> None:
    if dict(op.attrs).get("optimize") and len(op.args) > 2 and op.results[0].spec.dtype.kind == "c":
        raise Unsupported("complex factors in an order of NumPy's choice")  # which infinities and NaNs show
    inputs, out = einsum_terms(str(op.attr("subscripts")), tuple(a.spec.ndim for a in op.args))
    _contract(low, op, tuple(inputs), out)


# -- all of them -------------------------------------------------------------------------------------


def _contract(low: Lowering, op: Op, terms: tuple[Labels, ...], out: Labels, *, conjugated: bool = False) -> None:
    """The sums of products that labels describe, as einsum has it."""
    result = op.results[0]
    dtype = result.spec.dtype
    if dtype.char not in "fdFD?bhilqBHILQ" or any(a.spec.kind != ARRAY for a in op.args):
        raise Unsupported("an operand that is no array")
    if conjugated and dtype.kind == "c" and (out or op.args[0].spec.dtype != op.args[1].spec.dtype):
        raise Unsupported("a conjugated operand")
    extents = _extents(low, op.args, terms)
    if dtype.kind == "b":
        raise Unsupported("a product of booleans")
    if _in_registers(low, op, terms, out, extents, conjugated):
        return
    plan = sorted_labels(terms, out) if dtype.kind in "fc" and ZERO not in extents.values() and low.blas() else None
    if plan is None or any(_stretches(v, t, plan.batch, extents) for v, t in zip(op.args, terms, strict=True)):
        if conjugated and dtype.kind == "c":
            raise Unsupported("a conjugated operand")
        sum_of_products(low, op, terms, out, extents)
        return
    if is_shallow(plan, dtype, extents) and all(value.spec.dtype == dtype for value in op.args):
        written_out(low, op, terms, out, extents)
        return
    as_matrices(low, op, plan, extents, conjugated)


def _extents(low: Lowering, values: Sequence[Value], terms: tuple[Labels, ...]) -> dict[str, Operand]:
    """The extent of every label; where operands might not fit together, they are compared when the program runs."""
    known: dict[str, tuple[Extent, Operand]] = {}
    for value, labels in zip(values, terms, strict=True):
        for label, extent, operand in zip(labels, value.spec.shape, low.extents(value), strict=True):
            before = known.get(label)
            if before is None or before[0] == 1:
                if before is not None and not isinstance(extent, int):
                    raise Unsupported("an axis that may have to be stretched")
                known[label] = (extent, operand)
            elif extent == 1 and before[0] != 1:
                if not isinstance(before[0], int):
                    raise Unsupported("an axis that may have to be stretched")
            elif extent != before[0] or extent == UNKNOWN:
                low.code.fail(low.code.icmp("ne", operand, before[1]))
                if isinstance(extent, int):
                    known[label] = (extent, operand)
    return {label: operand for label, (_, operand) in known.items()}


def _stretches(value: Value, labels: Labels, batch: Labels, extents: dict[str, Operand]) -> bool:
    """Whether an axis of extent 1 stands for a longer one that is none of a batch."""
    found = zip(labels, value.spec.shape, strict=True)
    return any(n == 1 and extents[label] != ONE and label not in batch for label, n in found)


# -- in registers ------------------------------------------------------------------------------------


def _in_registers(
    low: Lowering, op: Op, terms: tuple[Labels, ...], out: Labels, extents: dict[str, Operand], conjugated: bool
) -> bool:
    """Few elements, each written out."""
    result = op.results[0]
    dtype = result.spec.dtype
    known = {label: int(n.value) for label, n in extents.items() if isinstance(n, Const)}
    if len(known) < len(extents) or (result not in low.packed and result.spec.kind == ARRAY):
        return False
    if not all(value in low.packed for value in op.args) and dtype.kind in "fc":
        return False
    inner = [label for label in known if label not in out]
    work = int(np.prod([*known.values(), 1]))
    if work > _WORK or not work or dtype.kind == "c":
        return False
    items = []
    for index in np.ndindex(*[known[label] for label in out]):
        at = dict(zip(out, index, strict=True))
        total: Num | None = None
        for rest in np.ndindex(*[known[label] for label in inner]):
            at.update(zip(inner, rest, strict=True))
            factors = [_element(low, value, labels, at, dtype) for value, labels in zip(op.args, terms, strict=True)]
            total = added(low.code, total, factors)
        assert total is not None
        items.append(total)
    spec = result.spec
    shape = tuple(int(n) for n in spec.shape)  # type: ignore[arg-type]
    low.define(result, items[0] if spec.kind != ARRAY else Pack(dtype, shape, tuple(items)))
    return True


def _element(low: Lowering, value: Value, labels: Labels, at: dict[str, int], dtype: np.dtype[Any]) -> Num:
    where = tuple(at[label] for label in labels)
    return scalars.cast(low.code, element_at(low, value, where), dtype)
