"""`np.testing`, `einsum` with its keywords and other functions that had no static form: as NumPy has them."""

import numpy as np
import pytest

import sct
from tests.runtime.expressions import check, lines_of

LINES = r"""
np.testing.assert_allclose(v,v);;s
np.testing.assert_allclose(v,w,rtol=1e-3,err_msg='differs')
np.testing.assert_equal(m.shape,(3,4));;s
np.testing.assert_allclose(v,v+s,err_msg=f"{s:.3f} of {k}: {v[0]}")
np.testing.assert_array_equal(v,v,f"{s}");;s
np.testing.assert_array_equal(v,[1,2,3])
np.testing.assert_array_less(v,v+1);;s
np.testing.assert_almost_equal(s,0.7)
np.testing.assert_array_almost_equal(v,w,decimal=3)
np.testing.assert_equal(iv,iv.copy());;iv
print('before');;np.testing.assert_allclose(s,0.7);;print('after')
np.einsum('ij,jk',m,m.T,dtype=np.float32)
np.einsum('ij,jk',m,m.T,dtype=np.float32,casting='same_kind')
np.einsum('ij,jk',m,m.T,dtype=np.complex128)
np.einsum('ij->i',im,dtype=float,casting='unsafe')
np.einsum('ij,jk',m,m.T,order='F')
np.einsum('ii->i',sq,dtype=complex)
np.einsum_path('ij,jk,kl->il',m,m.T,m)
np.einsum_path('ij,jk',m,m.T,optimize='optimal')[0]
np.histogramdd(m[:,:2],bins=3)
np.histogramdd(m[:,:2],bins=(2,3),range=((0,1),(0,1)),density=True)
np.histogramdd((v,w),bins=(2,3),weights=w)
np.polyfit(w,v,2,full=True)
np.matmul(t3,t3,axes=[(1,2),(2,1),(0,1)])
np.matmul(sq,t3,axes=[(0,1),(0,2),(1,0)])
np.matmul(sq,v,axes=[(1,0),0,0])
np.vecdot(m,m,keepdims=True)
np.vecdot(t3,t3,axis=1,keepdims=True)
np.vecdot(m,m,axes=[0,0])
np.matmul(sq,sq,axis=0)
np.vectorize(lambda a: a*2 if a>0 else 0.0)(v)
!np.vectorize(lambda a: 1 if a>0 else 0.5)(v)
np.vectorize(lambda a,d=2: a*d)(v,d=3)
np.vectorize(lambda a,d=2: a*d)(v,d=w)
np.vectorize(lambda p,a: a*p[0],excluded=[0])(w,v)
np.vectorize(lambda a,p: a*p[0],excluded=['p'])(v,p=w)
np.fromiter((a*2 for a in v),dtype=float)
np.fromiter((a for a in v if a>0),dtype=np.float32)
np.fromiter(v,float,count=3)
np.fromiter(v,float,count=30)
np.fromiter(m,float)
np.fromiter((int(a) for a in w),int)
np.fromiter(range(5),dtype=np.int32)*k
np.array_str(v),np.array_repr(m),np.array2string(iv)
np.array2string(v,precision=2)
"""


@pytest.mark.parametrize("line", lines_of(LINES))
def test_line(line):
    check(line)


@pytest.mark.parametrize("backend", ["numpy", "native"])
def test_an_assertion_in_a_branch_and_in_a_handler(backend):
    def checked(x, y):
        if x.sum() > 3:
            np.testing.assert_allclose(x, y, err_msg="not the same")
        return x * 2

    static = sct.to_static(checked, backend=backend)
    small, large = np.zeros(3), np.full(3, 2.0)
    assert np.array_equal(static(small, large), small)
    assert np.array_equal(static(large, large), large * 2)
    with pytest.raises(AssertionError) as mine:
        static(large, small)
    with pytest.raises(AssertionError) as theirs:
        checked(large, small)
    assert str(mine.value) == str(theirs.value)

    def handled(x, y):
        try:
            np.testing.assert_array_equal(x, y)
        except AssertionError:
            return "different"
        return "same"

    static = sct.to_static(handled, backend=backend)
    assert static(small, large) == "different" and static(large, large) == "same"


@pytest.mark.parametrize("backend", ["numpy", "native"])
def test_the_order_of_complex_factors(backend):
    def product(x, y):
        return np.einsum("i,j,k->ijk", x, y, x, optimize=True)

    z = np.array([complex(np.inf, 1), complex(1, np.nan), 2 - 1j, complex(0, -np.inf)])
    with np.errstate(all="ignore"):
        want = product(z, z[::-1].copy())
        got = sct.to_static(product, backend=backend)(z, z[::-1].copy())
    assert got.tolist().__repr__() == want.tolist().__repr__()
