"""The programs: native against plain NumPy, which take turns; the best time of each."""

import copy
import time

import numpy as np

import sct
from benchmarks.everyday import arrays, kernels
from benchmarks.timing import duration, table

SIZES = (8, 100, 1000, 30_000, 1_000_000)
LIMIT = 1.05  # of NumPy's time: beyond it is a defect, or noise


def cases():
    """Names, functions and functions that make arguments."""
    return [*_kernels(), *_expressions(), *_whole(), *_small()]


def _kernels():
    for size, n, steps in (("S", 60, 20), ("M", 400, 30)):
        rng = np.random.default_rng(1)
        vector = lambda k=n, r=rng: r.random(k)  # noqa: E731
        square = lambda k=n, r=rng: r.random((k, k))  # noqa: E731
        definite = square() + n * np.eye(n)
        given = {
            "jacobi_1d": (steps * 5, vector(n * 10), vector(n * 10)),
            "jacobi_2d": (steps, square(), square()),
            "gesummv": (1.5, 1.2, square(), square(), vector()),
            "gemver": (1.5, 1.2, square(), *(vector() for _ in range(8))),
            "atax": (square(), vector()),
            "bicg": (square(), vector(), vector()),
            "covariance": (square(),),
            "correlation": (square(),),
            "softmax": (rng.random((8, 4, n // 2, n // 2)).astype(np.float32),),
            "arc_distance": tuple(vector(n * n) for _ in range(4)),
            "compute": (*(rng.integers(0, 1000, (n, n)) for _ in range(2)), 10, 500),
            "go_fast": (square(),),
            "nbody_forces": (rng.random((n // 2, 3)), rng.random((n // 2, 1)), 0.1),
            "hdiff": (square(), rng.random((n - 4, n - 4))),
            "mandelbrot": (np.zeros((n, n), complex), square() * 2 - 1.5 + 1j * square(), 20),
            "conjugate_gradient": (definite @ definite.T, vector(), 20),
            "histogram_loop": (vector(n * 10), 32),
            "power_law": (vector(n * n) + 0.1, 2.0, 1.37),
        }
        for name, arguments in given.items():
            yield f"{name} {size}", getattr(kernels, name), arguments


def _expressions():
    for n in SIZES:
        rng = np.random.default_rng(2)
        x, y = rng.standard_normal(n), rng.standard_normal(n)
        i, j = rng.integers(0, 1000, n), rng.integers(1, 50, n)
        z = x + 1j * y
        given = {
            "polynomial": (x,), "standardise": (x,), "norm_distance": (x, y), "gaussian": (x,), "count_between": (x,),
            "relu": (x.astype(np.float32),), "integer_mix": (i, j), "integer_division": (i, j),
            "bits": (i.astype(np.uint8),), "truths": (x > 0, y > 0), "where_three": (x, y), "masked_sum": (x,),
            "running": (x,), "differences": (x,), "extremes": (x,), "complex_mix": (z, z + 1), "complex_parts": (z,),
            "rolling": (x,), "trigonometry": (x,), "logarithms": (x,), "single_roots": (x.astype(np.float32),),
            "nan_mean": (np.where(i % 9, x, np.nan),), "stacking": (x, y),
        }  # fmt: skip
        for name, arguments in given.items():
            yield f"{name} {n}", getattr(arrays, name), arguments


def _whole():
    for n in (1000, 100_000):
        rng = np.random.default_rng(3)
        x, i = rng.standard_normal(n), rng.integers(0, 1000, n)
        given = {
            "take_indices": (x, rng.integers(0, n, n)), "scatter_add": (x, i), "sorting": (x,), "ordering": (i,),
            "searching": (np.sort(x), x), "uniques": (i,), "unique_counts": (i,), "bin_counts": (i,), "histogram": (x,),
            "median": (x,), "percentiles": (x,), "partitioned": (x,), "nonzeros": (x,), "members": (i, i[:50]),
            "moving_mean": (x,), "convolved": (x, x[:15]), "interpolated": (np.sort(x), x), "spectrum": (x,),
            "filtered": (x,),
        }  # fmt: skip
        for name, arguments in given.items():
            yield f"{name} {n}", getattr(arrays, name), arguments
    for rows, columns in ((1000, 10), (300, 300), (100, 1001), (4000, 33)):
        m = rng.standard_normal((rows, columns))
        for name in ("sum_rows", "sum_columns", "mean_variance", "row_norms", "padding"):
            yield f"{name} {rows}x{columns}", getattr(arrays, name), (m,)
    m = rng.standard_normal((300, 300))
    for name in ("transposed", "tiling"):
        yield f"{name} 300x300", getattr(arrays, name), (m,)
    yield "distances 200x3", arrays.distances, (m[:200, :3].copy(),)
    yield "outer_sum 300", arrays.outer_sum, (m[0], m[1])
    yield "product 300x300", arrays.product, (m, m)
    yield "batched 64x8x8", arrays.batched, (rng.random((64, 8, 8)), rng.random((64, 8, 8)))


def _small():
    rng = np.random.default_rng(4)
    for n in (4, 20, 100):
        yield f"small_steps {n}", arrays.small_steps, (rng.random(n), rng.random(n))
    yield "small_rotation", arrays.small_rotation, (rng.random(3), 0.3)
    yield "in_a_loop 1000", arrays.in_a_loop, (rng.random(3), 1000)
    for n in (3, 10, 50):
        a = rng.random((n, n)) + n * np.eye(n)
        yield f"small_solve {n}", arrays.small_solve, (a, rng.random(n))
        yield f"small_inverse {n}", arrays.small_inverse, (a,)
        yield f"small_eigen {n}", arrays.small_eigen, (a,)
        yield f"product {n}x{n}", arrays.product, (a, a)
    yield "least_squares 100x5", arrays.least_squares, (rng.random((100, 5)), rng.random(100))


def measure(seconds, only=()):
    """A row for each program: the best times of both, the first call, or why there is none."""
    return [_row(*case, seconds) for case in cases() if not only or case[0].split()[0] in only]


def _row(name, function, arguments, seconds):
    row = {"name": name}
    plain_given, given = copy.deepcopy(arguments), copy.deepcopy(arguments)
    expected = function(*plain_given)
    static = sct.to_static(function, backend="native")
    began = time.perf_counter()
    try:
        got = static(*given)
    except sct.errors.SctError as error:
        return row | {"refused": f"{type(error).__name__}: {error.what}"}
    row["first"] = time.perf_counter() - began
    if not alike((expected, plain_given), (got, given)):
        return row | {"differs": True}
    row["plain"], row["static"] = _best([lambda: function(*plain_given), lambda: static(*given)], seconds / 5)
    row["ratio"] = row["static"] / row["plain"]
    return row


def alike(a, b):
    """Whether results and changed arguments are equal but for rounding."""
    if isinstance(a, tuple):
        return len(a) == len(b) and all(alike(x, y) for x, y in zip(a, b, strict=True))
    if a is None:
        return b is None
    tolerance = 1e-3 if getattr(a, "dtype", None) == np.float32 else 1e-7
    return np.allclose(a, b, tolerance, tolerance, equal_nan=True)


def _best(sides, seconds):
    """The shortest time of each, in batches of some 50 microseconds, in turns."""
    best = [float("inf")] * len(sides)
    batches = []
    for side in sides:
        began = time.perf_counter()
        side()
        batches.append(max(1, min(200, int(5e-5 / max(time.perf_counter() - began, 1e-7)))))
    deadline, rounds = time.perf_counter() + seconds, 0
    while rounds < 5 or time.perf_counter() < deadline:
        rounds += 1
        for k, side in enumerate(sides):
            began = time.perf_counter()
            for _ in range(batches[k]):
                side()
            best[k] = min(best[k], (time.perf_counter() - began) / batches[k])
    return best


def print_table(rows, out):
    """Print what `measure` answered, the slowest first."""
    print(f"\nEveryday programs (a ratio above 1: static is slower than NumPy; above {LIMIT} is marked)", file=out)
    lines = []
    for row in sorted(rows, key=lambda row: -row.get("ratio", float("inf"))):
        if "ratio" in row:
            times = (duration(row[key]) for key in ("plain", "static"))
            mark = "slower" if row["ratio"] > LIMIT else ""
            lines.append((row["name"], *times, f"{row['ratio']:.2f}", duration(row["first"]), mark))
        else:
            lines.append((row["name"], "", "", "", "", row.get("refused") or "DIFFERS"))
    table(("program", "NumPy", "static", "static / NumPy", "first call", ""), lines, out)
