"""`python -m tests.fuzzing.libraries MODULE …`: programs that others wrote, called as their doctests call them.

The doctests of each module are run with its functions and methods observed, and what decorators have wrapped: at each
call of them from there, plain Python and the static function are run on copies of the arguments, and all that can be
seen of the two is compared.
"""

import argparse
import collections
import collections.abc
import contextlib
import dataclasses
import doctest
import functools
import importlib
import importlib.util
import inspect
import io
import itertools
import logging
import random
import re
import sys
import time
import types
import warnings

import numpy as np

import sct
from sct.errors import InternalError, PlainPythonWarning, SctError
from tests.harness.modes import TOLERANCE, TooLong, deadline
from tests.harness.observe import differences, observe
from tests.harness.program import Call

__all__ = ["MOST_CALLS", "Tried", "compare", "report", "tried"]

MOST_CALLS = 8  # of each function
MOST_ITEMS = 200  # of what a generator yields
SECONDS = 60
SLOW = 30  # seconds of a static call


@dataclasses.dataclass
class Tried:
    """A function, and what became of it: `same`, `refused`, `wrong`, or `unlike`, as plain Python is itself twice."""

    name: str
    status: str = "uncalled"
    text: str = ""
    calls: int = 0
    seconds: float = 0.0  # of the longest static call


def tried(module_name, backend="numpy", to_static=sct.to_static, unwrapped=False, copied=False):
    """What became of the functions and methods of a module that its doctests call.

    Where `unwrapped`, functions call each other without what decorators have made of them in the package: for
    decorators that write code of which no source is kept. Where `copied`, the functions of a copy of the module are
    tried: the user's own, where those of the module itself would be called as they are.
    """
    written = importlib.import_module(module_name)
    module = _copy_of(written) if copied else written
    rows, places = [], _Places()

    def watched(value, name):
        functions = _functions(value, module)
        for function, suffix in zip(functions, ("", ".__wrapped__"), strict=False):
            rows.append(Tried(name + suffix))
            value = _watched(value, function, rows[-1], places, lambda f: to_static(f, backend=backend))
        return value

    found = _Finder(exclude_empty=True).find(written, module_name)
    for name, value in list(vars(module).items()):
        if _functions(value, module):
            watching = watched(value, name)
            places.add_everywhere(written, vars(written).get(name), watching)
            if copied:
                places.add(module, name, watching)
        elif isinstance(value, type) and value.__module__ == module_name:
            for method, held in list(vars(value).items()):
                if not method.startswith("__") or method == "__call__":
                    places.add(value, method, _of_kind(held, lambda f, n=f"{name}.{method}": watched(f, n), module))
    if unwrapped:
        places.unwrap(_package(module))
    runner = doctest.DocTestRunner(verbose=False)
    with places.changed():
        for test in found:
            test.globs = dict(vars(written))
            runner.run(test, out=io.StringIO().write, clear_globs=False)
    return [row for row in rows if row.status != "uncalled"]


def _copy_of(module):
    spec = importlib.util.spec_from_file_location(f"copied_{module.__name__.replace('.', '_')}", module.__file__)
    copy = importlib.util.module_from_spec(spec)
    copy.__package__ = module.__package__
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # where its package is not the parent that its name says
        exec(compile(spec.loader.get_source(spec.name), module.__file__, "exec"), vars(copy))
    return copy


def _package(module):
    first = module.__name__.partition(".")[0]
    found = [other for name, other in list(sys.modules.items()) if name.partition(".")[0] == first]
    return [other for other in found if isinstance(other, types.ModuleType)]


def _functions(value, module):
    """The functions of a module that a value is and that its decorators have wrapped, outermost first."""
    found = []
    if callable(value) and not isinstance(value, type):
        within = inspect.unwrap(value)
        for function in (value, within) if value is not within else (value,):
            if isinstance(function, types.FunctionType) and not inspect.iscoroutinefunction(function):
                found.append(function)
        if not found or _home(within) is not vars(module):
            return []
    return found


def _home(function):
    return getattr(function, "__globals__", None)


def _of_kind(written, watched, module):
    """What stands in a class, of the same kind, with its function watched; None for what is no function."""
    if isinstance(written, (staticmethod, classmethod)):
        return type(written)(watched(written.__func__)) if _functions(written.__func__, module) else None
    if isinstance(written, property):
        changed = watched(written.fget) if _functions(written.fget, module) else None
        return changed and property(changed, written.fset, written.fdel, written.__doc__)
    return watched(written) if _functions(written, module) else None


class _Finder(doctest.DocTestFinder):
    """Finds also the doctests of what decorators made of a module's functions."""

    def _from_module(self, module, value):
        return super()._from_module(module, value) or bool(module and _functions(value, module))

    def _get_test(self, *about):
        for line in re.findall(r"doctest: *([+-].*)", getattr(about[0], "__doc__", None) or ""):
            for name in re.findall(r"[+-](\w+)", line):
                doctest.register_optionflag(name)
        try:
            return super()._get_test(*about)
        except ValueError:  # what looks like a doctest, and is none
            return None


class _Places:
    """Where functions stand: they are watched there while the doctest itself calls, and else as they were written."""

    def __init__(self):
        self.are_watched = False
        self._watching = {}
        self._written = {}
        self._before = {}

    def add(self, owner, name, watching):
        if watching is not None:
            self._watching[owner, name] = watching
            self._before[owner, name] = self._written[owner, name] = vars(owner)[name]

    def add_everywhere(self, module, value, watching):
        """Each module of its package may have imported it."""
        for other in _package(module):
            for name, found in list(vars(other).items()):
                if found is value:
                    self.add(other, name, watching)

    def unwrap(self, modules):
        """What decorators were given is what is called where functions are as they were written."""
        for module in modules:
            for name, value in list(vars(module).items()):
                within = inspect.unwrap(value) if isinstance(value, types.FunctionType) else value
                if within is not value:
                    if (module, name) not in self._watching:
                        self.add(module, name, value)
                    self._written[module, name] = within

    @contextlib.contextmanager
    def changed(self):
        """Functions are watched, and in the end all is as before."""
        self._set(True)
        try:
            yield
        finally:
            self.are_watched = False
            _put(self._before)

    @contextlib.contextmanager
    def as_written(self):
        self._set(False)
        try:
            yield
        finally:
            self._set(True)

    def _set(self, wanted):
        self.are_watched = wanted
        _put(self._watching if wanted else self._written)


def _put(values):
    for (owner, name), value in values.items():
        setattr(owner, name, value)


def _watched(called, function, row, places, to_static):
    """`called`, with `function`, which is it or what it wraps, compared at each call."""
    made = {}

    @functools.wraps(called)
    def watching(*args, **kwargs):
        if places.are_watched and row.calls < MOST_CALLS and row.status in ("uncalled", "same"):
            with places.as_written():
                compare(function, Call(args, kwargs), row, made, to_static)
        return called(*args, **kwargs)

    return watching


def compare(function, call, row, made, to_static):
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
            warnings.simplefilter("error", PlainPythonWarning)  # the program was wrong, and plain Python answered
            return observe(called, given)

    try:
        if _yields(function, plainly.pop()):
            function = _drained(function)
        plain = _plain(seen, function, plainly)
        if plain is None:
            row.status = "unlike"
            return
        row.calls += 1
        if function not in made:
            made[function] = to_static(function)
        for given in statically:
            began = time.process_time()
            static = seen(made[function], given)
            row.seconds = max(row.seconds, time.process_time() - began)
            _judge(row, plain, static)
    except SctError as error:
        row.status, row.text = "refused", str(error)
    except TooLong as error:
        row.status, row.text = "wrong", str(error)
    finally:
        np.random.set_state(states[0])
        random.setstate(states[1])


def _plain(seen, function, calls):
    """What is seen of a plain call; None when it is not the same twice, or takes too long."""
    try:
        first, again = (seen(function, given) for given in calls)
    except TooLong:
        return None
    return None if differences(first, again) else first


def _judge(row, plain, static):
    if isinstance(static.error, SctError) and not isinstance(static.error, InternalError):
        raise static.error
    found = differences(plain, static, TOLERANCE["native"])
    if row.status != "wrong":
        row.status, row.text = ("wrong", "; ".join(found)) if found else ("same", "")


def _yields(function, given):
    """Whether a call answers an iterator, of which the items are compared."""
    try:
        with deadline(SECONDS):
            return isinstance(function(*given.args, **given.kwargs), collections.abc.Iterator)
    except (Exception, TooLong):
        return False


@functools.cache
def _drained(function):
    def drained(*args, **kwargs):
        return list(itertools.islice(function(*args, **kwargs), MOST_ITEMS))

    return drained


def _reason(text):
    """What a refusal says, without the names and numbers in it."""
    said = next((line for line in text.splitlines() if line.startswith("Why:")), text.splitlines()[-1])
    return re.sub(r"'[^']*'|\d+", "_", said)[:100]


def report(rows):
    """Print which of the functions are refused, wrong or slow, and how many there are; 1 when one is wrong."""
    total, reasons = collections.Counter(), collections.Counter()
    for row in rows:
        total[row.status] += 1
        if row.status not in ("same", "unlike"):
            print(f"{row.name}: {row.status}: {' '.join(row.text.split())[:400]}", flush=True)
        if row.status == "refused":
            reasons[_reason(row.text)] += 1
        if row.seconds > SLOW:
            print(f"{row.name}: slow: {row.seconds:.0f} s", flush=True)
    for reason, count in reasons.most_common():
        print(f"{count:4} refused: {reason}")
    print(", ".join(f"{count} {status}" for status, count in sorted(total.items())) or "nothing is called")
    return 1 if total["wrong"] else 0


def main():
    """Try the functions of some modules; 1 when something is wrong."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzzing.libraries", description=__doc__.partition("\n")[0])
    parser.add_argument("modules", nargs="+")
    parser.add_argument("--backend", default="numpy")
    parser.add_argument("--unwrapped", action="store_true", help="what decorators were given, in place of what they made")
    parser.add_argument("--copied", action="store_true", help="functions of a copy: the user's own where NumPy's are none")
    options = parser.parse_args()
    logging.getLogger("sct").setLevel(logging.ERROR)
    rows = (
        dataclasses.replace(row, name=f"{name}.{row.name}")
        for name in options.modules
        for row in tried(name, options.backend, unwrapped=options.unwrapped, copied=options.copied)
    )
    return report(rows)


if __name__ == "__main__":
    sys.exit(main())
