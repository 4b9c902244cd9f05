"""How often `and`, `or`, `not` and conditional expressions ask their operands: as often as the running Python does."""

import linecache
import random

import numpy as np
import pytest

import sct


class Loud:
    """Notes that it is asked for its truth, and what it is compared with."""

    def __init__(self, name, holds, log):
        self.name, self.holds, self.log = name, holds, log

    def __bool__(self):
        self.log.append(self.name)
        return self.holds

    def __lt__(self, other):
        self.log.append(f"{self.name} < {other.name}")
        return Loud(f"{self.name}{other.name}", self.holds != other.holds, self.log)


class Writer:
    """Writes expressions, some of them over several lines, as Python's compiler looks at these, too."""

    def __init__(self, seed, walrus=True):
        self.random, self.walrus = random.Random(seed), walrus

    def gap(self):
        return self.random.choice([" "] * 6 + ["\n        "])

    def leaf(self):
        name, other, third = self.random.choices("abcde", k=3)
        forms = [name] * 5 + [f"{name} < {other}", f"{name} < {other} < {third}", "0", "True"]
        return self.random.choice(forms + [f"(z := {name})"] * self.walrus)

    def expression(self, depth):
        if depth == 0 or self.random.random() < 0.15:
            return self.leaf()
        kind, gap, parts = self.random.random(), self.gap, [self.expression(depth - 1) for _ in range(3)]
        if kind < 0.7:
            operator = self.random.choice(["and", "or"])
            return "(" + gap() + f"{gap()}{operator} ".join(parts[: self.random.choice([2, 2, 3])]) + ")"
        if kind < 0.8:
            return f"(not {parts[0]})"
        if kind < 0.92 or not self.walrus:
            return "({} if {}{}else {})".format(parts[0], parts[1], gap(), parts[2])
        return f"(z := {parts[0]})"

    def text(self):
        def new():
            return self.expression(self.random.choice([1, 2, 2, 3]))

        bodies = [
            f"return {new()}", f"x = {new()}\n    return x, {new()}", f"return {new()} if {new()} else {new()}",
            f"if {new()}:\n        return 1\n    elif {new()}:\n        return 2", f"return not {new()}",
            f"i = 0\n    while i < 2 and {new()}:\n        i += 1\n        if {new()}: break\n    else: i = 7\n    return i",
            f"match 3:\n        case 3 if {new()}: return 1\n        case z if {new()}: return 2",
        ]  # fmt: skip
        plain = Writer(self.random.random(), walrus=False)
        test, value = plain.expression(2), plain.expression(2)
        bodies += [
            f"return [{value} for i in range(2) if {test} if i or {test}]", f"assert {test}, {value}",
            f"g = lambda a: {value}\n    return g(b)",
        ]  # fmt: skip
        return f"def f(a, b, c, d, e, x):\n    z = None\n    {self.random.choice(bodies)}\n"


def load(text, name):
    linecache.cache[name] = (len(text), None, text.splitlines(True), name)
    scope = {}
    exec(compile(text, name, "exec"), scope)
    return scope["f"]


def observed(function, truths):
    log = []
    try:
        value = function(*(Loud(name, holds, log) for name, holds in zip("abcde", truths, strict=True)), np.ones(2))
    except AssertionError as error:
        value = error.args
    shown = [x.name if isinstance(x, Loud) else x for x in (value if isinstance(value, (list, tuple)) else [value])]
    return shown, log


CONVERTED = {"transform": sct.transform, "static": lambda f: sct.to_static(f, backend="numpy")}


@pytest.mark.parametrize("way", CONVERTED)
@pytest.mark.parametrize("first", range(0, 160, 40))
def test_random_expressions(first, way):
    for seed in range(first, first + 40):
        text = Writer(seed).text()
        plain, ours = load(text, f"<asked {seed}>"), CONVERTED[way](load(text, f"<asked {seed} {way}>"))
        for turn in range(4):
            truths = random.Random(seed + turn).choices([False, True], k=5)
            assert observed(ours, truths) == observed(plain, truths), text


class Counted:
    """Its truth is known when the program runs, and how often it was asked, too."""

    def __init__(self, held):
        self.held, self.times = held, 0

    def __bool__(self):
        self.times += 1
        return bool(self.held > 0)


def in_nests(x, y, z):
    a, b, c = Counted(x), Counted(y), Counted(z)
    first = (a and b) or c
    second = (a or (b and c)) and c
    third = (0 or (c if x > y else a and b)) or b
    times = a.times, b.times, c.times
    return first.held, second.held, third.held, times


def of_numbers(x, y, z):
    return (x and y) or z, (x or y) and z, (x and (y if x > z else y and z)) or x


@pytest.mark.parametrize("function", [in_nests, of_numbers])
def test_truths_of_the_run(function):
    static = sct.to_static(function, backend="numpy")
    for x in (0.0, 1.0):
        for y in (0.0, 2.0):
            for z in (0.0, 3.0):
                args = tuple(map(np.float64, (x, y, z)))
                assert static(*args) == function(*args)
