"""What becomes of a random program: the same as in plain Python, refused, or something that must not be."""

from __future__ import annotations

import contextlib
import itertools
import linecache
import logging
import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

import sct
from sct.errors import InternalError, PlainPythonWarning, SctError
from tests.harness import Call
from tests.harness.modes import TooLong, deadline
from tests.harness.observe import differences, observe

__all__ = ["Family", "Finding", "check", "check_text", "loaded", "messages", "quiet"]

SECONDS = 40
_numbers = itertools.count()


@dataclass(frozen=True)
class Family:
    """Programs of one kind.

    Attributes
    ----------
    name : str
        What it is called.
    write : callable
        seed -> the source of a module with a function `f`.
    calls : callable
        seed -> its calls, made anew each time: at least three, and three shapes of arrays if it takes arrays of any.
    machine_code : bool
        Whether machine code has to do each program and each call of it on the native backend.
    tolerance : float
        How far floats may be from Python's on the native backend.
    once_wrong : tuple of int
        Seeds of programs that were wrong.
    """

    name: str
    write: Callable[[int], str]
    calls: Callable[[int], Sequence[Call]]
    machine_code: bool = False
    tolerance: float = 0.0
    once_wrong: tuple[int, ...] = ()


@dataclass(frozen=True)
class Finding:
    """Something that must not be: an answer of its own kind, at which call on which backend."""

    kind: str  # value | sharing | plain Python | no machine code | defect | too long
    backend: str
    call: int
    details: tuple[str, ...]

    def __str__(self) -> str:
        return "\n".join([f"{self.kind}, {self.backend} backend, call {self.call}:", *self.details])


def check(family: Family, seed: int, backend: str, jit: Callable | None = None) -> Finding | str:
    """What becomes of a program of a family: a Finding, "refused" or "same"."""
    return check_text(family, family.write(seed), seed, backend, jit)


def check_text(family: Family, text: str, seed: int, backend: str, jit: Callable | None = None) -> Finding | str:
    """The same for a program that has been made smaller."""
    function = load(text)
    own = load(text)  # in a module of its own: what one changes there, the other does not find
    static = jit(own) if jit is not None else sct.to_static(own, backend=backend)
    plain, ours = family.calls(seed), family.calls(seed)
    for k, (theirs, mine) in enumerate(zip(plain, ours, strict=True)):
        found = _compare(family, function, static, theirs, mine, backend)
        if isinstance(found, tuple):
            return Finding(found[0], backend, k, found[1])
        if found:
            return found
    return "same"


def _compare(family, function, static, theirs, mine, backend):
    """Nothing, "refused", or what is wrong: its kind, and lines about it."""
    with quiet(), messages("NumPy backend", "after a defect") as (given_up, defects):
        try:
            with deadline(SECONDS):
                want = observe(function, theirs)
                got = observe(static, mine)
        except TooLong as error:
            return "too long", (str(error),)
    if isinstance(got.error, PlainPythonWarning):
        return "plain Python", (str(got.error),)
    if isinstance(got.error, InternalError):
        return "defect", (str(got.error),)
    if isinstance(got.error, SctError):
        return "refused"
    found = tuple(differences(want, got, family.tolerance if backend == "native" else 0.0))
    if found:
        return ("sharing" if all("identity" in one or "shares" in one for one in found) else "value"), found
    if defects:
        return "defect", tuple(defects)
    if given_up and family.machine_code and backend == "native" and want.error is None:
        return "no machine code", tuple(given_up)
    return None


def load(text):
    """The function `f` of a module."""
    return loaded(text)["f"]


def loaded(text):
    """The names of a module."""
    name = f"<random program {next(_numbers)}>"
    linecache.cache[name] = (len(text), None, text.splitlines(True), name)
    scope = {"__name__": "random_program", "np": np}
    exec(compile(text, name, "exec", dont_inherit=True), scope)
    return scope


@contextlib.contextmanager
def quiet():
    """Nothing is printed but by the program: not that it has needed many others, for one."""
    logger, silent = logging.getLogger("sct"), logging.NullHandler()
    propagate, logger.propagate = logger.propagate, False
    logger.addHandler(silent)
    try:
        with warnings.catch_warnings(), np.errstate(all="ignore"):
            warnings.simplefilter("ignore")
            warnings.simplefilter("error", PlainPythonWarning)
            yield
    finally:
        logger.removeHandler(silent)
        logger.propagate = propagate


class _Collector(logging.Handler):
    """The messages with one of some texts in them, by text."""

    def __init__(self, texts: Sequence[str]) -> None:
        super().__init__()
        self.messages: dict[str, list[str]] = {text: [] for text in texts}

    def emit(self, record: logging.LogRecord) -> None:
        for text, messages in self.messages.items():
            if text in str(record.msg):
                messages.append(record.getMessage())


@contextlib.contextmanager
def messages(*texts: str) -> Iterator[list[list[str]]]:
    """What the log says of programs with these texts: that machine code does not do something, or that sct has failed."""
    collector = _Collector(texts)
    loggers = [logging.getLogger(f"sct.{topic}") for topic in ("program", "fallback")]
    before = [(logger.level, logger.propagate) for logger in loggers]
    for logger in loggers:
        logger.addHandler(collector)
        logger.setLevel(logging.DEBUG)
        logger.propagate = False
    try:
        yield list(collector.messages.values())
    finally:
        for logger, (level, propagate) in zip(loggers, before, strict=True):
            logger.removeHandler(collector)
            logger.setLevel(level)
            logger.propagate = propagate
