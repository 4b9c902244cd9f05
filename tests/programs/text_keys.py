"""Dicts and sets whose keys are texts, and which of them there are only the running program knows."""

import numpy as np

from tests.harness import Refusal, Theme, call

program = Theme("text_keys")
V = np.arange(6.0)
K = np.arange(30) * 7 % 11


@program(call(V), call(V + 5))
def added_on_one_path(x):
    """A key that is there on one path only."""
    d = {"name": "x", "data": x, "none": None}
    if x[0] > 3:
        d["extra"] = 2
    return d, "extra" in d, len(d), list(d)


@program(call(V), call(V + 5))
def other_key_on_each_path(x):
    """Each path has a key of its own."""
    d = {}
    if x[0] > 3:
        d["p"] = 2
    else:
        d["q"] = [5]
    return d, d.get("p"), sorted(d)


@program(call(K), call(K * 0))
def tallied_by_choice(x):
    """Counts under one of several keys."""
    d = {}
    for v in x:
        k = "big" if v > 6 else "small"
        d[k] = d.get(k, 0) + 1
    return d


@program(call(K), call(K * 0))
def tallied_by_text(x):
    """Counts under keys that are put together."""
    d = {}
    for v in x:
        k = f"k{v % 4}"
        d[k] = d.get(k, 0) + 1
    for k, n in d.items():
        print(k, n)
    return d, sorted(d), "k1" in d, d["k0"], max(d, key=d.get)


@program(call(K), call(K * 0))
def seen_texts(x):
    """What was seen before."""
    seen = set()
    again = 0
    for v in x:
        k = f"k{v % 3}"
        if k in seen:
            again += 1
        seen.add(k)
    return again, len(seen), sorted(seen)


@program(call(V), call(V + 8))
def identity_of_values(x):
    """What the dict holds is the object that was put into it."""
    rows = []
    d = {"z": x, "rows": rows}
    if x[0] > 3:
        d["p"] = 1
    d["z"] += 1
    d["rows"].append(3)
    return d["z"] is x, rows, d["rows"] is rows


@program(call(V), call(V + 5))
def missing(x):
    """A KeyError that only the running program knows of."""
    d = {"a": 1}
    if x[0] > 3:
        d["b"] = 2
    return d["b"]


@program(call(np.array([1.0, 2.0, 1.0])), refused=Refusal("StaticValueError", "n += last is d[k]"))
def the_same_text(x):
    """Which equal texts are one object is not known to the program."""
    n, d = 0, {}
    for v in x:
        k = int(v)
        last = d.setdefault(k, f"{v:.1f}")
        n += last is d[k]
    return n
