"""Heat in a square plate: in-place slices, and a loop that stops early.

    sct run examples/heat.py:heat
"""

import numpy as np


def heat(plate, rate=0.2, tolerance=1e-3, max_steps=400):
    """Step the explicit scheme, in `plate` itself, until nothing changes by more than `tolerance`."""
    steps = 0
    while steps < max_steps:
        before = plate.copy()
        around = before[:-2, 1:-1] + before[2:, 1:-1] + before[1:-1, :-2] + before[1:-1, 2:]
        plate[1:-1, 1:-1] += rate * (around - 4.0 * before[1:-1, 1:-1])
        steps += 1
        if np.abs(plate - before).max() < tolerance:
            break
    return steps


def example_inputs():
    """A cold plate with a hot upper edge; the call changes it."""
    plate = np.zeros((64, 64))
    plate[0, :] = 1.0
    return (plate,)
