"""Random loops over masked arrays as machine code, against plain NumPy: bit for bit."""

import linecache

import numpy as np
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import sct
from sct.errors import SctError
from tests.backends.native.masked_programs import programs

ODD = (0.0, -0.0, np.nan, np.inf, -np.inf, 1e300)


def values(seed, shape, dtype):
    """Arrays with small numbers in them, and with odd ones now and then."""
    rng = np.random.default_rng(seed)
    x = rng.integers(-6, 9, shape) * rng.choice([1.0, 0.25], shape)
    if dtype[0] == "c":
        x = x + 1j * rng.integers(-3, 4, shape)
    if dtype[0] in "fc" and seed % 3 == 0:
        x = np.where(rng.random(shape) < 0.2, rng.choice(ODD, shape), x)
    with np.errstate(all="ignore"):
        return np.asarray(x).astype(dtype)


def spaced(x):
    """The same numbers with gaps between them."""
    wide = np.zeros(tuple(2 * n for n in x.shape), x.dtype)
    part = wide[tuple(slice(None, None, 2) for _ in x.shape)]
    part[...] = x
    return part


def defined(source):
    name = f"<masked {len(source)} {hash(source)}>"
    linecache.cache[name] = (len(source), None, source.splitlines(True), name)
    scope = {"np": np}
    exec(compile(source, name, "exec"), scope)
    return scope["f"]


def run(function, x, y, trips):
    """The results, the arguments afterwards, and which results are arguments; or the exception."""
    with np.errstate(all="ignore"):
        try:
            found = function(x, y, trips)
        except SctError:
            raise
        except Exception as error:
            return type(error), x, y
    found = found if isinstance(found, tuple) else (found,)
    return *found, x, y, *[(r is x or r is y) for r in found]


def same(a, b):
    if isinstance(a, np.ndarray) or isinstance(b, np.ndarray):
        return type(a) is type(b) and a.dtype == b.dtype and a.shape == b.shape and bits(a) == bits(b)
    return type(a) is type(b) and a == b


def bits(a):
    """The bytes of an array, with one NaN for all: their signs are the compiler's choice in NumPy, too."""
    parts = a.copy().view(a.real.dtype) if a.dtype.kind == "c" and a.ndim else np.stack([a.real, a.imag])
    if a.dtype.kind in "fc":
        parts = np.where(parts != parts, np.nan, parts)
    return np.ascontiguousarray(parts).tobytes()


def check(source, shape, dtype, trips, seed):
    plain = defined(source)
    static = sct.to_static(plain, backend="native")
    for make in (np.ascontiguousarray, spaced, np.asfortranarray):
        arrays = [values(seed + k, shape, dtype) for k in (0, 1)]
        try:
            found = run(static, *(make(a.copy()) for a in arrays), trips)
        except SctError:
            return
        wanted = run(plain, *(make(a.copy()) for a in arrays), trips)
        assert len(found) == len(wanted), f"{source}\n{found}\n{wanted}"
        for a, b in zip(found, wanted, strict=True):
            assert same(a, b), f"{source}\n{shape} {dtype} {trips} {seed} {make.__name__}\n{a!r}\n{b!r}"


@settings(max_examples=120, deadline=None, suppress_health_check=list(HealthCheck))
@given(programs(), st.integers(0, 12), st.integers(0, 1000))
def test_random_masked_loops(program, trips, seed):
    check(*program, trips, seed)
