"""Pure functions of SciPy on arrays of the running program: called when it runs, as plain Python calls them."""

import sys

import numpy as np
import pytest
import scipy.fftpack
import scipy.interpolate
import scipy.linalg
import scipy.ndimage
import scipy.signal
import scipy.stats

import sct
from sct.errors import SctError
from sct.ops.library_table import FUNCTIONS
from tests.runtime.expressions import check, lines_of

LINES = r"""
scipy.linalg.solve(sq,v)
scipy.linalg.inv(sq)
scipy.linalg.det(sq)
scipy.linalg.lu(sq)
scipy.linalg.lu_solve(scipy.linalg.lu_factor(sq),v)
scipy.linalg.cho_solve(scipy.linalg.cho_factor(sq@sq.T+np.eye(len(v))),v)
scipy.linalg.qr(m,mode='economic')
scipy.linalg.svdvals(m)
scipy.linalg.eigh(sq+sq.T)[0]
scipy.linalg.expm(sq/9)
scipy.linalg.solve_triangular(sq,v,lower=True)
scipy.linalg.toeplitz(v)
scipy.linalg.block_diag(sq,m)
scipy.linalg.null_space(m@m.T*0).shape
scipy.linalg.solve(sq*0,v)
scipy.linalg.cholesky(sq-sq.T-np.eye(len(v)))
!scipy.linalg.sqrtm(sq)
!scipy.linalg.solve(sq,v,overwrite_a=True,overwrite_b=True) if k > 9 else scipy.linalg.funm(sq,np.exp)
scipy.signal.convolve(v,w)
scipy.signal.convolve(v,w,mode='same')
scipy.signal.fftconvolve(m,sq[:2,:2],mode='same')
scipy.signal.lfilter([1.0,0.5],[1.0,-0.3],v)
scipy.signal.lfilter(v[:2],w[:2],f4)
b0,a0=scipy.signal.butter(2,0.2);;scipy.signal.lfilter(b0,a0,m,axis=0)
b0,a0=scipy.signal.butter(2,0.1*s/(1+s));;scipy.signal.lfilter(b0,a0,v)
scipy.signal.sosfilt(scipy.signal.butter(2,0.2,output='sos'),v)
scipy.signal.savgol_filter(v,5,2)
scipy.signal.medfilt(v,3)
np.abs(scipy.signal.hilbert(v))
scipy.signal.detrend(v)
scipy.signal.find_peaks(v)[0]
scipy.signal.find_peaks(v,height=0.1)[1]['peak_heights']
scipy.signal.get_window('hann',5)*s
scipy.signal.windows.hamming(4)+s
scipy.signal.resample(v,12)
scipy.ndimage.gaussian_filter(m,s)
scipy.ndimage.gaussian_filter(m,1.0,mode='wrap',output=np.float32)
scipy.ndimage.convolve(m,sq[:3,:3])
scipy.ndimage.median_filter(m,size=3)
scipy.ndimage.label(bm)
scipy.ndimage.sum(m,scipy.ndimage.label(bm)[0],index=np.arange(1,3))
scipy.ndimage.binary_dilation(bm)
scipy.ndimage.distance_transform_edt(bm)
scipy.ndimage.zoom(m,2)
scipy.ndimage.zoom(m,s)
scipy.ndimage.rotate(m,30)
!scipy.ndimage.generic_filter(m,np.mean,3)
!scipy.ndimage.gaussian_filter(m,1.0,output=m)
scipy.integrate.simpson(v,x=np.sort(w))
scipy.integrate.trapezoid(m,axis=0)
scipy.integrate.cumulative_trapezoid(v,initial=0)
!scipy.integrate.quad(lambda x: x*s,0,1)
scipy.interpolate.pchip_interpolate(np.arange(len(v)),v,w)
scipy.interpolate.splev(w,scipy.interpolate.splrep(np.arange(len(v)),v))
scipy.spatial.distance.cdist(m,m)
scipy.spatial.distance.cdist(m,m,'cityblock')
scipy.spatial.distance.squareform(scipy.spatial.distance.pdist(m))
scipy.spatial.distance.cosine(v,w)
scipy.stats.zscore(v)
scipy.stats.skew(v),scipy.stats.kurtosis(v),scipy.stats.sem(v),scipy.stats.iqr(v)
scipy.stats.rankdata(iv)
scipy.stats.norm.cdf(v)
scipy.stats.norm.cdf(s,loc=0.1,scale=2.0)
scipy.stats.norm.ppf(0.975)*s
scipy.stats.poisson.pmf(np.abs(iv),s)
scipy.stats.t.sf(v,k)
slope,start,r,p,e=scipy.stats.linregress(w,v);;slope,start,r,p,e
q=scipy.stats.linregress(w,v);;q.slope,q.intercept_stderr,q[2]
r,p=scipy.stats.pearsonr(w,v);;r,p
scipy.stats.ttest_ind(v,w).pvalue
!scipy.stats.linregress(w,v)
!scipy.stats.norm.rvs(size=3)*s
scipy.stats.norm(1,2).cdf(v),scipy.stats.norm(loc=1).mean(),scipy.stats.binom(10,0.3).pmf(np.arange(3)+int(k>k))
scipy.stats.norm(s,abs(s)+1).logpdf(v),scipy.stats.norm(s,scale=2.0).stats(),scipy.stats.expon(scale=abs(s)+1).ppf(0.3)
d=scipy.stats.norm(v[0],2.0);;v[0]=100;;d.sf(v),d.std()
scipy.stats.multivariate_normal([0,0],np.eye(2)).pdf(m[:,:2]),scipy.stats.multivariate_normal(m[0,:2],np.eye(2)).logpdf(m[:,:2])
scipy.stats.norm(1,2,3).cdf(v)
!scipy.stats.norm(1,2).rvs(3)*s
!scipy.stats.norm(s,2).interval(0.5)
!scipy.stats.norm(s,2)
scipy.fftpack.fft(v),scipy.fftpack.rfft(v),scipy.fftpack.ifft(v,n=8),scipy.fftpack.dct(v,norm='ortho'),scipy.fftpack.fftshift(v)
scipy.fft.rfft(v,n=8)
scipy.fft.dct(v,norm='ortho')
scipy.fft.fftfreq(5)*s
scipy.optimize.linear_sum_assignment(np.abs(m))
!scipy.optimize.minimize(lambda x: (x*x).sum(),v)
scipy.stats.zscore(v[v>0.1])
scipy.signal.convolve(v[v>0],w)
scipy.spatial.distance.cdist(m[m[:,0]>0],m)
"""


@pytest.mark.parametrize("line", lines_of(LINES))
def test_line(line):
    check(line)


@pytest.mark.parametrize("backend", ["numpy", "native"])
def test_loops_and_branches(backend):
    def smoothed(x, taps, steps):
        b, a = scipy.signal.butter(2, 0.2)
        best = 0.0
        for k in range(steps):
            y = scipy.signal.lfilter(b, a, x) if x.mean() < 0.5 else scipy.ndimage.gaussian_filter1d(x, 1.0 + k)
            x = np.convolve(y, taps, mode="same")
            best = max(best, float(scipy.stats.norm.cdf(x[k])))
        return x, best

    x, taps = np.random.default_rng(2).normal(size=40), np.array([0.25, 0.5, 0.25])
    got, want = sct.to_static(smoothed, backend=backend)(x, taps, 5), smoothed(x, taps, 5)
    assert np.allclose(got[0], want[0]) and got[1] == pytest.approx(want[1])


@pytest.mark.parametrize("backend", ["numpy", "native"])
def test_large_arrays_are_not_computed_while_the_graph_is_built(backend):
    def widths(x, y):
        return scipy.spatial.distance.cdist(x, y), scipy.signal.fftconvolve(x[:, 0], y[:, 0])

    x, y = np.random.default_rng(2).normal(size=(9000, 3)), np.random.default_rng(3).normal(size=(50, 3))
    got, want = sct.to_static(widths, backend=backend)(x, y), widths(x, y)
    assert all(a.shape == b.shape and np.allclose(a, b) for a, b in zip(got, want, strict=True))


def test_what_cannot_be_foreseen_is_left_to_python(recwarn):
    def rest(a, b):
        return scipy.linalg.eigh(a, subset_by_value=(b, np.inf))[0]

    a = np.diag([1.0, 2.0, 3.0])
    for low in (0.0, 1.5, 2.5):
        assert np.array_equal(sct.to_static(rest)(a, low), rest(a, low))


def test_a_singular_matrix_raises_as_in_scipy():
    @sct.to_static
    def inverse(a):
        return scipy.linalg.inv(a)

    with pytest.raises(np.linalg.LinAlgError, match="singular"):
        inverse(np.zeros((3, 3)))


def test_a_function_under_the_name_that_is_not_scipys(monkeypatch):
    monkeypatch.setattr(scipy.signal, "lfilter", lambda b, a, x: x + 1.0)

    def filtered(x):
        return scipy.signal.lfilter([1.0], [1.0], x)

    x = np.arange(3.0)
    try:
        assert np.array_equal(sct.to_static(filtered)(x), filtered(x))
    except SctError as error:
        assert error.where is not None


def test_every_name_of_the_table_is_one_of_scipys():
    missing = []
    for module, names in FUNCTIONS.items():
        __import__(module)
        missing += [f"{module}.{name}" for name in names.split() if not hasattr(sys.modules[module], name)]
    assert len(missing) < 5, missing


OBJECTS = r"""
scipy.interpolate.interp1d(np.sort(w),v)(np.sort(w)[1:-1])
scipy.interpolate.CubicSpline(np.sort(w),v)(s)
scipy.interpolate.CubicSpline(np.sort(w),v)(w,1)
scipy.interpolate.CubicSpline(np.sort(w),v).derivative()(w)
scipy.interpolate.CubicSpline(np.sort(w),v).integrate(0.5,1.0)
c=scipy.interpolate.CubicSpline(np.sort(w),v);;v+=1;;c(0.7),v
scipy.interpolate.CubicSpline(v,w)(0.1)
c=scipy.interpolate.PchipInterpolator(np.sort(w),v);;sum(c(a) for a in w)
scipy.interpolate.RegularGridInterpolator((np.arange(m.shape[0]),np.arange(m.shape[1])),m)(np.array([[0.5,1.2]]))
scipy.spatial.KDTree(m).query(m,k=2)
!scipy.interpolate.CubicSpline(np.sort(w),v)
!scipy.interpolate.CubicSpline(np.sort(w),v).c
"""


@pytest.mark.parametrize("line", lines_of(OBJECTS))
def test_objects(line):
    check(line)


@pytest.mark.parametrize("backend", ["numpy", "native"])
def test_objects_of_the_caller(backend):
    points = np.linspace(0, 1, 6)
    curve, other = (scipy.interpolate.CubicSpline(points, values) for values in (points**2, np.exp(points)))

    def along(spline, x):
        return spline(x) * 2 + curve.integrate(x[0], x[1])

    x, static = np.linspace(0, 1, 9), sct.to_static(along, backend=backend)
    for spline in (curve, other, curve):
        assert np.allclose(static(spline, x), along(spline, x))
    curve.c[...] = 0
    assert np.allclose(static(curve, x), along(curve, x))
