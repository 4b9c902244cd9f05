"""Texts that are drawn from lists and arrays of texts, several at once."""

import numpy as np

from tests.harness import Theme, call

program = Theme("drawn texts")
X = np.array([1.5, -2.0, 3.25, 4.0, -1.0])
W = np.array(["pear", "fig", "apple", "fig", "kiwi"])
COLOURS = np.array(["r", "g", "b"])


@program(call(X, 3), call(-X, 4))
def from_lists(x, seed):
    """With and without probabilities, as many as the run says."""
    rng = np.random.default_rng(seed)
    n = int((x > 0).sum())
    tosses = rng.choice(["H", "T"], size=len(x), p=[0.3, 0.7])
    several = rng.choice(["a", "bcd"], size=n), rng.choice(["x", "yy", "z"], (2, 2)), rng.choice(["x", "y"])
    return (tosses == "H").sum(), "".join(tosses), tosses, several, rng.permutation(["a", "b", "cc"]), rng.random()


@program(call(X, W, 3), call(-X, W[::-1], 4))
def from_arrays(x, w, seed):
    """Of an argument, of what a mask leaves of it, and of what is known."""
    rng = np.random.default_rng(seed)
    drawn = rng.choice(w), rng.choice(w, 3), rng.choice(w, size=2, replace=False), rng.permutation(w)
    return drawn, rng.choice(COLOURS, 4), rng.permutation(COLOURS), rng.choice(w[w != "fig"], 2), rng.random()


@program(call(W, 3), call(W[::-1], 4))
def by_the_legacy_functions(w, seed):
    """The draws of np.random itself."""
    np.random.seed(seed)
    a = np.random.choice(["a", "b", "c"], 3), np.random.choice(w, 2, replace=False)
    return a, np.random.permutation(["x", "yy", "z"]), np.random.permutation(w), np.random.rand()


@program(call(X, 3), call(-X, 3))
def counted(x, seed):
    """Drawn letters as keys."""
    rng = np.random.default_rng(seed)
    counts = {"a": 0, "b": 0}
    for v in x:
        if v > 0:
            counts[rng.choice(["a", "b"])] += 1
    for ch in rng.choice(["a", "b"], 10):
        counts[str(ch)] += 1
    try:
        rng.choice(["a", "b"], 3, replace=False)
    except ValueError as error:
        return counts, str(error)


@program(call(X, 3), call(-X, 4))
def joined(x, seed):
    """A text of letters that are drawn one by one, and a walk that draws from what comes next."""
    rng = np.random.default_rng(seed)
    step, path = "A", ["A"]
    follows = {"A": ["A", "B"], "B": ["B", "C"], "C": ["A"]}
    for _ in range(12):
        step = str(rng.choice(follows[step]))
        path.append(step)
    letters = "".join(rng.choice(list("ACGT")) for _ in range(10))
    return letters, "-".join(rng.choice(["x", "yy"]) for v in x if v > 0), "".join(path)
