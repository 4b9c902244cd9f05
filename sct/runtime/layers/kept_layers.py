"""Layers kept on disk: where another process calls the same function in the same way, it does not trace it again.

The key holds the function's code and source, the form of its arguments, and the state of this package, of Python,
NumPy and the settings. What is found under it is a guess, as any layer is: its guards, on all that the trace has
read, are evaluated before it is used. The objects that they name are found anew, and are compared by content
(`elsewhere`). A layer that depends on anything which has no such words is not kept, and traced in each process.
"""

from __future__ import annotations

import inspect
import pickle
import struct
import sys
from collections.abc import Mapping
from enum import Enum
from functools import cache, cached_property
from types import FunctionType
from typing import TYPE_CHECKING, Any

import numpy as np

from sct import logs
from sct.backends.native import disk
from sct.backends.native.entry import Entry
from sct.backends.native.files import state_of
from sct.config import settings
from sct.dtypes import dtype_text
from sct.garbage import first_import
from sct.hashing import UnhashableContentError, content_hash
from sct.ir.effects import GIVING
from sct.runtime import ignore
from sct.runtime.hashing.steady_hashes import is_hashed_alike
from sct.runtime.layers.elsewhere import PLAIN, Finder, Names, NotTheSameError, print_of
from sct.runtime.layers.layer import Layer
from sct.runtime.layers.steady_code import is_steady
from sct.runtime.source import get_conversion

if TYPE_CHECKING:
    from sct.ir.types import Dim
    from sct.runtime.trace import Trace

__all__ = ["made_layer"]

_FLOORS = ("", "ir", "ops", "loops", "passes", "backends", "runtime", "transformers")
_TOPICS = ("ast", "passes", "program", "guards")  # of what tracing alone shows
_MOST_CONSTANTS = 1_000
_MOST_ITEMS = 1000
_DAMAGED = (struct.error, pickle.UnpicklingError, EOFError, ImportError)
_SIZES = struct.Struct("<Q")
_FACTS = ("source", "backend", "replayable", "may_be_caught", "recurses", "prints")
_OTHER_GIVING = frozenset(GIVING) - {"print"}  # whose loggers and registries of warnings are those of one process
_TABLES = ("constants", "dims")


class KeptLayer(Layer):
    """A layer that another process has made. Its program is read when somebody asks for it."""

    def __init__(self, facts: Mapping[str, Any], known: Any, rest: bytes, find: Finder) -> None:
        from sct.backends.native.executable import Executable

        for name in _FACTS:
            setattr(self, name, facts[name])
        for name in _TABLES:
            setattr(self, name, dict(facts[name]))
        self.symbolic = frozenset(facts["symbolic"])
        self._rest, self._find = rest, find
        self.executable = Executable(lambda: self.program, known)
        self._compile(self.executable.run)

    @cached_property
    def program(self) -> Any:  # type: ignore[override]
        """The optimised program."""
        return self._read[0]

    @cached_property
    def guards(self) -> Any:
        """What must hold for the program to be the right one."""
        return self._read[1]

    @cached_property
    def _read(self) -> tuple[Any, Any]:
        from sct.runtime.layers.guards import Guards
        from sct.runtime.layers.pickled_layers import unpacked

        program, guards = unpacked(self._rest, self._find)
        return program, Guards(list(guards))


def made_layer(
    fn: FunctionType, bound: inspect.BoundArguments, signature: inspect.Signature, *, backend: str,
    dims: Mapping[tuple[str, int], Dim], symbolic: frozenset[str], name: str, passes: Any = None,
) -> Layer:  # fmt: skip
    """The layer for these arguments: what another process has kept of it, or else traced now."""
    key = None
    if backend == "native":
        options = (name, tuple([(*place, dim.name) for place, dim in dims.items()]), tuple(sorted(symbolic)))
        key = layer_key(fn, bound.arguments, passes, *options)
        kept = recall(key, fn, bound.arguments)
        if kept is not None and kept.applies(*bound.args, **bound.kwargs):
            return kept
    with first_import("sct.runtime.tracing"):
        from sct.runtime.tracing import trace_layer  # all that traces is imported only now

    layer, trace = trace_layer(
        fn, get_conversion(fn, passes), bound, signature,
        backend=backend, dims=dims, symbolic=symbolic, name=name, passes=passes,
    )  # fmt: skip
    keep(key, fn, layer, trace)
    return layer


def layer_key(fn: FunctionType, arguments: Mapping[str, Any], passes: Any, *options: Any) -> str | None:
    """The key of what is kept for a call of `fn`; None if nothing can be."""
    if disk.default().folder is None or passes is not None or any(map(logs.wanted, _TOPICS)):
        return None
    state = _state()
    if not state or ignore.asked_by_user() or "__wrapped__" in vars(fn) or "__signature__" in vars(fn):
        return None
    special = getattr(sys.modules.get("scipy"), "__version__", "")
    used = (settings.backend, settings.num_threads > 1, settings.check, repr(np.get_printoptions()))
    try:
        forms = tuple([(name, _form(value)) for name, value in arguments.items()])
        return content_hash(("layer", state, special, used, print_of(fn), fn.__qualname__, forms, options))
    except (NotTheSameError, UnhashableContentError, RecursionError):
        return None


def recall(key: str | None, fn: FunctionType, arguments: Mapping[str, Any]) -> KeptLayer | None:
    """The layer that was kept under `key`, if all that it names is still what it was."""
    entry = disk.default().get(key) if key is not None else None
    if entry is None:
        return None
    from sct.backends.native import abi
    from sct.runtime.layers.pickled_layers import unpacked

    find = Finder(fn, arguments)
    try:
        if not abi.available():
            return None
        (size,) = _SIZES.unpack_from(entry.code)
        facts, known = unpacked(entry.code[_SIZES.size : _SIZES.size + size], find)
        find.forget_arguments()
        return KeptLayer(dict(facts), known, entry.code[_SIZES.size + size :], find)
    except NotTheSameError as error:
        logs.log("cache", "%s is traced again: %s", fn.__qualname__, error)
    except (*_DAMAGED, LookupError, TypeError, ValueError, AttributeError) as error:
        logs.log("cache", "what is kept for %s is of another form: %s", fn.__qualname__, error)
    return None


def keep(key: str | None, fn: FunctionType, layer: Layer, trace: Trace) -> None:
    """Keep `layer` under `key`, if another process can tell whether it applies there."""
    if key is None:
        return
    try:
        data = _packed(fn, layer, trace)
    except NotTheSameError as error:
        logs.log("cache", "%s is not kept: %s", fn.__qualname__, error)
        return
    disk.default().put(key, Entry(data, {"name": f"{fn.__qualname__}, traced"}))


def _packed(fn: FunctionType, layer: Layer, trace: Trace) -> bytes:
    from sct.backends.native.executable import Executable
    from sct.runtime.calls.traced_call import callees_of
    from sct.runtime.layers.pickled_layers import packed

    if layer.draws or type(layer.executable) is not Executable:
        raise NotTheSameError("the program draws numbers, or is no machine code")
    if layer.prints and any(op.name in _OTHER_GIVING for op in layer.program.body.walk()):
        raise NotTheSameError("the program logs or warns")
    if trace.output.options or trace.complaints.modes or trace.complaints.warnings_matter or trace.complaints.quiet:
        raise NotTheSameError("the function changes print options, error states or filters of warnings")
    known = layer.executable.known
    if not known.digest:
        raise NotTheSameError("the program calls functions of this process")
    names = Names(fn)
    for guard in layer.guards:
        names.take_of_sct(guard.source)
        if guard.kind == "identity":
            names.take(guard.source, guard.expected)
        elif guard.kind == "type":
            names.take_class_of(guard.source, guard.expected)
        elif guard.kind == "constants" and len(guard.expected) > _MOST_CONSTANTS:
            raise NotTheSameError("to write down so many constants takes longer than to trace the function again")
        elif guard.kind == "ordered" and not all(map(is_hashed_alike, guard.expected)):
            raise NotTheSameError("the order of a set is another one in each process")
    for value, _ in trace.code.parted.items():
        if type(value) is FunctionType:
            names.take(trace.sources.get(value), value)
    seen = {id(one.__code__) for one in names.functions}
    for callee in callees_of(trace):
        if id(callee.__code__) in seen or ignore.is_inlined(callee.__module__):
            continue
        if callee in names.methods:
            names.functions.append(callee)
        else:
            raise NotTheSameError(f"nothing watches {callee.__qualname__}")
    for one in names.functions:
        if not is_steady(one.__code__, trace.set_orders.alike):
            raise NotTheSameError(f"{one.__qualname__} may depend on the order of a set, or on what it imports")
    facts = [(name, getattr(layer, name)) for name in _FACTS]
    facts.append(("symbolic", tuple(sorted(layer.symbolic))))
    facts += [(name, tuple(getattr(layer, name).items())) for name in _TABLES]
    first = packed((tuple(facts), known), names)
    return _SIZES.pack(len(first)) + first + packed((layer.program, tuple(layer.guards)), names)


def _form(value: Any, depth: int = 0) -> Any:
    """What is known of an argument before anything is traced; the guards say the rest."""
    kind = type(value)
    if kind is np.ndarray or isinstance(value, np.generic):
        return kind.__name__, dtype_text(value.dtype), value.shape
    if kind in PLAIN:
        return value
    if kind in (list, tuple, dict) and len(value) <= _MOST_ITEMS and depth < 10:
        items = value.items() if kind is dict else value
        return kind.__name__, tuple([_form(item, depth + 1) for item in items])
    if isinstance(value, Enum):
        return kind.__module__, kind.__qualname__, value._name_
    return kind.__module__, kind.__qualname__


@cache
def _state() -> str:
    """A short text that changes with this package's files, with Python and with NumPy; "" if unknown."""
    return state_of(_FLOORS, f"{sys.version} {sys.flags.optimize} {np.__version__}")
