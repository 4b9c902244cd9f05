"""Settings: the only reader of `os.environ`.

==================== ================================================================================
SCT_DISABLE_STATIC   `1`: every static function runs as plain Python.
SCT_LOGS             Topics to log, parted by commas: ast, program, passes, guards, cache; or `all`.
SCT_VERBOSITY        0 to 3: what `set_verbosity` is called with at the start.
SCT_CODE_LEVEL       What `set_code_level` is called with at the start.
==================== ================================================================================

Whether functions are static is context-local: a thread or task that switches it off does not
change what others compute. What is logged only changes what people see, and is one setting for the
whole process, as it is for the `logging` module, which does the work.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from contextvars import ContextVar, Token
from dataclasses import dataclass

__all__ = ["TOPICS", "Settings", "enable_to_static", "settings", "static_enabled"]

TOPICS = ("ast", "program", "passes", "guards", "cache")


@dataclass(frozen=True, slots=True)
class Settings:
    """What the environment asked for when sct was imported."""

    static: bool = True
    logs: frozenset[str] = frozenset()
    verbosity: int = 0
    code_level: int = 0

    @classmethod
    def read(cls, environ: Mapping[str, str]) -> Settings:
        """The settings in `environ`; ValueError, naming the variable, for what means nothing.

        >>> Settings.read({"SCT_DISABLE_STATIC": "1", "SCT_LOGS": "ast, cache"}).static
        False
        >>> Settings.read({"SCT_LOGS": "asd"})
        Traceback (most recent call last):
            ...
        ValueError: SCT_LOGS: 'asd' is no topic; there are ast, program, passes, guards, cache, and all
        """
        return cls(
            static=not _switch(environ, "SCT_DISABLE_STATIC"),
            logs=_topics(environ, "SCT_LOGS"),
            verbosity=_number(environ, "SCT_VERBOSITY"),
            code_level=_number(environ, "SCT_CODE_LEVEL"),
        )


def _switch(environ: Mapping[str, str], name: str) -> bool:
    text = environ.get(name, "").strip().lower()
    if text in ("", "0", "false", "no", "off"):
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
