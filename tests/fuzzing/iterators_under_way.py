"""Iterators that stand somewhere in a container that changes: how they are made, how it changes, how they go on.

``python -m tests.fuzzing.iterators_under_way`` runs the whole table, ``… N`` every N-th of it.
"""

from __future__ import annotations

import copy
import itertools
import linecache
import random
import sys
import warnings
from collections import deque
from collections.abc import Iterator

import numpy as np

import sct
from sct.errors import SctError

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
    "delegating": "delegated(c)", "next": "iter(iter(c).__next__, 99)", "enumerated_chain": "enumerate(itertools.chain(c, c))",
    "zipped_chain": "zip(itertools.chain(c, c), c)", "values": "iter(c.values())", "items": "iter(c.items())",
    "chained_values": "itertools.chain(c.values(), [7])", "reversed_values": "reversed(c.values())",
}  # fmt: skip
CHANGES = {
    "a place": {"list": "c[j] = 9", "dict": "c[j + 1] = 9", "deque": "c[j] = 9", "set": "c.add(j + 1)"},
    "one more": {"list": "c.append(j)", "dict": "c[j + 7] = 9", "deque": "c.append(j)", "set": "c.add(j + 7)"},
    "perhaps more": {"list": "c.append(5)", "dict": "c[9] = 9", "deque": "c.append(5)", "set": "c.add(5)"},
    "perhaps a place": {"list": "c[1] = 55", "dict": "c[3] = 59", "deque": "c[1] = 55", "set": "c.add(3)"},
    "perhaps less": {"list": "c.pop()", "dict": "c.pop(3)", "deque": "c.pop()", "set": "c.discard(3)"},
    "in a loop": {"list": "c.append(i)", "dict": "c[i] = 9", "deque": "c.append(i)", "set": "c.add(i)"},
}
TAKEN = (
    "list(it)", "tuple(it)", "[q for q in it]", "[*it]", "next(it, -1)", "sum(1 for _ in it)", "walked(it)", "set(it)",
    "sorted(it)", "8 in it", "max(it, default=0)", "any(it)", "list(zip(it, [1, 2, 3]))", "list(enumerate(it))",
    "first(*it)", "dict.fromkeys(it)", "list(map(str, it))", "deque(it)", "unpacked(it)", "[0].__add__([*it])",
    "list(itertools.chain(it, [1]))", "extended([0], it)", "np.array(list(it))", "joined(it)", "left(it)",
)  # fmt: skip


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


NAMES = {
    "itertools": itertools, "deque": deque, "np": np, "each": each, "delegated": delegated, "walked": walked, "left": left,
    "first": first, "unpacked": unpacked, "extended": extended, "joined": joined,
}  # fmt: skip


def cases() -> Iterator[tuple[str, str, str]]:
    """The name of each case, its source and that of its container, if that is the caller's."""
    taken = itertools.cycle(TAKEN)
    for kind, made, change, begun, own in itertools.product(CONTAINERS, MADE, CHANGES, range(3), (False, True)):
        if own and change.startswith("perhaps"):
            continue
        statement = CHANGES[change][kind]
        if change.startswith("perhaps"):
            statement = f"if x[0] > 0:\n        {statement}"
        if change == "in a loop":
            statement = f"for i in range(5, 5 + j):\n        {statement}"
        for take in ("list(it)", next(taken), next(taken)):
            lines = [f"c = {CONTAINERS[kind]}"] * own + ["j = int(x[0])", f"it = {MADE[made]}"]
            lines += ["a = next(it, None)"] * begun + [statement, f"return {take}, c"]
            source = f"def f({'x' if own else 'c, x'}):\n    " + "\n    ".join(lines) + "\n"
            yield f"<{kind} {made} {change} {begun} {own} {take}>", source, "" if own else CONTAINERS[kind]


def check(name: str, source: str, container: str, backend: str = "numpy") -> str:
    """Compare plain Python and the static function: 'same', 'refused' or what differs."""
    linecache.cache[name] = (len(source), None, source.splitlines(True), name)
    names = dict(NAMES)
    exec(compile(source, name, "exec"), names)
    plain, static = names["f"], sct.to_static(names["f"], backend=backend)
    for x in (np.array([1, 2]), np.array([0, 2]), np.array([1, 2])):
        args = (eval(container, dict(NAMES)), x) if container else (x,)
        expected = _outcome(plain, args)
        try:
            found = _outcome(static, args)
        except SctError:
            return "refused"
        if found != expected:
            return f"{expected} but {found}"
    return "same"


def _outcome(f, args) -> str:
    given = copy.deepcopy(args)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            result = f(*given)
        except SctError:
            raise
        except Exception as error:
            return repr((type(error), str(error), given))
    return repr((result, given))


def sample(count: int, seed: int) -> list[tuple[str, str, str]]:
    """Some of the cases, chosen by chance."""
    return random.Random(seed).sample(list(cases()), count)


def main() -> None:
    """Run the table, and print what differs."""
    every = int(sys.argv[1]) if len(sys.argv) > 1 else 1
    counts = {"same": 0, "refused": 0, "wrong": 0}
    for case in itertools.islice(cases(), 0, None, every):
        outcome = check(*case)
        counts[outcome if outcome in counts else "wrong"] += 1
        if outcome not in counts:
            print(case[0], outcome)
    print(counts)


if __name__ == "__main__":
    main()
