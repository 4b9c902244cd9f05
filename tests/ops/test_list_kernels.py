"""Ops on what lists and dicts of run-time length are made of: their kernels against Python's own lists and dicts."""

import math
import random
import statistics

import numpy as np
import pytest

from sct import ops
from sct.errors import UnsupportedOpError
from sct.ops import update_view
from tests.ops.checked import spec_of

NUMBERS = [3.5, -1.25, 8.0, 3.5, 0.1, 12.0]
FUNCTIONS = [
    "statistics_fmean_list", "statistics_geometric_mean_list", "statistics_harmonic_mean_list", "statistics_mean_list",
    "statistics_median_high_list", "statistics_median_list", "statistics_median_low_list", "statistics_mode_list",
    "statistics_pstdev_list", "statistics_pvariance_list", "statistics_stdev_list", "statistics_variance_list",
    "math_fsum_list",
]  # fmt: skip


@pytest.mark.parametrize("name", FUNCTIONS)
@pytest.mark.parametrize("kind", ["python", "scalar"])
def test_statistics_of_lists(name, kind):
    module, _, function = name.removesuffix("_list").partition("_")
    of = getattr(__import__(module), function)
    numbers = [abs(x) for x in NUMBERS]
    wanted = of(numbers if kind == "python" else [np.float64(x) for x in numbers])
    found = ops.get(name)(np.array(numbers), kind=kind)
    assert repr(found) == repr(wanted)


@pytest.mark.skipif(not hasattr(math, "sumprod"), reason="of Python 3.12")
def test_sums_of_products_of_lists():
    p, q = np.array(NUMBERS), np.arange(1, 7)
    wanted = math.sumprod(p.tolist(), q.tolist())
    assert repr(ops.get("math_sumprod_list")(p, q, kinds=("python", "python"))) == repr(wanted)
    wanted = math.sumprod(p.tolist(), list(q))
    assert repr(ops.get("math_sumprod_list")(p, q, kinds=("python", "scalar"))) == repr(wanted)
    with pytest.raises(ValueError, match="Inputs are not the same length"):
        ops.get("math_sumprod_list")(p, q[:2], kinds=("python", "python"))


def test_distances_of_coordinates_in_arrays():
    p, q = np.array(NUMBERS), np.arange(6)
    assert ops.get("math_dist_list")(p, q) == math.dist(p.tolist(), q.tolist())
    assert ops.get("math_hypot_list")(p) == math.hypot(*p.tolist())
    assert ops.get("math_hypot_list")(p[:0]) == 0.0
    with pytest.raises(ValueError, match="both points must have the same number of dimensions"):
        ops.get("math_dist_list")(p, q[:2])
    with pytest.raises(UnsupportedOpError, match="complex"):
        ops.get("math_dist_list").infer(spec_of(p * 1j), spec_of(q))


PARTS = [
    "statistics_mean_parts", "statistics_harmonic_mean_parts", "statistics_variance_parts", "statistics_pvariance_parts",
    "statistics_median_parts", "statistics_mean_list_parts", "statistics_harmonic_mean_list_parts",
    "statistics_variance_list_parts", "statistics_pvariance_list_parts", "statistics_median_list_parts",
]  # fmt: skip


@pytest.mark.parametrize("name", PARTS)
@pytest.mark.parametrize("numbers", [[1, 2, 3], [1, 2], [1, 4, 4, 8], [0, 1], [True, False, True], [5, 5]], ids=str)
def test_statistics_that_are_whole_at_times(name, numbers):
    function = name.removeprefix("statistics_").removesuffix("_parts").removesuffix("_list")
    wanted = getattr(statistics, function)(numbers)
    given, options = ([np.array(numbers)], {"kind": "python"}) if "_list_" in name else (numbers, {})
    whole, as_it_is, as_float = ops.get(name)(*given, **options)
    assert repr(as_it_is if whole else as_float) == repr(wanted)
    assert as_float == wanted and type(as_float) is float


def test_the_median_of_numpy_ints_is_one_of_them_or_between_two():
    whole, as_it_is, _ = ops.get("statistics_median_list_parts")(np.array([3, 1, 2]), kind="scalar")
    assert whole and repr(as_it_is) == repr(np.int64(2))
    whole, _, as_float = ops.get("statistics_median_list_parts")(np.array([3, 2]), kind="scalar")
    assert not whole and repr(as_float) == repr(np.float64(2.5))


def test_too_few_numbers():
    with pytest.raises(statistics.StatisticsError, match="requires at least"):
        ops.get("statistics_stdev_list")(np.array([1.0]), kind="python")


def test_items_of_rows():
    """`rows[i].append(x)` and `rows[i][j] = x`, on rows that are padded to one length."""
    rng = random.Random(3)
    rows, counts, array = [[] for _ in range(5)], [0] * 5, np.zeros((5, 0))
    for _ in range(200):
        i, x = rng.randrange(-5, 5), rng.random()
        if counts[i] and rng.random() < 0.4:
            j = rng.randrange(-counts[i], counts[i])
            rows[i][j] = x
            array = ops.get("list_put")(array, i, counts[i], j, x, appends=False)
        else:
            rows[i].append(x)
            array = ops.get("list_put")(array, i, counts[i], counts[i], x, appends=True)
            counts[i] += 1
        assert [array[k, :n].tolist() for k, n in enumerate(counts)] == rows
    for at, place in ((5, 0), (-6, 0), (0, counts[0]), (0, -counts[0] - 1)):
        with pytest.raises(IndexError, match="list assignment index out of range"):
            ops.get("list_put")(array, at, counts[0], place, 1.0, appends=False)


def test_keys_taken_out():
    """hash_note, hash_find and hash_drop do what a dict does, whichever keys go."""
    rng = random.Random(4)
    table, keys = np.zeros(0, np.int64), np.zeros(0, np.int64)
    known = {}
    for _ in range(300):
        key = rng.randrange(20)
        at = int(ops.get("hash_find")(table, keys, key))
        assert (at >= 0) == (key in known)
        if at >= 0:
            assert list(known).index(key) == at
            table = ops.get("hash_drop")(table, at, keys)
            keys = np.delete(keys, at)
            del known[key]
        else:
            keys = np.append(keys, key)
            table = ops.get("hash_note")(table, keys)
            known[key] = None
        assert keys.tolist() == list(known)


def test_update_view_writes_where_the_view_lies():
    m = np.arange(12.0).reshape(3, 4)
    path = (("transpose", 0, ()), ("getitem", 1, (("index", (("arg", 0),)),)))
    found = update_view.update_view(m, -1.0, 2, 1, path=path, index=(("arg", 0),))
    m[1, 2] = -1.0
    assert np.array_equal(found, m)
