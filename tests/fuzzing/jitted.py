"""`python -m tests.fuzzing.jitted --decorator numba.njit MODULE …`: suites that others wrote for their compilers.

The unit tests of each module are run with the decorators of its compiler replaced: what they are given is compared, plain
Python beside the static function, at each call that a test makes, on copies of the arguments, and all that can be seen
of the two; the test gets what plain Python answers. What tests say of the compiler itself fails, which is no matter.
"""

import argparse
import contextlib
import importlib
import importlib.util
import io
import logging
import sys
import types
import unittest

import sct
from sct import StaticFunction
from tests.fuzzing.libraries import MOST_CALLS, Tried, compare, report
from tests.harness.program import Call

__all__ = ["compared"]


class _Suite:
    """What became of the functions that a suite compiles, and whether one of them is being compared now."""

    def __init__(self, to_static):
        self.to_static, self.rows, self.made = to_static, {}, {}
        self.under_way = ""  # "plain" or "static"

    def decorator(self, *given, **options):
        """In place of `jit`, which takes a function, or what to say of it."""
        if given and isinstance(given[0], types.FunctionType):
            return _Compared(self, given[0])
        return given[0] if given and isinstance(given[0], _Compared) else self.decorator

    def called(self, function, args, kwargs):
        """What plain Python answers, after both have been compared."""
        row = self.rows.setdefault(function.__code__, Tried(f"{function.__module__}.{function.__qualname__}"))
        if row.calls < MOST_CALLS and row.status in ("uncalled", "same"):
            with self._under_way("plain"):
                compare(function, Call(args, kwargs), row, self.made, self._static)
        with self._under_way("plain"):
            return function(*args, **kwargs)

    def _static(self, function):
        static = self.to_static(function)

        def run(*args, **kwargs):
            with self._under_way("static"):
                return static(*args, **kwargs)

        return run

    @contextlib.contextmanager
    def _under_way(self, mode):
        before, self.under_way = self.under_way, mode
        try:
            yield
        finally:
            self.under_way = before


class _Compared(StaticFunction):
    """A function of a suite: static functions inline it, and plain ones call it as it was written."""

    def __init__(self, suite, function):
        super().__init__(function)
        self._suite = suite

    def __call__(self, *args, **kwargs):
        if self._suite.under_way == "static":
            return super().__call__(*args, **kwargs)
        function = self.__sct_original__
        return function(*args, **kwargs) if self._suite.under_way else self._suite.called(function, args, kwargs)

    @property
    def py_func(self):
        """What was decorated, under the name that compilers have for it."""
        return self.__sct_original__


def compared(module_name, decorators, backend="numpy", to_static=sct.to_static):
    """What became of the functions that a module's unit tests compile with `decorators`, such as "numba.njit".

    The tests are those of a copy of the module: its functions are the user's own then, also where those of its package
    are called as they are.
    """
    suite = _Suite(lambda function: to_static(function, backend=backend))
    with _replaced(decorators, suite.decorator):
        tests = unittest.defaultTestLoader.loadTestsFromModule(_copy_of(module_name))
        with contextlib.redirect_stdout(io.StringIO()):
            unittest.TextTestRunner(stream=io.StringIO(), verbosity=0).run(tests)
    return [row for row in suite.rows.values() if row.status != "uncalled"]


@contextlib.contextmanager
def _replaced(names, instead):
    before = []
    for name in names:
        owner, _, name = name.rpartition(".")
        owner = importlib.import_module(owner)
        before.append((owner, name, getattr(owner, name)))
        setattr(owner, name, instead)
    try:
        yield
    finally:
        for owner, name, value in before:
            setattr(owner, name, value)


def _copy_of(module_name):
    found = importlib.util.find_spec(module_name)
    name = f"copied_{module_name.replace('.', '_')}"
    spec = importlib.util.spec_from_file_location(name, found.origin)
    copy = sys.modules[name] = importlib.util.module_from_spec(spec)
    copy.__package__ = module_name.rpartition(".")[0]
    exec(compile(spec.loader.get_source(spec.name), found.origin, "exec"), vars(copy))
    return copy


def main():
    """Compare what some modules compile; 1 when something is wrong."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzzing.jitted", description=__doc__.partition("\n")[0])
    parser.add_argument("modules", nargs="+")
    parser.add_argument("--decorator", action="append", required=True, help="where it is found: numba.njit")
    parser.add_argument("--backend", default="numpy")
    options = parser.parse_args()
    logging.getLogger("sct").setLevel(logging.ERROR)
    return report(row for name in options.modules for row in compared(name, options.decorator, options.backend))


if __name__ == "__main__":
    sys.exit(main())
