"""Which kernels are measured, and on what: sizes at which one call takes about a millisecond.

What branches on its numbers gets more of them than a processor learns by heart: it would be measured how well the
branches of either side are remembered from call to call.
"""

import numpy as np

from benchmarks.polybench import best_loops as best
from benchmarks.polybench import linear_loops as linear
from benchmarks.polybench import math_loops as single
from benchmarks.polybench import number_loops as numbers
from benchmarks.polybench import other_loops as other
from benchmarks.polybench import search_loops as search
from benchmarks.polybench import view_loops as views
from tests.programs import polybench as slices


def _numbers(seed, *shape):
    return np.random.default_rng(seed).uniform(0.5, 1.5, shape)


def _dominant(n):
    a = _numbers(3, n, n)
    return a @ a.T / n + n * np.eye(n)


def _integers(seed, high, *shape):
    return np.random.default_rng(seed).integers(0, high, shape)


def _sparse(n, each):
    rows = np.arange(0, each * n + 1, each)
    return rows, _integers(4, n, each * n), _numbers(5, each * n), _numbers(6, n)


def loops():
    """Explicit loops: pairs of a function and its arguments."""
    m = _numbers
    return [
        (linear.gemm, (1.5, 1.2, m(1, 70, 80), m(2, 70, 90), m(3, 90, 80))),
        (linear.gemm_dot, (m(1, 70, 80), m(2, 70, 90), m(3, 90, 80))),
        (linear.syrk, (1.5, 1.2, m(1, 80, 80), m(2, 80, 60))),
        (linear.syr2k, (1.5, 1.2, m(1, 80, 80), m(2, 80, 60), m(3, 80, 60))),
        (linear.symm, (1.5, 1.2, m(1, 60, 80), m(2, 60, 60), m(3, 60, 80))),
        (linear.trmm, (1.5, m(1, 60, 60), m(2, 60, 80))),
        (linear.gemver, (1.5, 1.2, m(0, 200, 200), *(m(k, 200) for k in range(8)))),
        (linear.gesummv, (1.5, 1.2, m(0, 250, 250), m(1, 250, 250), m(2, 250))),
        (linear.atax, (m(0, 250, 260), m(2, 260))),
        (linear.bicg, (m(0, 250, 260), m(2, 260), m(3, 250))),
        (linear.mvt, (m(0, 250, 250), m(1, 250), m(2, 250), m(3, 250), m(4, 250))),
        (linear.two_mm, (1.5, 1.2, m(1, 40, 50), m(2, 50, 70), m(3, 70, 80), m(4, 40, 80))),
        (linear.doitgen, (m(0, 20, 20, 40), m(1, 40, 40))),
        (linear.cholesky, (_dominant(120),)),
        (linear.lu, (_dominant(120),)),
        (linear.ludcmp, (_dominant(120), m(1, 120))),
        (linear.trisolv, (m(0, 300, 300) + 300 * np.eye(300), m(1, 300))),
        (linear.durbin, (m(0, 300) / 300,)),
        (linear.gramschmidt, (m(0, 80, 60) + np.eye(80, 60),)),
        (linear.correlation, (m(0, 80, 70),)),
        (linear.covariance, (m(0, 80, 70),)),
        (linear.spmv, _sparse(3000, 10)),
        (other.jacobi_1d, (50, m(0, 2000), m(1, 2000))),
        (other.jacobi_2d, (10, m(0, 100, 100), m(1, 100, 100))),
        (other.heat_3d, (5, m(0, 30, 30, 30), m(1, 30, 30, 30))),
        (other.fdtd_2d, (m(0, 80, 90), m(1, 80, 90), m(2, 80, 90), m(3, 10))),
        (other.seidel_2d, (5, m(0, 100, 100))),
        (other.adi, (5, m(0, 60, 60))),
        (other.deriche, (0.25, m(0, 120, 100))),
        (other.floyd_warshall, (m(0, 100, 100),)),
        (other.nussinov, (_integers(0, 4, 90),)),
        (other.lcs, (_integers(0, 4, 200), _integers(1, 4, 200))),
        (other.edit_distance, (_integers(0, 4, 200), _integers(1, 4, 200))),
        (other.crc32, (_integers(0, 256, 5000).astype(np.uint8),)),
        (other.crc16, (_integers(0, 256, 5000), 0x8408)),
        (other.histogram, (m(0, 20000), 50, 0.4, 1.4)),
        (other.sieve, (50000,)),
        (other.bubble_sort, (m(0, 400),)),
        (other.nbody, (m(0, 40, 3), m(1, 40, 3), m(2, 40), 10, 0.01)),
        (other.convolve_2d, (m(1, 80, 80), m(1, 5, 5))),
        (other.pairwise, (m(0, 150, 3),)),
        (other.knapsack, (_integers(0, 50, 60) + 1, _integers(1, 100, 60), 2000)),
        (search.binary_search, (np.sort(m(0, 4096)), m(1, 1000))),
        (search.bitonic_sort, (m(0, 16384),)),
        (search.quick_sort, (m(0, 20000),)),
        (search.insertion_sort, (m(0, 2000),)),
        (search.collatz, (10000,)),
        (search.occurrences, (_integers(0, 2, 20000).astype(np.uint8), _integers(1, 2, 9).astype(np.uint8))),
        (search.median_filter, (m(0, 120, 120),)),
        (search.runs, (_integers(0, 3, 200000),)),
        (search.merge, (np.sort(m(0, 80000)), np.sort(m(1, 90000)))),
        (search.edges, (m(0, 150, 150) > 1.0,)),
        (views.rows, (m(0, 300, 300), m(1, 300))),
        (views.relaxed, (m(0, 200, 200),)),
        (views.along_ravel, (m(0, 300, 300),)),
        (views.transposed, (m(0, 300, 300),)),
        (views.exchanged, (m(0, 200, 200), m(1, 200))),
        (views.windows, (m(1, 600),)),
        (search.viterbi, (_integers(0, 6, 200), m(0, 12, 12), m(1, 12, 6), m(2, 12))),
        (best.least, (m(0, 100000),)),
        (best.maximal_run, (m(0, 200000) - 1.0,)),
        (best.matrix_chain, (m(0, 70),)),
        (best.otsu, (m(0, 4096),)),
        (best.bits, (_integers(0, 2**40, 5000),)),
        (best.divisors, (_integers(0, 10**6, 5000), _integers(1, 10**6, 5000))),
        (best.powers, (20000,)),
        (best.queens, (8,)),
        (best.sliding_maximum, (m(0, 20000), 50)),
        (best.quick_select, (m(0, 20000), 8000)),
        (best.union_find, (5000, _integers(0, 5000, 8000, 2))),
        (best.bellman_ford, (300, _integers(0, 300, 3000), _integers(1, 300, 3000), m(0, 3000))),
        (best.time_warp, (m(0, 200), m(1, 200))),
        (best.pivoted_gauss, (m(0, 60, 60), m(1, 60))),
        (single.sobel, (m(0, 150, 150),)),
        (single.thin_edges, (m(0, 150, 150), np.pi * (m(1, 150, 150) - 0.5))),
        (single.upwind, (m(0, 20000), m(1, 20000), 0.1)),
        (single.along_lines, (m(0, 150, 150), m(1, 150, 150))),
        (single.resized, (m(0, 90, 80), 150, 160)),
        (single.filled, (_integers(0, 5, 400, 400) // 4, 75, 75, 7)),
        (single.shifted_numbers, (20000, 88172645463325252)),
        (single.right_triangles, (300,)),
        (single.power_sums, (_integers(0, 9, 20000), 5)),
        (single.coprime, (150,)),
        (single.great_circles, (m(0, 120), m(1, 120))),
        (single.interleaved, (_integers(0, 2**16, 5000), _integers(1, 2**16, 5000))),
        (single.around, (m(0, 2000), 20, 0.3)),
        (single.rule_110, (_integers(0, 2, 500), 20)),
        (single.put_price, (100.0, 105.0, 0.03, 0.2, 1.0, 100)),
        (numbers.ones, (_integers(0, 2**40, 5000),)),
        (numbers.digits_of_two, (10000,)),
        (numbers.seventh_powers, (m(0, 20000),)),
        (numbers.lines, (m(0, 50, 50) > 1.45, 60)),
        (numbers.basins, (50, 30)),
        (numbers.least_factors, (20000,)),
        (numbers.repeated, (_integers(0, 40, 2000, 9),)),
        (numbers.within, (_integers(0, 40, 2000, 9),)),
        (numbers.reversed_bits, (_integers(0, 2**31, 2000),)),
        (numbers.apart, (_integers(0, 2**31, 50000), _integers(1, 2**31, 50000))),
        (numbers.odd_primes, (20000,)),
        (numbers.run_time_powers, (m(0, 2000), 5)),
        (search.palindromes, (_integers(0, 2, 100000),)),
        (search.shell_sort, (m(0, 1000),)),
        (search.hull, (np.column_stack((np.sort(m(0, 40000)), m(1, 40000))),)),
        (search.repeats, (_integers(0, 3, 600),)),
        (search.window_medians, (m(0, 1000), 9)),
        (search.filtered, (m(0, 60, 60),)),
        (search.in_common, (np.sort(_integers(0, 5000, 500)), np.sort(_integers(1, 5000, 500)))),
        (search.widest, (m(0, 30000),)),
    ]


def with_slices():
    """The same kernels over NumPy's slices."""
    m = _numbers
    n = 120
    return [
        (slices.mvt, (m(0, n), m(1, n), m(2, n), m(3, n), m(4, n, n))),
        (slices.trisolv, (m(0, n), np.zeros(n), m(1, n, n) + n * np.eye(n))),
        (slices.lu, (_dominant(n),)),
        (slices.ludcmp, (_dominant(n), m(1, n))),
        (slices.cholesky, (_dominant(n),)),
        (slices.durbin, (m(0, 300) / 300,)),
        (slices.gramschmidt, (m(0, 80, 60) + np.eye(80, 60),)),
        (slices.correlation, (80.0, m(0, 80, 70))),
        (slices.covariance, (80.0, m(0, 80, 70))),
        (slices.floyd_warshall, (m(0, n, n),)),
        (slices.adi, (5, 60, m(0, 60, 60))),
        (slices.fdtd_2d, (10, m(0, 80, 90), m(1, 80, 90), m(2, 80, 90), m(3, 10))),
        (slices.jacobi_1d, (50, m(0, 2000), m(1, 2000))),
        (slices.jacobi_2d, (10, m(0, 100, 100), m(1, 100, 100))),
        (slices.seidel_2d, (5, 60, m(0, 60, 60))),
        (slices.heat_3d, (5, m(0, 30, 30, 30), m(1, 30, 30, 30))),
        (slices.deriche, (0.25, m(0, 120, 100))),
        (slices.syrk, (1.5, 1.2, m(1, 80, 80), m(2, 80, 60))),
        (slices.syr2k, (1.5, 1.2, m(1, 80, 80), m(2, 80, 60), m(3, 80, 60))),
        (slices.symm, (1.5, 1.2, m(1, 60, 80), m(2, 60, 60), m(3, 60, 80))),
        (slices.trmm, (1.5, m(1, 60, 60), m(2, 60, 80))),
        (slices.gemver, (1.5, 1.2, m(0, 200, 200), *(m(k, 200) for k in range(8)))),
        (slices.gesummv, (1.5, 1.2, m(0, 250, 250), m(1, 250, 250), m(2, 250))),
    ]
