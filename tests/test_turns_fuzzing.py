"""Random programs of worlds that stay: static functions and plain code read and write them in turns."""

import pytest

from tests.fuzzing import kinds_in_turns, names_in_turns, turns
from tests.fuzzing.worlds import check

WRITERS = {"objects": turns.write, "kinds": kinds_in_turns.write, "names": names_in_turns.write}
ONCE_WRONG = [("objects", 188), ("kinds", 157), ("names", 123), ("names", 14), ("names", 49), ("names", 103)]
"""Of programs that came out otherwise."""


@pytest.mark.parametrize("kind", WRITERS)
@pytest.mark.parametrize("first", range(0, 12, 4))
def test_the_same_or_refused(kind, first):
    for seed in range(first, first + 4):
        text = WRITERS[kind](seed)
        found = check(text, seed, "numpy")
        assert found in ("same", "refused"), f"{text}\n{found}"


@pytest.mark.parametrize(("kind", "seed"), ONCE_WRONG)
def test_what_was_wrong(kind, seed):
    text = WRITERS[kind](seed)
    found = check(text, seed, "numpy")
    assert found in ("same", "refused"), f"{text}\n{found}"


def test_another_answer_is_noticed():
    text = 'WORLD = ["n"]\nn = 0\n\n\n@static\ndef f(n, m):\n    return __name__\n\n\ng = between = f\n'
    assert "static" in check(text, 3, "numpy")
