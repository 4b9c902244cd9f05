"""Machine code that comes with the package, so that nobody's first call waits for it: the runtime, 17 kB.

It is made for x86-64 Linux, for the oldest processor of that kind, and kept in the form of the disk cache under a hash
of the sources that it was made from. Where these have changed since, or on another machine, it is compiled as any
other code. After a change, `python -m sct.backends.native.shipped` makes it anew; a test checks that it is current.
"""

from __future__ import annotations

from pkgutil import get_data
from typing import TYPE_CHECKING

from sct.backends.native.entry import DamagedEntryError, Entry
from sct.backends.native.loading import Loaded, LoadError, load_object, loads_without_llvm
from sct.hashing import content_hash
from sct.logs import log

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["shipped"]

_PACKAGE = "sct.backends.native"
_ENDING = ".x86_64-linux.sct"


def shipped(name: str, identity: str) -> Loaded | None:
    """The object that comes along under `name`, if it was made from what `identity` stands for and runs here.

    >>> shipped("nothing of this name", "") is None
    True
    """
    if not loads_without_llvm():
        return None
    try:
        data = get_data(_PACKAGE, f"{name}{_ENDING}")
        if data is None:
            return None
        entry = Entry.from_bytes(content_hash(identity), data)
        return load_object(entry.code, {}, entry.metadata["exports"])
    except (OSError, DamagedEntryError, LoadError) as error:
        log("cache", "the code of %s that comes with sct is not used: %s", name, error)
        return None


def ship(name: str, text: str, identity: str, opt: int) -> Path:
    """Compile `text`, which takes nothing from outside, and write the file that `shipped` reads; its path."""
    from pathlib import Path  # slow to import

    from sct.backends.native.llvm import compile_module

    module = compile_module(text, opt=opt, straight=True, cpu="x86-64")
    entry = Entry(module.object_bytes, {"name": name, "exports": module.exports})
    path = Path(__file__).with_name(f"{name}{_ENDING}")
    path.write_bytes(entry.to_bytes(content_hash(identity)))
    return path


if __name__ == "__main__":
    from sct.backends.native.abi import runtime

    print(ship("runtime", runtime.text(), runtime.identity(), runtime.LEVEL))
