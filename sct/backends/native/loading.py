"""Object files into memory: by our own loader where there is one, else by llvmlite's."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from sct.backends.native.memory import LoadError
from sct.logs import log

__all__ = ["LoadError", "Loaded", "load_object", "loads_without_llvm"]


class Loaded:
    """Machine code in memory. Its addresses hold for as long as this object lives."""

    __slots__ = ("__weakref__", "_addresses", "_keep")

    def __init__(self, addresses: Mapping[str, int], keep: Any) -> None:
        self._addresses = addresses
        self._keep = keep  # the memory

    def address(self, name: str) -> int:
        """Where the exported symbol `name` is."""
        return self._addresses[name]


def load_object(data: bytes, symbols: Mapping[str, int], exports: Sequence[str]) -> Loaded:
    """Load the object file `data`.

    Parameters
    ----------
    data
        As LLVM emits it for this machine.
    symbols
        The addresses of everything that the object calls or reads outside of itself.
    exports
        The symbols whose addresses will be asked for.

    Raises
    ------
    LoadError
        If a symbol is unresolved, or the object cannot be loaded for another reason.
    """
    if loads_without_llvm():
        from sct.backends.native.elf import load

        try:
            image = load(data, symbols)
        except LoadError as error:
            if str(error).startswith("unresolved"):
                raise
            log("cache", "an object goes to llvmlite's loader: %s", error)
        else:
            return Loaded(_exported(image.addresses, exports), image)
    return load_with_llvm(data, symbols, exports)


@cache
def loads_without_llvm() -> bool:
    """Whether objects of this machine are loaded without importing llvmlite."""
    return sys.platform == "linux" and os.uname().machine == "x86_64" and sys.maxsize > 1 << 32


def _exported(addresses: Mapping[str, int], exports: Sequence[str]) -> dict[str, int]:
    missing = [name for name in exports if not addresses.get(name)]
    if missing:
        raise LoadError(f"the object does not define {', '.join(missing)}")
    return {name: addresses[name] for name in exports}


def load_with_llvm(data: bytes, symbols: Mapping[str, int], exports: Sequence[str]) -> Loaded:
    """Load `data` by LLVM's own linker, on whatever machine it knows."""
    from sct.backends.native import llvm  # imports llvmlite when it is used

    try:
        given = {name: address for name, address in symbols.items() if address}  # LLVM aborts at 0
        module = llvm.load_object(data, exports, symbols=given)
    except (ImportError, llvm.CompileError) as error:
        raise LoadError(f"LLVM cannot load the object: {error}") from None
    return Loaded(_exported({name: module.address(name) for name in exports}, exports), module)
