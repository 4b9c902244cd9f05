"""print, f-strings and assert messages of run-time values: the same text at every call."""

import dataclasses
from collections import namedtuple

import numpy as np
import pytest

import sct
from sct import errors
from tests.runtime.same import same

V = np.array([1.0, -2.0, 3.0])
Pair = namedtuple("Pair", "a b")
calls = [(V,), (-V,), (V * 100,)]


@dataclasses.dataclass
class Point:
    x: object
    tag: str = "p"


class Named:
    def __init__(self, v):
        self.v = v

    def __str__(self):
        return f"<{self.v}>"

    def __repr__(self):
        return "Named(" + repr(self.v) + ")"


def test_print():
    def f(x):
        print("x =", x, x[0], 3, None, [1, "a"])
        print(x.sum(), int(x[0]), x[0] > 0, sep=", ", end="!\n", flush=True)
        print()
        print("static", end="")
        print([x, x[0]], (x[1],), {"k": x}, Pair(x[0], 1), Point(x), Named(x), [Named(x[0])])
        x[0] = 5
        print(x, f"{x}")
        return print(x)

    same(f, *calls)


def test_print_in_control_flow():
    def f(x):
        for i in range(5):
            if x[0] > i:
                print(i, x[0])
        n = int(abs(x[1]))
        while n > 0:
            print("n", n)
            n -= 1

    same(f, *calls)


def test_fstrings_and_format():
    def f(x):
        w = 12
        t = f"{x[0]:.2f}|{x[0]!r}|{x!s}|{int(x[0]):{w}d}|{'a':>3}"
        u = "{} and {1:.1f} {k[0]}" if False else "{0} and {1:.1f} {k[0]} {{}}"
        v = u.format(x[0], x[1], k=[x[2]])
        print(t, v, "a" + t, t + "b" + str(x[0]), ", ".join([t, "x", repr(x[1])]), format(x[0], "8.3f"))
        print("{} {}".format("static", 1), "-".join(str(i) for i in range(3)))

    same(f, *calls)


def test_text_is_made_when_it_is_made():
    def f(x):
        text = f"{x}"
        x += 1
        print(text, x)

    same(f, *calls)


def test_assert_messages():
    def f(x):
        assert x[0] < 50, f"too big: {x[0]:.1f}"
        assert x[1] < 50
        assert len(x) == 3, "static"
        return x

    same(f, *calls)


def test_assert_message_is_lazy():
    def f(x):
        assert x[0] < 50, ("value", np.sqrt(x[0]), [x])
        return x

    same(f, *calls)


def test_raise_messages():
    def f(x):
        if x[0] > 50:
            raise ValueError(f"{x[0]} is too big")
        if x[0] < 0:
            raise KeyError("negative")
        return x

    same(f, *calls)


@pytest.mark.parametrize(
    "f",
    [
        lambda x: open(f"{x[0]}"),
        lambda x: "{}".join([str(x[0])]).format(x[1]) if x[0] > 0 else f"{x[0]}".encode(),
        lambda x: hash(str(x[0])),
    ],
)
def test_other_uses_of_text_are_refused(f):
    with pytest.raises(errors.SctError):
        sct.to_static(f)(V)


def test_other_files_are_refused(tmp_path):
    with open(tmp_path / "printed", "w") as file, pytest.raises(errors.SideEffectError):
        sct.to_static(lambda x: print(x, file=file))(V)
