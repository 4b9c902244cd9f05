"""Functions that keep their results, and are called with or answer what the run chooses from."""

from functools import lru_cache

import numpy as np

from tests.harness import Theme, call

program = Theme("kept_results")
A = np.array


@program(call(A([10, 20, 30, 5, 15]), 2), call(A([1, 1, 1]), 3), call(A([7]), 1), call(A([7, 1]), 3))
def the_best_partition(w, k):
    """A memo that answers a tuple, or None where there is no way."""

    @lru_cache(None)
    def best(i, j):
        if j == 1:
            return int(w[:i].sum()), (0,)
        found = None
        for c in range(j - 1, i):
            left, cuts = best(c, j - 1)
            m = max(left, int(w[c:i].sum()))
            if found is None or m < found[0]:
                found = m, (*cuts, c)
        return found

    return best(len(w), k)


@program(call(A([3, -1, 4])), call(A([-3, 1])), call(A([], dtype=int)))
def text_or_number(x):
    """A memo that answers a text, a number or None."""

    @lru_cache(maxsize=None)
    def name(v):
        if v > 3:
            return "big"
        return v + 1 if v > 0 else None

    return [name(int(v)) for v in x]


@program(call(A([3, -1, 4])), call(A([-3, 1])), call(A([0, 0, 0])))
def asked_with_a_choice(x):
    """A memo that is called with what is a text or None."""

    @lru_cache(maxsize=8)
    def size(word):
        return 0 if word is None else len(word)

    total = 0
    for v in x:
        word = "much" if v > 3 else None if v < 0 else "some more"
        total += size(word) * v
    return total


@program(call(A([3, -1, 4])), call(A([-3, 1])))
def asked_with_a_list(x):
    """A memo that is called with a list or a tuple: a TypeError, where it is a list."""

    @lru_cache(maxsize=8)
    def size(items):
        return len(items)

    return size([1, 2] if x[0] < 0 else (1, 2, 3))
