"""Methods of texts and bytes that are known, which are given what only the run knows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sct.runtime.callers.buffers import is_own_buffer
from sct.runtime.current import is_variable
from sct.runtime.generators import TracedGenerator
from sct.runtime.lists import growing
from sct.runtime.stand_ins import StandIn
from sct.runtime.text_arrays.array_of_texts import ArrayOfTexts
from sct.runtime.text_arrays.listed import joined
from sct.runtime.text_arrays.text_array import TextArray
from sct.runtime.texts import text_methods
from sct.runtime.texts.deferred_text import holds_variable
from sct.runtime.texts.format_method import deferred_format
from sct.runtime.texts.missing_keys import makes_missing
from sct.runtime.trace import Trace

__all__ = ["method_of_bytes", "method_of_text"]


def method_of_text(trace: Trace, f: Any, owner: str, name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """`owner.name(*args, **kwargs)`, where `f` is the method."""
    if name == "join" and len(args) == 1 and isinstance(args[0], ArrayOfTexts):
        if isinstance(args[0], TextArray) and not owner:
            return joined(args[0])
        return method_of_text(trace, f, owner, name, (args[0].tolist(),), {})
    if name == "join" and len(args) == 1 and (growing.is_unknown(args[0]) or isinstance(args[0], TracedGenerator)):
        return text_methods.join(trace, owner, args[0])
    if not (holds_variable(args) or holds_variable(kwargs)):
        if name == "join" and args and isinstance(args[0], Iterator):
            return method_of_text(trace, f, owner, name, (list(args[0]), *args[1:]), kwargs)
        if name not in ("format", "format_map") or not any(map(makes_missing, (*args, *kwargs.values()))):
            return f(*args, **kwargs)
    if name == "format":
        return deferred_format(owner, args, kwargs)
    if name == "format_map" and len(args) == 1:
        return deferred_format(owner, (), args[0])
    return text_methods.method(trace, owner, name, *args, **kwargs)


def method_of_bytes(trace: Trace, owner: bytes, name: str, args: tuple[Any, ...]) -> Any:
    """`owner.name(*args)`; NotImplemented where all is known."""
    if name == "join" and len(args) == 1:
        return _joined(trace, owner, args[0])
    if name.startswith("__") or not any(isinstance(x, StandIn) or is_variable(x) for x in args):
        return NotImplemented
    from sct.runtime.texts.bytes_methods import method

    return method(owner, name, args)


def _joined(trace: Trace, separator: bytes, items: Any) -> Any:
    from sct.runtime.calls.library_calls import inlined
    from sct.runtime.libraries import bytes_library

    known = not (growing.is_unknown(items) or isinstance(items, TracedGenerator))
    if known and not (isinstance(items, (list, tuple)) and any(map(_is_of_the_run, items))):
        return NotImplemented
    library: Any = bytes_library
    return inlined(trace, library.joined, separator, items)


def _is_of_the_run(x: Any) -> bool:
    return isinstance(x, StandIn) or is_own_buffer(x)
