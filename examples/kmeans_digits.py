"""Lloyd's k-means on the handwritten digits that ship in scikit-learn, in plain NumPy.

    sct run examples/kmeans_digits.py:kmeans

runs it as plain Python and static, compares and times the two, and writes a picture of the
centroids to examples/output/.
"""

from pathlib import Path

import numpy as np


def squared_distances(points, centroids):
    """The squared distance of each point from each centroid."""
    cross = points @ centroids.T
    return (points**2).sum(axis=1)[:, None] - 2.0 * cross + (centroids**2).sum(axis=1)


def kmeans(points, start, tolerance=1e-4, max_steps=100):
    """Move each centroid to the mean of its points until none moves further than `tolerance`.

    A cluster that has lost all its points takes the point that is worst off.
    """
    centroids = start.copy()
    labels = np.zeros(points.shape[0], dtype=np.int64)
    steps = 0
    for step in range(max_steps):
        distances = squared_distances(points, centroids)
        labels = distances.argmin(axis=1)
        nearest = distances.min(axis=1)
        moved = np.zeros_like(centroids)
        for k in range(centroids.shape[0]):
            mine = labels == k
            size = mine.sum()
            if size > 0:
                moved[k] = np.where(mine[:, None], points, 0.0).sum(axis=0) / size
            else:
                worst = nearest.argmax()
                moved[k] = points[worst]
                nearest[worst] = 0.0
        shift = np.sqrt(((moved - centroids) ** 2).sum(axis=1)).max()
        centroids = moved
        steps = step + 1
        if shift <= tolerance:
            break
    inertia = squared_distances(points, centroids).min(axis=1).sum()
    return centroids, labels, steps, inertia


def example_inputs():
    """The 1797 digits of 8 x 8 pixels, and ten starting points of which the last attracts no digit."""
    from sklearn.datasets import load_digits

    points = load_digits().data / 16.0
    chosen = np.random.default_rng(0).choice(len(points), 10, replace=False)
    start = points[chosen]
    start[-1] = 10.0
    return points, start


def report(result):
    """Draw the centroids; answer the path of the picture."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    centroids, labels, steps, inertia = result
    figure, axes = pyplot.subplots(2, 5, figsize=(8, 4), layout="constrained")
    for k, axis in enumerate(axes.flat):
        axis.imshow(centroids[k].reshape(8, 8), cmap="gray_r", vmin=0, vmax=1)
        axis.set_title(f"{(labels == k).sum()} digits", fontsize=9)
        axis.axis("off")
    figure.suptitle(f"k-means of handwritten digits: {steps} steps, inertia {inertia:.1f}")
    path = Path(__file__).resolve().parent / "output" / "kmeans_digits.png"
    path.parent.mkdir(exist_ok=True)
    figure.savefig(path, dpi=120)
    pyplot.close(figure)
    return path
