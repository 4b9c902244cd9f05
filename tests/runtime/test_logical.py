"""and, or, not, conditional expressions, is, in: on plain values exactly Python's, as lazily."""

import itertools

import numpy as np
import pytest

from sct.runtime.logical import and_, in_, is_, is_not, not_, not_in, or_, ternary
from tests.work import calls_of

VALUES = [0, 1, "", "a", None, [], [0], 0.0, float("nan"), True, False, np.bool_(False), np.float64(2), np.array([1])]


@pytest.mark.parametrize("values", list(itertools.product(VALUES[:9], repeat=2)), ids=repr)
def test_and_or_answer_the_operand(values):
    a, b = values
    assert and_(a, lambda: b) is (a and b)
    assert or_(a, lambda: b) is (a or b)
    assert and_(a, lambda: b, lambda: a) is (a and b and a)
    assert or_(a, lambda: b, lambda: a) is (a or b or a)


@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_not_and_ternary(value):
    assert not_(value) is (not value)
    assert ternary(value, lambda: "yes", lambda: "no") == ("yes" if value else "no")


def test_laziness():
    log = []

    def say(x):
        log.append(x)
        return x

    and_(say(1), lambda: say(0), lambda: say(3))
    or_(say(0), lambda: say(2), lambda: say(3))
    ternary(say(1), lambda: say("then"), lambda: say("else"))
    assert log == [1, 0, 0, 2, 1, "then"]


def test_ambiguous_truth_raises():
    x = np.array([1, 2])
    for f in (lambda: and_(x, lambda: 1), lambda: or_(x, lambda: 1), lambda: not_(x), lambda: ternary(x, int, int)):
        with pytest.raises(ValueError, match="ambiguous"):
            f()
    assert and_(1, lambda: x) is x


def test_the_last_operand_has_no_truth():
    class Odd:
        def __bool__(self):
            raise RuntimeError

    odd = Odd()
    assert and_(1, lambda: odd) is odd and or_(0, lambda: odd) is odd


def test_identity_and_membership():
    x = []
    nan = float("nan")
    assert is_(x, x) and not is_(x, []) and is_not(x, []) and is_(None, None)
    assert in_(nan, [nan]) and not in_(nan, [float("nan")])
    assert in_("a", "cat") and not_in("z", "cat") and in_(1, {1: 2}) and in_(2, range(3))
    assert in_(2, np.arange(3)) == (2 in np.arange(3))
    with pytest.raises(TypeError, match="argument of type 'int' is not iterable|container"):
        in_(1, 2)


def test_cost_is_small():
    n = 50000
    rows = {
        "and": lambda: and_(1, lambda: 2),
        "not": lambda: not_(1),
        "is": lambda: is_(n, None),
        "in": lambda: in_(1, (1, 2)),
        "ternary": lambda: ternary(n, lambda: 1, lambda: 2),
    }
    assert {name: calls_of(row) for name, row in rows.items() if calls_of(row) > 6} == {}
