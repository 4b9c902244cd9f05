"""Known dicts and sets of many keys under a run-time key: tables, and what Python's tables take for one key."""

import random

import numpy as np
import pytest

import sct
from sct.ir.text import format_program


def ask(table, keys):
    return [k in table for k in keys], [table.get(k, "none") for k in keys], [k in set(table) for k in keys]


def of_tuples(table, keys):
    return [(k, 1) in table for k in keys], [table.get((1, k)) for k in keys], [((k, 2), "a") in table for k in keys]


def in_both(k, n):
    d = {i * 3: i for i in range(n)}
    e = {i * 2: i * 0.5 for i in range(n)}
    return (k in d and k in e), d.get(k, 0), e.get(k, 0.5)


def equal(found, expected):
    if isinstance(found, (list, tuple)):
        return len(found) == len(expected) and all(map(equal, found, expected))
    return type(found) is type(expected) and found == expected


@pytest.mark.parametrize("backend", ["native", "numpy"])
def test_programs_do_not_grow_with_the_keys(backend):
    lengths = []
    for n in (20, 800):
        static = sct.to_static(in_both, backend=backend)
        for k in (0, 6, 7, 9, -3, 2 * n):
            assert equal(static(np.int64(k), n), in_both(np.int64(k), n))
        lengths.append(len(format_program(static.program(np.int64(6), n)).splitlines()))
    assert lengths[0] == lengths[1] < 60


NUMBERS = [
    0, 1, True, 2.0, -0.0, 0.1, 0.5, np.float32(0.1), np.float32(0.5), np.int8(-4), np.uint64(2**63 + 5), 2**53, 2**53 + 1,
    2.0**53, 1e300, np.inf, np.nan, 10**30, 1j, np.complex64(2), "x", None, (1, 2), -(2**63), 2**64 - 1, np.float16(0.1),
]  # fmt: skip
DTYPES = ["bool", "int8", "uint8", "int64", "uint64", "float16", "float32", "float64", "complex128"]


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@pytest.mark.parametrize("backend", ["native", "numpy"])
@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("many", [6, 24])
def test_keys_are_equal_if_their_hashes_are(dtype, many, backend):
    """`np.float32(0.1) == 0.1` and `np.int64(2**53 + 1) == 2.0**53`, but neither finds the other in a table."""
    pick = random.Random(f"{dtype} {many}")
    for _ in range(2):
        table = {k: i for i, k in enumerate(pick.sample(NUMBERS, many))}
        with np.errstate(all="ignore"):
            keys = np.array([complex(k).real for k in table if type(k) not in (str, tuple, type(None))]).astype(dtype)
        assert equal(sct.to_static(ask, backend=backend)(table, keys), ask(table, keys))


@pytest.mark.parametrize("backend", ["native", "numpy"])
@pytest.mark.parametrize("dtype", ["int64", "float32", "float64"])
def test_tuples(dtype, backend):
    pick = random.Random(dtype)
    for _ in range(2):
        numbers = pick.sample(NUMBERS, 20)
        table = {pick.choice([(k, 1), (1, k), ((k, 2), "a"), ((k, 2), "b"), (k,)]): k for k in numbers * 2}
        with np.errstate(all="ignore"):
            keys = np.array([complex(k).real for k in numbers if type(k) not in (str, tuple, type(None))]).astype(dtype)
        assert equal(sct.to_static(of_tuples, backend=backend)(table, keys), of_tuples(table, keys))


@pytest.mark.parametrize("backend", ["native", "numpy"])
def test_exact_keys_beside_run_time_ones(backend):
    """A dict that gets run-time keys finds its known ones as exactly."""

    def counted(keys):
        table = {0.1: 1, 0.5: 2, 2.0**53: 3}
        for k in keys:
            table[k] = table.get(k, 10) + 1
        return sorted(table.values())

    for dtype in ("float32", "float64"):
        keys = np.array([0.1, 0.5, 0.1, 3.0], dtype)
        assert equal(sct.to_static(counted, backend=backend)(keys), counted(keys))
