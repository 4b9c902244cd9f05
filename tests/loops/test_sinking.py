"""Work that one branch alone uses is done there; results stay what they were."""

import numpy as np
import pytest

import sct

FLAGS = [np.float64(1.0), np.float64(-1.0)]


def either(x, flag):
    y = np.exp(x) * np.sin(x)
    z = np.log(x + 1)
    if flag > 0:
        return y.sum()
    return z.sum()


def nested(x, flag):
    y = np.sqrt(x) + x.mean()
    z = y * 2
    if flag > 0:
        if x[0] > 0.5:
            return z - y
        return z
    return x


def written_between(x, flag):
    y = x * 3
    x = x.copy()
    z = x + 1
    x[1:] = 0.0
    x += 2
    if flag > 0:
        return y + z, x
    return x, x


def an_argument_changes(x, flag):
    y = x * 3
    x[:] = 0.0
    if flag > 0:
        return y
    return x + 1


def used_in_both(x, flag):
    y = x * 3
    z = y[1:] - y[:-1]
    if flag > 0:
        return z.max() + y[0]
    return y[1]


def in_a_loop(x, flag):
    total = 0.0
    for k in range(6):
        work = np.cos(x * k).sum()
        if k > 3 + flag:
            total += work
            break
        total += 1.0
    return total


def that_may_raise(x, flag):
    k = int(flag * 100)
    y = x[k]
    if flag < 0:
        return y
    return x[0]


def a_view(x, flag):
    y = x[1:-1]
    z = y[::-1]
    if flag > 0:
        return z
    return y * 1


def calls_and_constants(x, flag):
    y = np.sort(x) + 1
    z = np.cumsum(x) * np.arange(x.shape[0])
    w = np.sort(-x)
    if flag > 0:
        return y - np.linspace(0, 1, x.shape[0])
    return np.median(z) + w


PROGRAMS = [calls_and_constants, either, nested, written_between, an_argument_changes, used_in_both, in_a_loop, that_may_raise, a_view]


@pytest.mark.parametrize("function", PROGRAMS)
def test_results_are_those_of_numpy(function):
    static = sct.to_static(function, backend="native")
    for n in (60, 60, 61):
        for flag in FLAGS:
            ours, theirs = (np.random.default_rng(1).random(n) for _ in range(2))
            try:
                wanted = function(theirs, flag)
            except IndexError:
                with pytest.raises(IndexError):
                    static(ours, flag)
                continue
            got = static(ours, flag)
            for a, b in zip(*((v if type(v) is tuple else (v,)) for v in (got, wanted)), strict=True):
                np.testing.assert_allclose(a, b, rtol=1e-12)
            np.testing.assert_array_equal(ours, theirs)


def test_each_branch_does_its_own_work():
    static = sct.to_static(either, backend="native")
    static(np.ones(1000), FLAGS[0])
    before, _, branches = static.loops().partition("if (")
    assert "exp.f64" not in before
    assert branches.count("exp.f64") == branches.count("log.f64") == 1


def test_the_norm_of_a_matrix_that_a_loop_computes():
    """The steps of a norm are ops that nobody has counted the uses of."""

    def norms(v, w):
        found = []
        for i in range(30):
            w = w * 0.5
            found.append(np.linalg.norm(v - w))
            if i > 0 and abs(found[-2] - found[-1]) < 1e-6:
                break
        return found

    v, w = np.random.default_rng(0).random((2, 8, 6))
    np.testing.assert_allclose(sct.to_static(norms)(v, w), norms(v, w), rtol=1e-12)
