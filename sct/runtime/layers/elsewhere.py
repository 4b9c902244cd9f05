"""Objects of this process in words that another process understands: where they are found, and what they are.

A kept program is compared with the functions, modules and dicts that its trace has seen. They are written down as
the path on which the trace found them, from the function that is called, and a print of their content; another
process follows the path, and takes what it finds if the print is the same. What is more than functions with their
source, functions of Python and NumPy, modules, classes and plain values is not written down at all. The print of a
user's class says what no guard does: its place, its bases and its names. What a trace has read of it is guarded, and
so compared by itself.
"""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Mapping
from enum import Enum, EnumMeta
from types import BuiltinFunctionType, FunctionType, MethodDescriptorType, ModuleType, WrapperDescriptorType
from typing import Any

import numpy as np

from sct.hashing import UnhashableContentError, content_hash
from sct.runtime.callers.sources import (
    ArgSource,
    AttrSource,
    ClosureSource,
    ConstSource,
    FreeSource,
    GlobalSource,
    ItemSource,
    OwnSource,
    Source,
)
from sct.runtime.conversion import kept_code
from sct.runtime.ignore import is_ignored_function, is_ignored_module, is_marked, is_standard_library
from sct.runtime.layers import class_words
from sct.runtime.layers.class_words import Ref
from sct.runtime.state.cells import IdentityMap
from sct.runtime.state.class_content import NOTES

__all__ = ["PLAIN", "STANDARD", "Finder", "Names", "NotTheSameError", "Ref", "is_of_library", "print_of"]

PLAIN = (bool, int, float, complex, str, bytes, type(None), type(Ellipsis), slice, range)
_LIBRARIES = (
    "builtins", "math", "cmath", "operator", "_operator", "itertools", "functools", "_functools", "numpy", "sct",
)  # fmt: skip
STANDARD = (
    "abc", "array", "bisect", "_bisect", "collections", "_collections", "contextlib", "copy", "dataclasses", "enum",
    "heapq", "_heapq", "numbers", "random", "re", "statistics", "_statistics", "string", "struct", "_struct", "types",
    "typing",
)  # fmt: skip
"""Parts of the standard library whose version is Python's, and whose answers depend on what they are given alone."""
_SPECIAL = ("scipy.special",)  # whose version stands in the key, too
_NOT_THE_SAME = ("id", "hash", "input", "open", "breakpoint", "vars", "dir", "globals", "locals")
_DISPATCHER: Any = type(np.mean)


class NotTheSameError(Exception):
    """What stands there has no words, or is another thing than was written down."""


class Names:
    """The words for objects that one trace has seen.

    Attributes
    ----------
    functions
        Those that are known by their content.
    methods
        Those of classes that are known.
    """

    def __init__(self, fn: FunctionType) -> None:
        self.functions: list[FunctionType] = []
        self.methods = IdentityMap()
        self._known = IdentityMap()
        self._fn = fn
        self._add_function(fn, ("function",))

    def take(self, source: Source, found: Any) -> None:
        """What a guard has found at `source`."""
        if found is None or found is True or found is False or found in self._known:
            return
        ref = ("as", self.place(source), print_of(found))
        if type(found) is FunctionType and not is_ignored_function(found):
            self._add_function(found, ref)
            return
        self._known[found] = ref
        if isinstance(found, type) and not is_of_library(found):
            self._add_class(found, ref)
        if type(found) is FunctionType and found.__code__ not in self._known:
            self._known[found.__code__] = ("attribute", ref, "__code__")
        if _is_static(found):
            self._add_function(found.__sct_original__, ("attribute", ref, "__sct_original__"))

    def take_class_of(self, source: Source, cls: type) -> None:
        """The class of what a guard has found at `source`."""
        if cls not in self._known and not is_of_library(cls):
            ref = ("as", ("class of", self.place(source)), print_of(cls))
            self._known[cls] = ref
            self._add_class(cls, ref)

    def take_of_sct(self, source: Source) -> None:
        """A function or a class of this package, which a guard is on: the key holds the state of its files."""
        value: Any = source.value if type(source) is ConstSource else None
        if type(value) not in (type, FunctionType) or not str(value.__module__).startswith("sct."):
            return
        owner, _, name = value.__qualname__.rpartition(".")
        cls = class_words.by_name(value.__module__, owner or name)
        if cls is not None and cls not in self._known:
            self._known[cls] = ref = ("of sct", value.__module__, owner or name)
            if isinstance(cls, type):
                self._add_class(cls, ref)
            elif type(cls) is FunctionType:
                self._add_parts(cls, ref)

    def known(self, value: Any) -> Ref | None:
        """The words for an object; None if it has none."""
        if type(value) is dict:
            name = value.get("__name__")
            if value not in self._known and type(name) is str and vars(sys.modules.get(name, ModuleType(""))) is value:
                return ("names of", name)
        found: Ref | None = self._known.get(value)
        return found

    def place(self, source: Source) -> Ref:
        """The path that is a source."""
        match source:
            case ArgSource(name=name):
                return ("argument", name)
            case GlobalSource(scope=scope, name=name):
                return ("item", self._named(scope), name)
            case FreeSource(cell=cell):
                return ("attribute", self._named(cell), "cell_contents")
            case ClosureSource(parent=parent, place=place):
                cells = ("attribute", self.place(parent), "__closure__")
                return ("attribute", ("item", cells, place), "cell_contents")
            case AttrSource(parent=parent, name=name):
                return ("attribute", self.place(parent), name)
            case OwnSource(parent=parent, name=name, slot=None):
                return ("item", ("attribute", self.place(parent), "__dict__"), name)
            case ItemSource(parent=parent, key=key) if type(key) in (int, str, bool):
                return ("item", self.place(parent), key)
            case ConstSource(value=value):
                return self._named(value)
        raise NotTheSameError(f"{source.describe()} has no words")

    def _named(self, value: Any) -> Ref:
        ref = self.known(value)
        if ref is None:
            raise NotTheSameError(f"a {type(value).__name__} has no words")
        return ref

    def _add_function(self, fn: FunctionType, ref: Ref) -> None:
        self.functions.append(fn)
        self._add_parts(fn, ref)

    def _add_parts(self, fn: FunctionType, ref: Ref) -> None:
        self._known[fn] = ref
        parts = [(fn.__code__, "__code__"), (fn.__globals__, "__globals__")]
        parts += [(fn.__defaults__, "__defaults__"), (fn.__kwdefaults__, "__kwdefaults__")]
        for part, name in parts:
            if part is not None and part not in self._known:
                self._known[part] = ("attribute", ref, name)
        for k, cell in enumerate(fn.__closure__ or ()):
            if cell not in self._known:
                self._known[cell] = ("item", ("attribute", ref, "__closure__"), k)

    def _add_class(self, cls: type, ref: Ref) -> None:
        """Its bases, and what its names hold, as far as there are words for that."""
        for k, base in enumerate(cls.__bases__):
            if base not in self._known and not is_of_library(base):
                self._known[base] = under = ("item", ("attribute", ref, "__bases__"), k)
                self._add_class(base, under)
        for name, member in class_words.members_of(cls):
            if member not in self._known:
                self._known[member] = ("item", ("attribute", ref, "_member_map_"), name)
        for part, place in class_words.held(cls, ref):
            if part not in self._known:
                with contextlib.suppress(NotTheSameError):
                    known = ("as", place, print_of(part)) if ref[0] != "of sct" else place
                    if type(part) is FunctionType:
                        self._add_parts(part, known)
                        self.methods[part] = True
                    self._known[part] = known


class Finder:
    """Finds the objects that `Names` has put into words.

    Parameters
    ----------
    fn
        The function that is called.
    arguments
        Its arguments, by name.
    """

    def __init__(self, fn: FunctionType, arguments: Mapping[str, Any]) -> None:
        self._found: dict[Ref, Any] = {("function",): fn}
        self._arguments = arguments

    def __call__(self, ref: Ref) -> Any:
        """The object; `NotTheSameError` if it is not there, or is not what it was."""
        if ref not in self._found:
            try:
                self._found[ref] = self._find(*ref)
            except (KeyError, AttributeError, IndexError, TypeError, ValueError) as error:
                raise NotTheSameError(str(error)) from None
        return self._found[ref]

    def forget_arguments(self) -> None:
        """Keep nothing of the caller's alive but what has been compared."""
        self._arguments = {}
        self._found = {ref: found for ref, found in self._found.items() if ref[0] == "as" or not _is_argument(ref)}

    def _find(self, kind: str, *words: Any) -> Any:
        if kind == "names of":
            return vars(class_words.module_of(words[0]))
        if kind == "of sct":
            return class_words.by_name(*words)
        if kind == "argument":
            return self._arguments[words[0]]
        found = self(words[0])
        if kind == "class of":
            return type(found)
        word = words[1]
        if kind == "item":
            return found[word]
        if kind == "attribute":
            return getattr(found, word)
        assert kind == "as", kind
        if print_of(found) != word:
            raise NotTheSameError(f"a {type(found).__name__} is not what it was")
        return found


def _is_argument(ref: Ref) -> bool:
    """Whether a path begins at an argument."""
    return ref[0] == "argument" or (len(ref) > 1 and type(ref[1]) is tuple and _is_argument(ref[1]))


def print_of(value: Any) -> str:
    """What tells an object from all others that could stand in its place: equal in two processes for the same one."""
    try:
        return content_hash(_content(value))
    except (UnhashableContentError, RecursionError) as error:
        raise NotTheSameError(str(error)) from None


def _content(value: Any) -> tuple[Any, ...]:
    if type(value) in PLAIN:
        return "plain", value
    if type(value) is FunctionType:
        return _function(value)
    if type(value) is ModuleType:  # what is read of the user's own is compared by itself
        name = value.__name__
        return "module", _of_library(name) if is_ignored_module(name) and name != "scipy" else name
    if isinstance(value, type):
        if is_of_library(value):
            return "type", value.__module__, value.__qualname__
        return "class", type(value).__qualname__, value.__module__, value.__qualname__, _class(value)
    if isinstance(value, Enum) and type(type(value)) is EnumMeta:
        return "member", _content(type(value)), _member(value)
    if _is_static(value):
        return "static", _function(value.__sct_original__)
    if class_words.is_kind(value):
        return type(value).__name__, *map(_content, class_words.parts_of(value))
    if type(value) is np.ufunc and any(vars(module).get(value.__name__) is value for module in _with_ufuncs()):
        return "ufunc", value.__name__, tuple(value.types), value.signature, value.__doc__
    if type(value) is BuiltinFunctionType and (value.__self__ is None or type(value.__self__) is ModuleType):
        if value.__module__ == "builtins" and value.__name__ in _NOT_THE_SAME:
            raise NotTheSameError(f"{value.__name__} has effects, or another answer in each process")
        return "builtin", _of_library(value.__module__), value.__qualname__
    if type(value) in (MethodDescriptorType, WrapperDescriptorType) and is_of_library(value.__objclass__):
        return "method", _content(value.__objclass__), value.__name__
    if type(value) is _DISPATCHER:
        implementation = getattr(value, "_implementation", None)
        code = getattr(implementation, "__code__", None)
        return "dispatcher", _of_library(value.__module__), value.__qualname__, code
    raise NotTheSameError(f"a {type(value).__name__} has no words")


def _with_ufuncs() -> list[ModuleType]:
    return [sys.modules[name] for name in ("numpy", *_SPECIAL) if name in sys.modules]


def _is_static(value: Any) -> bool:
    """Whether this is a static function, bound to nothing: a trace sees what it wraps."""
    return type(value).__module__ == "sct.static_function" and getattr(value, "_instance", value) is None


def _function(fn: FunctionType) -> tuple[Any, ...]:
    if is_marked(fn):
        raise NotTheSameError(f"{fn.__qualname__} is marked")
    made = class_words.made_by_dataclasses(fn)
    if made is not None:
        return "made", made
    defaults = _of_defaults(fn, (fn.__defaults__, tuple((fn.__kwdefaults__ or {}).items())))
    if is_ignored_function(fn):
        return "library's", _of_library(fn.__module__), fn.__qualname__, fn.__code__, defaults
    key = kept_code.code_key(fn)
    if key is None:
        raise NotTheSameError(f"{fn.__qualname__} has no source")
    return "function", key, defaults


def _of_defaults(fn: FunctionType, value: Any) -> tuple[Any, ...]:
    """Plain values and types of libraries, `dtype=float` say, in tuples."""
    if type(value) is tuple:
        return tuple([_of_defaults(fn, item) for item in value])
    if type(value) in PLAIN or isinstance(value, type):
        return _content(value)
    raise NotTheSameError(f"{fn.__qualname__} has defaults that are no plain values")


def _class(cls: type) -> tuple[Any, ...]:
    """What no guard says of a user's class."""
    if not is_of_library(type(cls)):
        raise NotTheSameError(f"{cls.__qualname__} has a metaclass of the user's")
    if isinstance(cls, EnumMeta) and "_missing_" in vars(cls):  # which Python calls by itself
        raise NotTheSameError(f"{cls.__qualname__} finds members in a way of its own")
    names = tuple([(name, type(value).__qualname__) for name, value in vars(cls).items() if name not in NOTES])
    fields = tuple([tuple(map(_content, parts)) for parts in class_words.fields_of(cls)])
    members = [(name, _member(member)) for name, member in class_words.members_of(cls)]
    boundary = str(getattr(cls, "_boundary_", None)) if isinstance(cls, EnumMeta) else ""  # of a Flag
    return tuple(map(_content, cls.__bases__)), names, fields, tuple(members), boundary


def _member(member: Enum) -> tuple[Any, ...]:
    return tuple([(name, _plain_content(value)) for name, value in class_words.member_parts(member)])


def _plain_content(value: Any) -> tuple[Any, ...]:
    """The same of plain values, and of tuples of them."""
    if isinstance(value, Enum):  # which may lead back
        raise NotTheSameError("a member of an enum holds a member")
    return ("tuple", *map(_plain_content, value)) if type(value) is tuple else _content(value)


def is_of_library(cls: type) -> bool:
    """Whether a class stands in a library under its name: classes can be told to be of any module."""
    try:
        module = _of_library(cls.__module__)
    except NotTheSameError:
        return False
    return module == "builtins" or class_words.by_name(module, cls.__qualname__) is cls


def _of_library(module: Any) -> str:
    if type(module) is str:
        top = module.partition(".")[0]
        if top in _LIBRARIES or module.startswith(_SPECIAL) or (top in STANDARD and is_standard_library(top)):
            return module
    raise NotTheSameError(f"{module} is not one of the libraries whose version is known")
