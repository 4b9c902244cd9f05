"""`python -m tests.fuzzing.libraries MODULE …`: programs that others wrote, called as their doctests call them.

The doctests of each module are run with its functions and methods observed: at each call of them from there, plain
Python and the static function are run on copies of the arguments, and all that can be seen of the two is compared.
"""

import argparse
import collections
import collections.abc
import contextlib
import dataclasses
import doctest
import functools
import importlib
import inspect
import io
import itertools
import random
import sys
import types
import warnings

import numpy as np

import sct
from sct.errors import InternalError, SctError
from tests.harness.modes import TOLERANCE, TooLong, deadline
from tests.harness.observe import differences, observe
from tests.harness.program import Call

__all__ = ["Tried", "tried"]

MOST_CALLS = 8  # of each function
MOST_ITEMS = 200  # of what a generator yields
SECONDS = 60


@dataclasses.dataclass
class Tried:
    """A function, and what became of it: `same`, `refused`, `wrong`, or `unlike`, as plain Python is itself twice."""

    name: str
    status: str = "uncalled"
    text: str = ""
    calls: int = 0


def tried(module_name, backend="numpy", to_static=sct.to_static):
    """What became of the functions and methods of a module that its doctests call."""
    module = importlib.import_module(module_name)
    rows, methods = [], _Methods()

    def watched(function, name):
        rows.append(Tried(name))
        return _watched(function, rows[-1], methods, lambda f: to_static(f, backend=backend))

    scope = dict(vars(module))
    for name, value in vars(module).items():
        if _is_own(value, module_name):
            scope[name] = watched(value, name)
        elif isinstance(value, type) and value.__module__ == module_name:
            for method, function in list(vars(value).items()):
                if _is_own(function, module_name) and not method.startswith("__"):
                    methods.add(value, method, watched(function, f"{name}.{method}"))
    runner = doctest.DocTestRunner(verbose=False)
    for test in doctest.DocTestFinder().find(module, module_name):
        test.globs = dict(scope)
        with methods.watched(True):
            runner.run(test, out=io.StringIO().write, clear_globs=False)
    return [row for row in rows if row.status != "uncalled"]


def _is_own(value, module_name):
    plain = isinstance(value, types.FunctionType) and not inspect.iscoroutinefunction(value)
    return plain and value.__module__ == module_name and not hasattr(value, "__wrapped__")


class _Methods:
    """Methods of the module's classes, watched while the doctest itself calls, and else as they were written."""

    def __init__(self):
        self.are_watched = False
        self._all = []

    def add(self, owner, name, watching):
        self._all.append((owner, name, watching, vars(owner)[name]))

    @contextlib.contextmanager
    def watched(self, wanted):
        before = self.are_watched
        self._set(wanted)
        try:
            yield
        finally:
            self._set(before)

    def _set(self, wanted):
        self.are_watched = wanted
        for owner, name, watching, written in self._all:
            setattr(owner, name, watching if wanted else written)


def _watched(function, row, methods, to_static):
    made = {}

    @functools.wraps(function)
    def watching(*args, **kwargs):
        if methods.are_watched and row.calls < MOST_CALLS and row.status in ("uncalled", "same"):
            with methods.watched(False):
                _compare(function, Call(args, kwargs), row, made, to_static)
        return function(*args, **kwargs)

    return watching


def _compare(function, call, row, made, to_static):
    """Call plainly, plainly once more, and twice as a static function, with one state of the random generators."""
    try:
        plainly = [call() for _ in range(3)]
        statically = [call(), call()]
    except Exception:  # what cannot be copied
        return
    states = np.random.get_state(), random.getstate()

    def seen(called, given):
        np.random.set_state(states[0])
        random.setstate(states[1])
        with deadline(SECONDS), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return observe(called, given)

    try:
        if _yields(function, plainly.pop()):
            function = _drained(function)
        plain, again = (seen(function, given) for given in plainly)
        if differences(plain, again):
            row.status = "unlike"
            return
        row.calls += 1
        if function not in made:
            made[function] = to_static(function)
        for given in statically:
            _judge(row, plain, seen(made[function], given))
    except SctError as error:
        row.status, row.text = "refused", str(error)
    except TooLong as error:
        row.status, row.text = "wrong", str(error)
    finally:
        np.random.set_state(states[0])
        random.setstate(states[1])


def _judge(row, plain, static):
    if isinstance(static.error, SctError) and not isinstance(static.error, InternalError):
        raise static.error
    found = differences(plain, static, TOLERANCE["native"])
    if row.status != "wrong":
        row.status, row.text = ("wrong", "; ".join(found)) if found else ("same", "")


def _yields(function, given):
    """Whether a call answers an iterator, of which the items are compared."""
    try:
        return isinstance(function(*given.args, **given.kwargs), collections.abc.Iterator)
    except Exception:
        return False


@functools.cache
def _drained(function):
    def drained(*args, **kwargs):
        return list(itertools.islice(function(*args, **kwargs), MOST_ITEMS))

    return drained


def main():
    """Print what is refused or wrong, and how much; 1 when something is wrong."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzzing.libraries", description=__doc__.partition("\n")[0])
    parser.add_argument("modules", nargs="+")
    parser.add_argument("--backend", default="numpy")
    options = parser.parse_args()
    total = collections.Counter()
    for name in options.modules:
        for row in tried(name, options.backend):
            total[row.status] += 1
            if row.status not in ("same", "unlike"):
                print(f"{name}.{row.name}: {row.status}: {' '.join(row.text.split())[:400]}", flush=True)
    print(", ".join(f"{count} {status}" for status, count in sorted(total.items())) or "nothing is called")
    return 1 if total["wrong"] else 0


if __name__ == "__main__":
    sys.exit(main())
