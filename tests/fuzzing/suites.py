"""`python -m tests.fuzzing.suites MODULE …`: what the tests of NumPy ask it, asked in static functions, too.

A copy of each test module, such as numpy._core.tests.test_umath, is run by pytest with every call, attribute, item and
operator of its tests observed: where arrays are among what is given, plain Python and a static function that does just
that are run on copies, and all that can be seen of the two is compared; the test gets what plain Python answers. One
static function serves all calls of a kind, so that numbers and extents become those of the run.
"""

import argparse
import ast
import builtins
import importlib.util
import linecache
import logging
import operator
import pathlib
import sys
import tempfile
import types

import numpy as np
import pytest

import sct
from tests.fuzzing.asked_calls import rewritten
from tests.fuzzing.libraries import Tried, compare, report
from tests.harness.observe import dtype_name
from tests.harness.program import Call

__all__ = ["Asked", "compared"]

MODULES = {
    module.__name__: "np" + module.__name__.removeprefix("numpy")
    for module in (np, np.linalg, np.fft, np.char, np.strings, np.lib.stride_tricks)
}
NOT_DETERMINED = ("np.empty", "np.empty_like", "np.ndarray")  # of which nobody knows what they hold
OF_THE_MEMORY = ("flags", "ctypes", "data", "base", "flat")
MOST_ELEMENTS = 20_000
MOST_OF_A_KIND = 150
OPERATIONS = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv, "//": operator.floordiv,
    "%": operator.mod, "**": operator.pow, "<<": operator.lshift, ">>": operator.rshift, "|": operator.or_,
    "^": operator.xor, "&": operator.and_, "@": operator.matmul, "==": operator.eq, "!=": operator.ne,
    "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip
SIGNS = {"-": operator.neg, "+": operator.pos, "~": operator.invert}


class Asked:
    """What tests ask, compared where it is of arrays, and done plainly."""

    def __init__(self, to_static):
        self.to_static, self.rows, self.functions, self.made = to_static, [], {}, {}
        self.met, self.counts, self.is_comparing = set(), {}, False

    def call(self, owner, name, *args, **kwargs):
        """`owner.name(…)`: of a module, a ufunc or an array."""
        method = getattr(owner, name)
        if isinstance(owner, types.ModuleType) and owner.__name__ in MODULES and callable(method):
            self._compare_call(f"{MODULES[owner.__name__]}.{name}", args, kwargs)
        elif isinstance(owner, np.ufunc) and getattr(np, owner.__name__, None) is owner:
            self._compare_call(f"np.{owner.__name__}.{name}", args, kwargs)
        elif type(owner) is np.ndarray and callable(method):
            self._compare(f"x.{name}", "x, *args, **kwargs", f"return x.{name}(*args, **kwargs)", (owner, *args), kwargs)
        return method(*args, **kwargs)

    def function(self, called, *args, **kwargs):
        """A function that is called by its name: it may be one that was imported from NumPy."""
        name = getattr(called, "__name__", "")
        if name and getattr(np, name, None) is called:
            self._compare_call(f"np.{name}", args, kwargs)
        return called(*args, **kwargs)

    def attribute(self, owner, name):
        """`owner.name`."""
        value = getattr(owner, name)
        if type(owner) is np.ndarray and name not in OF_THE_MEMORY and not callable(value):
            self._compare(f"x.{name}, read", "x", f"return x.{name}", (owner,), {})
        return value

    def item(self, owner, key):
        """`owner[key]`."""
        if type(owner) is np.ndarray:
            self._compare("x[key]", "x, key", "return x[key]", (owner, key), {})
        return owner[key]

    def put(self, owner, key, value):
        """`owner[key] = value`."""
        if type(owner) is np.ndarray:
            self._compare("x[key] = y", "x, key, y", "x[key] = y\n    return x", (owner, key, value), {})
        owner[key] = value

    def binary(self, sign, left, right):
        """An operator between two."""
        self._compare(f"x {sign} y", "x, y", f"return x {sign} y", (left, right), {})
        return OPERATIONS[sign](left, right)

    def augmented(self, sign, left, right):
        """An assignment with an operator, which the test does itself afterwards."""
        if type(left) is np.ndarray:
            self._compare(f"x {sign}= y", "x, y", f"x {sign}= y\n    return x", (left, right), {})

    def unary(self, sign, value):
        """An operator before one."""
        self._compare(f"{sign}x", "x", f"return {sign}x", (value,), {})
        return SIGNS[sign](value)

    def _compare_call(self, path, args, kwargs):
        if path not in NOT_DETERMINED:
            self._compare(path, "*args, **kwargs", f"return {path}(*args, **kwargs)", args, kwargs)

    def _compare(self, kind, parameters, body, args, kwargs):
        if self.is_comparing or not any(map(_has_array, (args, kwargs))):
            return
        about = (kind, _about(args), _about(kwargs))
        count = self.counts.get(kind, 0)
        if about in self.met or count >= MOST_OF_A_KIND:
            return
        self.met.add(about)
        self.counts[kind] = count + 1
        self.is_comparing = True
        row = Tried(f"{kind} of {about[1]} {about[2] or ''}"[:300])
        try:
            with np.errstate(all="warn"):
                compare(self._function(kind, parameters, body), Call(args, kwargs), row, self.made, self.to_static)
        finally:
            self.is_comparing = False
        if row.status != "uncalled":
            self.rows.append(row)

    def _function(self, kind, parameters, body):
        if kind not in self.functions:
            name, source = f"<{kind}>", f"def f({parameters}):\n    {body}\n"
            linecache.cache[name] = (len(source), None, source.splitlines(True), name)
            made = {"np": np, "__name__": "asked"}
            exec(compile(source, name, "exec"), made)
            self.functions[kind] = made["f"]
        return self.functions[kind]


def _has_array(value, depth=0):
    """Whether there is an array of numbers in it that is not too large."""
    if type(value) is np.ndarray:
        return value.dtype.kind in "biufc" and value.dtype.char not in "gG" and value.size <= MOST_ELEMENTS
    if depth < 3 and type(value) in (list, tuple, dict) and len(value) < 50:
        return any(_has_array(item, depth + 1) for item in (value.values() if type(value) is dict else value))
    return False


def _about(value, depth=0):
    """What is told of an argument, such that others like it need not be tried."""
    if type(value) is np.ndarray:
        flags = f"{' in C' if value.flags.c_contiguous else ''}{'' if value.flags.writeable else ' read-only'}"
        return f"{dtype_name(value.dtype)}{list(value.shape)}{flags}"
    if depth < 3 and type(value) in (list, tuple):
        return f"({', '.join(_about(item, depth + 1) for item in value[:6])})"
    if depth < 3 and type(value) is dict:
        return ", ".join(f"{key}={_about(item, depth + 1)}" for key, item in value.items())
    plain = isinstance(value, (int, float, complex, str, type(None), slice, np.generic))
    return f"{type(value).__name__} {value!r}"[:60] if plain else type(value).__name__


def compared(module_name, backend="numpy", to_static=sct.to_static):
    """What became of what the tests of a module ask."""
    asked = Asked(lambda function: to_static(function, backend=backend))
    written = pathlib.Path(importlib.util.find_spec(module_name).origin)
    with tempfile.TemporaryDirectory() as place:
        path = pathlib.Path(place, f"test_copy_of_{written.stem}.py")
        path.write_text(ast.unparse(rewritten(ast.parse(written.read_text()))))
        (path.parent / "pytest.ini").write_text("[pytest]\n")
        builtins.asked = asked  # some modules ask while they are collected
        try:
            pytest.main(["-q", "-p", "no:cacheprovider", "--import-mode=importlib", str(path)])
        finally:
            del builtins.asked
    return asked.rows


def main():
    """Compare what some modules ask; 1 when something is wrong."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzzing.suites", description=__doc__.partition("\n")[0])
    parser.add_argument("modules", nargs="+")
    parser.add_argument("--backend", default="numpy")
    options = parser.parse_args()
    logging.getLogger("sct").setLevel(logging.ERROR)
    return report(row for name in options.modules for row in compared(name, options.backend))


if __name__ == "__main__":
    sys.exit(main())
