"""Ranges that a branch chooses, with bounds that only the run knows."""

import numpy as np

from tests.harness import Refusal, Theme, call

program = Theme("chosen ranges")

I = np.array([3, 5, 1])
CALLS = call(I), call(-I), call(I * 4), call(I * -4)


def up_or_down(i):
    """One way or the other; the bounds are made in the branch."""
    return range(int(i[0])) if i[2] > 0 else range(int(i[1]) + 8, 0, -1)


@program(*CALLS)
def asked(i):
    """What a range is asked for."""
    r = up_or_down(i)
    return len(r), bool(r), 2 in r, r == range(3), (r.start, r.stop, r.step), r[1:], r


@program(*CALLS)
def taken_whole(i):
    """Functions that take all of it."""
    r = up_or_down(i)
    return sum(r), any(r), all(r), max(r, default=-1), sorted(r), list(r), np.array(r)


@program(*CALLS)
def walked_with_others(i):
    """The same beside itself, numbered, mapped, filtered, the other way round."""
    r = up_or_down(i)
    pairs = [a * b for a, b in zip(r, r, strict=True)], list(enumerate(r)), list(map(str, r))
    return *pairs, list(filter(lambda k: k % 2, r)), [k for k in reversed(r)]


@program(*CALLS)
def shown(i):
    """Its text shows the step where there is one."""
    r = up_or_down(i)
    print(r, [r])
    return f"{r}"


@program(*CALLS)
def a_range_or_none_at_all(i):
    """A list in its place, or another object."""
    total = 0
    for k in range(int(i[0])) if i[2] > 0 else []:
        total += k + 1
    return total, up_or_down(i) or [1], range(int(i[1])) if i[2] > 0 else None


@program(*CALLS)
def halved(i):
    """A range that a loop makes shorter."""
    r = range(abs(int(i[0])))
    while len(r) > 1:
        half = len(r) // 2
        r = r[:half] if i[2] > 0 else r[half:]
    return r


@program(*CALLS)
def in_a_list(i):
    """A list of ranges that grows."""
    ranges = [range(2)]
    for k in range(abs(int(i[0]))):
        ranges.append(range(k, int(i[1]) + 8))
    return sum(map(len, ranges)), ranges


@program(*CALLS, refused=Refusal("StaticValueError", "r is a"))
def one_object(i):
    """Which of two it is only the run knows."""
    a, b = range(abs(int(i[0]))), range(abs(int(i[1])))
    r = a if i[2] > 0 else b
    return r is a
