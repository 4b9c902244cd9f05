"""What becomes of a program with numbers of the run: `same`, `refused`, or something that must not be."""

from __future__ import annotations

import itertools
import linecache
import sys
import types

import numpy as np

import sct
from sct.errors import InternalError, PlainPythonWarning, SctError
from tests.fuzzing.check import Finding, messages, quiet
from tests.harness import Call, observe
from tests.harness.modes import TOLERANCE, TooLong, deadline
from tests.harness.observe import differences

__all__ = ["check"]

PLAINLY, STATICALLY = 3, 40  # seconds
MOST_CALLS = 8
DTYPES = {"_run": np.int64, "_runf": np.float64}
_numbers = itertools.count()


def check(text, backend, to_static=None):
    """What becomes of a module's program: "same", "refused", "unlike" (plain Python is, twice; or has none), or a Finding."""
    make = to_static or (lambda function: sct.to_static(function, backend=backend))
    with quiet():
        try:
            with deadline(PLAINLY):
                plain, again = (list(_seen(text, lambda f: f)) for _ in range(2))
        except BaseException:  # a module that needs what is not here, numbers with which it does not end
            return "unlike"
    if any(differences(a, b) for a, b in zip(plain, again, strict=True)):
        return "unlike"
    with quiet(), messages("after a defect") as (defects,):
        try:
            with deadline(STATICALLY):
                return _compared(plain, _seen(text, make), backend, defects)
        except InternalError as error:
            return Finding("defect", backend, 0, (str(error),))
        except SctError:
            return "refused"
        except TooLong as error:
            return Finding("too long", backend, 0, (str(error),))
        except BaseException as error:  # that of a test's own framework, for one
            return Finding("value", backend, 0, (f"it ends with {error!r}",))


def _compared(plain, static, backend, defects):
    for number, (want, got) in enumerate(zip(plain, static, strict=True)):
        if isinstance(got.error, SctError) and not isinstance(want.error, type(got.error)):
            if isinstance(got.error, InternalError):
                return Finding("defect", backend, number, (str(got.error),))
            return "refused" if got.untouched else Finding("changed", backend, number, (str(got.error),))
        if isinstance(got.error, PlainPythonWarning):
            return Finding("plain Python", backend, number, (str(got.error),))
        found = tuple(differences(want, got, TOLERANCE.get(backend, 0.0)))
        if found or defects:
            return Finding("value" if found else "defect", backend, number, (*found, *defects))
    return "same"


def _seen(text, jit):
    """What is seen of each call: the program's first with each set of numbers, then others in turns, and the first again."""
    module = types.ModuleType(f"random_program_{next(_numbers)}")
    module.__file__ = name = f"<{module.__name__}>"
    linecache.cache[name] = (len(text), None, text.splitlines(True), name)
    sys.modules[module.__name__] = module
    try:
        exec(compile(text, name, "exec"), vars(module))
        (program,) = getattr(module.program, "programs", [module.program])
        function, watched = program.build(jit)
        first, *others = program.calls
        turns = [(first, numbers) for numbers in module.RUNS]
        turns += [(one, module.RUNS[k % len(module.RUNS)]) for k, one in enumerate(others)]
        for make, numbers in [*turns[:MOST_CALLS], turns[0]]:
            given = make()
            run = {"_run": numbers[0], "_runf": numbers[1]}
            arrays = {name: np.array(run[name], DTYPES[name]) for name in module.NAMES}
            yield observe(function, Call(given.args, {**given.kwargs, **arrays}), watched)
    finally:
        del sys.modules[module.__name__], linecache.cache[name]
