"""Ufuncs, casts, `where` and `clip`: at once on registers, as nests on arrays."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import nullcontext
from functools import lru_cache
from itertools import product
from typing import Any

import numpy as np

from sct.ir.core import Op, Value
from sct.ir.types import ARRAY, PYTHON, SCALAR, Spec
from sct.loops.code import ONE, ZERO, Code, Const, Operand
from sct.loops.lower import HANDLERS, Lowering, attr, handler
from sct.loops.numbers import scalars
from sct.loops.numbers.entering import check_fits, entered, python_fits
from sct.loops.numbers.tiny import items
from sct.loops.operands import broadcast_dims, full, lazy, reader
from sct.loops.values import Access, Coord, Nest, Num, Pack, Unsupported, is_native, machine_type
from sct.ops import registry
from sct.ops.infer import loop_dtypes
from sct.ops.registry import OpDef

__all__ = ["elementwise", "native_loop"]

Compute = Callable[[Code, list[Num]], Num]


def elementwise(low: Lowering, op: Op, compute: Compute, *, args: Sequence[Value] | None = None) -> None:
    """The one result of `op`, computed element by element from its operands."""
    result = op.results[0]
    given = op.args if args is None else args
    _try(compute, [a.spec for a in given])
    spec = result.spec
    if not spec.shape:
        numbers = [low.num(a) for a in given]
        # NumPy's loop fuses products of one element, too; operators of its scalars do not
        kinds = {a.spec.kind for a in given}
        is_loop = op.name == "multiply" and (ARRAY in kinds or SCALAR not in kinds)
        with nullcontext() if is_loop else low.code.one():
            made = compute(low.code, numbers)
        low.define(result, made if spec.kind != ARRAY or result not in low.packed else Pack(spec.dtype, (), (made,)))
        return
    if low.lanes is not None:
        low.define(result, compute(low.code, [low.num(a) for a in given]))
        return
    if result in low.packed:
        if spec.dtype.kind == "c":  # NumPy's loops over arrays multiply complex numbers in a way of their own
            low.define(result, _packed(low, given, spec, compute))
            return
        with low.code.one():
            low.define(result, _packed(low, given, spec, compute))
        return
    dims = broadcast_dims(low, spec.shape, given)
    operands = reader(low, given, spec.shape, dims)

    def element(code: Code, numbers: list[Num], index: tuple[Operand, ...]) -> Num:
        return compute(code, operands.values(numbers))

    layout = low.layouts.get(result)
    nest = Nest(op.name, dims, tuple(operands.reads), element, spec.dtype, source=op, layout=layout)
    low.define(result, lazy(low, nest))


def _try(compute: Compute, specs: list[Spec]) -> None:
    """`Unsupported` now rather than in the middle of a loop."""
    code = Code()
    numbers = []
    for spec in specs:
        kind = machine_type(spec.dtype)
        numbers.append(Num(spec.dtype, tuple([code.ref(kind) for _ in range(2 if spec.dtype.kind == "c" else 1)])))
    compute(code, numbers)


def _packed(low: Lowering, given: Sequence[Value], spec: Spec, compute: Compute) -> Pack:
    """A small array, element by element in registers."""
    shape = tuple(int(n) for n in spec.shape)  # type: ignore[arg-type]
    if 0 in shape:
        for value in given:  # of which no element is asked for, which would be checked
            _check_extents(low, value, shape)
    items = []
    for index in product(*[range(n) for n in shape]):
        items.append(compute(low.code, [element_at(low, value, index, shape) for value in given]))
    return Pack(spec.dtype, shape, tuple(items))


def element_at(low: Lowering, value: Value, index: tuple[int, ...], shape: tuple[int, ...] | None = None) -> Num:
    """The number that `value`, broadcast (to `shape`, if it may be stretched), has at an index that is known."""
    handle = low.handle(value)
    if not value.spec.shape:
        return low.num(value)
    own = value.spec.shape
    mine = tuple(0 if extent == 1 else i for extent, i in zip(own, index[len(index) - len(own) :], strict=True))
    if isinstance(handle, Pack):
        return handle.items[handle.place(mine)]
    arr = low.arr(value)
    places: list[Operand] = [Const("i64", i) for i in mine]
    for k, extent in enumerate(own if shape is not None else ()):
        if not isinstance(extent, int):
            places[k] = _place(low.code, arr.dims[k], mine[k], shape[k - len(own)])  # type: ignore[index]
    return arr.load(low.code, tuple(places))


def _check_extents(low: Lowering, value: Value, shape: tuple[int, ...]) -> None:
    """Fail where an array does not broadcast to this shape."""
    lead = len(shape) - len(value.spec.shape)
    for k, extent in enumerate(value.spec.shape):
        if not isinstance(extent, int):
            _place(low.code, low.extents(value)[k], 0, shape[lead + k])


def _place(code: Code, extent: Operand, at: int, wanted: int) -> Operand:
    """Where `at` is along an axis that only the run knows to be of the wanted extent, or of 1 and stretched."""
    stretched = code.icmp("eq", extent, ONE)
    code.fail(code.not_(code.or_(stretched, code.icmp("eq", extent, Const("i64", wanted)))))
    return code.select(stretched, ZERO, Const("i64", at))


# -- ufuncs ------------------------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def _loop(name: str, specs: tuple[Spec, ...], dtype: Any, casting: Any) -> tuple[np.dtype[Any], ...]:
    return loop_dtypes(registry.get(name).extras["ufunc"], *specs, dtype=dtype, casting=casting)


def _ufunc(low: Lowering, op: Op) -> None:
    attrs = dict(op.attrs)
    specs = tuple(a.spec for a in op.args)
    name = _NAMES.get(op.name, op.name)
    loop = _loop(op.name, specs, attrs.get("dtype"), attrs.get("casting"))
    compute = ufunc_compute(name, specs, loop, op.results[0].spec.dtype)
    elementwise(low, op, _checked(low, op, specs, loop, compute))


_NAMES = {"deg2rad": "radians", "rad2deg": "degrees", "divide": "divide"}


def ufunc_compute(name: str, specs: tuple[Spec, ...], loop: tuple[np.dtype[Any], ...], out: np.dtype[Any]) -> Compute:
    ins = loop[: len(specs)]
    if not all(is_native(d) for d in loop):
        raise Unsupported(name)

    def compute(code: Code, numbers: list[Num]) -> Num:
        given = [entered(code, n, spec, d) for n, spec, d in zip(numbers, specs, ins, strict=True)]
        return scalars.cast(code, scalars.apply(code, name, given, loop[-1]), out)

    return compute


def _checked(
    low: Lowering, op: Op, specs: tuple[Spec, ...], loop: tuple[np.dtype[Any], ...], compute: Compute
) -> Compute:
    """Python ints must fit into the integers of the loop."""
    if op.name in ("power", "pow") and loop[0].kind in "ib":
        _not_negative(low, op.args[1], loop[1])
    for value, spec, dtype in zip(op.args, specs, loop, strict=False):
        if spec.kind != PYTHON or spec.dtype.kind != "i" or dtype.kind not in "iu":
            continue
        number = low.num(value)
        if isinstance(number.x, Const) and number.dtype == np.dtype("int64"):
            if not np.iinfo(dtype).min <= number.x.value <= np.iinfo(dtype).max:
                raise Unsupported("a Python int out of bounds")
        elif number.dtype == np.dtype("int64"):
            check_fits(low, value, dtype)
    return compute


def _not_negative(low: Lowering, exponent: Value, computed: np.dtype[Any]) -> None:
    """Integers to negative powers raise: those that are negative in the dtype that is computed with."""
    given = exponent.spec.dtype
    if exponent.spec.kind != PYTHON and not np.can_cast(given, computed):  # large numbers would turn negative
        raise Unsupported("integers to powers that are cast to fewer bits")
    if given.kind in "ub":
        return
    if exponent.spec.shape:
        raise Unsupported("integers to powers from an array")
    low.code.fail(low.code.icmp("slt", (x := low.num(exponent).x), Const(x.type, 0)))


def native_loop(op: Op) -> tuple[np.dtype[Any], ...] | None:
    """The dtypes that a ufunc computes with, if it does so in registers."""
    if HANDLERS.get(op.name) is not _ufunc or op.name == "power":
        return None
    specs = tuple(a.spec for a in op.args)
    attrs = dict(op.attrs)
    loop = _loop(op.name, specs, attrs.get("dtype"), attrs.get("casting"))
    try:
        _try(ufunc_compute(_NAMES.get(op.name, op.name), specs, loop, op.results[0].spec.dtype), list(specs))
    except Unsupported:
        return None
    return loop


def _pow(low: Lowering, op: Op) -> None:
    """`x ** y`: NumPy has shortcuts for exponents that are numbers."""
    base, exponent = op.args
    out = op.results[0].spec.dtype
    handle = low.handle(exponent)
    if base.spec.kind == ARRAY and isinstance(handle, Num) and isinstance(handle.x, Const) and len(handle.parts) == 1:
        short = {2.0: "square", 0.5: "sqrt", 1.0: "positive", -1.0: "reciprocal"}.get(float(handle.x.value))
        fits = out.kind == "f" or (short == "square" and _is_squared(base.spec, handle.x, out))
        if short is not None and out == base.spec.dtype and fits:
            elementwise(low, op, ufunc_compute(short, (base.spec,), (out, out), out), args=(base,))
            return
    specs = (base.spec, exponent.spec)
    loop = loop_dtypes(np.power, *specs)
    compute = ufunc_compute("power", specs, loop, out)
    elementwise(low, op, _checked(low, op, specs, loop, compute))


def _is_squared(base: Spec, exponent: Const, out: np.dtype[Any]) -> bool:
    """Whether integers or complex numbers to the power of 2 are their squares: beside 2.0 NumPy takes another way."""
    if out.kind != "c":
        return out.kind in "iu"
    return isinstance(exponent.value, int) and bool(base.shape) and _squares_complex(out)


@lru_cache(maxsize=8)
def _squares_complex(dtype: np.dtype[Any]) -> bool:
    """Whether the NumPy at hand does so: the last bits tell."""
    z: Any = (np.arange(1, 65) / 7 + 1j * np.arange(64, 0, -1) / 3).astype(dtype)
    return bool((z**2).tobytes() == np.square(z).tobytes())


@handler("scipy_special")
def _special(low: Lowering, op: Op) -> None:
    """The functions of scipy.special that the vector math library has."""
    name = str(attr(op, "function"))
    out = op.results[0].spec.dtype
    known = name in ("erf", "erfc", "expit", "logit")
    if not known or out.char not in "fd" or any(a.spec.dtype.kind == "c" for a in op.args):
        raise Unsupported(name)
    specs = tuple(a.spec for a in op.args)
    elementwise(low, op, ufunc_compute(name, specs, (out, out), out))


@handler("outer")
def _outer(low: Lowering, op: Op) -> None:
    """The products of all elements of two vectors."""
    x, y = op.args
    result = op.results[0]
    if x.spec.ndim != 1 or y.spec.ndim != 1 or x.spec.kind != ARRAY or y.spec.kind != ARRAY:
        raise Unsupported("outer of what is no vector")
    loop = loop_dtypes(np.multiply, x.spec, y.spec)
    compute = ufunc_compute("multiply", (x.spec, y.spec), loop, result.spec.dtype)
    _try(compute, [x.spec, y.spec])
    if result in low.packed:
        pairs = product(items(low, x), items(low, y))
        shape = tuple(int(n) for n in result.spec.shape)  # type: ignore[arg-type]
        low.define(result, Pack(result.spec.dtype, shape, tuple([compute(low.code, [a, b]) for a, b in pairs])))
        return
    sources = [full(low, value) for value in (x, y)]
    dims = tuple([low.extents(value)[0] for value in (x, y)])
    reads = tuple(
        [Access(s.source, tuple([c if c.axis is None else Coord(c.offset, k, c.step) for c in s.coords]))
         for k, s in enumerate(sources)]
    )  # fmt: skip
    nest = Nest(op.name, dims, reads, lambda code, n, index: compute(code, n), result.spec.dtype, source=op)
    low.define(result, lazy(low, nest))


# -- casts and choices -------------------------------------------------------------------------------


@handler("astype", "cast", "asarray", "copy", "new", "ascontiguousarray", "asfortranarray", "reordered")
def _astype(low: Lowering, op: Op) -> None:
    x, result = op.args[0], op.results[0]
    if x.spec.dtype.kind == "c" and result.spec.dtype.kind != "c":
        raise Unsupported("complex to real warns")
    if op.name == "ascontiguousarray" and (x in low.contiguous or not x.spec.shape):
        raise Unsupported("a view")
    if op.name == "ascontiguousarray" and result in low.shared:
        raise Unsupported("the array itself, perhaps, and somebody sees which")
    if op.name == "asfortranarray" and (result in low.packed or result not in low.layouts):
        raise Unsupported("a view, perhaps")
    python_fits(low, x, result.spec.dtype)
    elementwise(low, op, lambda code, n: entered(code, n[0], x.spec, result.spec.dtype))


@handler("where")
def _where(low: Lowering, op: Op) -> None:
    out = op.results[0].spec.dtype
    for value in op.args[1:]:
        if value.spec.kind == PYTHON and value.spec.dtype.kind == "i" and out.kind in "iu" and out != np.dtype("int64"):
            raise Unsupported("a Python int that might not fit")

    def compute(code: Code, numbers: list[Num]) -> Num:
        cond = scalars.cast(code, numbers[0], np.dtype(bool)).x
        yes, no = (scalars.cast(code, n, out) for n in numbers[1:])
        return Num(out, tuple([code.select(cond, a, b) for a, b in zip(yes.parts, no.parts, strict=True)]))

    elementwise(low, op, compute)


@handler("clip")
def _clip(low: Lowering, op: Op) -> None:
    out = op.results[0].spec.dtype
    if out.kind not in "fiu" or any(a.spec.dtype != out and a.spec.kind != PYTHON for a in op.args):
        raise Unsupported("clip of mixed dtypes")
    if out.kind != "f" and any(a.spec.kind == PYTHON and out != np.dtype("int64") for a in op.args):
        raise Unsupported("a Python int that might not fit")

    def compute(code: Code, numbers: list[Num]) -> Num:
        x, low_end, high_end = (entered(code, n, a.spec, out) for n, a in zip(numbers, op.args, strict=True))
        raised = scalars.apply(code, "maximum", [x, low_end], out)
        return scalars.apply(code, "minimum", [raised, high_end], out)

    elementwise(low, op, compute)


@handler("round")
def _round(low: Lowering, op: Op) -> None:
    spec = op.args[0].spec
    decimals = attr(op, "decimals")
    if spec.dtype.kind not in "fiu" or op.results[0].spec.dtype != spec.dtype or not isinstance(decimals, int):
        raise Unsupported("round")
    if spec.dtype.kind in "iu" and decimals >= 0:
        elementwise(low, op, lambda code, n: n[0])
        return
    if spec.dtype.kind != "f" or (decimals and spec.dtype.itemsize < 8) or abs(decimals) > 22:
        raise Unsupported("round")
    elementwise(low, op, lambda code, n: _rounded(code, n[0], decimals))


def _rounded(code: Code, x: Num, decimals: int) -> Num:
    """As NumPy: moved by a power of ten, rounded, and moved back."""
    if decimals == 0:
        return scalars.apply(code, "rint", [x], x.dtype)
    there, back = ("multiply", "divide") if decimals > 0 else ("divide", "multiply")
    by = scalars.number(10.0 ** abs(decimals), x.dtype)
    whole = scalars.apply(code, "rint", [scalars.apply(code, there, [x, by], x.dtype)], x.dtype)
    return scalars.apply(code, back, [whole, by], x.dtype)


def _register(definition: OpDef) -> None:
    if "ufunc" in definition.extras and definition.results == 1 and definition.name not in HANDLERS:
        HANDLERS[definition.name] = _ufunc


registry.each_op(_register)
HANDLERS["pow"] = _pow
