"""Lists of many known texts are one constant in machine code; what is done with them later is the same."""

import numpy as np
import pytest

import sct
from sct.loops.known.sinking import prepared

UNLIKE = ["", *(f"w{k * k * k}" for k in range(40))]
ALIKE = [f"w{k:03}" for k in range(40)]
FEW = ["a", "bcd", ""]


def looked_up(words):
    def f(k):
        found = [w for w in words]
        word = found[k]
        return word + "!", len(word)

    return f


def changed(words):
    def f(k, n):
        found = [w for w in words]
        for i in range(n):
            if i == k:
                found[i] = "longer than any other of these texts"
            found.append(found[i] + "?")
        return found, words[k]

    return f


@pytest.mark.parametrize("words", [UNLIKE, ALIKE, FEW], ids=["unlike", "alike", "few"])
def test_known_texts_are_what_they_were(words):
    numbers = [np.int64(k) for k in (0, 1, len(words) - 1, -1)]
    f = looked_up(words)
    static = sct.to_static(f, backend="native")
    assert [static(k) for k in numbers] == [f(k) for k in numbers]


@pytest.mark.parametrize("words", [UNLIKE, ALIKE], ids=["unlike", "alike"])
def test_lists_of_known_texts_are_changed(words):
    f = changed(words)
    static = sct.to_static(f, backend="native")
    for k in [np.int64(k) for k in (0, 1, len(words) - 1, -1)]:
        assert static(k, np.int64(3)) == f(k, np.int64(3))


@pytest.mark.parametrize("words", [UNLIKE, ALIKE], ids=["unlike", "alike"])
def test_many_known_texts_are_one_constant(words):
    program = sct.to_static(changed(words), backend="native").program(np.int64(0), np.int64(3))
    before = [op for op in program.body.walk() if op.name == "list_pack" and len(op.args) == len(words)]
    after = [op for op in prepared(program).body.walk() if op.name == "list_pack" and len(op.args) == len(words)]
    assert not before if words is ALIKE else len(after) < len(before)  # those of one length are one from the start
    assert not any(op.attrs for op in after)
