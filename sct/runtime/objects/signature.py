"""What a function takes, and what CPython says to a call that does not fit."""

from __future__ import annotations

import functools
import inspect
from types import CodeType, FunctionType
from typing import Any

__all__ = ["python_message", "signature_of"]


def signature_of(fn: FunctionType, said: bool) -> inspect.Signature:
    """What `fn` takes, or what it is `said` to take, as `functools.wraps` has it from the function that is wrapped."""
    if said or not {"__wrapped__", "__signature__"} & {*fn.__dict__}:
        return inspect.signature(fn)
    bare = FunctionType(fn.__code__, fn.__globals__, fn.__name__, fn.__defaults__, fn.__closure__)
    bare.__kwdefaults__ = fn.__kwdefaults__
    return inspect.signature(bare)


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
