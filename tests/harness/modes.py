"""Runs a program plain, transformed and static, and compares.

The calls of a program are made in this order on one function: the first, the first again (which must
not compile anew), all others, and the first once more. Each mode goes through the same calls, so state
that the program keeps must develop in the same way.
"""

import contextlib
import linecache
import os
import signal
import threading
import warnings
from dataclasses import dataclass, field

import numpy as np

from sct.errors import PlainPythonWarning
from tests.harness import given_up
from tests.harness.observe import differences, dtype_name, observe

SECONDS = 30


@dataclass(frozen=True)
class Failure:
    """One thing that went wrong: in which mode, at which call."""

    mode: str
    call: str
    text: str

    def __str__(self):
        return f"{self.mode}, {self.call}: {self.text}"


@dataclass
class Verdict:
    """What came of one program."""

    program: object
    failures: list = field(default_factory=list)
    refusal: str = ""  # "JoinError at branches.py:12" when refused as expected

    @property
    def status(self):
        if self.failures:
            return "wrong"
        return "refused" if self.refusal else "same"

    def __str__(self):
        name = f"{self.program.theme}.{self.program.name}"
        lines = [f"{name}: {self.status} {self.refusal}".rstrip(), *(f"    {f}" for f in self.failures)]
        return "\n".join(lines)


class TooLong(BaseException):
    """A program did not come to an end."""


@contextlib.contextmanager
def deadline(seconds):
    """Raise TooLong in the main thread after some seconds of computing: others may keep the machine busy."""
    if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "setitimer"):
        yield
        return

    def ring(signum, frame):
        raise TooLong(f"still running after {seconds} s")

    before = signal.signal(signal.SIGPROF, ring)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def sequence(program):
    """(label, call maker) in the order they are made."""
    first, *others = program.calls
    steps = [("first call", first), ("second call", first)]
    steps += [(f"call with arguments {i}", c) for i, c in enumerate(others, 2)]
    if others:
        steps.append(("first arguments again", first))
    return steps


def run(program, jit):
    """The observations of the whole sequence under one decorator, one by one."""
    function, watched = program.build(jit)
    for label, make in sequence(program):
        arguments = make()
        key = signature(arguments)
        with warnings.catch_warnings(), deadline(SECONDS):
            warnings.simplefilter("ignore")
            warnings.simplefilter("error", PlainPythonWarning)  # the program was wrong, and plain Python answered
            yield label, key, observe(function, arguments, watched)


def check(
    program, modes=("plain", "transformed", "static"), backend="numpy", to_static=None, transform=None, gives_up=None
):
    """Run `program` in these modes and say what differs from plain Python.

    With `gives_up`, also whether machine code gives up, and another answers, at a call that raises nothing: or not.
    """
    verdict = Verdict(program)
    plain = [seen for _, _, seen in run(program, lambda f: f)]
    if "plain" in modes:
        again = [seen for _, _, seen in run(program, lambda f: f)]
        for i, (a, b) in enumerate(zip(plain, again, strict=True)):
            for text in differences(a, b):
                verdict.failures.append(Failure("plain", f"call {i}", f"is not repeatable: {text}"))
    if "transformed" in modes:
        _guarded(verdict, "transformed", lambda: _transformed(verdict, plain, transform))
    if "static" in modes:
        with given_up.noted() if backend == "native" else contextlib.nullcontext(()) as noted:
            _guarded(verdict, "static", lambda: _static(verdict, plain, backend, to_static, noted, gives_up))
    if program.refused and not verdict.refusal and not verdict.failures and len(modes) == 3:
        verdict.failures.append(Failure("static", "all calls", f"was to be refused: {program.refused}"))
    return verdict


def _guarded(verdict, mode, body):
    """An exception that comes while a function is decorated is a failure like any other."""
    try:
        body()
    except (Exception, TooLong) as error:
        if not _refused(verdict, mode, "decorating", error, True):
            verdict.failures.append(Failure(mode, "decorating", f"{type(error).__name__}: {error}"))


# functions such as exp differ from NumPy's in the last bits, and small sums of products in their order
TOLERANCE = {"native": 1e-10}


def _transformed(verdict, plain, transform):
    if transform is None:
        from sct import transform
    for expected, (label, _, seen) in zip(plain, run(verdict.program, transform), strict=True):
        if seen.error is not None and _refused(verdict, "transformed", label, seen.error, seen.untouched):
            return
        for text in differences(expected, seen):
            verdict.failures.append(Failure("transformed", label, text))


def _static(verdict, plain, backend, to_static, noted, gives_up):
    if to_static is None:
        import sct

        def to_static(function):
            return sct.to_static(function, backend=backend)

    program = verdict.program
    made = []

    def jit(function):
        made.append(to_static(function))
        return made[-1]

    def misses():
        return sum(function.cache_info().misses for function in made if hasattr(function, "cache_info"))

    signatures = set()
    raised = 0
    before = 0
    quietly = 0  # machine code gave up, where nothing was raised that others have words for
    earlier = 0
    for expected, (label, key, seen) in zip(plain, run(program, jit), strict=True):
        if seen.error is not None and _refused(verdict, "static", label, seen.error, seen.untouched):
            return
        quietly += len(noted) > earlier and expected.error is None
        earlier = len(noted)
        for text in differences(expected, seen, max(program.tolerance, TOLERANCE.get(backend, 0.0))):
            verdict.failures.append(Failure("static", label, text))
        now = misses()
        signatures.add(key)
        raised += seen.error is not None
        if program.retraces or raised:
            continue
        if label == "second call" and now != before:
            verdict.failures.append(Failure("static", label, "compiled again for the same arguments"))
        elif now > len(signatures) * program.compiles:
            text = f"{now} compilations for {len(signatures)} different signatures"
            verdict.failures.append(Failure("static", label, text))
        before = now
    if gives_up is not None and bool(quietly) != gives_up:
        text = f"machine code gave up at {quietly} calls" if quietly else "machine code gives up no more"
        verdict.failures.append(Failure("static", "all calls", text))


def _refused(verdict, mode, label, error, untouched):
    """Whether `error` is a refusal; if it is, compare it with the one that is expected."""
    from sct.errors import SctError

    if not isinstance(error, SctError):
        return False
    program, where = verdict.program, error.where
    text = linecache.getline(where.filename, where.line).strip() if where else ""
    place = f"{os.path.basename(where.filename)}:{where.line}" if where else "nowhere"
    said = f"{type(error).__name__} at {place} ({text}): {error.what}"
    expected = program.refused
    if expected is None:
        verdict.failures.append(Failure(mode, label, f"refused: {said}"))
    elif type(error).__name__ != expected.error or expected.line not in text:
        verdict.failures.append(Failure(mode, label, f"refused otherwise than {expected}: {said}"))
    elif not untouched:
        verdict.failures.append(Failure(mode, label, "the refusal left arguments or state changed"))
    else:
        verdict.refusal = f"{type(error).__name__} at {place}"
    return True


def signature(call):
    """What a cache may tell apart before the call: specs of arrays, and Python values with their types."""
    seen = {}

    def of(value):
        if isinstance(value, np.ndarray):
            return ("array", seen.setdefault(id(value), len(seen)), dtype_name(value.dtype), value.shape)
        if isinstance(value, np.generic):
            return ("scalar", dtype_name(value.dtype))
        if isinstance(value, (list, tuple, set, frozenset)):
            return (type(value).__name__, *map(of, value))
        if isinstance(value, dict):
            return ("dict", *((repr(k), of(v)) for k, v in value.items()))
        if hasattr(value, "__dict__") and not callable(value):
            return (type(value).__name__, of(vars(value)))
        return (type(value).__name__, repr(value))

    return of((call.args, call.kwargs))


__all__ = ["Failure", "TooLong", "Verdict", "check", "run", "sequence", "signature"]
