"""What sct tells people while it works, through the loggers `sct.ast`, `sct.program`, …

There is one logger for each topic of `sct.config.TOPICS`. They say nothing until `SCT_LOGS`,
`set_verbosity`, `set_code_level` or the `logging` module itself asks them to. The first of these
that asks adds a handler that writes to standard error, unless the program has set up logging.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import cache
from typing import TYPE_CHECKING

from sct.config import TOPICS, settings

if TYPE_CHECKING:
    from logging import Logger

__all__ = ["ALL_PASSES", "converted", "log", "report", "set_code_level", "set_verbosity", "wanted"]

ALL_PASSES = 100  # set_code_level(100): the code that is run

# What each level of verbosity adds. Level 1 tells of events, level 2 why, level 3 shows everything.
_VERBOSITY: tuple[tuple[str, ...], ...] = ((), ("cache", "fallback"), ("guards",), ("ast", "passes", "program"))


def _listen(topic: str) -> None:
    """Switch `topic` on and make sure that somebody hears it."""
    import logging

    from sct.log_handler import StderrHandler

    _logger(topic).setLevel(logging.DEBUG)
    root = logging.getLogger("sct")
    if not root.hasHandlers():
        root.addHandler(StderrHandler())


@cache
def _logger(topic: str) -> Logger:
    import logging

    return logging.getLogger(f"sct.{topic}")


def wanted(topic: str) -> bool:
    """Whether anybody listens to `topic`; ask before making an expensive text."""
    # importing logging takes as long as a conversion; as long as nobody has, nobody listens
    logging = sys.modules.get("logging")
    return logging is not None and _logger(topic).isEnabledFor(logging.DEBUG)


def log(topic: str, text: str | Callable[[], str], *args: object) -> None:
    """Log `text % args` under `topic`. A function is called for the text only if somebody listens.

    >>> log("cache", "miss of %s: %s", "f", "x is float32[3], was float64[3]")
    """
    if wanted(topic):
        _logger(topic).debug(text() if callable(text) else text, *args)


def report(text: str, *args: object, unexpected: bool) -> None:
    """Log `text % args` under `sct` itself: as a warning, which is shown unless told otherwise, if `unexpected`.

    >>> report("%s: retraced", "f", unexpected=False)
    """
    import logging

    logging.getLogger("sct").log(logging.WARNING if unexpected else logging.DEBUG, text, *args)


def set_verbosity(level: int = 0) -> None:
    """Say how much sct tells about what it does, on standard error or wherever `logging` sends it.

    Parameters
    ----------
    level : int
        0: nothing; 1: each miss of the cache, with the value that caused it, and where machine code gives
        up; 2: also the guards of each entry; 3: also every pass, the converted source and the programs.

    Notes
    -----
    For the whole process, as for the `logging` module. Topics named in `SCT_LOGS` stay on.

    Examples
    --------
    >>> set_verbosity(1)
    >>> wanted("cache"), wanted("program")
    (True, False)
    >>> set_verbosity(0)
    """
    if isinstance(level, bool) or not isinstance(level, int):
        raise TypeError(f"set_verbosity takes an int, not {type(level).__name__}")
    shown = {topic for topics in _VERBOSITY[: max(level, 0) + 1] for topic in topics}
    for topic in TOPICS:
        if topic in shown or topic in settings.logs:
            _listen(topic)
        elif "logging" in sys.modules:
            _logger(topic).setLevel(0)  # NOTSET


_code_level = 0


def set_code_level(level: int = ALL_PASSES) -> None:
    """Print the transformed source of each function when it is converted, on standard output.

    Parameters
    ----------
    level : int
        0: never; n: as it stands after the n-th pass of the pipeline (see `sct passes`);
        100, or any number above the count of passes: the final code.

    Notes
    -----
    For the whole process. A function that has been converted before is not printed again.

    Examples
    --------
    >>> set_code_level(0)
    """
    global _code_level
    if isinstance(level, bool) or not isinstance(level, int) or level < 0:
        raise TypeError(f"set_code_level takes an int that is not negative, not {level!r}")
    _code_level = level


def converted(name: str, original: Callable[[], str], stages: Callable[[], Sequence[tuple[str, str]]]) -> None:
    """Tell that the function `name` was converted: `stages()` answers (pass, code after it) pairs.

    Called once by each conversion. The stages are made only if somebody wants to see them.
    """
    listening = wanted("ast") or wanted("passes")
    if not _code_level and not listening:
        return
    made = stages()
    if wanted("passes"):
        before = original()
        for index, (pass_name, code) in enumerate(made, 1):
            changed = "changed" if code.strip() != before.strip() else "no change"
            log("passes", "%s: %d %s: %s", name, index, pass_name, changed)
            before = code
    if made and wanted("ast"):
        log("ast", "%s, converted:\n%s", name, made[-1][1])
    if made and _code_level:
        pass_name, code = made[min(_code_level, len(made)) - 1]
        print(f"# {name}, after {pass_name}\n{code}")


for _topic in settings.logs:
    _listen(_topic)
if settings.verbosity:
    set_verbosity(settings.verbosity)
set_code_level(settings.code_level)
