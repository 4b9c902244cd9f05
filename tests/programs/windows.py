"""Windows around places that only the run knows, put into lists: of one shape as long as none reaches over an end."""

import numpy as np

from tests.harness import Theme, call

program = Theme("windows")
X = np.sin(np.arange(60.0) * 1.7) + np.arange(60.0) / 100
PEAKS = np.array([4, 11, 30, 52])


@program(call(X, PEAKS), call(-X, PEAKS + 1), call(X, np.array([30, 58])))
def around_peaks(x, peaks):
    """A comprehension over indices; a window that is cut off makes the array ragged, which NumPy refuses."""
    return np.array([x[p - 3 : p + 4] for p in peaks])


@program(call(X, 0.9), call(X, 0.5))
def around_found_places(x, least):
    """Indices that are found, as sums and products of windows."""
    found = np.flatnonzero(x[5:-5] > least) + 5
    segments = [x[p - 2 : p + 3] * 2 for p in found]
    return np.mean(segments, axis=0), np.stack([np.abs(x[p : 4 + p]) for p in found]), len(segments)


@program(call(X, np.array([1, 5, 30, 58])), call(X, np.array([10, 20])))
def only_whole_ones(x, peaks):
    """Those that would be cut off are left out, by their places and by their lengths."""
    by_place, by_length = [], []
    for p in peaks:
        if p >= 3 and p + 3 <= len(x):
            by_place.append(x[p - 3 : p + 3])
        window = x[p : p + 6]
        if len(window) == 6:
            by_length.append(window)
    return np.array(by_place), np.array(by_length)


@program(call(X, 1.2), call(X, 1.3))
def while_low(x, limit):
    """A while loop, with a step in the slice."""
    i, out = 0, []
    while x[i] < limit:
        out.append(x[i : i + 5 : 2])
        i += 1
    return np.array(out, dtype=np.float32), i


@program(call(X.reshape(10, 6), np.array([1, 4, 3])), call(X.reshape(6, 10).T, np.array([2, 3])))
def patches(image, places):
    """Windows of rows, of columns, and of both."""
    rows = np.stack([image[p : p + 3] for p in places])
    columns = np.stack([image[:, p - 1 : p + 1] for p in places])
    return rows, columns, np.stack([image[p, p - 1 : p + 2].copy() for p in places])


@program(call(X, PEAKS))
def seen_elsewhere(x, peaks):
    """A window in a list is the array that was put there, and a view."""
    kept = []
    same = 0
    for p in peaks:
        window = x[p : p + 3]
        kept.append(window)
        same += kept[-1] is window
    return same


@program(call(X, PEAKS), call(X, PEAKS[:1]))
def written_before(x, peaks):
    """A write through the name of a window that is in a list."""
    kept = []
    for p in peaks:
        window = x[p : p + 3]
        kept.append(window)
        window[0] = -5.0
    return np.array(kept), x


@program(call(X, 4), call(X, 7))
def cut_off_in_known_loops(x, n):
    """Loops of which Python knows how often they turn take what is there."""
    parts = [x[i : i + n] for i in range(50, 60)]
    return [len(part) for part in parts], parts[-1]
