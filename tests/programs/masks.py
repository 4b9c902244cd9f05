"""Loops over masked arrays: fractals, vectorised Newton and bisection, Collatz, as people write them."""

import numpy as np

from tests.harness import Theme, call

program = Theme("masks")

RNG = np.random.default_rng(7)
PLANE = np.linspace(-2, 0.6, 13)[None, :] + 1j * np.linspace(-1.2, 1.2, 7)[:, None]
POSITIVE = np.abs(RNG.standard_normal((5, 9))) + 0.5
WHOLE = RNG.integers(1, 200, (4, 11))


@program(call(PLANE.real + 0 * PLANE.imag, PLANE.imag + 0 * PLANE.real, 30), call(np.zeros((0, 3)), np.zeros((0, 3)), 30))
def mandelbrot_parts(cr, ci, most):
    """Real and imaginary parts by hand, until nothing is left alive."""
    zr, zi = np.zeros_like(cr), np.zeros_like(ci)
    count = np.zeros(cr.shape, dtype=np.int64)
    step = 0
    while step < most:
        zr2, zi2 = zr * zr, zi * zi
        alive = zr2 + zi2 <= 4.0
        if not alive.any():
            break
        zi = np.where(alive, 2.0 * zr * zi + ci, zi)
        zr = np.where(alive, zr2 - zi2 + cr, zr)
        count = count + alive
        step += 1
    return count, step


@program(call(PLANE, 25), call(PLANE + 5, 25), call(PLANE, 0), call(PLANE[::2, ::3], 9))
def mandelbrot_masked(c, most):
    """Complex numbers, changed where the mask holds; the mask is written in place."""
    z = np.zeros_like(c)
    mask = np.ones(c.shape, dtype=bool)
    count = np.zeros(c.shape, dtype=np.uint16)
    for _ in range(most):
        z[mask] = z[mask] ** 2 + c[mask]
        np.less(np.abs(z), 2, out=mask)
        count += mask
    return count, z


@program(call(-1.5, 0.5, -1.0, 1.0, 12, 10, 15))
def mandelbrot_of_a_suite(xmin, xmax, ymin, ymax, xn, yn, most):
    """As in npbench: the number of the last turn is stored where a point is still near."""
    x, y = np.linspace(xmin, xmax, xn), np.linspace(ymin, ymax, yn)
    c = x + y[:, None] * 1j
    n = np.zeros(c.shape, dtype=np.int64)
    z = np.zeros(c.shape, dtype=np.complex128)
    for k in range(most):
        near = np.less(abs(z), 2.0)
        n[near] = k
        z[near] = z[near] ** 2 + c[near]
    n[n == most - 1] = 0
    return z, n


@program(call(PLANE, -0.4 + 0.6j, 20))
def julia(z, c, most):
    """The turn in which a point leaves."""
    left = np.full(z.shape, most)
    alive = np.ones(z.shape, bool)
    for k in range(most):
        z = np.where(alive, z * z + c, z)
        gone = (z.real**2 + z.imag**2 > 4) & alive
        left[gone] = k
        alive &= ~gone
        if not np.any(alive):
            break
    return left


@program(call(PLANE + 0.1j, 30))
def newton_fractal(z, most):
    """Steps only where they are still large."""
    steps = np.zeros(z.shape, int)
    for _ in range(most):
        step = (z * z * z - 1) / (3 * z * z)
        moving = np.abs(step) > 1e-8
        if not moving.any():
            break
        z = z - np.where(moving, step, 0)
        steps += moving
    return z, steps


@program(call(POSITIVE, POSITIVE * 3), call(POSITIVE, POSITIVE * POSITIVE), call(POSITIVE[:0], POSITIVE[:0]))
def newton_roots(x, a):
    """No mask at all: all elements go on until the last has converged; x may be the answer as it is."""
    turns = 0
    while np.any(np.abs(x * x - a) > 1e-10) and turns < 60:
        x = x - (x * x - a) / (2 * x)
        turns += 1
    return x, turns


@program(call(POSITIVE), call(POSITIVE[0]))
def bisection(a):
    """Intervals are halved until all are small."""
    low, high = np.zeros_like(a), np.maximum(a, 1.0)
    turns = 0
    while np.any(high - low > 1e-9):
        middle = 0.5 * (low + high)
        above = middle * middle > a
        high[above] = middle[above]
        low[~above] = middle[~above]
        turns += 1
    return low, turns


@program(call(WHOLE), call(WHOLE.astype(np.int32)), call(np.ones((3, 3), int)))
def collatz_masked(n):
    """Two masks, picked in turns."""
    n = n.copy()
    steps = np.zeros_like(n)
    while True:
        more = n != 1
        if not more.any():
            break
        even, odd = (n % 2 == 0) & more, (n % 2 == 1) & more
        n[even] //= 2
        n[odd] = 3 * n[odd] + 1
        steps[more] += 1
    return steps


@program(call(WHOLE))
def collatz_counted(n):
    """The loop asks how many are left."""
    steps, rounds = np.zeros(n.shape, int), 0
    while (n > 1).sum() > 0:
        n = np.where(n > 1, np.where(n % 2, 3 * n + 1, n // 2), n)
        steps += n > 1
        rounds += 1
    return steps, rounds


@program(call(POSITIVE / 3, POSITIVE, 40), call(POSITIVE / 3, POSITIVE, 0))
def logistic_map(x, r, turns):
    """No mask: as many turns for all."""
    for _ in range(turns):
        x = r * x * (1 - x)
    return x


@program(call(POSITIVE, np.arange(12.0)))
def polynomial(x, c):
    """Horner's rule, with a coefficient for each turn."""
    y = np.zeros_like(x)
    for k in range(len(c)):
        y = y * x + c[k]
    return y


@program(call(POSITIVE))
def looked_at_now_and_then(x):
    """The mask is asked in every tenth turn only."""
    turns = 0
    while turns < 100:
        small = x < 5
        x = np.where(small, x * 1.01 + 0.1, x)
        turns += 1
        if turns % 10 == 0:
            if not small.any():
                break
    return x, turns


@program(call(POSITIVE))
def goes_on_after_its_end(x):
    """Elements that are done still change as long as others are not, and may wake again."""
    turns = 0
    while np.any(np.abs(x - np.rint(x / 7) * 7) < 2) and turns < 30:
        x = x + 1
        turns += 1
    return x, turns


@program(call(POSITIVE - 1, POSITIVE, WHOLE[:, :9][:1] + np.zeros((5, 9), int)))
def selections(x, y, n):
    """Updates through a mask, without a loop."""
    m = x > 0
    x[m] = y[m] * 2 + np.sqrt(x[m])
    n[m] += 1
    n[~m] = 3
    x[~m] = -x[~m]
    kept = y[m]
    y[m] = 5
    x[m] = kept + 1
    n[m] = x[m]
    return x, y, n, kept.sum()
