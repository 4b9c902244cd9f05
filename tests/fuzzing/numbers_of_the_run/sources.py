"""Where programs come from: `tests.programs`, and the tests of CPython and of NumPy."""

from __future__ import annotations

import ast
import functools
import importlib.util
import itertools
import pkgutil
import random
from pathlib import Path
from typing import NamedTuple

from tests.fuzzing.numbers_of_the_run.asserts import Asserted
from tests.fuzzing.numbers_of_the_run.literals import Literals, counted, other_numbers
from tests.harness import Call, Program

__all__ = ["Unit", "as_program", "units", "written"]

SETS = 3  # of numbers, the first as the program was written
MOST_CASES = 3  # of a test with parameters


class Unit(NamedTuple):
    """A program or a test of a module."""

    module: str
    name: str  # with its class before it, where it has one


def modules():
    """The names of the modules of `tests.programs`."""
    import tests.programs

    found = pkgutil.iter_modules(tests.programs.__path__, "tests.programs.")
    return sorted(m.name for m in found if not m.name.rpartition(".")[2].startswith("_"))


def units(module):
    """What a module has to try."""
    found = []
    for node in _tree(module).body:
        if isinstance(node, ast.FunctionDef) and (_registers(node) or _is_test(module, node)):
            found.append(Unit(module, node.name))
        elif isinstance(node, ast.ClassDef) and not module.startswith("tests."):
            found += [Unit(module, f"{node.name}.{one.name}") for one in node.body if _is_test(module, one)]
    return found


def written(unit, seed, share):
    """The text of a module with this program alone in it, some of its numbers given; None where it has none."""
    tree = ast.parse(_text(unit.module))
    draws = random.Random(f"{seed} {unit.module} {unit.name}")
    owner, function = _found(tree, unit)
    _alone(tree, owner, function)
    target = _traced(function) if _registers(function) else function
    if target is None:
        return None
    if not _registers(function):
        _as_test(tree, owner, function)
    share = max(share, 1.5 / max(1, counted(target)))
    literals = Literals(draws, share, target.name)
    names = literals.rewrite(target)
    if not names:
        return None
    sets = [(literals.ints, literals.floats)]
    sets += [other_numbers(draws, literals.ints, literals.floats) for _ in range(SETS - 1)]
    return f"{ast.unparse(ast.fix_missing_locations(tree))}\n\nNAMES, RUNS = {names}, {sets}\n"


@functools.cache
def _text(module):
    spec = importlib.util.find_spec(module)
    if spec is None or not spec.has_location:
        raise SystemExit(f"no module {module} here")
    return Path(spec.origin).read_text(encoding="utf-8")


@functools.cache
def _tree(module):
    return ast.parse(_text(module))


def _registers(node):
    """Whether `@program(…)` or `@program.built(…)` stands before a function."""
    return any(isinstance(one, ast.Call) and ast.unparse(one.func) in ("program", "program.built") for one in node.decorator_list)


def _is_test(module, node):
    return not module.startswith("tests.") and isinstance(node, ast.FunctionDef) and node.name.startswith("test")


def _found(tree, unit):
    """The class, or None, and the function."""
    *within, name = unit.name.split(".")
    owner = next((node for node in tree.body if isinstance(node, ast.ClassDef) and within == [node.name]), None)
    functions = [node for node in (owner or tree).body if isinstance(node, ast.FunctionDef) and node.name == name]
    return owner, functions[-1]


def _traced(function):
    """The function that a static one is made of: in what builds one, what it answers."""
    if not any(ast.unparse(one).startswith("program.built") for one in function.decorator_list):
        return function
    last = function.body[-1]
    answer = last.value if isinstance(last, ast.Return) else None
    answer = answer.elts[0] if isinstance(answer, ast.Tuple) else answer
    for node in function.body:
        if isinstance(node, ast.FunctionDef) and isinstance(answer, ast.Name) and node.name == answer.id:
            return node if [ast.unparse(one) for one in node.decorator_list] == ["jit"] else None
    return None


def _alone(tree, owner, function):
    """Leave out other programs, tests and whatever else the program does not name."""
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and owner is not None:
            node.body = [one for one in node.body if one is function or not _is_test("", one)] or [ast.Pass()]
        elif isinstance(node, ast.FunctionDef) and node is not function:
            node.decorator_list = [one for one in node.decorator_list if not ast.unparse(one).startswith("program")]
    defined = [node for node in tree.body if isinstance(node, (ast.FunctionDef, ast.ClassDef))]
    kept = [node for node in tree.body if node in (owner, function) or node not in defined]
    named, more = set(), _names(kept)
    while more - named:
        named |= more
        kept = [node for node in tree.body if node in kept or node in defined and node.name in named]
        more = _names(kept)
    tree.body = kept


def _names(nodes):
    return {one.id for node in nodes for one in ast.walk(node) if isinstance(one, ast.Name)}


def _as_test(tree, owner, function):
    """What a test asserts is what it answers; and the module names it as its program."""
    function.decorator_list = [one for one in function.decorator_list if "parametrize" in ast.unparse(one)]
    Asserted(answers=True).visit(function)
    function.body = [ast.parse("_seen = []").body[0], *function.body, ast.parse("return _seen").body[0]]
    for node in tree.body:
        for one in node.body if isinstance(node, ast.ClassDef) else ():
            if one is not function:
                Asserted(answers=False).visit(one)
    name = f"{owner.name if owner else None}, {function.name!r}" if owner else f"None, {function.name}"
    tree.body += ast.parse("from types import SimpleNamespace as _Raised").body
    tree.body += ast.parse(f"from {__name__} import as_program\nprogram = as_program({name})").body


def as_program(kind, name):
    """A test, with the parameters that pytest would give it, as a program."""
    function = getattr(kind, name) if kind else name

    def instance():
        made = kind(name) if hasattr(kind, "assertEqual") else kind()
        for before in ("setUp", "setup_method"):
            getattr(made, before, lambda: None)()
        return (made,)

    def calls():
        marks = [mark for mark in getattr(function, "pytestmark", ()) if mark.name == "parametrize"]
        for chosen in itertools.islice(itertools.product(*(_parameters(*mark.args[:2]) for mark in marks)), MOST_CASES):
            given = {name: value for one in chosen for name, value in one.items()}
            yield lambda given=given: Call(instance() if kind else (), Call((), given)().kwargs)

    return Program(function.__name__, function.__module__, "A test.", lambda jit: (jit(function), None), tuple(calls()))


def _parameters(names, values):
    """What pytest gives at each turn."""
    names = [one.strip() for one in names.split(",")] if isinstance(names, str) else list(names)
    for value in values:
        value = getattr(value, "values", value) if type(value).__name__ == "ParameterSet" else value if len(names) > 1 else (value,)
        yield dict(zip(names, value, strict=False))
