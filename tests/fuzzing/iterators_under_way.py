"""Iterators that stand somewhere in a container that changes: how they are made, how it changes, how they go on."""

from __future__ import annotations

import random
from collections import deque
from dataclasses import dataclass

import numpy as np

from tests.harness import Call, call

__all__ = ["Case", "calls", "case_of", "text"]

CONTAINERS = {"list": "[1, 2, 3]", "dict": "{1: 2, 2: 3, 3: 4}", "deque": "deque([1, 2, 3])", "set": "{1, 2, 3}"}
MADE = {
    "iter": "iter(c)", "reversed": "reversed(c)", "enumerate": "enumerate(c)", "zip": "zip(c, c)",
    "map": "map(lambda q: q, c)", "map_two": "map(max, c, c)", "filter": "filter(lambda q: q != 2, c)",
    "chain": "itertools.chain(c, [7])", "chained_later": "itertools.chain([7], c)",
    "of_list": "itertools.chain.from_iterable([c, c])", "of_tuple": "itertools.chain.from_iterable((c, c))",
    "of_generator": "itertools.chain.from_iterable(q for q in [c, c])",
    "of_iterator": "itertools.chain.from_iterable(iter([c, c]))",
    "of_map": "itertools.chain.from_iterable(map(lambda q: q, [c, c]))",
    "of_values": "itertools.chain.from_iterable({1: c, 2: c}.values())",
    "of_repeat": "itertools.chain.from_iterable(itertools.repeat(c, 2))",
    "islice": "itertools.islice(c, 5)", "cycle": "itertools.islice(itertools.cycle(c), 7)", "tee": "itertools.tee(c)[1]",
    "takewhile": "itertools.takewhile(lambda q: q < 50, c)", "dropwhile": "itertools.dropwhile(lambda q: q < 1, c)",
    "filterfalse": "itertools.filterfalse(lambda q: q > 50, c)", "accumulate": "itertools.accumulate(c)",
    "pairwise": "itertools.pairwise(c)", "longest": "itertools.zip_longest(c, [1])",
    "compress": "itertools.compress(c, [1, 1, 1])", "starmap": "itertools.starmap(lambda a, b: a + b, zip(c, c))",
    "groupby": "((a, list(b)) for a, b in itertools.groupby(c))", "product": "itertools.product(c, c)",
    "expression": "(q for q in c)", "nested": "(q for w in [c, c] for q in w)", "function": "each(c)",
    "delegating": "delegated(c)", "enumerated_chain": "enumerate(itertools.chain(c, c))",
    "zipped_chain": "zip(itertools.chain(c, c), c)", "values": "iter(c.values())", "items": "iter(c.items())",
    "chained_values": "itertools.chain(c.values(), [7])", "reversed_values": "reversed(c.values())",
}  # fmt: skip
CHANGES = {
    "a place": {"list": "c[j] = 9", "dict": "c[j + 1] = 9", "deque": "c.rotate(j)", "set": "c.add(j + 1)"},
    "one more": {"list": "c.append(j)", "dict": "c[j + 7] = 9", "deque": "c.append(j)", "set": "c.add(j + 7)"},
    "perhaps more": {"list": "c.append(5)", "dict": "c[9] = 9", "deque": "c.append(5)", "set": "c.add(5)"},
    "perhaps a place": {"list": "c[1] = 55", "dict": "c[3] = 59", "deque": "c.rotate(1)", "set": "c.add(3)"},
    "perhaps less": {"list": "c.pop()", "dict": "c.pop(3)", "deque": "c.pop()", "set": "c.discard(3)"},
    "in a loop": {"list": "c.append(i)", "dict": "c[i] = 9", "deque": "c.append(i)", "set": "c.add(i)"},
}
TAKEN = (
    "list(it)", "tuple(it)", "[q for q in it]", "[*it]", "next(it, -1)", "sum(1 for _ in it)", "walked(it)", "set(it)",
    "sorted(it)", "8 in it", "max(it, default=0)", "any(it)", "list(zip(it, [1, 2, 3]))", "list(enumerate(it))",
    "first(*it)", "dict.fromkeys(it)", "list(map(str, it))", "deque(it)", "unpacked(it)", "[0].__add__([*it])",
    "list(itertools.chain(it, [1]))", "extended([0], it)", "np.array(list(it))", "joined(it)", "left(it)",
)  # fmt: skip

_GENERATORS = ("expression", "nested", "function", "delegating")
HEAD = '''import itertools
from collections import deque


def each(c):
    """A generator over it."""
    yield from c


def delegated(c):
    """A generator that delegates to another one."""
    for q in c:
        yield q
    yield from each(c)


def walked(it):
    """A loop to the end."""
    out = []
    for q in it:
        out.append(q)
    return out


def left(it):
    """A loop that is left."""
    out = []
    for q in it:
        out.append(q)
        if len(out) == 1:
            break
    return out, list(it)


def first(*args):
    """What it is given."""
    return args


def unpacked(it):
    """Its items, by name."""
    a, *b = it
    return a, b


def extended(xs, it):
    """A list, made longer."""
    xs.extend(it)
    xs += it
    return xs


def joined(it):
    """Their texts."""
    return ",".join(str(q) for q in it)


'''


@dataclass(frozen=True)
class Case:
    """So many items are taken before the container changes, and the rest afterwards; it is `given`, or made there."""

    kind: str
    made: str
    change: str
    begun: int
    taken: str
    given: bool

    def text(self) -> str:
        """The source."""
        statement = CHANGES[self.change][self.kind]
        if self.change.startswith("perhaps"):
            statement = f"if x[0] > 0:\n        {statement}"
        if self.change == "in a loop":
            statement = f"for i in range(5, 5 + j):\n        {statement}"
        lines = [f"c = {CONTAINERS[self.kind]}", "j = int(x[0])", f"it = {MADE[self.made]}"]
        lines += ["a = next(it, None)"] * self.begun + [statement, f"return {self.taken}, c"]
        body = "\n    ".join(lines[self.given :])
        return f"{HEAD}def f(x, c):\n    {body}\n"


def case_of(seed: int) -> Case:
    """One of them, chosen by chance."""
    chance = random.Random(seed)
    kind, made, change = (chance.choice(list(table)) for table in (CONTAINERS, MADE, CHANGES))
    if kind == "deque" and made in _GENERATORS:  # left to plain Python, where these stand in a deque
        made = "iter"
    return Case(kind, made, change, chance.randrange(3), chance.choice(TAKEN), chance.random() < 0.5)


def text(seed: int) -> str:
    """Its source."""
    return case_of(seed).text()


def calls(seed: int) -> list[Call]:
    """Arrays whose first element decides, and the container."""
    container = CONTAINERS[case_of(seed).kind]
    return [call(np.array(x), eval(container, {"deque": deque})) for x in ([1, 2], [0, 2], [1, 2])]
