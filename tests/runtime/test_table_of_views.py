"""Views and copies that are written to: a part of the fuzzer's table, and what was wrong in it."""

import dataclasses

import pytest

from tests.fuzzing.check import Finding, check, check_text
from tests.fuzzing.families import FAMILIES
from tests.fuzzing.views_and_writes import Case

FAMILY = FAMILIES["views and writes"]
OVERLAPPING = "np.concatenate([V[1:], V[:1]], out=V)"
GATHERED = "w = []\nfor r in V:\n    if r[0] > 0: w.append(r)\nfor r in w: r += 1"
FIRST = "next(r for r in A if r[0] > -9)"
ONCE_WRONG = [
    # which memory an array is that a branch or an index has chosen
    Case("list(A)[n]", "V.fill(2.5)", "straight", "np.shares_memory(A, V), A"),
    Case("(A[0] if n > 1 else B[1])", "half(V)[:] = 2", "straight", "np.shares_memory(A, V), A", arguments="a view of the other"),
    Case("(A.T if n > 1 else B.T)", "V[0] = 7", "early", "np.may_share_memory(A, V), A", arguments="one twice"),
    Case("(A if n > 1 else A.copy())", "A[1:] = V[:3]", "called and kept", "np.may_share_memory(A, V), A", arguments="overlapping"),
    Case("max([A[0], B[0]], key=lambda r: r[0])", "V += 1", "straight", "np.may_share_memory(A, V), A", arguments="a view of the other"),
    # how it lies in memory
    Case("dict(enumerate(A))[n]", "V += 0", "straight", "V.strides, A", layout="stepped"),
    Case("np.atleast_1d(A[0, 0])", "V += 1", "straight", "V.strides, A"),
    Case("np.imag(A)", "V += 1", "caught", "V.flags.owndata, A"),
    Case("np.block(A)", "V.shape = (-1,)", "straight", "V.flags.owndata, A"),
    # writes that went elsewhere, or nowhere
    Case(FIRST, "V[np.where(V > 0)] *= 2", "both branches", "A", arguments="a view of the other"),
    Case(FIRST, "V[0] = 2", "both branches", "A"),
    Case("np.atleast_3d(A)", GATHERED, "for", "V", layout="turned"),
    Case("np.squeeze(A)", GATHERED, "while", "A, V", arguments="overlapping"),
    Case("A[...]", GATHERED, "branch", "A"),
    Case("np.split(A, 2)[n % 2]", OVERLAPPING, "straight", "V, A"),
    Case("A.take([0, 1], axis=0)", OVERLAPPING, "straight", "V"),
    Case("A[0].ravel()", OVERLAPPING, "straight", "A, V"),
    Case("A.flat", "V -= V[0]", "straight", "V.copy(), A", layout="Fortran"),
    Case("A.flat", "np.greater(V, 0, out=V)", "straight", "A", layout="stepped"),
    Case("A.flat", "np.clip(V, -2, 2, out=V)", "for", "A"),
    Case("A.flat", "for r in np.nditer(V, op_flags=['writeonly']): r[...] = 4", "straight", "A"),
    Case("A[:, n:]", "np.ptp(V, 0, V[n])", "straight", "A, V"),
    Case("np.asarray(A[1:])[n:]", "np.place(V, V > 0, V[0])", "straight", "A, V", layout="integers"),
    Case("A[0]", "V.flat[1:] = V[:-1]", "straight", "V"),
    Case("A[...]", "V.flat = V[::-1]", "straight", "A"),
    Case("A[0]", "V[V > 0] = V[:(V > 0).sum()]", "straight", "V"),
    Case("A[-n:]", "V.dot(V.T, out=V)", "known for", "A, V"),
    Case("None", "np.argmax(V, axis=0, out=k)", "straight", "V, k"),
    Case("as_strided(A[0], (3, 2), A.strides[1:] * 2)", "V.imag[...] = 2", "straight", "A, V"),
    Case("as_strided(A[0], (3, 2), A.strides[1:] * 2)", "V.real[...] = 2", "straight", "A, V", layout="complex"),
    Case("sliding_window_view(A[0], 3, writeable=True)", "V.view(V.dtype)[0] = 7", "straight", "A, V"),
    # what is read-only, of another dtype, or of another shape
    Case("A.view(np.int64)", "A.setflags(write=False); V[0] = 3", "straight", "V", layout="part", arguments="a view of the other"),
    Case("sliding_window_view(A, 2, axis=0, writeable=True)", "V.setflags(write=True); V[0] = 3", "while", "A, V"),
    Case("np.broadcast_to(A, A.shape)", "for r in np.nditer(V, op_flags=['readwrite']): r[...] += n", "caught", "A, V"),
    Case("A.transpose()", "np.copyto(V, 1j, casting='unsafe')", "other branch", "V, A"),
    Case("A.ravel()[n]", "np.put(V, k, 1, mode='wrap')", "straight", "A, V"),
    Case("A[:, :n].view()", "V.shape = (-1,)", "straight", "V"),
    Case("A[n::-1]", "V.shape = (2, -1)", "straight", "V"),
    Case("(A if n > 1 else A.copy())", "V.shape = (2, -1)", "straight", "V, A", layout="bool"),
]


@pytest.mark.parametrize("backend", ["numpy", "native"])
@pytest.mark.parametrize("case", ONCE_WRONG, ids=str)
def test_what_was_wrong(case, backend):
    family = dataclasses.replace(FAMILY, calls=lambda _: case.calls())
    assert not isinstance(found := check_text(family, case.text(), 0, backend), Finding), str(found)


@pytest.mark.parametrize("first", range(0, 300, 100))
def test_some_of_the_table(first):
    outcomes = [check(FAMILY, seed, "numpy") for seed in range(first, first + 100)]
    assert [str(found) for found in outcomes if isinstance(found, Finding)] == []
    assert {"same", "refused"} <= set(outcomes)
