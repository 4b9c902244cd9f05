"""What a function takes, and what CPython says to a call that does not fit."""

from __future__ import annotations

import ast
import functools
import inspect
import textwrap
from types import CodeType, FunctionType
from typing import Any

from sct.errors import ArgumentsError
from sct.parsing import parsed
from sct.runtime.conversion.locations import function_location

__all__ = ["check_as_written", "python_message", "signature_of"]


def signature_of(fn: FunctionType, said: bool) -> inspect.Signature:
    """What `fn` takes, or what it is `said` to take, as `functools.wraps` has it from the function that is wrapped."""
    if said or not {"__wrapped__", "__signature__"} & {*fn.__dict__}:
        return inspect.signature(fn)
    bare = FunctionType(fn.__code__, fn.__globals__, fn.__name__, fn.__defaults__, fn.__closure__)
    bare.__kwdefaults__ = fn.__kwdefaults__
    return inspect.signature(bare)


def check_as_written(
    fn: Any, bound: inspect.BoundArguments, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> None:
    """Refuse to give a wrapper that looks at its `*args` others than the call has.

    The input spec names the arguments of what it wraps, and so they are given: by position, with the defaults.
    """
    if len(bound.args) == len(args) and bound.kwargs.keys() == kwargs.keys():
        return
    while isinstance(fn, FunctionType) and "__wrapped__" in fn.__dict__:
        if not passes_on(fn):
            raise ArgumentsError(
                "a decorated function looks at how its arguments are given, and has an input spec",
                where=function_location(fn),
                why="they are given by position, with the defaults of what it wraps, whose arguments the spec names",
                fix="give all arguments by position, or leave input_spec= out",
            )
        fn = fn.__dict__["__wrapped__"]


def passes_on(fn: FunctionType) -> bool:
    """Whether a function does nothing with its `*args` and `**kwargs` but to give them on as they are.

    >>> passes_on(passes_on)
    True
    """
    code = fn.__code__
    first = code.co_argcount + code.co_kwonlyargcount
    more = code.co_varnames[first : first + bool(code.co_flags & 4) + bool(code.co_flags & 8)]
    if not more:
        return True
    try:
        tree = parsed(textwrap.dedent(inspect.getsource(code)))
    except (OSError, SyntaxError, TypeError):
        return False
    given = [arg for call in ast.walk(tree) if isinstance(call, ast.Call) for arg in (*call.args, *call.keywords)]
    starred = [x.value for x in given if isinstance(x, ast.Starred) or (isinstance(x, ast.keyword) and x.arg is None)]
    used = [x for x in ast.walk(tree) if isinstance(x, ast.Name) and x.id in more]
    return all(any(x is one for one in starred) for x in used)


def python_message(fn: FunctionType, args: tuple[Any, ...], kwargs: dict[str, Any]) -> str:
    """CPython's own words for a call that does not fit: asked of a function with the same signature and no body."""
    code = fn.__code__
    empty = (lambda: None).__code__
    try:
        probe = FunctionType(_without_body(code, empty), {}, fn.__name__, fn.__defaults__)
        probe.__kwdefaults__ = fn.__kwdefaults__
        probe.__qualname__ = fn.__qualname__
        probe(*args, **kwargs)
    except TypeError as error:
        return str(error)
    except Exception:  # the probe itself is not what is wrong
        return ""
    return ""


@functools.lru_cache(maxsize=256)
def _without_body(code: CodeType, empty: CodeType) -> CodeType:
    count = code.co_argcount + code.co_kwonlyargcount + bool(code.co_flags & 4) + bool(code.co_flags & 8)
    return empty.replace(
        co_argcount=code.co_argcount, co_posonlyargcount=code.co_posonlyargcount,
        co_kwonlyargcount=code.co_kwonlyargcount, co_varnames=code.co_varnames[:count], co_nlocals=count,
        co_flags=(empty.co_flags | (code.co_flags & 12)), co_name=code.co_name, co_qualname=code.co_qualname,
    )  # fmt: skip
