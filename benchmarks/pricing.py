"""European options, with SciPy's error function: the workload that needs more than NumPy."""

import numpy as np
from scipy.special import erf


def black_scholes(s, k, t, r, sigma):
    sq = sigma * np.sqrt(t)
    d1 = (np.log(s / k) + (r + 0.5 * sigma * sigma) * t) / sq
    d2 = d1 - sq
    nd1 = 0.5 * (1.0 + erf(d1 * 0.7071067811865476))
    nd2 = 0.5 * (1.0 + erf(d2 * 0.7071067811865476))
    disc = k * np.exp(-r * t)
    call = s * nd1 - disc * nd2
    put = call - s + disc
    return call, put
