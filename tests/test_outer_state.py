"""Random programs over what is outside of a function: what one call leaves, the next one finds."""

import pytest

from tests.fuzzing.outer_state import check, write

ONCE_WRONG = (397, 1210, 1506)  # of programs that came out otherwise


@pytest.mark.parametrize("backend", ["numpy", "native"])
@pytest.mark.parametrize("first", range(0, 40, 8))
def test_the_same_or_refused(first, backend):
    for seed in range(first, first + 8):
        found = check(write(seed), seed, backend)
        assert found in ("same", "refused"), f"{write(seed)}\n{found}"


@pytest.mark.parametrize("seed", ONCE_WRONG)
def test_what_was_wrong(seed):
    found = check(write(seed), seed, "numpy")
    assert found in ("same", "refused"), f"{write(seed)}\n{found}"


def test_another_answer_is_noticed():
    found = check("def f(n, m):\n    return __name__", 3, "numpy")
    assert found.startswith("call 0 with") and "plain>" in found and "static>" in found
