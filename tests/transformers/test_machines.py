"""Generators as machines: stepped one by one, they do what the generator does, to the last item and what it returns."""

import random
import textwrap

import pytest

from sct.transformers.examples import becomes
from sct.transformers.machines import Machines


class Machine:
    """A generator that is stepped by the functions that the pass has made."""

    def __init__(self, step, stop, result):
        self.step, self.stop, self.result = step, stop, result

    def __iter__(self):
        return self

    def __next__(self):
        return self.send(None)

    def send(self, value):
        got = self.step(value)
        if got is None:
            result, self.result = self.result, None  # which Python tells once
            raise StopIteration(None if result is None else result())
        return got[0]

    def close(self):
        self.result = None
        self.stop()


class Steps:
    """An iterator that keeps what a generator has returned."""

    def __init__(self, items):
        self.items, self.value = iter(items), None

    def __iter__(self):
        return self

    def __next__(self):
        return self.send(None)

    def send(self, value):
        try:
            return next(self.items) if value is None else self.items.send(value)
        except StopIteration as end:
            self.value = end.value
            raise


class Plainly:
    """What the functions call, in plain Python."""

    steps = Steps
    pulled = decided = staticmethod(lambda x: x)

    @staticmethod
    def begun(sent):
        if sent is not None:
            raise TypeError("can't send non-None value to a just-started generator")

    @staticmethod
    def stepped(steps):
        return Plainly.forwarded(steps, None)

    @staticmethod
    def forwarded(steps, sent):
        try:
            return (steps.send(sent),)
        except StopIteration:
            return None

    @staticmethod
    def delegated(steps):
        return steps.value

    @staticmethod
    def generator(push, pull, values, name, cleanup, machine=None):
        return pull(*values) if machine is None else Machine(*machine(*values))


CLOSE = object()


def both(source):
    """The function `g` of a source, and the same as a machine."""
    source = textwrap.dedent(source)
    plain, made = {}, {"_sct": Plainly}
    exec(source, plain)
    exec(becomes(Machines, source), made)
    return plain["g"], made["g"]


def outcomes(make, sent):
    """What comes of stepping so often, with these values sent: items, the end and what it returned, an exception.

    It is closed where CLOSE stands, and at the end.
    """
    seen, log = [], []
    one = make(log)
    for x in (*sent, CLOSE):
        try:
            seen.append(("closed", one.close()) if x is CLOSE else ("item", one.send(x)))
        except StopIteration as end:
            seen.append(("end", end.value))
        except NameError as error:
            seen.append(("no value", error.__class__ is not AttributeError))
        except Exception as error:
            seen.append((type(error), str(error)))
    return seen, log


def check(source, sent=(None,) * 40):
    """A generator and its machine, stepped in the same way."""
    plain, machine = both(source)
    assert isinstance(machine([]), Machine)
    assert outcomes(machine, sent) == outcomes(plain, sent)


GENERATORS = {
    "endless": "a, b = 0, 1\nwhile True:\n    yield a\n    a, b = b, a + b",
    "for": "for i in range(4):\n    log.append(i)\n    yield i\n    log.append(-i)\nreturn 7",
    "nested": "for i in range(3):\n    for j in range(i):\n        yield i, j\n    yield -i",
    "jumps": """
        for i in range(6):
            for j in range(6):
                if j > i:
                    break
                if (i + j) % 3 == 0:
                    continue
                yield i * 10 + j
                if i * j > 6:
                    break
            else:
                yield 1000 + i
        else:
            yield "all"
    """,
    "several": "yield 1\nx = yield 2\nlog.append(x)\nif x:\n    yield x\nelse:\n    y = yield\n    log.append(y)\nyield 3",
    "from": "r = yield from inner()\nlog.append(r)\nyield r\nfor _ in range(2):\n    r = yield from inner()\nreturn r",
    "last from": "yield 0\nyield from inner()\nreturn 5",
    "early": "for i in range(9):\n    yield i\n    if i == 3:\n        return 'three'\nyield 'never'",
    "while else": "n = 3\nwhile n:\n    n -= 1\n    yield n\nelse:\n    log.append('else')\n    yield 'else'",
    "no more code": "while True:\n    yield 1\nx = 5\nyield x",
    "unbound": "for i in range(3):\n    if i == 1:\n        x = i\n    yield x",
    "raises": "for i in range(3):\n    yield i\n    if i == 1:\n        raise ValueError(i)",
    "deletes": "for i in range(3):\n    x = i\n    yield x\n    del x\nyield x",
    "closures": "f = lambda: k\nfor k in range(3):\n    yield f()\nk = 9\nyield f(), [k + j for j in range(2)]",
    "nothing": "if False:\n    yield 1\nlog.append('ran')\nreturn 3",
    "walrus": "while (n := len(log)) < 4:\n    log.append(n)\n    yield n",
    "try": "for i in range(3):\n    try:\n        x = 1 // i\n    except ZeroDivisionError:\n        x = -1\n    yield x",
    "finally": "try:\n    yield 1\n    log.append(2)\n    yield 3\nfinally:\n    log.append(4)\nyield 5",
    "finally in finally": """
        n = 0
        try:
            for i in range(3):
                try:
                    if i == 1:
                        continue
                    yield i
                    n += 1
                finally:
                    log.append(n)
                    n += 10
            r = yield from inner()
            log.append(r)
        finally:
            log.append(n)
        yield n
    """,
    "finally and return": "try:\n    for i in range(3):\n        got = yield i\n        if got:\n            return i\nfinally:\n    log.append('f')",
    "finally and raise": "try:\n    try:\n        yield 1\n        raise ValueError(2)\n    finally:\n        log.append(3)\nfinally:\n    log.append(4)",
    "finally that raises": "try:\n    try:\n        yield 1\n    finally:\n        raise ValueError(2)\nfinally:\n    log.append(4)",
    "break through finally": "while True:\n    try:\n        yield 1\n        break\n    finally:\n        log.append(3)\nyield 2",
}
INNER = "    def inner():\n        got = yield 'a'\n        log.append(got)\n        yield 'b'\n        return 'c'\n"


def source_of(body):
    """A generator function with this body."""
    return "def g(log):\n" + INNER + textwrap.indent(textwrap.dedent(body).strip(), "    ") + "\n"


@pytest.mark.parametrize("name", GENERATORS)
def test_generators(name):
    """They come out the same, also where something is sent."""
    check(source_of(GENERATORS[name]))
    check(source_of(GENERATORS[name]), sent=(None, 1, None, 2, 3, None, 0, 4, 5, 6))
    for count in range(4):
        check(source_of(GENERATORS[name]), sent=(*[None] * count, CLOSE, None))


def test_sent_at_the_start():
    """Python's TypeError; the generator goes on."""
    check(source_of(GENERATORS["several"]), sent=(1, None, 2))


@pytest.mark.parametrize(
    "body",
    [
        "try:\n    yield 1\nexcept ValueError:\n    log.append(1)",
        "try:\n    log.append(1)\nfinally:\n    yield 1",
        "with log[0]:\n    yield 1",
        "log.append((yield 1))",
        "x = [(yield 1)]",
        "\n".join(f"yield {k}" for k in range(13)),
    ],
)
def test_there_is_no_machine(body):
    """What is around a `yield` would have to be left, or there are too many of them."""
    assert not isinstance(both(source_of(body))[1]([[]]), Machine)


class Random:
    """Generators by chance, which come to an end."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.yields = 0

    def block(self, depth, in_loop):
        return [line for _ in range(self.random.randint(1, 3)) for line in self.statement(depth, in_loop)]

    def statement(self, depth, in_loop):
        kinds = ["yield", "yield", "set", "log", "sent"] + ["if", "for", "while", "from", "try"] * (depth > 0)
        kinds += ["break", "continue"] * in_loop + ["return"] * (self.random.random() < 0.2)
        kind = self.random.choice(kinds)
        a, b = self.random.choice("abc"), self.random.choice("abc")
        if kind in ("yield", "sent", "from"):
            self.yields += 1
            if self.yields > 8:
                return ["a = b"]
            lines = {"yield": f"yield {a} + {b}", "sent": f"s = yield {a}\n{b} += s or 1", "from": f"{a} = yield from sub({b})"}
            return lines[kind].split("\n")
        if kind == "set":
            return [f"{a} = ({b} * 3 + c + 1) % 7"]
        if kind == "log":
            return [f"log.append({a})"]
        if kind in ("break", "continue"):
            return [f"if {a} % 2:", f"    {kind}"]
        if kind == "return":
            return [f"if {a} > 4:", f"    return {b}"]
        if kind == "if":
            lines = [f"if {a} % 2:", *self.inside(depth, in_loop)]
            return [*lines, "else:", *self.inside(depth, in_loop)] if self.random.random() < 0.5 else lines
        if kind == "try":
            return ["try:", *self.inside(depth, in_loop), "finally:", f"    {a} += 1", f"    log.append({b})"]
        head = [f"for {a} in range({self.random.randint(0, 3)}):"]
        if kind == "while":
            count = f"n{self.random.randint(0, 99)}_{depth}"
            head = [f"{count} = 0", f"while {count} < {self.random.randint(0, 3)}:", f"    {count} += 1"]
        lines = [*head, *self.inside(depth, True)]
        return [*lines, "else:", *self.inside(depth, in_loop)] if self.random.random() < 0.3 else lines

    def inside(self, depth, in_loop):
        return ["    " + line for line in self.block(depth - 1, in_loop)]


SUB = "    def sub(k):\n        for i in range(k % 3):\n            got = yield k + i\n            log.append(got)\n        return k + 1\n"


@pytest.mark.parametrize("seed", range(200))
def test_by_chance(seed):
    """Loops and branches in one another, with jumps, sends, delegation and returns."""
    made = Random(seed)
    lines = ["a, b, c = 1, 2, 3", *made.block(3, False), "yield a, b, c"]
    source = "def g(log):\n" + SUB + textwrap.indent("\n".join(lines), "    ") + "\n"
    rng = random.Random(seed)
    check(source, sent=[None, *(rng.choice([None, None, 1, 2]) for _ in range(60))])
    check(source, sent=[*[None] * rng.randint(1, 9), CLOSE, None])
