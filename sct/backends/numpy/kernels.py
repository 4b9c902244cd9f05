"""How one op is written as a Python expression: as little as possible beside the kernel itself."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from sct.backends.numpy.methods import method_of
from sct.ir.core import ArrayConst, Op
from sct.ir.types import ARRAY, PYTHON, SCALAR
from sct.ops import registry
from sct.ops.number_operators import BINARY, CHARS, UNARY
from sct.ops.registry import Fact, OpDef

__all__ = ["Bind", "constant", "expression", "subscript"]

Bind = Callable[[str, Any], str]  # gives an object a name in the generated code
_LITERALS = (bool, type(None), str)
_SMALL = 2**63


def expression(op: Op, args: list[str], bind: Bind, owned: bool = False) -> str:
    """The expression that computes `op` on operands that are written as `args`; in place, if they are `owned`."""
    if op.name == "getitem":
        return f"{args[0]}[{subscript(op.attr('index'), args[1:])}]"
    if op.name == "dim":
        return f"{args[0]}.shape[{op.attr('axis')}]"
    if op.name in _WORDS:
        return _WORDS[op.name].format(args[0])
    definition = registry.get(op.name)
    if owned:
        keywords = [f"{key}={literal(value, bind)}" for key, value in op.attrs]
        return f"{bind(f'k_{op.name}_owned', definition.extras['owned'])}({', '.join(args + keywords)})"
    call = _call(op, definition, args, bind)
    if op.name in UNARY and op.args[0].spec.kind == SCALAR and op.args[0].spec.dtype.char in CHARS[1] and not op.attrs:
        return UNARY[op.name][0].format(args[0])
    sign = _SIGNS.get(op.name)
    if sign is not None and _is_number_operator(op):
        text = f"{args[0]} {sign} {args[1]}"
        # an int that outgrows int64 is the kernel's to refuse
        return f"t if -{_SMALL} <= (t := {text}) < {_SMALL} else {call}" if _grows(op) else text
    return _typed(op, definition, call, bind)


# Operators on numbers whose kernels are the operator itself, but for the range of Python ints.
_PYTHON_SIGNS = {
    "py_add": "+",
    "py_sub": "-",
    "py_mul": "*",
    "py_truediv": "/",
    "py_mod": "%",
    "py_floordiv": "//",
    "py_lt": "<",
    "py_le": "<=",
    "py_gt": ">",
    "py_ge": ">=",
    "py_eq": "==",
    "py_ne": "!=",
}
_SCALAR_SIGNS = {name: sign for name, (sign, _) in BINARY.items()}
_SIGNS = _PYTHON_SIGNS | _SCALAR_SIGNS


def _is_number_operator(op: Op) -> bool:
    """Whether the operands are numbers, for which the operator does what the op does."""
    if op.attrs or len(op.args) != 2:
        return False
    specs = [arg.spec for arg in op.args]
    if op.name in _PYTHON_SIGNS:
        return all(spec.kind == PYTHON for spec in specs)
    kinds = {spec.kind for spec in specs}
    return SCALAR in kinds and ARRAY not in kinds and all(spec.dtype.char in _OPERABLE for spec in specs)


_WORDS = {"py_not": "not {}", "truth": "bool({})", "py_bool": "bool({})"}
_OPERABLE = CHARS[2]


def _grows(op: Op) -> bool:
    return op.results[0].spec.kind == PYTHON and op.results[0].spec.dtype.kind == "i" and op.name != "py_mod"


def _call(op: Op, definition: OpDef, args: list[str], bind: Bind) -> str:
    function = definition.numpy[0] if definition.numpy else None
    if isinstance(function, np.ufunc) and Fact.ELEMENTWISE in definition.facts:
        name = bind(f"np_{op.name}", function)
        keywords = []
    elif "compiled" in definition.extras:  # the kernel for these attributes, made once
        return f"{bind(f'k_{op.name}', definition.extras['compiled'](**dict(op.attrs)))}({', '.join(args)})"
    elif (method := method_of(op)) is not None:
        found, placed, named = method
        words = [*args[1:], *[literal(v, bind) for v in placed], *[f"{k}={literal(v, bind)}" for k, v in named.items()]]
        if found.function is None:
            return f"{args[0]}.{op.name}({', '.join(words)})"
        return f"{bind(f'm_{op.name}', found.function)}({', '.join([args[0], *words])})"
    else:
        name = bind(f"k_{op.name}", definition.kernel)
        keywords = [f"xp={bind('np', np)}"]
    keywords += [f"{key}={literal(value, bind)}" for key, value in op.attrs]
    return f"{name}({', '.join(args + keywords)})"


def _typed(op: Op, definition: OpDef, call: str, bind: Bind) -> str:
    """Arrays without axes and NumPy scalars are easily taken for one another, by kernels too."""
    if len(op.results) != 1 or op.results[0].spec.shape:
        return call
    kind = op.results[0].spec.kind
    if kind == ARRAY:
        return f"{bind('asarray', np.asarray)}({call})"
    if kind == SCALAR and Fact.ELEMENTWISE not in definition.facts:
        return f"{bind('scalar', _scalar)}({call})"
    return call


def _scalar(value: Any) -> Any:
    """A NumPy scalar, if the kernel answered an array without axes."""
    return value[()] if type(value) is np.ndarray else value


def subscript(index: Any, operands: list[str]) -> str:
    """The inside of the brackets.

    >>> subscript((("arg", 0), ("slice", None, 5, ("arg", 1)), ("newaxis",), ("ellipsis",)), ["i", "n"])
    'i, :5:n, None, ...'
    >>> subscript((), [])
    '()'
    """
    entries = [_entry(entry, operands) for entry in index]
    return ", ".join(entries) or "()"


def _entry(entry: Any, operands: list[str]) -> str:
    match entry:
        case ("int", k):
            return str(k)
        case ("arg", int(k)):
            return operands[k]
        case ("slice", start, stop, step):
            first, last, by = (_bound(b, operands) for b in (start, stop, step))
            return f"{first}:{last}:{by}" if by else f"{first}:{last}"
        case ("newaxis",):
            return "None"
        case ("ellipsis",):
            return "..."
    raise ValueError(f"{entry!r} is no entry of an index")


def _bound(bound: Any, operands: list[str]) -> str:
    if bound is None:
        return ""
    return operands[bound[1]] if isinstance(bound, tuple) else str(bound)


def literal(value: Any, bind: Bind) -> str:
    """An attribute, written out if it is short and plain."""
    if type(value) in _LITERALS or (type(value) is int and -_SMALL < value < _SMALL):
        return repr(value)
    return bind("a", value)


def constant(op: Op, bind: Bind) -> str:
    """The value of a `constant`: written out if it is a plain number, else a name for a frozen array."""
    value: Any = op.attr("value")
    if isinstance(value, ArrayConst):
        frozen = np.array(value.array())
        frozen.setflags(write=False)
        return bind("c", frozen if op.attr("kind") == ARRAY else frozen[()])
    if type(value) is bool:
        return repr(value)
    if (type(value) is int and -_SMALL < value < _SMALL) or (type(value) is float and math.isfinite(value)):
        text = repr(value)
        return f"({text})" if text[0] == "-" else text
    return bind("c", value)
