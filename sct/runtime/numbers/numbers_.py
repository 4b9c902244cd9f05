"""`int`, `float`, `complex`, `bool`, `abs`, `round`, `divmod` and `pow` on symbolic values."""

from __future__ import annotations

import operator
from typing import Any

from sct import ops
from sct.errors import StaticValueError
from sct.ir.types import PYTHON
from sct.runtime.arrays.flat_arguments import check_no_flat
from sct.runtime.calls.raised_words import raise_as_python
from sct.runtime.control_flow import truth
from sct.runtime.current import has_spec, is_variable
from sct.runtime.joins.choice import Choice
from sct.runtime.numbers.mismatched import check_types
from sct.runtime.numbers.whole_objects import as_index
from sct.runtime.objects import operators
from sct.runtime.objects.kinds import kind_of
from sct.runtime.texts.kind_names import class_name, type_name
from sct.runtime.texts.text_pieces import FormattedText
from sct.runtime.trace import Trace

__all__ = ["abs_", "bool_", "complex_", "divmod_", "float_", "index_", "int_", "pow_", "round_"]


def int_(trace: Trace, /, *args: Any, **kwargs: Any) -> Any:
    """`int(x)`."""
    if len(args) != 1 or kwargs or not is_variable(args[0]):
        return _converted(trace, int, ("__int__", "__index__", "__trunc__"), args, kwargs)
    check_no_flat(int, args[0])
    if args[0].spec.dtype.kind == "c":
        _refuse_complex(args[0], "int")
    return ops.get("py_int")(args[0])


def index_(trace: Trace, /, x: Any) -> Any:
    """`operator.index(x)`."""
    if type(x) is Choice:
        return x.sct_distribute(lambda one: index_(trace, one))
    if has_spec(x) and x.spec.dtype.kind in "iu" and not x.spec.ndim:
        return ops.get("py_int")(x)
    found = as_index(x)
    return operator.index(x) if found is x else _without_truth(found)


def _without_truth(found: Any) -> Any:
    """An int: `__index__` may have answered a bool."""
    if type(found) is Choice:
        return found.sct_distribute(_without_truth)
    return ops.get("py_int")(found) if is_variable(found) else int(found)


def float_(trace: Trace, /, *args: Any, **kwargs: Any) -> Any:
    """`float(x)`."""
    if len(args) != 1 or kwargs or not is_variable(args[0]):
        return _converted(trace, float, ("__float__", "__index__"), args, kwargs)
    check_no_flat(float, args[0])
    if args[0].spec.dtype.kind == "c":
        _refuse_complex(args[0], "float")
    return ops.get("py_float")(args[0])


def _refuse_complex(x: Any, wanted: str) -> None:
    if x.spec.kind == PYTHON:
        raise_as_python(int if wanted == "int" else float, 0j)
    raise StaticValueError(
        f"{wanted}() of a complex run-time value",
        where=x.storage.trace.location(),
        why="NumPy drops the imaginary part, with a warning at each call",
        fix=f"write {wanted}(x.real)",
    )


def complex_(trace: Trace, /, *args: Any, **kwargs: Any) -> Any:
    """`complex(re, im)`."""
    if not any(map(is_variable, (*args, *kwargs.values()))):
        return _converted(trace, complex, ("__complex__", "__float__", "__index__"), args, kwargs)
    if any(isinstance(x, str) for x in (*args, *kwargs.values())):
        complex(*(0.0 if is_variable(x) else x for x in args), **kwargs)  # what Python says of a text there
    if len(args) == 1 and not kwargs:
        check_no_flat(complex, args[0])
        return ops.get("py_complex")(args[0])
    parts = {"real": 0.0, "imag": 0.0, **dict(zip(("real", "imag"), args, strict=False)), **kwargs}
    return ops.get("py_complex")(*(_real(trace, part) for part in (parts["real"], parts["imag"])))


def _real(trace: Trace, part: Any) -> Any:
    if not is_variable(part):
        return float(part) if not isinstance(part, complex) else part
    return float_(trace, part) if part.spec.dtype.kind != "c" else part


def bool_(trace: Trace, /, *args: Any, **kwargs: Any) -> Any:
    """`bool(x)`."""
    if len(args) != 1 or kwargs:
        return bool(*args, **kwargs)
    return truth(trace, args[0])


def abs_(trace: Trace, /, x: Any) -> Any:
    """`abs(x)`."""
    return _by_method(trace, abs, "__abs__", x)


def round_(trace: Trace, /, number: Any, ndigits: Any = None) -> Any:
    """`round(number, ndigits)`."""
    check_no_flat(round, number)
    return _by_method(trace, round, "__round__", number, *(() if ndigits is None else (as_index(ndigits),)))


def divmod_(trace: Trace, /, x: Any, y: Any) -> Any:
    """`divmod(x, y)`."""
    for one, other in ((x, y), (y, x)):
        if has_spec(one):
            check_types(one, other, "__divmod__", one is y)
    return operators.binary("divmod", x, y)


def pow_(trace: Trace, /, base: Any, exp: Any, mod: Any = None) -> Any:
    """`pow(base, exp, mod)`."""
    if mod is None:
        return operators.binary("pow", base, exp)
    kinds = [x.python_type if is_variable(x) else type(x) for x in (base, exp, mod)]
    if any(kind.__module__ == "numpy" for kind in kinds):
        names = (f"numpy.{kind.__name__}" if kind.__module__ == "numpy" else kind.__name__ for kind in kinds)
        raise TypeError("unsupported operand type(s) for ** or pow(): " + ", ".join(map(repr, names)))
    if any(map(is_variable, (base, exp, mod))):
        return ops.get("py_pow_mod")(base, exp, mod)
    return pow(base, exp, mod)


def _by_method(trace: Trace, function: Any, name: str, x: Any, *rest: Any) -> Any:
    """A builtin that calls one method of `x`; a user's own is converted."""
    method = operators.users_method(x, name)
    return function(x, *rest) if method is None else _convert(trace, method)(x, *rest)


def _converted(trace: Trace, kind: Any, names: tuple[str, ...], args: Any, kwargs: Any) -> Any:
    """The builtin on what is not symbolic; an instance's own conversion is converted code too."""
    if args and isinstance(args[0], FormattedText):
        from sct.runtime.texts.text_methods import number

        return number(trace, kind, *args, **kwargs)
    if len(args) == 1 and not kwargs:
        for name in names:
            method = getattr(type(args[0]), name, None)
            if operators.users_method(args[0], name) is not None:
                return _of_answer(kind, name, args[0], _convert(trace, method)(args[0]))
            if method is not None:
                break
    return kind(*args, **kwargs)


_ANSWERS = {"__int__": int, "__index__": int, "__float__": float, "__complex__": complex}


def _of_answer(kind: Any, name: str, asked: Any, result: Any) -> Any:
    """The number of a `kind` that is made of what a conversion method answers."""
    if type(result) is Choice:
        return result.sct_distribute(lambda one: _of_answer(kind, name, asked, one))
    if is_variable(result) and result.python_type is _ANSWERS.get(name):
        same = result.python_type is kind
        return result if same else ops.get({float: "py_float", complex: "py_complex"}[kind])(result)
    wanted = _ANSWERS.get(name)
    if wanted is not None and not issubclass(kind_of(result), wanted):
        by = f"{class_name(type(asked))}." if name == "__float__" else ""
        raise TypeError(f"{by}{name} returned non-{wanted.__name__} (type {type_name(result)})")
    return kind(type(type(asked).__name__, (), {name: lambda self: result})())  # the builtin checks it, in its words


def _convert(trace: Trace, method: Any) -> Any:
    from sct.runtime.calls.traced_call import convert_traced

    return convert_traced(trace, method)
