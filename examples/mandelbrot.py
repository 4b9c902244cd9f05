"""The Mandelbrot set: an array program in a loop that ends when no point is left.

    sct run examples/mandelbrot.py:mandelbrot
"""

from pathlib import Path

import numpy as np


def mandelbrot(c, max_steps):
    """How many steps each point of `c` stays within the circle of radius 2."""
    z = np.zeros_like(c)
    count = np.zeros(c.shape, dtype=np.int64)
    step = 0
    while step < max_steps:
        alive = np.abs(z) <= 2.0
        if not alive.any():
            break
        z = np.where(alive, z * z + c, z)
        count += alive
        step += 1
    return count


def example_inputs():
    """A window of 120 x 160 points."""
    return np.linspace(-2.2, 0.8, 160) + 1j * np.linspace(-1.2, 1.2, 120)[:, None], 60


def report(count):
    """Draw the set; answer the path of the picture."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    path = Path(__file__).resolve().parent / "output" / "mandelbrot.png"
    path.parent.mkdir(exist_ok=True)
    pyplot.imsave(path, np.log(count + 1.0), cmap="magma")
    return path
