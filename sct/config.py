"""Settings: the only reader of `os.environ`.

==================== ================================================================================
SCT_BACKEND          The backend of static functions that name none; `native` by default.
SCT_DISABLE_STATIC   `1`: every static function runs as plain Python.
SCT_LOGS             Topics to log, parted by commas: ast, program, passes, guards, cache, fallback; or `all`.
SCT_VERBOSITY        0 to 3: what `set_verbosity` is called with at the start.
SCT_CODE_LEVEL       What `set_code_level` is called with at the start.
SCT_DISK_CACHE       `0`: machine code, converted functions and traces are neither kept on disk nor taken from there.
SCT_CACHE_DIR        The folder of that cache; else `sct` in the user's folder for caches.
SCT_CACHE_SIZE       The most it may take: `512M`, `2G`; a number alone counts megabytes.
SCT_NUM_THREADS      How many threads compiled code may use; else as many as this process has cores.
==================== ================================================================================

Whether functions are static is context-local: a thread or task that switches it off does not
change what others compute. What is logged only changes what people see, and is one setting for the
whole process, as it is for the `logging` module, which does the work.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping
from contextvars import ContextVar, Token
from dataclasses import dataclass, field

__all__ = ["TOPICS", "Settings", "enable_to_static", "settings", "static_enabled"]

TOPICS = ("ast", "program", "passes", "guards", "cache", "fallback")


@dataclass(frozen=True, slots=True)
class Settings:
    """What the environment asked for when sct was imported."""

    static: bool = True
    backend: str = "native"
    logs: frozenset[str] = frozenset()
    verbosity: int = 0
    code_level: int = 0
    disk_cache: bool = True
    cache_dir: str | None = field(default_factory=lambda: _cache_dir({}))
    cache_size: int = 512 << 20
    num_threads: int = field(default_factory=lambda: _cores())
    check: bool = False

    @classmethod
    def read(cls, environ: Mapping[str, str]) -> Settings:
        """The settings in `environ`; ValueError, naming the variable, for what means nothing.

        >>> Settings.read({"SCT_DISABLE_STATIC": "1", "SCT_LOGS": "ast, cache"}).static
        False
        >>> Settings.read({"SCT_LOGS": "asd"})
        Traceback (most recent call last):
            ...
        ValueError: SCT_LOGS: 'asd' is no topic; there are ast, program, passes, guards, cache, fallback, and all
        """
        return cls(
            static=not _switch(environ, "SCT_DISABLE_STATIC"),
            backend=environ.get("SCT_BACKEND", "").strip() or "native",
            logs=_topics(environ, "SCT_LOGS"),
            verbosity=_number(environ, "SCT_VERBOSITY"),
            code_level=_number(environ, "SCT_CODE_LEVEL"),
            disk_cache=_switch(environ, "SCT_DISK_CACHE", default=True),
            cache_dir=_cache_dir(environ),
            cache_size=_size(environ, "SCT_CACHE_SIZE", default=512 << 20),
            num_threads=_threads(environ, "SCT_NUM_THREADS"),
            check=_switch(environ, "SCT_CHECK"),
        )


def _switch(environ: Mapping[str, str], name: str, *, default: bool = False) -> bool:
    text = environ.get(name, "").strip().lower()
    if not text:
        return default
    if text in ("0", "false", "no", "off"):
        return False
    if text in ("1", "true", "yes", "on"):
        return True
    raise ValueError(f"{name}: {text!r} is neither 0 nor 1")


def _topics(environ: Mapping[str, str], name: str) -> frozenset[str]:
    words = [word.strip().lower() for word in environ.get(name, "").split(",") if word.strip()]
    for word in words:
        if word != "all" and word not in TOPICS:
            raise ValueError(f"{name}: {word!r} is no topic; there are {', '.join(TOPICS)}, and all")
    return frozenset(TOPICS) if "all" in words else frozenset(words)


def _number(environ: Mapping[str, str], name: str) -> int:
    text = environ.get(name, "").strip()
    try:
        return int(text or 0)
    except ValueError:
        raise ValueError(f"{name}: {text!r} is no whole number") from None


def _size(environ: Mapping[str, str], name: str, *, default: int) -> int:
    text = environ.get(name, "").strip().upper().removesuffix("B").removesuffix("I")
    if not text:
        return default
    digits, unit = (text[:-1], text[-1]) if text[-1] in _UNITS else (text, "M")
    if not digits.isdecimal():
        raise ValueError(f"{name}: {environ[name]!r} is no size; sizes are 512M, 2G, or a number of megabytes")
    return int(digits) << _UNITS[unit]


_UNITS = {"K": 10, "M": 20, "G": 30, "T": 40}


def _threads(environ: Mapping[str, str], name: str) -> int:
    if not environ.get(name, "").strip():
        return _cores()
    wanted = _number(environ, name)
    if wanted < 1:
        raise ValueError(f"{name}: {wanted} threads cannot run anything")
    return wanted


def _cores() -> int:
    """How many cores this process may run on."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _cache_dir(environ: Mapping[str, str]) -> str | None:
    """Where the disk cache is; None where the user has no folder of their own."""
    asked = environ.get("SCT_CACHE_DIR", "").strip()
    if asked:
        return os.path.abspath(os.path.expanduser(asked))
    if sys.platform == "win32":
        base = environ.get("LOCALAPPDATA") or os.path.expanduser(r"~\AppData\Local")
    elif sys.platform == "darwin":
        base = os.path.expanduser("~/Library/Caches")
    else:
        base = environ.get("XDG_CACHE_HOME", "")
        if not os.path.isabs(base):  # as the XDG standard has it
            base = os.path.expanduser("~/.cache")
    return os.path.join(base, "sct") if os.path.isabs(base) else None


settings = Settings.read(os.environ)

_static: ContextVar[bool] = ContextVar("sct_static", default=settings.static)

static_enabled: Callable[[], bool] = _static.get
"""Whether static functions are static in this context. A C function: it stands on every call's path."""


class enable_to_static:
    """Switch static execution on or off in this context (thread or task).

    Called, it holds from there on; in a `with` statement, until the end of the block. While it is
    off, every static function runs the user's plain Python.

    Parameters
    ----------
    enabled : bool
        Whether functions wrapped by `to_static` build and run programs.

    Examples
    --------
    >>> with enable_to_static(False):
    ...     static_enabled()
    False
    >>> static_enabled()
    True
    """

    def __init__(self, enabled: bool = True) -> None:
        if not isinstance(enabled, bool):
            raise TypeError(f"enable_to_static takes a bool, not {type(enabled).__name__}")
        self.enabled = enabled
        self._first: Token[bool] | None = _static.set(enabled)
        self._tokens: list[Token[bool]] = []

    def __enter__(self) -> enable_to_static:
        # The first block ends what the call itself began.
        token = self._first or _static.set(self.enabled)
        self._first = None
        self._tokens.append(token)
        return self

    def __exit__(self, *exc: object) -> None:
        _static.reset(self._tokens.pop())
