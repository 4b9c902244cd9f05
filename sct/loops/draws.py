"""The native form of `drawn`: a call of the function that NumPy's method calls, or the words of Python's generator.

Python's draws follow `random.py`: below n, as many bits as n has are drawn until they are a number below n.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from sct.ir.core import Op
from sct.ir.types import PYTHON, Spec
from sct.loops.code import ONE, ZERO, Code, Const, Operand, While
from sct.loops.lower import Lowering, attr, handler
from sct.loops.numbers import scalars
from sct.loops.values import Num, Unsupported
from sct.ops.random_functions import GAUSS, INTEGERS, LARGEST_RATE, Form, form_of

__all__: list[str] = []

FLOAT, INT = np.dtype("float64"), np.dtype("int64")
EXACT = 2**53
UNIT = Const("f64", 2.0**-53)


@handler("drawn")
def _drawn(low: Lowering, op: Op) -> None:
    if low.lanes is not None:
        raise Unsupported("a draw on lanes")
    by = str(op.attr("by"))
    bits = low.num(op.args[1]).x
    kept: Operand = ZERO
    if by.startswith("RandomState."):  # two addresses
        places = _pointer(low.code, bits)
        bits, kept = low.code.load("i64", places, 0), low.code.load("i64", places, 1)
    form = form_of(by)
    if by in GAUSS:
        drawn = _legacy_normal(low, op, bits, kept)
    elif form is not None:
        drawn = _by_form(low, op, form, bits)
    elif not by.startswith("Random."):
        drawn = _integers(low, op, by, bits)
    else:
        drawn = _PYTHON[by.removeprefix("Random.")](low, op, bits)
    low.define(op.results[0], Num(op.results[0].spec.dtype, (drawn,)))


def _numbers(low: Lowering, op: Op, dtype: np.dtype, kinds: str) -> list[Operand]:
    """The operands after the generator as numbers of this dtype."""
    values = op.args[2:]
    if any(not _is_plain(v.spec, kinds) for v in values):
        raise Unsupported("a draw with parameters of other types")
    return [scalars.cast(low.code, low.num(v), dtype).x for v in values]


def _is_plain(spec: Spec, kinds: str) -> bool:
    return spec.dtype.kind in kinds and (spec.dtype.kind != "f" or spec.dtype == FLOAT)


# -- NumPy's -----------------------------------------------------------------------------------------


def _by_form(low: Lowering, op: Op, form: Form, bits: Operand) -> Operand:
    code = low.code
    given = dict(zip(attr(op, "names"), _numbers(low, op, FLOAT, "biuf"), strict=True))
    handed: list[Operand] = []
    for name, default, domain in form.parameters:
        if name not in given and default is None:
            raise Unsupported(f"a draw without {name}")
        x = given.get(name, Const("f64", float(default or 0.0)))
        if domain == "width":
            x = code.pure("fsub", "f64", x, handed[-1])
        if domain in _DOMAINS:
            code.fail(code.not_(_DOMAINS[domain](code, x)))
        handed.append(x)
    return code.call(f"sct_draw_{form.symbol}", form.result, bits, *handed)


def _is_not_negative(code: Code, x: Operand) -> Operand:
    return code.icmp("sge", code.pure("bitcast", "i64", x), ZERO)


def _is_width(code: Code, x: Operand) -> Operand:
    finite = code.pure("fcmp.olt", "i1", x, Const("f64", float("inf")))
    return code.and_(_is_not_negative(code, x), finite)


def _is_positive(code: Code, x: Operand) -> Operand:
    return code.pure("fcmp.ogt", "i1", x, Const("f64", 0.0))


def _is_rate(code: Code, x: Operand) -> Operand:
    small = code.pure("fcmp.ole", "i1", x, Const("f64", LARGEST_RATE))
    return code.and_(code.pure("fcmp.oge", "i1", x, Const("f64", 0.0)), small)


_DOMAINS: dict[str, Callable[[Code, Operand], Operand]] = {
    "not negative": _is_not_negative,
    "positive": _is_positive,
    "rate": _is_rate,
    "width": _is_width,
}


def _integers(low: Lowering, op: Op, by: str, bits: Operand) -> Operand:
    """As NumPy's `_rand_int64` for one number."""
    code = low.code
    given = dict(zip(attr(op, "names"), _numbers(low, op, INT, "bi"), strict=True))
    *starts, stop = given.values()  # in the order of the parameters: of `choice` there is one
    start = starts[0] if starts else ZERO
    closed = dict(op.attrs).get("endpoint", False)
    code.fail(code.icmp("sgt" if closed else "sge", start, stop))
    last = stop if closed else code.isub(stop, ONE)
    out = code.buffer(8)
    masked = Const("i64", int(by.startswith("RandomState")))
    code.do("call", None, bits, start, code.isub(last, start), ONE, masked, out, note=f"sct_draw_{INTEGERS}")
    return code.load("i64", out, 0)


# -- RandomState's normal numbers --------------------------------------------------------------------


def _legacy_normal(low: Lowering, op: Op, bits: Operand, kept: Operand) -> Operand:
    """`loc + scale * gauss`, from pairs made by G. Marsaglia's polar method."""
    given = dict(zip(attr(op, "names"), _numbers(low, op, FLOAT, "biuf"), strict=True))
    code = low.code
    scale = given.get("scale", Const("f64", 1.0))
    code.fail(code.not_(_is_not_negative(code, scale)))
    place = _pointer(code, kept)
    drawn = code.var("f64", Const("f64", 0.0))
    with code.when(code.icmp("ne", code.load("i32", place, 0), Const("i32", 0))) as branch:
        code.set(drawn, code.load("f64", place, 1))
        code.store(Const("i32", 0), place, 0)
        code.store(Const("f64", 0.0), place, 1)
    with code.into(branch.orelse):
        first, second = _pair(code, bits)
        code.store(first, place, 1)
        code.store(Const("i32", 1), place, 0)
        code.set(drawn, second)
    if not str(op.attr("by")).endswith(".normal"):
        return code.get(drawn)
    scaled = code.pure("fmul", "f64", scale, code.get(drawn))
    return code.pure("fadd", "f64", given.get("loc", Const("f64", 0.0)), scaled)


def _pair(code: Code, bits: Operand) -> tuple[Operand, Operand]:
    x, y, square = (code.var("f64", Const("f64", 0.0)) for _ in range(3))
    loop = While([], ONE, [])
    with code.into(loop.head):
        within = code.pure("fcmp.olt", "i1", code.get(square), Const("f64", 1.0))
        loop.cond = code.not_(code.and_(within, code.pure("fcmp.one", "i1", code.get(square), Const("f64", 0.0))))
    with code.into(loop.body):
        squares = []
        for one in (x, y):
            unit = code.call("sct_draw_random_standard_uniform", "f64", bits)
            doubled = code.pure("fmul", "f64", Const("f64", 2.0), unit)
            code.set(one, code.pure("fsub", "f64", doubled, Const("f64", 1.0)))
            squares.append(code.pure("fmul", "f64", code.get(one), code.get(one)))
        code.set(square, code.pure("fadd", "f64", *squares))
    code.append(loop)
    logarithm = code.pure("libm", "f64", code.get(square), note="log")
    inner = code.pure("fdiv", "f64", code.pure("fmul", "f64", Const("f64", -2.0), logarithm), code.get(square))
    factor = code.pure("intrinsic", "f64", inner, note="sqrt")
    return code.pure("fmul", "f64", factor, code.get(x)), code.pure("fmul", "f64", factor, code.get(y))


def _pointer(code: Code, address: Operand) -> Operand:
    words = code.buffer(8)
    code.store(address, words, 0)
    return code.load("ptr", words, 0)


# -- Python's ----------------------------------------------------------------------------------------


def _unit(low: Lowering, op: Op, state: Operand) -> Operand:
    whole = low.code.call("sct_random_53", "i64", state)
    return low.code.pure("fmul", "f64", low.code.pure("sitofp", "f64", whole), UNIT)


def _uniform(low: Lowering, op: Op, state: Operand) -> Operand:
    code = low.code
    if any(v.spec.kind != PYTHON for v in op.args[2:]) or len(op.args) != 4:
        raise Unsupported("uniform of NumPy's numbers")
    for v in op.args[2:]:
        if v.spec.dtype.kind != "f":  # their difference is exact
            code.fail(code.icmp("ugt", code.iadd(low.num(v).x, EXACT // 2), EXACT))
    a, b = _numbers(low, op, FLOAT, "bif")
    width = code.pure("fsub", "f64", b, a)
    return code.pure("fadd", "f64", a, code.pure("fmul", "f64", width, _unit(low, op, state)))


def _below(low: Lowering, state: Operand, count: Operand) -> Operand:
    low.code.fail(low.code.icmp("sle", count, ZERO))
    return low.code.call("sct_random_below", "i64", state, count)


def _whole(low: Lowering, op: Op) -> list[Operand]:
    if any(v.spec.kind != PYTHON for v in op.args[2:]):
        raise Unsupported("a draw between NumPy's numbers")
    return _numbers(low, op, INT, "bi")


def _index(low: Lowering, op: Op, state: Operand) -> Operand:
    (count,) = _whole(low, op)
    return _below(low, state, count)


def _range(low: Lowering, op: Op, state: Operand) -> Operand:
    given = _whole(low, op)
    if len(given) > 2:
        raise Unsupported("randrange with a step")
    return _between(low, state, *(given if len(given) == 2 else (ZERO, given[0])))


def _between(low: Lowering, state: Operand, start: Operand, stop: Operand) -> Operand:
    code = low.code
    code.fail(code.icmp("sge", start, stop))
    return code.iadd(start, _below(low, state, code.isub(stop, start)))  # fails where that does not fit


def _closed(low: Lowering, op: Op, state: Operand) -> Operand:
    code = low.code
    start, last = _whole(low, op)
    code.fail(code.icmp("eq", last, Const("i64", 2**63 - 1)))
    return _between(low, state, start, code.iadd(last, ONE))


def _bits(low: Lowering, op: Op, state: Operand) -> Operand:
    code = low.code
    (count,) = _whole(low, op)
    code.fail(code.icmp("uge", code.isub(count, ONE), Const("i64", 63)))
    return code.call("sct_random_bits", "i64", state, count)


_PYTHON: dict[str, Callable[[Lowering, Op, Operand], Operand]] = {
    "random": _unit,
    "uniform": _uniform,
    "index": _index,
    "randrange": _range,
    "randint": _closed,
    "getrandbits": _bits,
}
