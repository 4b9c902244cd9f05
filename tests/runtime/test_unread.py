"""Lists of the caller's that are longer at each call: one program serves them all, if they are only added to."""

import copy
from collections import deque

import numpy as np
import pytest

import sct

CALLS = 40


class Log:
    def __init__(self):
        self.losses, self.kept, self.seen, self.rows = [], [], deque(), []
        self.names = {"loss": []}
        self.last = deque(maxlen=3)
        self.w = np.ones(3)

    def floats(self, x):
        self.losses.append(float(x.sum()))
        return x + 1.0

    def numpys(self, x):
        self.losses.append(x.sum())
        return x * 2.0

    def arrays(self, x):
        self.kept.append(x.copy())
        self.kept.append(x)
        return x * 2.0

    def views(self, x):
        part = x[1:]
        self.kept.append(part)
        part += 1.0
        return part

    def written_after(self, x):
        y = x * 2.0
        self.kept.append(y)
        y[0] = -1.0
        return y

    def texts(self, x):
        self.losses.append(f"{x[0]:.2f}")
        self.losses.append("step")
        return x

    def tuples(self, x):
        self.rows.append((len(x), x.max(), None))
        return x

    def lists(self, x):
        row = [x[0], 1]
        self.rows.append(row)
        row.append(2)
        return row

    def in_a_dict(self, x):
        self.names["loss"].append(x.min())
        return x

    def at_both_ends(self, x):
        self.seen.append(x[0])
        self.seen.appendleft(x[1])
        self.seen.extendleft([1, 2])
        self.seen.extend((x[2], 4))
        return self.seen[0], self.seen[-1], self.seen[1], len(self.seen)

    def only_the_last(self, x):
        self.last.append(x[0])
        return x

    def several(self, x):
        self.losses.extend([x[0], x[1]])
        self.losses += [1.5]
        self.losses.insert(0, x[2])
        return x, self.losses

    def asked(self, x):
        self.losses.append(x.sum())
        if len(self.losses) > 2 and self.losses[-1] > self.losses[-2]:
            return x, len(self.losses)
        return x * self.losses[-1], "first" if len(self.losses) == 1 else "smaller"

    def mean_of_the_last(self, x):
        self.losses.append(float(x[0]))
        if len(self.losses) >= 3:
            return np.mean(self.losses[-3:])
        return 0.0

    def whether_any(self, x):
        found = bool(self.losses), "some" if self.losses else "none", not self.losses
        self.losses.append(0)
        return found

    def earlier(self, x):
        self.kept.append(x * 1.0)
        if len(self.kept) > 1:
            self.kept[-2][0] += 10.0
        return self.kept[0]

    def by_another_name(self, x):
        mine = self.losses
        mine.append(x[0])
        self.losses.append(x[1])
        return mine is self.losses

    def not_in_the_end(self, x):
        self.losses.append(x[0])
        if x[1] > 1e9:
            raise ValueError("too large")
        return x


ONCE = [
    *(
        "floats numpys arrays views written_after texts tuples lists in_a_dict at_both_ends only_the_last several".split()
    ),
    *("asked mean_of_the_last whether_any earlier by_another_name not_in_the_end".split()),
]


def inputs(k):
    return np.array([k % 5 + 0.5, 3.0 - k, k])


@pytest.mark.parametrize("backend", ["numpy", "native"])
@pytest.mark.parametrize("name", ONCE)
def test_one_program_for_all_lengths(name, backend):
    plain, log = Log(), Log()
    static = sct.to_static(getattr(Log, name), backend=backend)
    for k in range(CALLS):
        expected, found = getattr(plain, name)(inputs(k)), static(log, inputs(k))
        assert repr(found) == repr(expected)
        assert repr(vars(log)) == repr(vars(plain))
        if k == CALLS // 2:
            misses = static.cache_info().misses
    assert static.cache_info().misses == misses < CALLS // 2


def test_appended_arrays_are_the_arguments_themselves():
    log, static = Log(), sct.to_static(Log.arrays)
    for k in range(6):
        x = inputs(k)
        static(log, x)
        assert log.kept[-1] is x


def test_lists_that_are_read_after_all():
    def total(history, x, scale):
        history.append(x[0])
        return sum(history) * scale

    static, mine, theirs = sct.to_static(total), [], []
    for k in range(12):
        assert static(mine, inputs(k), k * 2) == total(theirs, inputs(k), k * 2)
    assert repr(mine) == repr(theirs)
    misses = static.cache_info().misses
    for k in range(12):  # numbers are inputs nevertheless
        mine.pop()
        assert static(mine, inputs(k), k * 3) == sum(mine) * (k * 3)
    assert static.cache_info().misses == misses


def test_what_a_branch_or_loop_adds():
    def conditional(history, x):
        if x[1] > 0:
            history.append(x[0])
        for k in range(len(x)):
            history.append(x[k])
        return x

    static, mine, theirs = sct.to_static(conditional), [], []
    for k in range(8):
        static(mine, inputs(k))
        conditional(theirs, inputs(k))
        assert repr(mine) == repr(theirs)


def test_lists_that_become_shorter_again():
    plain, log, static = Log(), Log(), sct.to_static(Log.asked)
    for k in range(12):
        if k % 5 == 4:
            plain.losses.clear()
            log.losses.clear()
        assert repr(static(log, inputs(k))) == repr(plain.asked(inputs(k)))
    assert repr(log.losses) == repr(plain.losses)


def test_an_index_that_is_too_far():
    def third(history, x):
        history.append(x[0])
        return history[-3]

    static, mine, theirs = sct.to_static(third), [], []
    for k in range(20):
        try:
            expected = third(theirs, inputs(k))
        except IndexError as error:
            with pytest.raises(IndexError, match=str(error)):
                static(mine, inputs(k))
        else:
            assert static(mine, inputs(k)) == expected
        assert mine == theirs
    misses = static.cache_info().misses
    static(mine, inputs(0))
    assert static.cache_info().misses == misses


def test_a_list_that_holds_itself_and_one_under_two_names():
    def both(a, b, x):
        a.append(x[0])
        b.append(x[1])
        return len(a), a is b

    static = sct.to_static(both)
    one, two = [], []
    pairs = [(one, two)] * 5 + [(one, one)] * 3 + [(two, one)] * 3
    mine = copy.deepcopy(pairs)
    for k, ((a, b), (c, d)) in enumerate(zip(pairs, mine, strict=True)):
        assert static(a, b, inputs(k)) == both(c, d, inputs(k))
        assert (a, b) == (c, d)
    one.append(one)
    assert static(one, two, inputs(0)) == (len(one), False)


def test_what_is_stored_into_such_a_list():
    def replaced(history, x):
        history.append(x[0])
        history[-1] = x[1]
        history[0] = 7
        return history.pop(), history.index(7) if history else -1

    static, mine, theirs = sct.to_static(replaced), [1, 2], [1, 2]
    for k in range(8):
        assert static(mine, inputs(k)) == replaced(theirs, inputs(k))
        mine.append(k)
        theirs.append(k)
        assert mine == theirs
