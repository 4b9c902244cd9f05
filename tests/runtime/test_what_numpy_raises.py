"""What NumPy makes of arguments that nobody passes on purpose, and where it raises: lists for arrays, wrong extents."""

import linecache
import warnings

import numpy as np
import pytest

import sct
from sct.errors import PlainPythonWarning, SctError
from tests.harness.observe import differences, observe
from tests.harness.program import Call

VALUES = {
    "v": np.array([3.0, 1.0, 2.0]), "w": np.array([1.0, 2.0, 4.0]), "m": np.arange(9.0).reshape(3, 3), "i": np.array([2, 0, 1]),
    "b": np.array([True, False, True]), "k": np.int64(2), "a": np.ones((1, 5)), "z": np.ones((0, 4, 4)), "e": np.array([]),
}  # fmt: skip
LISTS = """
np.take_along_axis([v[0], 1.0, 2.0], i, 0)      np.take_along_axis(v, [2, 0, k], 0)       np.take_along_axis([v[0], k], i, None)
np.put_along_axis(v, [2, 0, k], w, 0)           np.put_along_axis(i[::-1], i, w, None)    np.put_along_axis(i, i, w, None)
np.split([v[0], 1.0, 2.0], 3)                   np.split([v[0], 1.0, 2.0], [1])           np.hsplit([v, w], 3)
np.vsplit([v, w], 2)                            np.unstack([v, w])                        np.rollaxis([v, w], 1)
np.apply_over_axes(np.sum, [v, w], [0])         np.diag_indices_from([v, v, v])           np.tril_indices_from([v, w])
np.fft.fftfreq(3, [v[0]])                       np.fft.rfftfreq(3, (k, 1))                np.piecewise(v, [(k, 1, 0)], [1.0, 2.0])
np.piecewise(v, np.array([v > 1, v > 2]), [1.0, 2.0])                                     np.piecewise(v, v > 1, [1.0, 2.0])
"""
EINSUM = """
np.einsum('ii', a)              np.einsum('ii->i', a)         np.einsum(a, [0, 0])        np.einsum('ii', a.T)
np.einsum('iij,j->i', a[:, :, None] * np.ones(2), np.ones(2))  np.einsum('ij,jk->ik', a.T, a)  np.einsum('ii->i', z[:, 0] if 0 else a[:, :1])
np.einsum('ijk,ilm,njm,nlk,abc->', z, z, z, z, z, optimize='optimal')                      np.einsum('ij,kl->', z[0], z[0], optimize=True)
"""
ASSIGNED = """
m[0] = [[1, 2, 3]]     m[:2] = [[[1]]]     v[:2] = [[v[0], 1]]     v[...] = (v,)     v[i] = [[1, 2, 3]]     m[k] = [[k, 1, 2]]     m[0] = np.ones((1, 3))
m[:, 0] = [[1], [2], [3]]     v[b] = [[1, 2]]     v[:0] = [[]]     m[None] = [[[1]]]     m[1:, :2] = [[[1]]]
"""
FLAT = """
v.flat + 1     2 ** v.flat     -v.flat     abs(v.flat)     v.flat * w     w / v.flat     v.flat == w     list(reversed(v.flat))     v.flat % k
np.add.at(v.flat, i, w)     np.copyto(v.flat, w)     np.sum(v.flat)     np.ravel(m.T.flat)     np.nan_to_num(v.flat)     np.putmask(v.flat, b, w)
"""
OTHERS = """
v.fill([v[0], 1.0, 2.0])     v.fill((1, k))     np.kaiser(3, [v[0]])     v.compress(v.flat)     v.compress(b.flat)
np.percentile(v, 50, out=(v,))     np.quantile(v, 0.3, out=(np.zeros(()),))     np.asarray(v, order='X')     np.matmul(m, m, where=b)
np.vecdot(v, m, out=v)     np.vecdot(v, m, where=b)     np.common_type(v.flat, w)
np.trapezoid(v, m[:1])     np.trapezoid(v, m)     np.trapezoid(np.ones(6), np.arange(2.0).reshape(2, 1) * w[0], axis=0)     np.trapezoid(m, m[:1], axis=0)
np.clip(2**70, w, None)     np.add.outer(2**70, v)     str(x for x in v)     str({int(k): 1}.items())     str(zip(v, w))     str(iter(v))
np.random.default_rng(1).permutation(e) is e     np.random.RandomState(1).permutation(v[v > 9])     np.random.default_rng(1).permutation([])
"""


def lines(text):
    """What stands apart."""
    return [part.strip() for line in text.strip().splitlines() for part in line.split("     ") if part.strip()]


def apart(text):
    """The same, where two blanks part."""
    return [part.strip() for line in text.strip().splitlines() for part in line.split("  ") if part.strip()]


def function_of(line):
    """A function that does it."""
    names = [name for name in VALUES if name in line]
    body = f"{line}\n    return v, m, i" if " = " in line else f"r = {line}\n    return r, v, m, i"
    names = list(dict.fromkeys([*names, "v", "m", "i"]))
    source = f"def f({', '.join(names)}):\n    {body}\n"
    filename = f"<{line}>"
    linecache.cache[filename] = (len(source), None, source.splitlines(keepends=True), filename)
    scope = {"np": np}
    exec(compile(source, filename, "exec"), scope)
    return scope["f"], names


@pytest.mark.parametrize("backend", ["numpy", "native"])
@pytest.mark.parametrize("line", [*apart(LISTS), *apart(EINSUM), *lines(ASSIGNED), *lines(FLAT), *lines(OTHERS)])
def test_as_in_numpy_or_refused(line, backend):
    f, names = function_of(line)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        plain = observe(f, Call(tuple(VALUES[name].copy() for name in names), {}))
        warnings.simplefilter("error", PlainPythonWarning)
        ours = observe(sct.to_static(f, backend=backend), Call(tuple(VALUES[name].copy() for name in names), {}))
    if not isinstance(ours.error, SctError):
        assert not [one for one in differences(plain, ours, 1e-12) if not one.startswith("the exception says")]


def product(x):
    return np.einsum("ij,jk->", x, x, optimize=True)


def test_what_an_optimised_product_is_depends_on_the_extents():
    static = sct.to_static(product)
    for n in (3, 4, 5, 1, 2):
        assert type(static(np.ones((n, n)))) is type(product(np.ones((n, n))))


def trace(x):
    return np.einsum("ii", x)


def test_a_diagonal_of_extents_that_change():
    static = sct.to_static(trace)
    assert [static(np.ones((n, n))) for n in (2, 3, 4)] == [2.0, 3.0, 4.0]
    for shape in ((4, 5), (1, 5), (5, 1)):
        with pytest.raises(ValueError, match="collapsing index"):
            static(np.ones(shape))


def shuffled(rng, x):
    y = x[x > 0]
    z = rng.permutation(y)
    return z, y, z is y


@pytest.mark.parametrize("backend", ["numpy", "native"])
def test_a_permutation_of_nothing_is_the_array_itself(backend):
    static = sct.to_static(shuffled, backend=backend)
    for x in (np.arange(5.0), -np.arange(3.0), np.arange(3.0)):
        plain = observe(shuffled, Call((np.random.default_rng(3), x), {}))
        assert not differences(plain, observe(static, Call((np.random.default_rng(3), x), {})))
