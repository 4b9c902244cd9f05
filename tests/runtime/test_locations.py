"""The places of ops: decoded a few times for a code object, however long it is."""

import random
import sys
from concurrent.futures import ThreadPoolExecutor

import numpy as np

import sct
from sct.runtime.conversion import locations
from sct.runtime.conversion.locations import frame_location


def long_function(tmp_path, statements):
    path = tmp_path / f"long_{statements}.py"
    path.write_text("def f(x):\n" + "    x = x * 2.0 + 1.0\n" * statements + "    return x\n")
    scope = {}
    exec(compile(path.read_text(), str(path), "exec"), scope)
    return scope["f"]


def test_each_instruction_is_decoded_a_few_times(tmp_path, monkeypatch):
    taken = 0

    class Counted:
        @staticmethod
        def islice(iterator, count):
            nonlocal taken
            taken += count
            return [item for _, item in zip(range(count), iterator, strict=False)]

    monkeypatch.setattr(locations, "itertools", Counted)
    function = long_function(tmp_path, 300)
    program = sct.to_static(function).program(np.ones(3))
    ops = [op for op in program.body.walk() if op.source is not None]
    assert len({op.source.line for op in ops if op.name in ("multiply", "add")}) == 300
    assert 0 < taken < 150 * 300  # not their square


def test_places_are_those_of_the_code_in_any_order(tmp_path):
    code = long_function(tmp_path, 40).__code__
    expected = list(code.co_positions())
    offsets = [2 * k for k in range(len(expected))]
    random.Random(5).shuffle(offsets)
    places = locations._Places()
    assert all(places.position(code, at) == expected[at // 2] for at in offsets)
    assert places.position(code, 2 * len(expected)) is None
    places = locations._Places()
    with ThreadPoolExecutor(4) as pool:
        found = pool.map(lambda at: places.position(code, at), offsets)
        assert list(found) == [expected[at // 2] for at in offsets]


def test_a_frame_has_its_line():
    def here():
        return frame_location(sys._getframe()), sys._getframe().f_lineno

    place, line = here()
    assert (place.line, place.filename) == (line, __file__)
