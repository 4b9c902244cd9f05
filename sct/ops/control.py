"""Control flow, effects and constants: the ops with blocks, and those that must happen in order.

The kernels of `if`, `while` and `for` raise: a backend runs their blocks. The other kernels do what
they say, so every backend may call them.
"""

from __future__ import annotations

import sys
from codecs import utf_32_le_decode
from collections.abc import Callable
from importlib import import_module
from typing import Any, NoReturn

import numpy as np

from sct.errors import VerifyError
from sct.ir.core import ArrayConst, Block
from sct.ir.types import ARRAY, PYTHON, SCALAR, UNKNOWN, Kind, Spec
from sct.ops.array_texts import text_maker
from sct.ops.infer import PY_INT, python_type
from sct.ops.opaque import Opaque
from sct.ops.printed import count
from sct.ops.registry import Fact, op
from sct.shown import shown

__all__ = ["UTF_32", "exception_class", "join_specs", "render"]

UTF_32 = np.dtype("<u4")  # the codes of letters, as Python's codec writes them
Template = tuple[Any, ...]  # of str and ("arg", k, conversion, format_spec)


def join_specs(then: Spec, orelse: Spec) -> Spec:
    """The spec of a value that came from either side of an `if`: extents that differ are unknown.

    >>> a, b = Spec(np.dtype("int8"), (2, 3)), Spec(np.dtype("int8"), (2, 4))
    >>> str(join_specs(a, b))
    'int8[2, ?]'
    """
    if then == orelse:
        return then
    if (then.dtype, then.kind, then.ndim) != (orelse.dtype, orelse.kind, orelse.ndim):
        raise VerifyError(f"the two blocks of an `if` answer {then} ({then.kind}) and {orelse} ({orelse.kind})")
    pairs = zip(then.shape, orelse.shape, strict=True)
    return then.with_(shape=tuple(a if a == b else UNKNOWN for a, b in pairs))


def _fits(given: Spec, wanted: Spec) -> bool:
    """Whether a value of spec `given` may stand where a block says `wanted`."""
    if (given.dtype, given.kind, given.ndim) != (wanted.dtype, wanted.kind, wanted.ndim):
        return False
    return all(a == b or not isinstance(b, int) for a, b in zip(given.shape, wanted.shape, strict=True))


def _check_state(given: tuple[Spec, ...], wanted: tuple[Spec, ...], what: str) -> None:
    if len(given) != len(wanted):
        raise VerifyError(f"{what}: {len(given)} values where the block has {len(wanted)} arguments")
    for k, (have, want) in enumerate(zip(given, wanted, strict=True)):
        if not _fits(have, want):
            raise VerifyError(f"{what}: value {k} is {have} ({have.kind}), the block carries {want} ({want.kind})")


def _specs(values: tuple[Any, ...]) -> tuple[Spec, ...]:
    return tuple(v.spec for v in values)


def _condition(spec: Spec, what: str) -> None:
    if spec.dtype.kind != "b" or spec.shape:
        raise VerifyError(f"{what} must be a 0-d bool, it is {spec}")


def _run_by_backend(name: str) -> NoReturn:
    raise VerifyError(f"the op `{name}` has blocks: a backend runs it, it has no kernel of its own")


def _constant(*, value: Any, kind: Kind) -> Spec:
    if isinstance(value, ArrayConst):
        return Spec(np.dtype(value.dtype), value.shape, kind)
    dtype = {bool: "bool", int: "int64", float: "float64", complex: "complex128"}[type(value)]
    return Spec(np.dtype(dtype), (), PYTHON)


@op("constant", infer=_constant)
def constant(*, value: Any, kind: Kind, xp: Any) -> Any:
    """A number or an array that is part of the program."""
    if not isinstance(value, ArrayConst):
        return value
    array = value.array()
    if kind == PYTHON:
        return array.item()
    return array[()] if kind == SCALAR else xp.asarray(array)


def _if(blocks: tuple[Block, ...], pred: Spec) -> tuple[Spec, ...]:
    _condition(pred, "the predicate of an `if`")
    then, orelse = blocks
    if then.args or orelse.args:
        raise VerifyError("the blocks of an `if` take no arguments")
    if len(then.results) != len(orelse.results):
        raise VerifyError(f"the blocks of an `if` answer {len(then.results)} and {len(orelse.results)} values")
    pairs = zip(_specs(then.results), _specs(orelse.results), strict=True)
    return tuple(join_specs(a, b) for a, b in pairs)


@op("if", infer=_if, facts=Fact.CONTROL)
def if_(pred: Any, *, xp: Any) -> Any:
    """One of two blocks, chosen by a bool; its results are the op's."""
    _run_by_backend("if")


def _while(blocks: tuple[Block, ...], *state: Spec) -> tuple[Spec, ...]:
    cond, body = blocks
    carried = _specs(body.args)
    if _specs(cond.args) != carried:
        raise VerifyError("the condition and the body of a `while` take different state")
    _check_state(state, carried, "the initial state of a `while`")
    _check_state(_specs(body.results), carried, "the state after the body of a `while`")
    if len(cond.results) != 1:
        raise VerifyError(f"the condition of a `while` answers one bool, not {len(cond.results)} values")
    _condition(cond.results[0].spec, "the condition of a `while`")
    return carried


@op("while", infer=_while, facts=Fact.CONTROL)
def while_(*state: Any, xp: Any) -> Any:
    """As long as the first block answers true, the second makes the next state from the last."""
    _run_by_backend("while")


def _for(blocks: tuple[Block, ...], start: Spec, stop: Spec, step: Spec, *state: Spec) -> tuple[Spec, ...]:
    for bound in (start, stop, step):
        if bound != PY_INT:
            raise VerifyError(f"the bounds of a `for` are Python ints, not {bound} ({bound.kind})")
    (body,) = blocks
    if not body.args or body.args[0].spec != PY_INT:
        raise VerifyError("the body of a `for` takes the index, a Python int, first")
    carried = _specs(body.args)[1:]
    _check_state(state, carried, "the initial state of a `for`")
    _check_state(_specs(body.results), carried, "the state after the body of a `for`")
    return carried


@op("for", infer=_for, facts=Fact.CONTROL)
def for_(start: Any, stop: Any, step: Any, *state: Any, xp: Any) -> Any:
    """The block once per index of `range(start, stop, step)`; it makes the next state from both."""
    _run_by_backend("for")


_CONVERSIONS: dict[str, Callable[[Any], str]] = {
    "s": str,
    "r": repr,
    "a": ascii,
    "numbers": lambda array: repr(array.tolist()),  # a list of Python numbers that is kept as an array
    "items": lambda array: repr(list(array)),  # a list of NumPy scalars or arrays
    "char": chr,  # a letter by its code
    "text": lambda codes: _text(codes),  # a text of run-time length: the codes of its letters
    "text!r": lambda codes: repr(_text(codes)),
    "text!a": lambda codes: ascii(_text(codes)),
}


def _text(codes: Any) -> str:
    letters: Any = np.asarray(codes).astype(UTF_32)
    return utf_32_le_decode(letters, "surrogatepass", True)[0]


def render(template: Template, values: tuple[Any, ...]) -> str:
    r"""The text of a template, formatted as Python formats f-strings.

    >>> render(("x = ", ("arg", 0, "", ".2f"), "\n"), (2.0,))
    'x = 2.00\n'
    """
    out: list[str] = []
    for piece in template:
        if isinstance(piece, str):
            out.append(piece)
            continue
        _, k, conversion, form = piece
        value = values[k]
        if isinstance(conversion, tuple):  # one of several texts, of which the value is the index
            out.append(conversion[value])
            continue
        if conversion:
            value = (text_maker(conversion) if conversion[0] == "[" else _CONVERSIONS[conversion])(value)
        out.append(format(value, form or ""))
    return "".join(out)


def exception_class(name: str) -> type[BaseException]:
    """The exception class with a full name such as `builtins.ValueError`.

    >>> exception_class("builtins.ValueError")
    <class 'ValueError'>
    """
    module, _, qualname = name.rpartition(".")
    found: Any = None
    while module:
        try:
            found = import_module(module)
            break
        except ModuleNotFoundError:  # a class inside a class: the module is further left
            module, _, outer = module.rpartition(".")
            qualname = f"{outer}.{qualname}"
    for part in qualname.split("."):
        found = getattr(found, part)
    if not (isinstance(found, type) and issubclass(found, BaseException)):
        raise VerifyError(f"{name} is no exception class")
    return found


def _nothing(*specs: Spec, **attrs: Any) -> tuple[Spec, ...]:
    return ()


def _assert(pred: Spec, *message: Spec, exception: str, template: Template) -> tuple[Spec, ...]:
    _condition(pred, "the condition of an `assert`")
    return ()


def _make(exception: str, template: Template, message: tuple[Any, ...]) -> BaseException:
    text = render(template, message)
    return exception_class(exception)(text) if template else exception_class(exception)()


@op("print", infer=_nothing, facts=Fact.EFFECT, results=0)
def print_(*values: Any, template: Template, to: str = "stdout", xp: Any) -> Any:
    """Print the values to a stream of `sys`, each time the program runs; the line's end is part of the template."""
    text = render(template, values)
    print(text, end="", file=getattr(sys, to))  # as it is now; the way of `sys.stdout`, where that is None
    count(text, to)


@op("assert", infer=_assert, facts=Fact.EFFECT | Fact.RAISES, results=0)
def assert_(pred: Any, *message: Any, exception: str, template: Template, xp: Any) -> Any:
    """Raise the exception if the bool is false."""
    if not pred:
        raise _make(exception, template, message)


@op("raise", infer=_nothing, facts=Fact.EFFECT | Fact.RAISES, results=0)
def raise_(*message: Any, exception: str, template: Template, xp: Any) -> Any:
    """Raise the exception, with a message made of the values."""
    raise _make(exception, template, message)


def _extern(*values: Spec, function: Opaque, specs: tuple[Spec, ...]) -> tuple[Spec, ...]:
    return tuple(specs)


@op("extern", infer=_extern, facts=Fact.EFFECT | Fact.RAISES)
def extern(*values: Any, function: Opaque, specs: tuple[Spec, ...], xp: Any) -> Any:
    """Call back a Python function that has no place in the program; what it answers is checked."""
    got = function(*values)
    results = (got,) if len(specs) == 1 else () if not specs else tuple(got)
    if len(results) != len(specs):
        raise VerifyError(f"{function} answered {len(results)} values where {len(specs)} were declared")
    for value, spec in zip(results, specs, strict=True):
        _check_answer(function, value, spec)
    return got if len(specs) == 1 else results


def _check_answer(function: Opaque, value: Any, spec: Spec) -> None:
    expected = {ARRAY: np.ndarray, SCALAR: np.generic}.get(spec.kind) or python_type(spec)
    right = isinstance(value, expected)
    if right and spec.kind != PYTHON:
        actual = Spec(value.dtype, value.shape, spec.kind)
        right = _fits(actual, spec)
    if not right:
        raise VerifyError(f"{function} answered {shown(value)}, which is no {spec} ({spec.kind})")


def _dim(x: Spec, *, axis: int) -> Spec:
    if not -x.ndim <= axis < x.ndim:
        raise VerifyError(f"axis {axis} of a value of shape {x.shape}")
    return PY_INT


@op("dim", infer=_dim)
def dim(x: Any, *, axis: int, xp: Any) -> Any:
    """The extent of an axis, as a Python int."""
    return x.shape[axis]
