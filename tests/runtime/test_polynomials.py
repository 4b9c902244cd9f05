"""Polynomials as NumPy's own Python code has them: `np.poly1d` and everything in `np.polynomial`."""

import numpy as np
import pytest
from numpy.polynomial import Polynomial, chebyshev

import sct
from sct.errors import SctError
from tests.runtime.expressions import check, lines_of

LINES = r"""
np.poly1d(v)
np.poly1d(v)(s)
np.poly1d(v)(w)
p=np.poly1d(v);;p.coeffs,p.c,p.order,p.o,p(w),len(p),p[0],p[50],p.variable
p=np.poly1d(v);;q=np.poly1d(w);;(p*q).coeffs,(p+q).c,(p-q).c,p.deriv().c,p.integ().c
p=np.poly1d(v);;(p**2).c,(p+1).c,(2*p).c,(p/2).c,(-p).c
q,r2=np.poly1d(v)/np.poly1d(w[:2]);;q.c,r2.c
p=np.poly1d(v,True);;p.c
p=np.poly1d(np.polyfit(w,v,1));;p(w),p[0],p[1]
np.poly1d(v).roots
np.poly1d(v)==np.poly1d(w)
p=np.poly1d(v);;np.polyval(p,w),np.polyder(p).c,np.polyint(p).c,np.polymul(p,p).c,np.polyadd(p,[1,2]).c
np.polyder(np.poly1d(v))
np.polyint(np.poly1d(v)),np.polymul(np.poly1d(v),[1,2]),np.polyadd([1,2],np.poly1d(v)),np.polysub(np.poly1d(v),1)
np.polydiv(np.poly1d(v),[1,2])
np.poly1d(v)/np.poly1d([1,1])
np.poly1d(v)(np.poly1d([1,1]))
np.polyval([1,2],np.poly1d(v))
p=np.poly1d(v);;[(type(x).__name__,x.c) for x in (np.polyder(p),np.polyval([1,2],p))]
p=np.poly1d(v);;np.roots(p),np.polyval(p,p).c
np.asarray(np.poly1d(v))
p=np.poly1d([1,2,3]);;p(v),p.r,p[0]
np.polyval(v[v>0],w)
np.polynomial.polynomial.polyval(w,v)
np.polynomial.polynomial.polyval(s,v)
np.polynomial.polynomial.polyval(m,v)
np.polynomial.polynomial.polyval2d(w,v,sq)
np.polynomial.polynomial.polygrid2d(w,v,sq)
np.polynomial.polynomial.polyadd(v,w[:3])
np.polynomial.polynomial.polysub(v,w)
np.polynomial.polynomial.polymul(v,w)
np.polynomial.polynomial.polydiv(v,w[:3])
np.polynomial.polynomial.polypow(v,3)
np.polynomial.polynomial.polyder(v)
np.polynomial.polynomial.polyder(m,axis=1)
np.polynomial.polynomial.polyint(v,2,k=[1,2],lbnd=1)
np.polynomial.polynomial.polyroots(v)
np.polynomial.polynomial.polyroots(np.array([6.0,-5,1]))
np.polynomial.polynomial.polyfromroots(v)
np.polynomial.polynomial.polyvander(v,3)
np.polynomial.polynomial.polyvander2d(v,w,(2,3))
np.polynomial.polynomial.polyfit(w,v,2)
np.polynomial.polynomial.polyfit(w,v,[0,2],w=w)
np.polynomial.polynomial.polycompanion(v)
np.polynomial.chebyshev.chebval(v,w)
np.polynomial.chebyshev.chebfit(w,v,3)
np.polynomial.chebyshev.chebder(v),np.polynomial.chebyshev.chebint(v)
np.polynomial.chebyshev.chebroots(v)
np.polynomial.chebyshev.cheb2poly(v),np.polynomial.chebyshev.poly2cheb(v)
np.polynomial.chebyshev.chebinterpolate(lambda a: a*s,4)
np.polynomial.legendre.legval(v,w)
x,y=np.polynomial.legendre.leggauss(5);;(y*np.exp(x*s)).sum()
np.polynomial.legendre.legvander(v,3)
np.polynomial.legendre.legfit(w,v,2)
np.polynomial.hermite.hermval(v,w)
np.polynomial.hermite_e.hermeval(v,w)
np.polynomial.laguerre.lagval(v,w)
np.polynomial.Polynomial(v)
np.polynomial.Polynomial(v)(w)
np.polynomial.Polynomial([1.0,2,3])(v)
p=np.polynomial.Polynomial(v);;q=np.polynomial.Polynomial(w);;(p+q).coef,(p-q).coef,(p*2).coef,(p**2).coef,(2+p).coef,(-p).coef
p=np.polynomial.Polynomial(v);;q=np.polynomial.Polynomial(w[:2]);;(p//q).coef,(p%q).coef
p=np.polynomial.Polynomial(v);;p.degree(),p.domain,p.window,p.deriv(2).coef,p.integ(1,k=[2.0]).coef,p.linspace(5)
p=np.polynomial.Polynomial(v);;p.cutdeg(2).coef,p.truncate(3).coef,p.trim().coef,p.mapparms()
np.polynomial.Polynomial(v)==np.polynomial.Polynomial(w)
np.polynomial.Polynomial.fit(w,v,2)(w)
p=np.polynomial.Polynomial.fit(w,v,2);;p.coef,p.domain
np.polynomial.Polynomial.fit(w,v,deg=2,domain=[0,1]).coef
np.polynomial.Polynomial.fromroots(v).coef
np.polynomial.Chebyshev.fit(w,v,3)(w)
[np.polynomial.Chebyshev.basis(d)(v) for d in range(3)]
np.polynomial.Legendre(v).deriv()(w)
np.polynomial.Polynomial.fit(w,v,2).convert().coef
np.polynomial.Polynomial(v).convert(kind=np.polynomial.Chebyshev,domain=[0.0,3.0])
np.polynomial.Chebyshev(v).convert(kind=np.polynomial.Polynomial)(w)
"""


@pytest.mark.parametrize("line", lines_of(LINES))
def test_line(line):
    check(line)


@pytest.mark.parametrize("backend", ["numpy", "native"])
def test_a_loop_uses_what_was_fitted(backend):
    def smooth(x, y, steps):
        total = 0.0
        for k in range(steps):
            p = Polynomial.fit(x, y, 2)
            y = 0.5 * (y + p(x))
            total += chebyshev.chebval(0.25, p.coef)
        return y, total

    x, y = np.linspace(0, 1, 12), np.random.default_rng(3).normal(size=12)
    got, want = sct.to_static(smooth, backend=backend)(x, y, 5), smooth(x, y, 5)
    assert np.allclose(got[0], want[0]) and np.isclose(got[1], want[1])


def test_objects_of_the_caller_are_read_as_they_are():
    p = Polynomial([1.0, 2.0, 3.0])

    @sct.to_static
    def at(x):
        return p(x)

    assert np.array_equal(at(np.arange(3.0)), p(np.arange(3.0)))
    p.coef = np.array([5.0, 1.0])
    assert np.array_equal(at(np.arange(3.0)), p(np.arange(3.0)))


def test_a_refusal_stands_at_the_users_line():
    @sct.to_static
    def changed(x):
        p = np.poly1d(x)
        p[1] = 7.0
        return p.c

    with pytest.raises(SctError) as caught:
        changed(np.arange(3.0))
    assert caught.value.where.filename == __file__
