"""Lists of unlike items, and what else comes into a function or leaves it: as plain Python, or refused."""

import functools
import warnings

import numpy as np
import pytest

import sct
from sct.errors import PlainPythonWarning, SctError
from tests.harness.observe import differences, observe
from tests.harness.program import Call

BACKENDS = pytest.mark.parametrize("backend", ["numpy", "native"])


def pairs(z):
    made = []
    while z > 1.0:
        made.append(np.array([z, 1.0]))
        z = z * 0.6
    return made


def a_number_beside(z):
    made = pairs(z)
    made.append(1.0)
    return np.array(made)


def a_number_beside_in_a_stack(z):
    made = pairs(z)
    made.append(1.0)
    return np.stack(made)


def a_number_beside_joined(z):
    made = pairs(z)
    made.append(1.0)
    return np.concatenate(made)


def a_number_put(z):
    made = pairs(z)
    made[0] = 1.0
    return np.array(made)


def a_matrix_beside(z):
    made = pairs(z)
    made.append(np.ones((1, 2)))
    return np.array(made)


def a_shorter_array_appended(z):
    made = pairs(z)
    made.append(np.ones(1))
    return len(made[0]), made[-1].copy()


def a_longer_array_appended(z):
    made = pairs(z)
    made.append(np.ones(3))
    return len(made[0]), made[-1].copy()


def a_shorter_array_put(z):
    made = pairs(z)
    made[0] = np.ones(1)
    return len(made[0]), len(made[-1])


def a_shorter_array_inserted(z):
    made = pairs(z)
    made.insert(0, np.ones(1))
    return len(made[0]), len(made[-1])


@BACKENDS
@pytest.mark.parametrize(
    "f",
    [
        a_number_beside,
        a_number_beside_in_a_stack,
        a_number_beside_joined,
        a_number_put,
        a_matrix_beside,
    ],
)
def test_other_ranks_are_refused(f, backend):
    with pytest.raises(SctError, match="items are not alike"):
        sct.to_static(f, backend=backend)(np.float64(2.0))
    want, got = (observe(g, Call((2.0,), {})) for g in (f, sct.to_static(f, backend=backend)))
    assert not differences(want, got)  # of so many iterations as are known, the items are known one by one


@BACKENDS
@pytest.mark.parametrize(
    "f", [a_shorter_array_appended, a_longer_array_appended, a_shorter_array_put, a_shorter_array_inserted]
)
def test_arrays_of_other_shapes_have_room_among_the_others(f, backend):
    static = sct.to_static(f, backend=backend)
    for call in (Call((np.float64(2.0),), {}), Call((np.float64(3.0),), {})):
        want, got = observe(f, call), observe(static, call)
        assert not differences(want, got)


def both(x, y, z):
    made = []
    while z > 1.0:
        made.append(x * z)
        z = z * 0.6
    made.append(y)
    return np.array(made)


def put(x, y, z):
    made = []
    while z > 1.0:
        made.append(x * z)
        z = z * 0.6
    made[0] = y
    return [len(one) for one in made]


@BACKENDS
@pytest.mark.parametrize("f", [both, put])
def test_extents_that_differ_at_run_time_only(f, backend):
    static = sct.to_static(f, backend=backend)
    for n, m in ((2, 2), (3, 3), (4, 4), (5, 5), (3, 1), (1, 3), (4, 4)):
        call = Call((np.arange(float(n)), np.ones(m), np.float64(3.0)), {})
        assert not differences(observe(f, call), observe(static, call)), (n, m)


def of_several_dtypes(xs):
    made = []
    for v in xs:
        if v < 0:
            made.append(np.float32(v))
        elif v > 1:
            made.append(1)
        else:
            made.append(v)
    return np.array(made)


def gains(xs):
    found = np.array([0 if v < 0 else v for v in xs])
    return found, found.max(), found.argmax()


def arrays_of_two_dtypes(xs):
    made = []
    for v in xs:
        made.append(np.ones(2, np.float32) if v < 0 else np.array([1, 2]))
    return np.stack(made), np.array(made), np.concatenate(made)


@BACKENDS
@pytest.mark.parametrize("f", [of_several_dtypes, gains, arrays_of_two_dtypes])
def test_the_dtype_is_that_of_the_items_that_are_there(f, backend):
    static = sct.to_static(f, backend=backend)
    several = np.random.default_rng(0).normal(size=7)
    with warnings.catch_warnings():
        warnings.simplefilter("error", PlainPythonWarning)
        for xs in (several[:5], several, -np.ones(3), np.full(4, 0.5), np.full(3, 2.0), np.array([5.0, -1.0])):
            call = Call((xs,), {})
            assert not differences(observe(f, call), observe(static, call)), xs


def product_of_some(z, y):
    made = []
    if z > 0:
        made.append(np.array([[z, 1.0], [0.0, 1.0]]))
    if y > 0:
        made.append(np.array([[1.0, y], [0.0, 2.0]]))
    return functools.reduce(np.dot, made[::-1]) if made else np.eye(2)


def places(x):
    n = int(x.sum())
    return slice(n), slice(None, n, 2), range(n), range(n, 0, -1), [range(1, n)], {"a": slice(n, n + 1)}, slice(1, 2)


def from_roots(x):
    return np.poly([v for v in x if v > 0])


@BACKENDS
@pytest.mark.parametrize(
    ("f", "calls"),
    [
        (product_of_some, [(1.0, 2.0), (2.0, 1.0), (3.0, -1.0), (-1.0, 3.0), (-1.0, -1.0)]),
        (places, [(np.ones(3),), (np.ones(5),), (-np.ones(2),), (np.zeros(1),)]),
        (from_roots, [(np.ones(2),), (np.arange(4.0),), (np.array([-1.0, 2.0]),)]),
    ],
)
def test_as_plain_python(f, calls, backend):
    static = sct.to_static(f, backend=backend)
    with warnings.catch_warnings():
        warnings.simplefilter("error", PlainPythonWarning)
        for args in calls:
            assert not differences(observe(f, Call(args, {})), observe(static, Call(args, {}))), args


@BACKENDS
def test_the_polynomial_of_no_roots_is_a_number(backend):
    static = sct.to_static(from_roots, backend=backend)
    for x in (np.ones(2), -np.ones(2), np.ones(1)):
        assert repr(static(x)) == repr(from_roots(x))


def none_as_nan(x, k):
    found = []
    for v in x:
        found.append(v)
    table = np.array([[None, 2], [x[1], True]], dtype=float)
    return np.asarray(None, float), np.array([None, x[0]], dtype=np.float32), table, np.asarray(k, dtype="f8"), found


def labelled(x, **options):
    options["scale"] = 3
    options.setdefault("shift", 1)
    return scaled(x, **options)


def scaled(x, scale=0, shift=5):
    return x * scale + shift


def keywords_changed_in_branches(x):
    y = x
    if np.any(x > 1):
        y = labelled(x)
    for i in range(len(x)):
        if x[i] > 2:
            y = y + labelled(x, shift=i)
    return y


@BACKENDS
@pytest.mark.parametrize(
    ("f", "calls"),
    [
        (none_as_nan, [(np.ones(3), None), (np.ones(4), 2), (np.arange(2.0), None)]),
        (keywords_changed_in_branches, [(np.ones(3),), (np.arange(4.0),), (np.arange(5.0),)]),
    ],
)
def test_what_python_makes_of_arguments(f, calls, backend):
    static = sct.to_static(f, backend=backend)
    for args in calls:
        assert not differences(observe(f, Call(args, {})), observe(static, Call(args, {}))), args


def times(t, end, step):
    made = [t]
    while t < end:
        t = t + step
        made.append(t)
    return np.array(made)


@BACKENDS
def test_numbers_that_begin_with_a_python_integer(backend):
    static = sct.to_static(times, backend=backend)
    for end in (4.0, -1.0):
        ours, theirs = static(0, end, np.float64(1.5)), times(0, end, np.float64(1.5))
        assert ours.dtype == theirs.dtype
        assert ours.tolist() == theirs.tolist()


def peaks(v):
    made, at, best, small = [], np.nan, -np.inf, np.int8(1)
    places = np.arange(len(v))
    for i in range(len(v)):
        if v[i] > best:
            at, best = places[i], v[i]
        if v[i] > 0:
            made.append((at, best, i, 7, small, v[i] > 3))
    return np.array(made)


@BACKENDS
@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_tuples_of_numbers_of_several_kinds(backend, dtype):
    static = sct.to_static(peaks, backend=backend)
    for v in (np.linspace(-3, 9, 40).astype(dtype), np.linspace(9, -3, 40).astype(dtype)):
        ours, theirs = static(v), peaks(v)
        assert ours.dtype == theirs.dtype
        np.testing.assert_array_equal(ours, theirs)


def doubtful(v):
    made, at = [], 0
    for i in range(len(v)):
        if v[i] > 2:
            at = np.float32(i)
        if v[i] > 0:
            made.append((at, i))
    return np.array(made)


@BACKENDS
def test_tuples_whose_common_dtype_depends_on_the_run_are_refused(backend):
    with pytest.raises(SctError, match="items are not alike"):
        sct.to_static(doubtful, backend=backend)(np.linspace(-3, 9, 40))
