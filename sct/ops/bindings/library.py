"""Functions of libraries that are called when the program runs: which they are, and what they will answer."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable
from typing import Any

import numpy as np

from sct.errors import SctError, UnsupportedOpError
from sct.hashing import canonical_bytes
from sct.ir.types import ARRAY, Spec
from sct.ops import registry
from sct.ops.bindings.table import dtype_of, spec_of, static, symbolic
from sct.ops.library import MOST_RESULTS, calling, remember
from sct.ops.library_table import DISTRIBUTION_METHODS, DISTRIBUTIONS, FIXED, FREE, FUNCTIONS, KNOWN, LOOSE
from sct.ops.opaque import Opaque
from sct.ops.stand_ins import Outcome, measured, rebuilt

__all__ = [
    "HeldObject", "LibraryObject", "LibraryText", "library_call", "library_name", "lookup_library", "template_of",
]  # fmt: skip


class LibraryObject:
    """An object that `name` makes of arguments: an argument itself, made when the program runs."""

    def __init__(self, name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        self.name, self.args, self.kwargs = name, args, kwargs


class LibraryText:
    """A text with run-time values in it, made when the program runs: a template and what goes into it."""

    def __init__(self, template: tuple[Any, ...], values: list[Any]) -> None:
        self.template, self.values = template, values


class HeldObject:
    """An object of the caller's, which the program asks when it runs."""

    def __init__(self, held: Any) -> None:
        self.held = held


_names: dict[str, dict[Any, str]] = {}  # of each module that is there: its functions
_outcomes: dict[bytes, Outcome] = {}
_MOST_OUTCOMES = 4096


def library_name(function: Any) -> str | None:
    """The name of a function in `library_table`, if that is what `function` is now."""
    for module in FUNCTIONS:
        if module in sys.modules and module not in _names:
            _names[module] = _functions_of(module)
    try:
        return next((names[function] for names in _names.values() if function in names), None)
    except TypeError:  # not hashable
        return None


def _functions_of(module: str) -> dict[Any, str]:
    content = vars(sys.modules[module])
    found = {content[name]: f"{module}:{name}" for name in FUNCTIONS[module].split() if name in content}
    if module == "scipy.stats":
        for name in DISTRIBUTIONS.split():
            for method in DISTRIBUTION_METHODS.split():
                bound = getattr(content.get(name), method, None)
                if bound is not None:
                    found[bound] = f"{module}:{name}.{method}"
    return found


def lookup_library(function: Any) -> Callable[..., Any] | None:
    """What serves a function of a library; None if that is not what `function` is."""
    name = library_name(function)
    if name is None and _module_of(function).startswith("scipy."):
        from sct.ops.bindings.library_objects import lookup_maker

        return lookup_maker(function)
    if name is None or name.startswith("numpy:"):
        return None
    return lambda *args, **kwargs: library_call(name, function, args, kwargs)


def _module_of(function: Any) -> str:
    """The module; of methods that are written in C, that of the class."""
    module = getattr(function, "__module__", None)
    return str(module if module is not None else type(getattr(function, "__self__", None)).__module__)


def library_call(name: str, function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """The call as an op."""
    args, kwargs = _with_known(name, function, args, kwargs)
    free = name in FREE or (name.count(".") > 1 and name.startswith("scipy.stats:"))
    title = name.replace(":", ".")
    call, operands = template_of(title, args, kwargs, free=free)
    remember(name, function)
    held = next((x.held for x in args if isinstance(x, HeldObject)), None)
    outcome = _measure(name, function, call, tuple(spec_of(x) for x in operands), held)
    if not 1 <= len(outcome.results) <= MOST_RESULTS:
        raise UnsupportedOpError(f"{title} has no static support for so many results", fix="ask for fewer of them")
    more = {} if held is None else {"held": Opaque(held)}
    definition = registry.get(f"library_{len(outcome.results)}")
    made = definition(*operands, function=name, call=call, results=outcome.results, **more)
    return rebuilt(outcome.tree, made if len(outcome.results) > 1 else (made,))


def template_of(
    title: str, args: tuple[Any, ...], kwargs: dict[str, Any], *, free: bool = False
) -> tuple[Any, list[Any]]:
    """The arguments with places for operands, and these; integers that are not `free` have to be known."""
    operands: list[Any] = []

    def part(value: Any) -> Any:
        if symbolic(value) or isinstance(value, (np.ndarray, np.generic)):
            if not free and spec_of(value).kind != ARRAY and spec_of(value).dtype.kind in "biu":
                return ("=", static(value, "an integer"))
            operands.append(value)
            return ("arg", len(operands) - 1)
        if isinstance(value, (list, tuple)) and type(value) in (list, tuple):
            return (type(value).__name__, *map(part, value))
        if isinstance(value, (type, np.dtype)) and np.dtype(value).kind in "biufc":
            return ("=", dtype_of(value))
        if isinstance(value, HeldObject):
            return ("held",)
        if isinstance(value, LibraryText):
            operands.extend(value.values)
            return ("text", value.template, len(operands) - len(value.values))
        if isinstance(value, LibraryObject):
            return ("object", value.name, tuple(map(part, value.args)), _named(value.kwargs))
        if value is None or isinstance(value, (bool, int, float, complex, str)):
            return ("=", value)
        raise UnsupportedOpError(
            f"{title} has no static support for a {type(value).__name__} as argument",
            fix="pass arrays, numbers and texts, or call it outside of the static function",
        )

    def _named(values: dict[str, Any]) -> tuple[Any, ...]:
        return tuple((key, part(value)) for key, value in values.items())

    return (tuple(map(part, args)), _named(kwargs)), operands


def _with_known(name: str, function: Any, args: Any, kwargs: Any) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """The arguments, with those as Python values that decide about shapes."""
    if name not in KNOWN:
        return args, kwargs
    given = inspect.signature(function).bind(*args, **kwargs)
    given.arguments[KNOWN[name]] = static(given.arguments[KNOWN[name]], KNOWN[name])
    return given.args, given.kwargs


def _measure(name: str, function: Any, call: Any, specs: tuple[Spec, ...], held: Any) -> Outcome:
    key = canonical_bytes((name, call, tuple((str(s), s.kind) for s in specs))) if held is None else b""
    outcome = _outcomes.get(key)
    if outcome is None:
        try:
            outcome = measured(calling(function, call, held), specs, FIXED.get(name, ()), LOOSE.get(name, ()))
        except SctError:
            raise
        except Exception as error:
            raise UnsupportedOpError(
                f"{name.replace(':', '.')} has no static support for these arguments",
                why=f"called on arrays like them it raised {type(error).__name__}: {error}",
                fix="call it outside of the static function",
            ) from error
        if len(_outcomes) >= _MOST_OUTCOMES:
            _outcomes.clear()
        if key:
            _outcomes[key] = outcome
    return outcome
