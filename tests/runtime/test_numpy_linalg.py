"""Every function of np.linalg, and those whose dtype depends on the values, in static functions: one line each."""

import numpy as np
import pytest

import sct
from tests.ops.checked import outcome, same

RNG = np.random.default_rng(0)
A = RNG.normal(size=(3, 3))
S = A @ A.T + np.eye(3)
T = RNG.normal(size=(4, 3))
ROT = np.array([[0.0, -1.0], [1.0, 0.0]])
MATRICES = {
    "f8": S, "f4": S.astype("f4"), "i4": (S * 9).astype("i4"), "bool": S > 0.5, "c16": S + 1j * S.T, "f2": S.astype("f2"), "batch": np.stack([S, S + 1]),
    "rect": T, "empty": np.ones((0, 0)), "no rows": np.ones((0, 3)), "no batch": np.ones((0, 2, 2)), "vector": A[0], "scalar": np.float64(2),
    "singular": np.ones((2, 2)), "rotation": ROT, "both": np.stack([ROT, np.eye(2)]),
}  # fmt: skip
UNARY = """
inv(x)|det(x)|slogdet(x)|cholesky(x)|cholesky(x, upper=True)|eigh(x)|eigh(x, 'U')|eigh(x, 'Q')|eigvalsh(x)|eigvalsh(x, UPLO='U')|eig(x)|eigvals(x)
svd(x)|svd(x, False)|svd(x, compute_uv=False)|svd(x, hermitian=True)|svdvals(x)|pinv(x)|pinv(x, rcond=0.1)|pinv(x, rtol=1e-3)|pinv(x, hermitian=True)
matrix_rank(x)|matrix_rank(x, tol=0.5)|matrix_rank(x, rtol=0.1)|matrix_rank(x, hermitian=True)|qr(x)|qr(x, 'complete')|qr(x, 'r')|qr(x, 'raw')|qr(x, 'q')
matrix_power(x, 3)|matrix_power(x, 0)|matrix_power(x, -2)|matrix_power(x, 1)|cond(x)|cond(x, 1)|cond(x, 'fro')|cond(x, -2)|cond(x, np.inf)
norm(x)|norm(x, 1)|norm(x, np.inf)|norm(x, -np.inf)|norm(x, 'fro')|norm(x, 'nuc')|norm(x, 2)|norm(x, -2)|norm(x, 0)|norm(x, 3)|norm(x, axis=0)
norm(x, 3.5, axis=-1)|norm(x, axis=(0, 1))|norm(x, 'nuc', axis=(0, 1))|norm(x, 2, axis=(-1, -2), keepdims=True)|norm(x, keepdims=True)|norm(x, 'bad')
matrix_norm(x)|matrix_norm(x, ord=1)|matrix_norm(x, ord='nuc', keepdims=True)|vector_norm(x)|vector_norm(x, ord=1)|vector_norm(x, axis=0, ord=3)
trace(x)|trace(x, offset=1)|trace(x, dtype=np.float32)|diagonal(x)|diagonal(x, offset=-1)|matrix_transpose(x)|tensorinv(x)|tensorinv(x, ind=1)
eig(x).eigenvalues|svd(x).S|qr(x).R|slogdet(x).logabsdet|eigh(x)[1]
""".replace("\n", "|").strip("|").split("|")
PAIRS = [
    (S, A[0]), (S, S), (MATRICES["batch"],) * 2, (MATRICES["batch"], A[:2]), (T, np.ones(4)), (T, np.ones((4, 2))), (A[0], A[1]), (S.astype("f4"), A[0]),
    (S, np.ones((3, 0))), (S, np.ones(4)), (np.ones((2, 2)), np.ones(2)), (np.ones((0, 0)), np.ones(0)), (S + 1j, A[0]), (T[:2], np.ones(2)),
]  # fmt: skip
BINARY = """
solve(a, b)|lstsq(a, b)|lstsq(a, b, rcond=None)|lstsq(a, b, 0.1)|matmul(a, b)|outer(a, b)|cross(a, b)|vecdot(a, b)|tensordot(a, b)|tensordot(a, b, axes=1)
tensorsolve(a, b)|multi_dot([a, b])|multi_dot((a, b, a))
""".replace("\n", "|").strip("|").split("|")


def check(tmp_path, expression, **arrays):
    """The expression, as a static function, answers and raises what NumPy does."""
    file = tmp_path / "line.py"
    text = f"import numpy as np\ndef f({', '.join(arrays)}):\n    return {expression}\n"
    file.write_text(text)
    scope = {}
    exec(compile(text, str(file), "exec"), scope)
    want = outcome(scope["f"], **arrays)
    got = outcome(sct.to_static(scope["f"], backend="numpy"), **arrays)  # bit for bit
    assert got[0] == want[0], (expression, got, want)
    assert same(got[1], want[1]) if want[0] == "value" else got[1:] == want[1:], (expression, got, want)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("call", UNARY)
def test_of_a_matrix(tmp_path, call):
    for x in MATRICES.values():
        check(tmp_path, f"np.linalg.{call}", x=x)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("call", BINARY)
def test_of_two(tmp_path, call):
    for a, b in PAIRS:
        check(tmp_path, f"np.linalg.{call}", a=a, b=b)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(
    "call",
    """
np.matmul(a, b, out=o) is o|np.matmul(a, b, o)|np.dot(a, b, out=o) is o|np.dot(a, b, o)|np.linalg.multi_dot([a, b, b], out=o)|a.dot(b, o)|a.dot(b, out=o)
np.einsum('ij,jk->ik', a, b, out=o)|np.matmul(a, b, dtype=np.float32)|np.matmul(a, b, dtype=np.int32)|np.matmul(a, b, dtype=np.int32, casting='unsafe')
np.vecdot(a, b, axis=0)|np.vecdot(a, b, axis=0, out=o[0])|np.matmul(a, b, axis=1)|np.linalg.cross(a, b, axis=0)|np.linalg.vecdot(a, b, axis=0)
np.linalg.norm([a[0, 0], a[1, 1]])|np.linalg.inv([[a[0, 0], 1.0], [2.0, 3.0]])|np.linalg.inv(a, b)|np.kron(a, b)|np.linalg.tensorsolve(a, b[0], axes=(0,))
""".replace("\n", "|").strip("|").split("|"),
)
def test_products(tmp_path, call):
    check(tmp_path, call, a=S, b=A, o=np.zeros((3, 3)))


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(
    "use",
    """
np.linalg.eigvals(x).max()|np.abs(np.linalg.eigvals(x))|np.linalg.eig(x).eigenvectors @ x|np.sort(np.linalg.eigvals(x))|np.linalg.eig(x)[0].dtype == np.float64
np.iscomplexobj(np.linalg.eigvals(x))|[v for v in np.linalg.eigvals(x)]|np.real_if_close(np.linalg.eigvals(x))|len(np.linalg.eigvals(x))
np.argsort(np.linalg.eigvals(x))[::-1]|np.linalg.eigvals(x)[np.argmax(np.abs(np.linalg.eigvals(x)))]
""".replace("\n", "|").strip("|").split("|"),
)
def test_what_is_done_with_eigenvalues(tmp_path, use):
    for x in (S, ROT, ROT.astype("f4"), (S * 9).astype("i8"), np.stack([ROT, np.eye(2)])):
        check(tmp_path, use, x=x)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("call", "sqrt(x)|log(x)|log2(x)|log10(x)|logn(2, x)|power(x, 2)|power(x, -2)|power(x, 0.5)|arccos(x)|arcsin(x)|arctanh(x)".split("|"))
def test_emath(tmp_path, call):
    numbers = (np.array([1.0, 4.0]), np.array([-1.0, 4.0]), np.float64(-2.0), np.float32(4), np.array([-3, 5]), np.array([2, 3], "i1"), np.array([1 + 2j, -1]))
    for x in (*numbers, -4.0, 4, np.array([1 - 1j], "c8"), np.array([0.5, -2.0])):
        check(tmp_path, f"np.emath.{call}", x=x)
        check(tmp_path, "np.real_if_close(x)", x=x)


def test_every_name_of_linalg():
    """Each works or is refused: none is left to run on symbolic values."""
    named = " ".join([*UNARY, *BINARY])
    missing = [n for n in np.linalg.__all__ if n not in ("LinAlgError",) and f"{n}(" not in named]
    assert missing == []


def test_axes_of_products():
    def f(a):
        return np.matmul(a, a, axes=[(0, 1), (1, 0), (0, 1)])

    a = np.arange(9.0).reshape(3, 3)
    assert np.array_equal(sct.to_static(f)(a), f(a))
