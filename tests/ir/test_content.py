"""The content hash of programs and of values."""

import dataclasses
import enum
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from sct.hashing import UnhashableContentError, canonical_bytes, content_hash
from sct.ir import content
from sct.ir.parse import parse_program

ROOT = Path(__file__).resolve().parents[2]


class Color(enum.Enum):
    RED = 1


class Number(enum.IntEnum):
    ONE = 1


@dataclasses.dataclass(frozen=True)
class Point:
    x: int
    y: float


def adder(n):
    return lambda x: x + n


def documented(x):
    """Words."""
    return {"a", "b", "c"}, x


DIFFERENT = [
    1, True, 1.0, 1 + 0j, -1, -2, "1", b"1", bytearray(b"1"), 0, False, 0.0, -0.0, None, ..., NotImplemented,
    float("nan"), float("inf"), (), [], {}, set(), frozenset(), (1,), [1], {1}, frozenset({1}), ((1,),), (1, 2), (2, 1), ("12",), ("1", "2"),
    {1: 2}, {2: 1}, {1: 2, 3: 4}, {3: 4, 1: 2}, slice(1), slice(1, None), slice(None, 1, 1), (None, 1, None), range(3), range(0, 4, 3),
    np.dtype("f4"), np.dtype(">f4"), np.float32, np.float32(1), np.float64(1), np.int64(1), np.array(1), np.array([1]), np.array([[1]]),
    np.array([1], "i4"), int, Color, Color.RED, Number.ONE, Point(1, 2.0), Point(1, 2), Point, len, max, np.sin, np.cos, np.sum, np,
    adder(1), adder(2), documented, "documented", "\ud800", dict.fromkeys, str.join, 2**100, -(2**100), Path,
]  # fmt: skip


def test_all_these_differ():
    seen = {}
    for value in DIFFERENT:
        encoded = canonical_bytes(value)
        assert encoded not in seen, (value, seen[encoded])
        seen[encoded] = value


@pytest.mark.parametrize(
    ("a", "b"),
    [
        (float("nan"), float("nan")),
        ({3, 1, 2}, {2, 3, 1}),
        (np.arange(6).reshape(2, 3).T, np.arange(6).reshape(2, 3).T.copy()),
        ((1, [2, {"a": None}]), (1, [2, {"a": None}])),
        (adder(3), adder(3)),
    ],
)
def test_equal_content_is_equal(a, b):
    assert content_hash(a) == content_hash(b)


def test_refused():
    endless = []
    endless.append(endless)
    deep = ()
    for _ in range(100_000):
        deep = (deep,)
    for value in (object(), endless, deep, iter([]), np.array([object()]), [].append):
        with pytest.raises(UnhashableContentError):
            content_hash(value)
    while deep:  # taken apart by hand: freeing it recursively would be slow
        deep = deep[0]


SCRIPT = """
import sys
junk = [object() for _ in range({junk})]
from tests.ir.test_content import DIFFERENT
from sct.hashing import content_hash
print([content_hash(v) for v in DIFFERENT] + [content_hash({{"x", "y", "z", 1, None}})])
"""


def test_equal_in_every_process():
    answers = set()
    for seed in (0, 1, 77):
        done = subprocess.run(
            [sys.executable, "-c", SCRIPT.format(junk=seed * 100)],
            env={**os.environ, "PYTHONHASHSEED": str(seed), "PYTHONPATH": str(ROOT)},
            capture_output=True, text=True, check=True, cwd=ROOT,
        )  # fmt: skip
        answers.add(done.stdout)
    assert len(answers) == 1


TEXT = """program f(%0: float64[3]) {
  %1: float = constant(kind="python", value=1.0)
  %2: float64[3] = add(%0, %1)
  return %2
}
"""


def test_programs():
    first = content.content_hash(parse_program(TEXT))
    assert first == content.content_hash(parse_program(TEXT))
    assert len(first) == 32
    for old, new in [("1.0", "-0.0"), ("add", "multiply"), ("f(", "g("), ("float64[3]", "float64[n]"), ("1.0", "nan")]:
        assert content.content_hash(parse_program(TEXT.replace(old, new))) != first
    assert content.content_hash(parse_program(TEXT.replace("add(%0, %1)", "add(%0, %1)  # f.py:1"))) == first


def test_a_program_that_calls_back_is_not_portable():
    assert content.is_portable(parse_program(TEXT))
    from sct.ops.opaque import Opaque

    text = 'program f() {\n  extern(function=opaque("g"), specs=())\n  return\n}\n'
    assert not content.is_portable(parse_program(text, opaques={"g": Opaque(print)}))
