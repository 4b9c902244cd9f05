"""Parts of one array: what is written beside what is read needs no memory of its own; what overlaps does."""

import numpy as np
import pytest

import sct


def lu(a):
    for k in range(a.shape[0] - 1):
        a[k + 1 :, k] /= a[k, k]
        a[k + 1 :, k + 1 :] -= np.outer(a[k + 1 :, k], a[k, k + 1 :])
    return a


def lu_of_views(a):
    b = a[1:, 1:]
    for k in range(b.shape[0] - 1):
        low = b[k + 1 :]
        low[:, k] /= b[k, k]
        low[:, k + 1 :] -= low[:, k : k + 1] * b[k, k + 1 :]
    return a


def red_black(a):
    for _ in range(3):
        a[1:-1:2] = (a[:-2:2] + a[2::2]) * 0.5
        a[2:-1:2] = (a[1:-2:2] + a[3::2]) * 0.5
    return a


def columns_from_the_left(a):
    for k in range(1, a.shape[1]):
        a[:, k] -= a[:, :k].sum(axis=1) * 0.1
    return a


def upper_rows_from_lower(a):
    for k in range(a.shape[0] - 1):
        a[k] = a[k + 1 :].sum(axis=0) - a[k] * 0.5
    return a


def back_and_forth(a):
    n = a.shape[0]
    for k in range(1, n // 2):
        a[:k] += a[n - k :] * 0.25
        a[n - k :] = a[:k][::-1]
    return a


def borders(a):
    a[0] = a[-2]
    a[-1] = a[1]
    a[:, 0] = a[:, -2]
    a[:, -1] = a[:, 1]
    return a


def overlapping_rows(a):
    for k in range(1, a.shape[0] - 1):
        a[k:] = a[k - 1 : -1] * 0.5 + a[k:]
    return a


def overlapping_from_the_end(a):
    for k in range(a.shape[0] - 1):
        a[k:] -= a[k:][::-1] * 0.5
    return a


def one_row_too_many(a):
    for k in range(a.shape[0] - 1):
        a[k + 1 :] -= np.outer(a[k:-1, k], a[k, :]) * 0.01
    return a


def run_time_rows(a):
    i = int(abs(a[0, 0]) * 3) % a.shape[0]
    j = int(abs(a[1, 1]) * 5) % a.shape[0]
    a[i] -= a[j] * 0.5
    a[i:] += a[j]
    return a


def steps_of_two(a):
    flat = a.reshape(-1)
    flat[::2] += flat[1::2][: flat[::2].size] if flat.size % 2 == 0 else flat[::2]
    flat[1::4] = flat[3::4][:1] * 2.0
    return a


def real_and_imaginary(a):
    z = a + 1j * a.T
    z.real[1:] -= z.imag[1:] * z.real[:-1]
    return z, a


PROGRAMS = [
    lu, lu_of_views, red_black, columns_from_the_left, upper_rows_from_lower, back_and_forth, borders,
    overlapping_rows, overlapping_from_the_end, one_row_too_many, run_time_rows, steps_of_two, real_and_imaginary,
]  # fmt: skip


@pytest.mark.parametrize("function", PROGRAMS)
def test_results_are_those_of_numpy(function):
    static = sct.to_static(function, backend="native")
    for n in (12, 13, 11):  # from the second on with extents that only the run knows
        a = np.random.default_rng(n).random((n, n)) + 3.0 * np.eye(n)
        ours, theirs = a.copy(), a.copy()
        got, wanted = static(ours), function(theirs)
        np.testing.assert_allclose(got[0] if type(got) is tuple else got, wanted[0] if type(wanted) is tuple else wanted)
        np.testing.assert_allclose(ours, theirs, rtol=1e-13)


SLICES = ["k:", ":k", "k + 1 :", "k", "k + 1", "1::2", "k::2", "::-1", "-k:"]


@pytest.mark.parametrize("target", SLICES)
def test_all_pairs_of_slices(target, tmp_path):
    """A line for each pair: what is written may or may not be what is read."""
    lines = ["def function(a):", "    for k in range(1, 5):"]
    for k, source in enumerate(SLICES):
        lines.append(f"        n = min(a[{target}].size, a[{source}].size)")
        if "k" == target or "k + 1" == target:
            lines.append(f"        a[{target}] = a[{source}].sum() * 0.5 + {k}")
        elif source in ("k", "k + 1"):
            lines.append(f"        a[{target}] += a[{source}] * 0.5")
        else:
            lines.append(f"        a[{target}][:n] = a[{source}][:n] * 0.5 + {k}")
    path = tmp_path / "pairs.py"
    path.write_text("\n".join([*lines, "    return a", ""]))
    scope = {}
    exec(compile(path.read_text(), str(path), "exec"), scope)
    static = sct.to_static(scope["function"], backend="native")
    for n in (9, 10):
        a = np.random.default_rng(n).random(n)
        ours, theirs = a.copy(), a.copy()
        np.testing.assert_allclose(static(ours), scope["function"](theirs), rtol=1e-13)
        np.testing.assert_allclose(ours, theirs, rtol=1e-13)


def test_what_is_beside_is_written_at_once():
    for function in (lu, columns_from_the_left):
        static = sct.to_static(function, backend="native")
        static(np.random.default_rng(0).random((40, 40)) + 40.0 * np.eye(40))
        body = static.loops().split("for (", 1)[1].split("sct_gil", 1)[0]
        assert "sct_alloc" not in body, function
