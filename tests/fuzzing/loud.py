"""Objects of the user's that note what they are asked, given to what Python and NumPy have: asked as often, in the same order.

`loud_table` says what there is. Each part of an expression that can be an object becomes one, of each kind that stands
for what was there: with other special methods, and what it holds known or the run's. `python -m tests.fuzzing.loud`
tries the whole table.
"""

from __future__ import annotations

import argparse
import ast
import builtins
import collections
import contextlib
import functools
import io
import random
import sys
import warnings
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from tests.fuzzing import loud_table
from tests.fuzzing.check import Family, Finding, check_text, load
from tests.harness import Call

__all__ = ["Case", "calls", "case_of", "cases", "is_wrong", "text", "text_of"]

HEAD = """import array, bisect, cmath, contextlib, copy, datetime, decimal, fractions, functools, heapq, itertools, json, math, operator, random, re
import statistics, string, struct, textwrap, time, types
from collections import ChainMap, Counter, OrderedDict, UserDict, UserList, defaultdict, deque, namedtuple
import numpy as np
"""
MODULES = ("BUILTINS", "OPERATORS", "METHODS", "LIBRARIES", "NUMPY", "ARRAYS")

ARITHMETIC = {
    "add": "+", "sub": "-", "mul": "*", "truediv": "/", "floordiv": "//", "mod": "%", "pow": "**", "matmul": "@", "and": "&", "or": "|",
    "xor": "^", "lshift": "<<", "rshift": ">>",
}  # fmt: skip
COMPARISONS = {"eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">="}
UNARY = {
    "float": "float(self.v)", "int": "int(self.v)", "index": "int(self.v)", "complex": "complex(self.v)", "bool": "bool(self.v)", "abs": "abs(self.v)",
    "neg": "-self.v", "pos": "+self.v", "invert": "~self.v", "trunc": "math.trunc(self.v)", "floor": "math.floor(self.v)", "ceil": "math.ceil(self.v)",
    "hash": "hash(self.v)", "str": "'O'", "repr": "'O!'", "bytes": "bytes(self.v)", "walk": "iter(self.v)", "fspath": "self.v",
}  # fmt: skip
OTHERS = {
    "len": ("", "len(self.v) if hasattr(self.v, '__len__') else int(self.v)"), "round": (", *n", "round(self.v, *n)"), "format": (", spec", "format('O', spec)"),
    "divmod": (", other", "divmod(self.v, other)"), "rdivmod": (", other", "divmod(other, self.v)"), "contains": (", q", "q in self.v"),
    "getitem": (", i", "self.v[i]"), "call": (", *args, **named", "self.v(*args, **named)"), "keys": ("", "self.v.keys()"), "missing": (", key", "5"),
    "array": (", dtype=None, copy=None", "np.array(self.v, dtype=dtype)"), "reversed": ("", "reversed(self.v)"), "hint": ("", "2"), "count": (", q", "1"),
    "array_function": (", f, types, args, kwargs", "f.__name__"), "array_ufunc": (", f, method, *args, **kwargs", "f.__name__"),
    "setitem": (", i, q", "self.v.__setitem__(i, q)"),
}  # fmt: skip
NAMES = {"walk": "__iter__", "keys": "keys", "count": "count", "hint": "__length_hint__", "steps": "__iter__", "self": "__iter__"}
WRITTEN = {
    "steps": "    def __iter__(self):\n        self.log.append('iter')\n        for q in self.v:\n            self.log.append('item')\n            yield q\n",
    "self": "    def __iter__(self):\n        self.log.append('iter')\n        return self\n",
    "next": "    at = 0\n    def __next__(self):\n        self.log.append('next')\n        if self.at >= len(self.v):\n            raise StopIteration\n"
    "        self.at += 1\n        return list(self.v)[self.at - 1]\n",
    "getattr": "    def __getattr__(self, name):\n        if name in ('v', 'log') or name.startswith('__deepcopy') or name.startswith('__copy'):\n"
    "            raise AttributeError(name)\n        self.log.append(f'getattr {name}')\n        raise AttributeError(name)\n",
    "answers": "    def __getattr__(self, name):\n        if name.startswith('__') or name in ('v', 'log'):\n            raise AttributeError(name)\n"
    "        self.log.append(f'getattr {name}')\n        return getattr(self.v, name)\n",
}  # fmt: skip
OPERAND = " ".join([*ARITHMETIC, *(f"r{n}" for n in ARITHMETIC), *COMPARISONS, "divmod rdivmod neg pos abs hash"])
REFLECTED = " ".join([*(f"r{n}" for n in ARITHMETIC), "rdivmod", *COMPARISONS, "hash"])
WHOLE = f"float int index complex bool invert trunc floor ceil round str repr format {OPERAND}"

NUMBERS = {
    "number": WHOLE, "floating": "float", "whole": "index", "cut": "int", "operand": OPERAND, "reflected": REFLECTED, "truth": "bool", "sized": "len",
    "spoken": "str repr format", "asked": f"getattr {WHOLE}", "answering": "answers float", "array": "array", "ufunc": "array_ufunc array_function", "keyed": "eq hash",
    "derived": WHOLE,
}  # fmt: skip
ROWS = {
    "places": "len getitem", "steps": "steps", "stepper": "self next hint", "walked": "walk", "row": "len getitem walk contains reversed count",
    "operand": OPERAND, "array": "array", "truth": "bool", "sized": "len bool walk", "spoken": "str repr format", "asked": "getattr len getitem walk contains",
    "answering": "answers walk", "ufunc": "array_ufunc array_function array", "derived": f"len getitem walk contains bool reversed repr {OPERAND}",
    "derived steps": "steps", "derived sized": "len", "derived places": "getitem", "derived equal": "eq hash", "derived walked": "walk", "derived operand": OPERAND,
}  # fmt: skip
KINDS = {
    "int": NUMBERS,
    "float": NUMBERS,
    "complex": NUMBERS,
    "list": ROWS,
    "tuple": ROWS,
    "dict": {
        "mapping": "keys getitem", "table": "keys getitem len walk contains", "steps": "steps", "asked": "getattr keys getitem", "derived": "keys getitem len walk contains eq",
        "derived sized": "len", "derived walked": "walk", "derived missing": "missing", "derived equal": "eq hash", "derived operand": "or ror", "derived keys": "keys",
        "derived getitem": "getitem", "truth": "bool",
    },
    "set": {
        "steps": "steps", "stepper": "self next hint", "walked": "walk", "table": "len walk contains", "operand": OPERAND, "derived": f"len walk contains {OPERAND}",
        "derived sized": "len", "derived walked": "walk", "derived contains": "contains", "truth": "bool", "asked": "getattr len walk contains",
    },
    "str": {
        "spoken": "str repr format", "steps": "steps", "places": "len getitem", "operand": OPERAND, "keyed": "eq hash", "derived": f"len getitem walk contains str repr format {OPERAND}",
        "derived sized": "len", "derived spoken": "str repr format", "derived keyed": "eq hash", "asked": "getattr str", "path": "fspath",
    },
    "bytes": {"spoken": "bytes", "steps": "steps", "places": "len getitem", "derived": f"len getitem walk contains {OPERAND}", "derived bytes": "bytes", "whole": "index"},
    "array": {
        "array": "array", "places": "len getitem", "steps": "steps", "row": "len getitem walk contains", "operand": OPERAND, "ufunc": "array_ufunc array_function",
        "asked": "getattr array", "answering": "answers", "operand array": f"array {OPERAND}",
    },
    "function": {"called": "call", "asked": "getattr call"},
}  # fmt: skip
BASES = {"int": "int", "float": "float", "complex": "complex", "list": "list", "tuple": "tuple", "dict": "dict", "set": "set", "str": "str", "bytes": "bytes"}


@dataclass(frozen=True)
class Case:
    """One call: where an object stands for something, of what kind that is, of which kind the object, and whether what it holds is the run's."""

    head: str  # what the object is given to, with `o` in it
    held: str
    of: str
    kind: str
    run_time: bool
    left: bool = False  # whether in a branch that is not taken, where nobody is asked


def _method(name: str, base: str | None) -> str:
    if name in WRITTEN and not (base and name == "steps"):
        return WRITTEN[name]
    if name == "steps":
        return f"    def __iter__(self):\n        self.log.append('iter')\n        for q in {base}.__iter__(self):\n            self.log.append('item')\n            yield q\n"
    special = NAMES.get(name, f"__{name}__")
    noted, given = repr(name), ""
    if name in ARITHMETIC or name in COMPARISONS or name[1:] in ARITHMETIC:
        given, noted = ", other", f"f'{name} {{type(other).__name__}}'"
        answer = f"self.v {ARITHMETIC.get(name) or COMPARISONS.get(name)} other" if name in ARITHMETIC or name in COMPARISONS else f"other {ARITHMETIC[name[1:]]} self.v"
        if name == "pow":
            given, answer = ", other, *m", "pow(self.v, other, *m)"
    else:
        given, answer = OTHERS.get(name) or ("", UNARY[name])
    if name == "getitem":
        noted = "f'getitem {type(i).__name__}'"
    if base is not None and name not in ("str", "repr", "format", "missing", "array", "bytes"):
        passed = given.replace("=None", "").lstrip(", ")
        answer = f"{base}.{special}(self{', ' if passed else ''}{passed})"
    return f"    def {special}(self{given}):\n        self.log.append({noted})\n        return {answer}\n"


def _class(case: Case) -> tuple[str, str]:
    """The class of the object, and how it is made."""
    base = BASES[case.of] if case.kind.startswith("derived") else None
    names = [name for name in KINDS[case.of][case.kind].split() if base is None or _has(base, name)]
    body = "".join(_method(name, base) for name in names)
    if base is None:
        made = "    def __init__(self, v, log):\n        self.v, self.log = v, log\n"
        if not {"eq", "hash"} & {*names}:  # or what it is shows where it lies
            made += "    def __hash__(self):\n        return 7\n"
        if "repr" not in names:
            made += "    def __repr__(self):\n        return 'an O'\n"
        return f"class O:\n{made}{body}", f"O({_held(case)}, log)"
    return f"class O({base}):\n{body or '    pass'}\n", f"O({_held(case)})"


def _has(base: str, name: str) -> bool:
    return name in ("missing", "steps", "str", "repr", "format", "bytes") or hasattr(getattr(builtins, base), NAMES.get(name, f"__{name}__"))


def _held(case: Case) -> str:
    """What the object holds: numbers of the run's, if it is the run's."""
    if not case.run_time:
        return case.held
    tree = ast.parse(case.held, mode="eval")

    class Late(ast.NodeTransformer):
        def visit_Constant(self, node):
            if type(node.value) in (int, float):
                return ast.BinOp(node, ast.Add(), ast.Name("k" if type(node.value) is int else "z[0]"))
            return node

    return ast.unparse(ast.fix_missing_locations(Late().visit(tree)))


@functools.cache
def expressions() -> tuple[str, ...]:
    """All that the table has."""
    found = [one for name in MODULES for line in getattr(loud_table, name).splitlines() for one in line.split("  ")]
    found += (loud_table.STATEMENTS + ";;" + loud_table.CHOSEN.replace("\\n", "\n")).split(";;")
    return tuple(one.strip() for one in found if one.strip())


def _kind(node: ast.expr) -> str | None:
    """What a part of an expression is, if an object can stand there."""
    if isinstance(node, ast.Constant):
        name = type(node.value).__name__
        return name if name in KINDS else None
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
        return {"x": "array", "s": "float", "k": "int"}.get(node.id)
    for kind, name in ((ast.List, "list"), (ast.Tuple, "tuple"), (ast.Dict, "dict"), (ast.Set, "set"), (ast.Lambda, "function")):
        if isinstance(node, kind):
            return name if isinstance(getattr(node, "ctx", ast.Load()), ast.Load) else None
    return None


def _places(expression: str) -> list[tuple[str, str, str]]:
    """Where an object can stand: the expression with it, what was there, and of what kind that is."""
    tree = ast.parse(expression)
    if any(isinstance(node, ast.Name) and node.id == "o" for node in ast.walk(tree)):
        return [(expression, "2", "int"), (expression, "1.5", "float"), (expression, "[1, 2]", "list"), (expression, "'a'", "str")]
    inside = {id(part) for node in ast.walk(tree) if isinstance(node, (ast.JoinedStr, ast.FormattedValue, ast.match_case)) for part in _fixed(node)}
    nodes = [node for node in ast.walk(tree) if isinstance(node, ast.expr) and _kind(node) and id(node) not in inside]
    found = []
    for node in nodes:
        was, kind = ast.unparse(node), _kind(node)

        found.append((_put(tree, node), was, kind))
    return found


def _fixed(node: ast.AST) -> list[ast.AST]:
    """What has to be written there."""
    if isinstance(node, ast.JoinedStr):
        return [part for part in node.values if isinstance(part, ast.Constant)]
    return list(ast.walk(node.pattern)) if isinstance(node, ast.match_case) else []


def _put(tree: ast.AST, node: ast.expr) -> str:
    """The text with `o` in the place of a node."""
    for parent in ast.walk(tree):
        for name, value in ast.iter_fields(parent):
            if value is node:
                setattr(parent, name, ast.Name("o", ast.Load()))
                made = ast.unparse(tree)
                setattr(parent, name, node)
                return made
            if isinstance(value, list) and any(one is node for one in value):
                at = next(k for k, one in enumerate(value) if one is node)
                value[at] = ast.Name("o", ast.Load())
                made = ast.unparse(tree)
                value[at] = node
                return made
    raise LookupError(ast.unparse(node))


@functools.cache
def cases() -> tuple[Case, ...]:
    """The whole table."""
    return tuple(dict.fromkeys(case for expression in expressions() for case in cases_of(expression)))


def cases_of(expression: str) -> Iterator[Case]:
    """All that one expression gives."""
    for head, held, of in _places(expression):
        number = any(letter.isdigit() for letter in held) and of not in ("str", "bytes")
        for kind in KINDS[of]:
            for run_time in (False, True) if number else (False,):
                yield Case(head, held, of, kind, run_time)
                yield Case(head, held, of, kind, run_time, left=True)


def text_of(case: Case) -> str:
    """The program of a case."""
    classes, made = _class(case)
    lines = [f"o = {made}"]
    if case.kind.startswith("derived"):
        lines.append("o.log = log")
    statement = isinstance(ast.parse(case.head).body[-1], ast.Expr) and len(ast.parse(case.head).body) == 1
    rest = [f"r = {case.head}"] if statement else [*case.head.splitlines(), "r = None"]
    lines += ["r = a = None", "if s > 9.0:", *(f"    {line}" for line in rest)] if case.left else rest
    names = {node.id for node in ast.walk(ast.parse(case.head)) if isinstance(node, ast.Name)}
    body = "".join(f"    {line}\n" for line in ["s, k = x[0], int(z[0])", *lines, f"return r, {'x, a' if 'a' in names and not statement else 'x'}, len(log)"])
    return f"{HEAD}{classes}def f(x, z, log):\n{body}"


def calls(seed: int) -> list[Call]:
    """What the functions are called with."""
    return [Call((np.array([3.0, 1.0, 2.0]), np.array([float(j)]), []), {}) for j in (0, 1)]


def text(seed: int) -> str:
    """One program of the table."""
    return text_of(case_of(seed))


def case_of(seed: int) -> Case:
    """One case of the table, in which each expression is as likely."""
    r = random.Random(seed)
    while True:
        found = [*cases_of(r.choice(expressions()))]
        if found and matters(case := r.choice(found)):
            return case


def is_wrong(found: Finding | str) -> bool:
    """Whether an answer is another one: what is left to plain Python is as it is there."""
    return isinstance(found, Finding) and found.kind not in ("plain Python", "too long")


def matters(case: Case) -> bool:
    """Whether plain Python answers, or asks the object before it raises."""
    given = calls(0)[0].args
    case = replace(case, left=False)
    with contextlib.redirect_stdout(io.StringIO()), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            load(text_of(case))(*given)
        except Exception:
            return bool(given[2])
    return True


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzzing.loud", description="The whole table.")
    parser.add_argument("only", nargs="*", help="pieces of expressions; all without")
    parser.add_argument("--backend", default="numpy")
    parser.add_argument("--part", default="0/1", help="k/n: each n-th case, from the k-th on")
    parser.add_argument("--refused", action="store_true", help="print what is refused")
    given = parser.parse_args()
    family = Family("loud", text, calls)
    first, step = map(int, given.part.split("/"))
    seen: collections.Counter[str] = collections.Counter()
    chosen = [case for case in cases() if not given.only or any(one in case.head for one in given.only)]
    for case in chosen[first::step]:
        if not matters(case):
            continue
        try:
            found = check_text(family, text_of(case), 0, given.backend)
        except Exception as error:  # where the result is looked at: what was made anew is not what it was
            found = Finding("value", given.backend, 0, (f"{type(error).__name__}: {error}",))
        seen[found.kind if isinstance(found, Finding) else found] += 1
        what = f"{case.head!r} held {_held(case)} as {case.kind!r}{', left' * case.left}"
        if isinstance(found, Finding):
            print(f"=== {what}: {str(found)[:700]}", flush=True)
        elif found == "refused" and given.refused:
            print(f"refused {what}", flush=True)
    print(dict(seen))
    return any(what not in ("same", "refused", "plain Python", "too long") for what in seen)


if __name__ == "__main__":
    sys.exit(main())
