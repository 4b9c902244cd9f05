"""Closures and a class: what a trace reads from them is a guard, and changing it means a new trace.

    sct run examples/filters.py:smooth
    sct run examples/filters.py:clip.apply
"""

import numpy as np


def make_smoother(weights):
    """A function that smooths a signal with `weights`, which it holds in a closure."""
    total = sum(weights)

    def smooth(signal, rounds):
        half = len(weights) // 2
        for _ in range(rounds):
            padded = np.concatenate([signal[:half][::-1], signal, signal[-half:][::-1]])
            out = np.zeros_like(signal)
            for k, weight in enumerate(weights):
                out = out + weight / total * padded[k : k + signal.shape[0]]
            signal = out
        return signal

    return smooth


smooth = make_smoother([1.0, 4.0, 6.0, 4.0, 1.0])


class Clip:
    """Clips values, and remembers the last maximum it has seen."""

    def __init__(self, limit):
        self.limit = limit
        self.peak = None

    def apply(self, signal, rounds):
        """Clip the signal where it is larger than the limit allows."""
        del rounds
        peak = np.abs(signal).max()
        self.peak = peak
        if peak > self.limit:
            return np.clip(signal, -self.limit, self.limit)
        return signal


clip = Clip(2.0)


def example_inputs():
    """A noisy sine."""
    noise = np.random.default_rng(7).standard_normal(2000)
    return np.sin(np.linspace(0.0, 20.0, 2000)) + 0.3 * noise, 10
