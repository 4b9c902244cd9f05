"""Functions that need another program at each call: plain Python answers for a while, and says so."""

import random

import numpy as np
import pytest

import sct
from sct.always_anew import AlwaysAnew
from sct.errors import UnrollLimitError
from sct.runtime import attempts as tracing_attempts
from sct.runtime import tracing
from sct.runtime.rolling.too_long import effort


def vowels(text):
    count = 0
    for letter in text:
        if letter in "aeiou":
            count += 1
    return count, text.upper()


def texts(count, seed=0):
    chosen = random.Random(seed)
    return ["".join(chosen.choices("abcdefghij", k=9)) for _ in range(count)]


@pytest.mark.parametrize("backend", ["numpy", "native"])
def test_plain_python_answers_for_a_while(backend, caplog):
    static = sct.to_static(vowels, backend=backend)
    with caplog.at_level("WARNING", logger="sct"):
        for text in texts(500):
            assert static(text) == vowels(text)
    (told,) = caplog.messages
    assert "vowels has needed 128 programs" in told and "argument 'text' was '" in told
    assert static.cache_info().misses == 128 + 2  # after 64 and 128 calls once more


def test_what_has_a_program_is_run_by_it_meanwhile():
    static, calls = sct.to_static(vowels), texts(50)
    for text in texts(100, 1) + calls * 6:
        assert static(text) == vowels(text)
    assert static.cache_info().misses == 100 + 50  # those of `calls` that came last once the first ones had been of use
    hits = static.cache_info().hits
    for text in calls:
        assert static(text) == vowels(text)
    assert static.cache_info().hits == hits + 50


@pytest.mark.parametrize("backend", ["numpy", "native"])
def test_content_that_is_another_one_at_each_call(backend, caplog):
    cache = {}

    def summed(x):
        key = hash((x.tobytes(), "sums"))
        if key not in cache:
            cache[key] = np.cumsum(x)
        return cache[key].copy()

    static = sct.to_static(summed, backend=backend)
    with caplog.at_level("WARNING", logger="sct"):
        for k in range(100):
            x = np.arange(100.0) + k
            assert (static(x) == np.cumsum(x)).all() and len(cache) == k + 1
            assert [*cache] == [hash(((np.arange(100.0) + n).tobytes(), "sums")) for n in range(k + 1)]
    assert static.cache_info().misses < 40 and "argument 'x' had other elements" in caplog.messages[0]


def test_effects_come_once_and_in_order():
    seen = []

    def noted(text, x):
        seen.append(text)
        x += len(text)
        return x

    static = sct.to_static(noted)
    for k in range(180):
        x = np.zeros(2)
        assert static("a" * k, x) is x
        assert x.tolist() == [k, k] and seen[-1] == "a" * k and len(seen) == k + 1
    assert static.cache_info().misses < 140


def test_numbers_and_lengths_need_no_rest():
    static = sct.to_static(lambda values, k: [v * k for v in values])
    for k in range(100):
        assert static([0.5] * (k % 30 + 2), k) == [0.5 * k] * (k % 30 + 2)
    assert static.cache_info().misses < 8


def test_a_program_of_many_calls_counts_for_many(caplog):
    anew = AlwaysAnew()
    with caplog.at_level("WARNING", logger="sct"):
        anew.note("schedule", 0, 100_000, "the first one")
        assert not anew.rests(0)
        anew.note("schedule", 0, 160_000, "attribute 'count' was 1")
        assert not anew.rests(0)
        anew.note("schedule", 0, 160_000, "attribute 'count' was 2")
    assert "schedule has needed 3 programs for few more calls (attribute 'count' was 2)" in caplog.text
    assert [anew.rests(0) for _ in range(70)] == [True] * 64 + [False] * 6
    anew.note("schedule", 0, 160_000)
    assert [anew.rests(0) for _ in range(130)] == [True] * 128 + [False] * 2


def test_calls_are_counted():
    def depth(n):
        return 0 if n == 0 else 1 + depth(n - 1) + depth(n - 1)

    static = sct.to_static(lambda text: (text, depth(5)))
    assert static("a") == ("a", 31) and static._last.effort >= 63


def test_attempts_that_come_to_nothing_count(monkeypatch):
    attempts = []
    for module in (tracing, tracing_attempts):
        monkeypatch.setattr(module, "effort", lambda trace: attempts.append(effort(trace)) or attempts[-1])
    fields = [np.ones(3), np.ones(4)]

    def stepped(x, text):
        for k in range(40):
            x = x * k + fields[k % 2][: len(x)].sum()  # which of them is not known in a loop that is rolled
        return x, text

    static = sct.to_static(stepped)
    assert static(np.ones(2), "a")[1] == "a"
    assert len(attempts) > 1 and static._last.effort == sum(attempts[:-1])  # the last one is looked at twice


class Node:
    def __init__(self, left, right):
        self.left, self.right = left, right

    def count(self):
        return 1 if self.left is None else self.left.count() + self.right.count()


def grown(depth):
    return Node(None, None) if depth == 0 else Node(grown(depth - 1), grown(depth - 1))


def leaves(depth, seen):
    """Calls without end that meet no array."""
    seen.append(depth)
    return grown(depth).count(), seen


def test_calls_without_end_that_meet_no_array_are_left_to_plain_python(caplog):
    static, seen = sct.to_static(leaves), []
    with caplog.at_level("WARNING", logger="sct"):
        for depth in (12, 12, 3):
            count, same = static(depth, seen)
            assert count == 2**depth and same is seen
    assert seen == [12, 12, 3]
    (told,) = caplog.messages
    assert "leaves is left to plain Python for a while: 5000 calls" in told and "have met no array" in told
    with pytest.raises(UnrollLimitError, match="have met no array") as refused:  # a program was asked for
        static.program(13, [])
    assert "test_always_anew.py" in str(refused.value)
    assert static(3, []) == (8, [3])


def in_a_loop(node, depth):
    for k in (1, 2, 3, 4, 5, 6):
        node.kept = [node.left]
        node.right = k
        grown(depth).count()
    return node


def test_what_was_tried_out_is_undone_before_plain_python_begins():
    """The attribute stood there with the list of the trace, in the order of the trace."""
    node, other = Node([1], None), Node([1], None)
    plain, static = in_a_loop(node, 12), sct.to_static(in_a_loop)(other, 12)
    assert static.kept[0] is static.left and vars(static) == vars(plain)


def test_calls_without_end_beside_an_array_are_compiled():
    def f(x, depth):
        return x * grown(depth).count()

    x = np.arange(3.0)
    static = sct.to_static(f)
    np.testing.assert_array_equal(static(x, 13), x * 2**13)
    assert static.cache_info().currsize == 1
