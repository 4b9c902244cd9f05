"""What a function was converted to, kept on disk: another process need not convert it again.

The key holds all that conversion depends on: the code of the function with its places, the text of the file
that it stands in, and the state of this package's files and of Python. Where it is found, the passes are not
even imported. Only what the usual passes made for tracing is kept, of functions whose source was found to be theirs.
"""

from __future__ import annotations

import marshal
import os
import sys
from functools import cache
from importlib.util import find_spec
from types import CodeType, FunctionType

from sct.backends.native import disk
from sct.backends.native.entry import Entry
from sct.backends.native.files import state_of
from sct.digest import blake2b
from sct.hashing import UnhashableContentError, content_hash
from sct.runtime.conversion.code_match import code_objects
from sct.runtime.conversion.last_file import of_lines
from sct.runtime.conversion.source_lines import lines_of

__all__ = ["code_key", "keep", "recall"]

FLOORS = ("", "transformers", "runtime")
"""What converts: these packages, and what stands right in sct, its parser among that."""


def code_key(fn: FunctionType) -> str | None:
    """The key of what is kept for `fn`; None if nothing can be."""
    if disk.default().folder is None or "@pytest_ar" in fn.__globals__:  # whose source is not what was compiled
        return None
    code = fn.__code__
    lines = lines_of(fn)
    state = _state()
    if not lines or not state:
        return None
    places = tuple([(one.co_qualname, one.co_firstlineno, one.co_linetable) for one in code_objects(code)])
    try:
        return content_hash(("converted", state, code.co_filename, _digest(lines), code, places))
    except UnhashableContentError:  # a constant that somebody has put into the code
        return None


@of_lines
def _digest(lines: list[str]) -> str:
    return blake2b("".join(lines).encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


def recall(key: str | None) -> CodeType | None:
    """The code that was kept under `key`."""
    entry = disk.default().get(key) if key is not None else None
    if entry is None:
        return None
    code = marshal.loads(entry.code)
    return code if isinstance(code, CodeType) else None


def keep(key: str, code: CodeType) -> None:
    """Keep `code`, which a function was converted to."""
    try:
        data = marshal.dumps(code)
    except ValueError:  # a constant that only this process has
        return
    disk.default().put(key, Entry(data, {"name": f"{code.co_qualname}, converted"}))


@cache
def _state() -> str:
    """A short text that changes with the files that convert functions, with gast and with Python; "" if unknown."""
    try:
        spec = find_spec("gast")
        info = None if spec is None or spec.origin is None else os.stat(spec.origin)
    except (OSError, ValueError):
        return ""
    if info is None:
        return ""
    return state_of(FLOORS, f"{sys.version} {sys.flags.optimize} {info.st_size} {info.st_mtime_ns}")
