"""What is left out because counters tell that it cannot happen: the random walks find it if it can."""

import numpy as np
import pytest

import sct
from tests.backends.native.random_counters import function


def outcome(walk, turns):
    x = np.cos(np.arange(9.0))
    try:
        total, *numbers = walk(x, np.array([0.5, -1.0, 2.0, 0.25, -3.0]), turns)
    except Exception as error:
        return type(error), x.tolist()
    return float(total), [n.tolist() if isinstance(n, np.ndarray) else n for n in numbers], x.tolist()


@pytest.mark.parametrize("first", range(0, 24, 8))
def test_walks_with_counters_are_those_of_python(first):
    for seed in range(first, first + 8):
        plain = function(seed)
        assert outcome(sct.to_static(plain, backend="native"), 5) == outcome(plain, 5), seed
