"""Loops over neighbours in memory, written as vectors: each result is that of the same loop turn by turn."""

import ctypes
import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import sct
from sct.backends.native import emit
from sct.backends.native.llvm import compile_module
from sct.backends.native.math import library
from sct.backends.native.neighbours import plan_of
from sct.backends.native.width import vector_width
from sct.loops.code import Code, For, Lanes, Operand, Ref, walk
from sct.loops.memory.memory_classes import own_note

KINDS = {"f64": "float64", "f32": "float32", "i64": "int64", "i32": "int32", "i16": "int16", "i8": "int8", "i1": "bool"}
EXTENTS = (1, 2, 3, 7, 8, 9, 15, 16, 17, 31, 33, 47, 64, 65, 100, 129, 200, 259)
Write = Callable[[Code, "Arrays", Ref], None]


class Arrays:
    """Pointers into memory, by kind: two to read from and two to write to, each a class of its own."""

    def __init__(self, code: Code) -> None:
        self.code = code
        given = code.do("argument", "ptr", note="in")
        self.extent = code.load("i64", given, 0)
        self.pointers: dict[tuple[str, int], Ref] = {}
        for k, (kind, number) in enumerate((kind, number) for kind in KINDS for number in range(4)):
            self.pointers[kind, number] = code.load("ptr", given, k + 1)

    def note(self, kind: str, number: int) -> tuple[int, int, int]:
        return 0, list(self.pointers).index((kind, number)), len(self.pointers)

    def load(self, kind: str, number: int, index: Operand) -> Operand:
        return self.code.load(kind, self.pointers[kind, number], index, self.note(kind, number))

    def store(self, value: Operand, number: int, index: Operand) -> None:
        kind = value.type
        self.code.store(value, self.pointers[kind, number], index, self.note(kind, number))


def written(write: Write, extent: int | None, start: int = 0) -> Code:
    code = Code()
    arrays = Arrays(code)
    with code.loop(start, arrays.extent if extent is None else extent) as index:
        write(code, arrays, index)
    return code


def compiled(write: Write, extent: int | None, vectors: bool, monkeypatch: pytest.MonkeyPatch) -> Callable[[int], Any]:
    """The loop as a function of its extent that answers what the arrays hold after it."""
    with monkeypatch.context() as patched:
        if not vectors:
            patched.setattr(emit, "write_neighbours", lambda *_: False)
        return finished(written(write, extent))


def finished(code: Code) -> Callable[[int], Any]:
    """The code as a function of the extent."""
    text, math, _, _ = emit.function_text("turns", code)
    text = library(sorted(math), width=vector_width()) + text + "attributes #0 = { nounwind }\n"
    module = compile_module(text, straight=True)
    call = ctypes.CFUNCTYPE(ctypes.c_int64, *[ctypes.c_void_p] * 3)(module.address("turns"))

    def run(extent: int) -> Any:
        rng = np.random.default_rng(7)
        memory = [_filled(rng, KINDS[kind], extent + 9) for kind in KINDS for _ in range(4)]
        given = (ctypes.c_int64 * (1 + len(memory)))(extent, *[a.ctypes.data for a in memory])
        assert call(None, ctypes.addressof(given), None) == 0
        return module, memory

    return run


def _filled(rng: np.random.Generator, dtype: str, count: int) -> Any:
    if dtype == "bool":
        return rng.random(count) < 0.5
    if dtype.startswith("float"):
        values = rng.normal(size=count) * 3
        values[rng.random(count) < 0.1] = np.nan
        values[rng.random(count) < 0.1] = -0.0
        return values.astype(dtype)
    return rng.integers(-100, 100, size=count).astype(dtype)


def random_body(seed: int) -> Write:
    """A loop's body that reads, computes and writes, and may combine a variable."""

    def write(code: Code, arrays: Arrays, index: Ref) -> None:
        rng = random.Random(seed)
        shift = rng.choice([0, 0, 3])
        at = code.iadd(index, shift) if shift else index

        def floats(kind: str, depth: int) -> Operand:
            pick = rng.randrange(9 if depth else 3)
            other = "f32" if kind == "f64" else "f64"
            if pick < 2:
                return arrays.load(kind, pick, rng.choice([at, index]))
            if pick == 2:
                return code.const(kind, rng.choice([0.5, -2.0, 3.0]))
            if pick == 3:
                cond = code.pure("fcmp." + rng.choice(["olt", "une", "oge"]), "i1", floats(kind, 0), floats(kind, 0))
                return code.pure("select", kind, cond, floats(kind, depth - 1), floats(kind, depth - 1))
            if pick == 4:
                cast = "fptrunc" if kind == "f32" else "fpext"
                return code.pure(cast, kind, floats(other, depth - 1))
            if pick == 5:
                return code.pure("sitofp", kind, whole("i64", depth - 1))
            if pick == 6:
                note = rng.choice(["exp", "fabs", "maximum"])
                args = [floats(kind, depth - 1) for _ in range(2 if note == "maximum" else 1)]
                if note == "exp":
                    return code.pure("math", kind, *args, note=f"exp.{kind}")
                return code.pure("intrinsic", kind, *args, note=note)
            return code.pure(
                rng.choice(["fadd", "fsub", "fmul", "fdiv"]), kind, floats(kind, depth - 1), floats(kind, depth - 1)
            )

        def whole(kind: str, depth: int) -> Operand:
            pick = rng.randrange(6 if depth else 2)
            if pick == 1 and kind == "i64":
                return at
            if pick < 2:
                return arrays.load(kind, pick, at)
            if pick == 2:
                return code.pure("select", kind, arrays.load("i1", 0, index), whole(kind, depth - 1), whole(kind, 0))
            return code.pure(rng.choice(["iadd", "isub", "imul", "xor"]), kind, whole(kind, depth - 1), whole(kind, 0))

        made: list[Operand] = []
        for _ in range(rng.randrange(1, 4)):
            kind = rng.choice(["f64", "f32", "i64", "i32", "i16", "i8", "i1"])
            if kind == "i1":
                made.append(code.pure("fcmp.ogt", "i1", floats("f64", 1), floats("f64", 2)))
            else:
                made.append(floats(kind, 3) if kind[0] == "f" else whole(kind, 2))
        for number, value in enumerate(made):
            if not isinstance(value, Ref) or value is at:
                value = code.pure("xor", "i1", arrays.load("i1", 0, at), arrays.load("i1", 1, at))
            arrays.store(value, 2 + number % 2 if number < 2 else 0, at if number != 1 else at)

    return write


@pytest.mark.parametrize("seed", range(30))
def test_results_are_those_of_single_turns(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    body = random_body(seed)
    single, vectors = (compiled(body, None, way, monkeypatch) for way in (False, True))
    for extent in EXTENTS:
        check(single(extent)[1], vectors(extent)[1])
    for extent in random.Random(seed).sample(EXTENTS, 2):
        check(single(extent)[1], compiled(body, extent, True, monkeypatch)(extent)[1])


def check(expected: list[Any], found: list[Any]) -> None:
    for a, b in zip(expected, found, strict=True):
        assert a.tobytes() == b.tobytes() or (a.dtype.kind == "f" and np.array_equal(a, b, equal_nan=True))


def test_random_bodies_are_vectors() -> None:
    assert sum(is_plain(random_body(seed)) for seed in range(30)) > 24


def is_plain(write: Write) -> bool:
    code = written(write, 64)
    loop = next(one for one in walk(code.body) if isinstance(one, For))
    return plan_of(loop, code.made) is not None


def added(code: Code, arrays: Arrays, index: Ref) -> None:
    arrays.store(code.pure("fadd", "f64", arrays.load("f64", 0, index), arrays.load("f64", 1, index)), 2, index)


def handed_on(code: Code, arrays: Arrays, index: Ref) -> None:
    arrays.store(arrays.load("f64", 2, index), 2, code.iadd(index, 1))


def read_ahead(code: Code, arrays: Arrays, index: Ref) -> None:
    arrays.store(arrays.load("f64", 2, code.iadd(index, 1)), 2, index)


def read_ahead_too_late(code: Code, arrays: Arrays, index: Ref) -> None:
    arrays.store(arrays.load("f64", 0, index), 2, index)
    arrays.store(arrays.load("f64", 2, code.iadd(index, 1)), 3, index)


def the_next_row(code: Code, arrays: Arrays, index: Ref) -> None:
    row = code.offset(arrays.pointers["f64", 2], 64, 8)
    value = code.load("f64", arrays.pointers["f64", 2], index, arrays.note("f64", 2))
    code.store(value, row, index, arrays.note("f64", 2))


def almost_the_next_row(code: Code, arrays: Arrays, index: Ref) -> None:
    row = code.offset(arrays.pointers["f64", 2], 63, 8)
    value = code.load("f64", arrays.pointers["f64", 2], index, arrays.note("f64", 2))
    code.store(value, row, index, arrays.note("f64", 2))


def to_one_place(code: Code, arrays: Arrays, index: Ref) -> None:
    arrays.store(arrays.load("f64", 0, index), 2, code.i64(0))


def with_gaps(code: Code, arrays: Arrays, index: Ref) -> None:
    arrays.store(arrays.load("f64", 0, code.imul(index, 2)), 2, index)


def looked_up(code: Code, arrays: Arrays, index: Ref) -> None:
    arrays.store(arrays.load("f64", 0, arrays.load("i64", 0, index)), 2, index)


def in_another_class(code: Code, arrays: Arrays, index: Ref) -> None:
    value = arrays.load("f64", 0, index)
    code.store(value, arrays.pointers["f64", 2], index, (1, 0, 2))


def into_a_buffer(code: Code, arrays: Arrays, index: Ref) -> None:
    pointer = arrays.pointers["f64", 2]
    code.store(arrays.load("f64", 0, index), pointer, index, own_note(pointer))


def in_order(code: Code, arrays: Arrays, index: Ref) -> None:
    total = code.vars[0] if code.vars else code.var("f64")
    code.set(total, code.pure("fadd", "f64", code.get(total), arrays.load("f64", 0, index)))


def largest(code: Code, arrays: Arrays, index: Ref) -> None:
    total = code.vars[0] if code.vars else code.var("f64")
    code.set(total, code.pure("intrinsic", "f64", code.get(total), arrays.load("f64", 0, index), note="maximum"))


def looked_at(code: Code, arrays: Arrays, index: Ref) -> None:
    total = code.vars[0] if code.vars else code.var("f64")
    now = code.pure("intrinsic", "f64", code.get(total), arrays.load("f64", 0, index), note="maximum")
    code.set(total, now)
    arrays.store(now, 2, index)


def divided(code: Code, arrays: Arrays, index: Ref) -> None:
    arrays.store(code.pure("sdiv", "i64", arrays.load("i64", 0, index), arrays.load("i64", 1, index)), 2, index)


@pytest.mark.parametrize(
    ("write", "plain"),
    [
        (added, True), (into_a_buffer, True), (largest, True), (read_ahead, True), (the_next_row, True),
        (read_ahead_too_late, False), (almost_the_next_row, False),
        (handed_on, False), (to_one_place, False), (with_gaps, False), (looked_up, False), (in_another_class, False),
        (in_order, False), (looked_at, False), (divided, False),
    ],
)  # fmt: skip
def test_only_plain_loops_are_written_so(write: Write, plain: bool) -> None:
    assert is_plain(write) == plain


def the_same_each_time(code: Code, arrays: Arrays, index: Ref) -> None:
    code.set(code.vars[0], code.pure("iadd", "i64", code.get(code.vars[0]), arrays.extent))
    code.set(code.vars[1], code.pure("or", "i1", code.get(code.vars[1]), arrays.load("i1", 0, code.i64(1))))


@pytest.mark.parametrize("extent", [None, 5, 64, 77])
def test_what_is_added_may_be_the_same_each_time(extent: int | None, monkeypatch: pytest.MonkeyPatch) -> None:
    for vectors in (False, True):
        with monkeypatch.context() as patched:
            if not vectors:
                patched.setattr(emit, "write_neighbours", lambda *_: False)
            code = Code()
            arrays = Arrays(code)
            code.var("i64", code.i64(7))
            code.flag()
            with code.loop(0, arrays.extent if extent is None else extent) as index:
                the_same_each_time(code, arrays, index)
            arrays.store(code.get(code.vars[0]), 2, code.i64(0))
            arrays.store(code.get(code.vars[1]), 2, code.i64(0))
            made = finished(code)(77)[1]
        plain = np.random.default_rng(7)
        memory = [_filled(plain, KINDS[kind], 86) for kind in KINDS for _ in range(4)]
        assert made[list(arrays.pointers).index(("i64", 2))][0] == 7 + 77 * (77 if extent is None else extent)
        assert made[list(arrays.pointers).index(("i1", 2))][0] == memory[list(arrays.pointers).index(("i1", 0))][1]


def test_turns_of_a_strip_are_vectors_already() -> None:
    code = Code()
    arrays = Arrays(code)
    total, strip = code.var("f64"), Lanes(8)
    code.append(strip)
    with code.into(strip.body):
        value = code.do("lane.load", "f64", arrays.pointers["f64", 0], code.i64(0), note=(0, 1))
        code.set(total, value)
        with code.loop(0, 5):
            code.set(total, code.pure("intrinsic", "f64", code.get(total), value, note="maximum"))
        code.do("lane.store", None, code.get(total), arrays.pointers["f64", 2], code.i64(0))
    memory = finished(code)(8)[1]
    assert np.array_equal(memory[2][:8], memory[0][:8], equal_nan=True)


def test_two_types_in_one_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    def body(code: Code, arrays: Arrays, index: Ref) -> None:
        at = code.iadd(index, code.pure("lshr", "i64", arrays.extent, code.i64(3)))
        single = code.load("f32", arrays.pointers["f64", 2], at, arrays.note("f64", 2))
        double = code.load("f64", arrays.pointers["f64", 2], at, arrays.note("f64", 2))
        arrays.store(code.pure("fadd", "f64", code.pure("fpext", "f64", single), double), 3, index)

    for extent in (None, 40):
        one, other = (compiled(body, extent, way, monkeypatch)(40)[1] for way in (False, True))
        check(one, other)


@pytest.mark.parametrize("write", [read_ahead, the_next_row, almost_the_next_row, handed_on, read_ahead_too_late])
def test_what_is_read_in_other_turns(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    for extent in (3, 33, 63, 64):
        one, other = (compiled(write, extent, way, monkeypatch)(140)[1] for way in (False, True))
        check(one, other)


TOTALS: dict[str, Callable[[Any], Any]] = {
    "max": lambda x: x.max(),
    "min": lambda x: x.min(),
    "any": lambda x: (x > 2.5).any(),
    "all": lambda x: (x < 2.5).all(),
    "count": lambda x: np.count_nonzero(x > 0),
    "sum of whole numbers": lambda x: (x * 10).astype(np.int32).sum(),
    "argmax": lambda x: x.argmax(),
    "spread": lambda x: (x.max() - x.min(), (x > 0).any()),
}


@pytest.mark.parametrize("name", TOTALS)
@pytest.mark.parametrize("dtype", ["float64", "float32", "uint8"])
def test_totals(name: str, dtype: str) -> None:
    total = TOTALS[name]
    open_extent = sct.to_static(total, input_spec=[sct.InputSpec([None], dtype)])
    for extent in EXTENTS:
        x = (np.random.default_rng(extent).normal(size=extent) * 3).astype(dtype)
        expected = total(x)
        for function in (sct.to_static(lambda x: total(x)), open_extent):
            found = function(x)
            assert np.array_equal(found, expected), (extent, found, expected)


def test_totals_keep_nan() -> None:
    largest = sct.to_static(lambda x: (x.max(), x.min()))
    for place in range(0, 70, 3):
        x = np.arange(70.0)
        x[place] = np.nan
        assert np.isnan(largest(x)).all()
