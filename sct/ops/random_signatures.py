"""The methods of random generators that programs can draw with, with NumPy's and Python's own signatures."""

from __future__ import annotations

import inspect
from functools import cache

__all__ = ["OPTIONS", "SIGNATURES", "signature_of"]

OPTIONS = frozenset(("size", "dtype", "out", "method", "endpoint", "replace", "axis", "shuffle", "check_valid", "tol"))
"""Parameters that the graph has to know; all others are numbers and arrays."""

_BOTH = """
beta a, b, size=None
binomial n, p, size=None
chisquare df, size=None
dirichlet alpha, size=None
exponential scale=1.0, size=None
f dfnum, dfden, size=None
gamma shape, scale=1.0, size=None
geometric p, size=None
gumbel loc=0.0, scale=1.0, size=None
hypergeometric ngood, nbad, nsample, size=None
laplace loc=0.0, scale=1.0, size=None
logistic loc=0.0, scale=1.0, size=None
lognormal mean=0.0, sigma=1.0, size=None
logseries p, size=None
multinomial n, pvals, size=None
negative_binomial n, p, size=None
noncentral_chisquare df, nonc, size=None
noncentral_f dfnum, dfden, nonc, size=None
normal loc=0.0, scale=1.0, size=None
pareto a, size=None
poisson lam=1.0, size=None
power a, size=None
rayleigh scale=1.0, size=None
standard_cauchy size=None
standard_t df, size=None
triangular left, mode, right, size=None
uniform low=0.0, high=1.0, size=None
vonmises mu, kappa, size=None
wald mean, scale, size=None
weibull a, size=None
zipf a, size=None
"""
_GENERATOR = """
choice a, size=None, replace=True, p=None, axis=0, shuffle=True
integers low, high=None, size=None, dtype="int64", endpoint=False
multivariate_hypergeometric colors, nsample, size=None, method="marginals"
multivariate_normal mean, cov, size=None, check_valid="warn", tol=1e-8, *, method="svd"
permutation x, axis=0
permuted x, *, axis=None, out=None
random size=None, dtype="float64", out=None
shuffle x, axis=0
standard_exponential size=None, dtype="float64", method="zig", out=None
standard_gamma shape, size=None, dtype="float64", out=None
standard_normal size=None, dtype="float64", out=None
"""
_RANDOM_STATE = """
choice a, size=None, replace=True, p=None
multivariate_normal mean, cov, size=None, check_valid="warn", tol=1e-8
permutation x
randint low, high=None, size=None, dtype=int
random size=None
random_integers low, high=None, size=None
random_sample size=None
shuffle x
standard_exponential size=None
standard_gamma shape, size=None
standard_normal size=None
tomaxint size=None
"""
_RANDOM = """
betavariate alpha, beta
expovariate lambd=1.0
gammavariate alpha, beta
gauss mu=0.0, sigma=1.0
getrandbits k, /
lognormvariate mu, sigma
normalvariate mu=0.0, sigma=1.0
paretovariate alpha
randint a, b
random
randrange start, stop=None, step=1
triangular low=0.0, high=1.0, mode=None
uniform a, b
vonmisesvariate mu, kappa
weibullvariate alpha, beta
binomialvariate n=1, p=0.5
"""


def _table(text: str) -> dict[str, str]:
    rows = (line.partition(" ") for line in text.strip().splitlines())
    return {name: parameters for name, _, parameters in rows}


SIGNATURES: dict[str, dict[str, str]] = {
    "Generator": _table(_BOTH) | _table(_GENERATOR),
    "RandomState": _table(_BOTH) | _table(_RANDOM_STATE),
    "Random": _table(_RANDOM),
}


@cache
def signature_of(family: str, name: str) -> inspect.Signature | None:
    """The signature of a method, without `self`; None if programs cannot draw with it.

    >>> str(signature_of("Generator", "normal"))
    '(loc=0.0, scale=1.0, size=None)'
    """
    text = SIGNATURES.get(family, {}).get(name)
    return None if text is None else inspect.signature(eval(f"lambda {text}: None"))  # a row of the tables above
