"""Modules through the disk cache: LLVM text is compiled once, for all processes of this machine.

The key is the text itself with the options, the processor and the version of LLVM: all that machine code
depends on. Where the code is found, llvmlite is not even imported.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol

from sct.backends.native import disk
from sct.backends.native.elf import undefined
from sct.backends.native.entry import Entry
from sct.backends.native.key import code_key
from sct.backends.native.loading import Loaded, LoadError, load_object, loads_without_llvm
from sct.logs import log

if TYPE_CHECKING:
    from sct.backends.native.llvm import Module

__all__ = ["Code", "kept_module", "stored_module"]

Text = str | Callable[[], str]


class Code(Protocol):
    """What `stored_module` answers: a `Module`, or what behaves like one."""

    @property
    def object_bytes(self) -> bytes:
        """The object file."""

    @property
    def exports(self) -> tuple[str, ...]:
        """What `address` knows."""

    @property
    def key(self) -> str:
        """The key that it is kept under on disk; "" if it is not."""

    def address(self, name: str) -> int:
        """Where the exported function or variable `name` starts."""

    def llvm(self) -> str:
        """The optimised LLVM text."""

    def asm(self) -> str:
        """The machine code as text."""


class _Found:
    """A module that was found on disk. Its addresses are valid as long as it lives."""

    def __init__(self, key: str, entry: Entry, loaded: Loaded, text: Text) -> None:
        self.key = key
        self.object_bytes = entry.code
        self.exports = tuple(entry.metadata["exports"])
        self._loaded = loaded
        self._text = text
        self._options: Mapping[str, Any] = entry.metadata["options"]

    def address(self, name: str) -> int:
        return self._loaded.address(name)

    def llvm(self) -> str:
        return self._compiled.llvm()

    def asm(self) -> str:
        return self._compiled.asm()

    @cached_property
    def _compiled(self) -> Module:
        from sct.backends.native.llvm import compile_module

        # never run: what the text takes from outside need not be the real thing
        given = dict.fromkeys(self._needed, 1)
        return compile_module(_made(self._text), symbols=given, **self._options)

    @property
    def _needed(self) -> tuple[str, ...]:
        return undefined(self.object_bytes) if loads_without_llvm() else ()


def stored_module(
    text: Text, *, symbols: Mapping[str, int], name: str = "", identity: str = "", **options: Any
) -> Code:
    """`compile_module(text, symbols=symbols, **options)`, or what the disk cache has of it.

    Parameters
    ----------
    text, symbols, options
        See `compile_module`. The text may be a function that makes it, called only where it is needed.
    identity
        What stands for such a text in the key: equal only for equal texts.
    name
        What `sct cache ls` shows.

    Examples
    --------
    >>> module = stored_module("define i64 @twice(i64 %x) { %y = shl i64 %x, 1 ret i64 %y }", symbols={})
    >>> ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64)(module.address("twice"))(21)
    42
    """
    cache = disk.default()
    if cache.folder is None:
        return _compiled(text, symbols, options)
    key = code_key(repr((sorted(options.items()), identity or _made(text))))
    found = kept_module(key, symbols=symbols, text=text)
    if found is not None:
        return found
    module = _compiled(text, symbols, options)
    needs = undefined(module.object_bytes) if loads_without_llvm() else tuple(symbols)
    metadata = {"name": name, "needs": needs, "exports": module.exports, "options": options}
    if cache.put(key, Entry(module.object_bytes, metadata)):
        module.key = key
    return module


def kept_module(key: str, *, symbols: Mapping[str, int], text: Text) -> Code | None:
    """What the disk cache has under `key`, one of `stored_module`'s; `text` as there."""
    entry = disk.default().get(key)
    if entry is None:
        return None
    metadata = entry.metadata
    try:
        given = resolve(metadata["needs"], symbols)
        return _Found(key, entry, load_object(entry.code, given, metadata["exports"]), text)
    except (LoadError, LookupError, TypeError) as error:
        log("cache", "kept code for %s is compiled again: %s", metadata.get("name"), error)
        return None


def _compiled(text: Text, symbols: Mapping[str, int], options: Mapping[str, Any]) -> Module:
    from sct.backends.native.llvm import compile_module  # where code is found, it is not even imported

    return compile_module(_made(text), symbols=symbols, **options)


def _made(text: Text) -> str:
    return text if isinstance(text, str) else text()


def resolve(names: Iterable[str], symbols: Mapping[str, int]) -> dict[str, int]:
    """The addresses of `names`: those in `symbols`, and else those of this process, as LLVM's linker has it."""
    process = ctypes.CDLL(None)
    found = {}
    for name in names:
        address = symbols.get(name)
        if address is None and hasattr(process, name):
            address = ctypes.cast(getattr(process, name), ctypes.c_void_p).value
        if address:
            found[name] = address
    return found
