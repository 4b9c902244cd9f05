"""Dicts of the caller's, and of the world around, that get and lose keys in run-time branches and loops."""

from collections import Counter, OrderedDict, defaultdict
from dataclasses import dataclass, field

import numpy as np

from tests.harness import Refusal, Theme, call

program = Theme("callers_dicts")
V = np.array([1.0, 2.0, -1.0])
BOTH = (call(V, {"a": 1, "b": 2.5}), call(-V, {"a": 1, "b": 2.5}), call(V, {}), call(-V, {}))
HELD = (call(V, {"a": 1, "m": 5, "b": 2}), call(-V, {"a": 1, "m": 5, "b": 2}))
LISTS = (call(V, {}), call(-V, {}), call(V, {1: [1.0]}), call(V, {1: [1.0], 2: []}))


@program(*BOTH, *HELD, retraces=True)
def new_key(x, d):
    """A key that is new, or holds its place if it is there."""
    if x[0] > 0:
        d["m"] = 1


@program(*BOTH, *HELD, retraces=True)
def seen_afterwards(x, d):
    """What is asked of the dict after the branch."""
    if x[0] > 0:
        d["m"] = x[1]
    total = 0
    for i, (k, v) in enumerate(d.items()):
        total += v * i * len(k)
    return d, len(d), list(d), "m" in d, d.get("m"), bool(d), d == {"a": 1, "b": 2.5}, total, {**d}, sum(d.values())


@program.built(*(call(x) for x in (V, V, -V, V, V, -V)), retraces=True)
def counts_of_calls(jit):
    """A global table of what has happened."""
    counts = {}

    def f(x):
        if x[0] > 0:
            counts["hit"] = counts.get("hit", 0) + 1
        else:
            counts["miss"] = counts.get("miss", 0) + 1
        return len(counts)

    return jit(f), counts


@program.built(*(call(x) for x in (V, V, -V, -V, V)), retraces=True)
def remembered(jit):
    """Results under keys that only the running program knows."""
    known = {}

    def f(x):
        key = int(x[0]), int(x[1])
        if key in known:
            return known[key]
        known[key] = result = float(x.sum())
        return result

    return jit(f), known


@program(*BOTH, *HELD, call(V, {"b": 2}), call(-V, {"b": 2}), retraces=True)
def deleted(x, d):
    """`del` of a key, which Python's own error says is not there."""
    if x[0] > 0:
        del d["a"]
    return "a" in d


@program(*BOTH, retraces=True)
def taken_out(x, d):
    """pop, popitem and clear."""
    first = last = None
    if x[0] > 0:
        first = d.pop("a", 7)
        if d:
            last = d.popitem()
    elif x[1] < -5:
        d.clear()
    return first, last


@program(*BOTH, *HELD, retraces=True)
def cleared(x, d):
    """All keys go."""
    if x[0] > 0:
        d.clear()
    d["z"] = len(d)


@program(*BOTH, *HELD, retraces=True)
def many_at_once(x, d):
    """update by a dict and by names, setdefault, and the operator."""
    if x[0] > 0:
        d.update({"q": 1, "a": 3}, m=4, r=x[1])
        d.setdefault("a", 9)
        d.setdefault("s", 9)
    else:
        d |= {"t": 1, "a": 2}
    return len(d)


@program(call(V, {}), call(-V, {}), call(V, {1: 1, 2: 3}), call(V, {1: 1}), retraces=True)
def run_time_keys(x, d):
    """Keys of which only the running program knows which they are come and go."""
    for v in x:
        k = int(v)
        if k in d:
            del d[k]
        else:
            d[k] = d.get(k + 1, 0) + 1
    return list(d)


@program(call(V, {1: 1, 2: 3}), call(V, {1: 1}), call(-V, {}), retraces=True)
def deleted_by_run_time_key(x, d):
    """A run-time key that may not be there."""
    for v in x:
        if v > 0:
            del d[int(v)]


@program(*LISTS, retraces=True)
def grouped(x, d):
    """Lists that are made where they are needed first."""
    for v in x:
        d.setdefault(int(v), []).append(float(v))
    return len(d)


@program(call(V, defaultdict(list)), call(-V, defaultdict(list, {"n": [1.0]})), retraces=True)
def made_by_factory(x, d):
    """A defaultdict of the caller's."""
    for v in x:
        d["p" if v > 0 else "n"].append(v)
    return len(d)


@program(call(V, Counter()), call(-V, Counter("mm")), call(V, Counter("ma")), retraces=True)
def counter(x, d):
    """A Counter of the caller's."""
    if x[0] > 0:
        d["m"] += 1
        d.update(a=5)
    return d["m"], d["never"]


@program(call(V, OrderedDict()), call(-V, OrderedDict(a=1, b=2)), call(V, OrderedDict(a=1, b=2)), retraces=True)
def ordered(x, d):
    """An OrderedDict of the caller's."""
    if x[0] > 0:
        d["m"] = 1
        d.move_to_end("m", last=False)
    return list(d)


@program(call(V, {1: 1}), call(-V, {1: 1}))
def equal_keys(x, d):
    """A key stays the object that it was as long as it is there."""
    if x[0] > 0:
        d[True] = 5
    else:
        d.pop(1)
        d[1.0] = 7
    return list(d)


@program(*BOTH, *HELD, retraces=True)
def nested_branches(x, d):
    """Branches in branches, each with keys of its own."""
    if x[0] > 0:
        if x[1] > 5:
            d["n"] = 1
        else:
            d["m"] = 2
    elif x[1] < 0:
        d["z"] = 3
    else:
        d["y"] = 4


@program(*BOTH, retraces=True)
def while_loop(x, d):
    """A loop that ends when the program says so."""
    i = 0
    while i < 3 and x[i] > 0:
        d[i] = x[i] * 2
        i += 1
    return i


@program(*BOTH, retraces=True)
def early_return(x, d):
    """A return in the loop."""
    for i in range(3):
        if x[i] < 0:
            d["neg"] = i
            return i
        d["seen"] = i
    return -1


@program(*BOTH, retraces=True)
def finally_too(x, d):
    """A return in a try with finally."""
    try:
        if x[0] > 0:
            d["m"] = 1
            return 1
    finally:
        d["end"] = len(d)
    return 0


@program(*BOTH, retraces=True)
def raises_afterwards(x, d):
    """What was written before an exception stays written."""
    if x[0] > 0:
        d["m"] = 1
    for v in x:
        if v < 0:
            raise ValueError(len(d))
        d["k"] = d.get("k", 0) + v


@program(*BOTH, retraces=True)
def raises_after_printing(x, d):
    """So it does where the program cannot be run again."""
    print("first")
    if x[0] > 0:
        d["k"] = 1
    else:
        del d["b"]
    print("second")
    assert x[1] < 0, "late"


@program(call(V, *[{"a": 1}] * 2), call(-V, *[{"a": 1}] * 2), call(V, {"a": 1}, {"a": 1}), retraces=True)
def two_names(x, a, b):
    """One dict as two arguments."""
    if x[0] > 0:
        a["m"] = 1
    b["n"] = 2
    return a is b, list(a), list(b)


@program.built(*(call(x) for x in (V, -V, V)), retraces=True)
def in_an_object(jit):
    """A dict that an object holds, and a name around."""

    class Holder:
        pass

    holder = Holder()
    table = holder.table = {}

    def f(x):
        keys = table.keys()
        if x[0] > 0:
            holder.table["k"] = x[1]
        return len(table), table.get("k", -1.0), "k" in keys, len(keys)

    return jit(f), (table, holder)


@dataclass
class Stats:
    """What a method counts."""

    hits: dict = field(default_factory=dict)
    total: int = 0

    def see(self, v):
        if v > 0:
            self.hits["pos"] = self.hits.get("pos", 0) + 1
        elif v < 0:
            self.hits["neg"] = self.hits.get("neg", 0) + 1
        self.total += 1


@program(call(V, Stats()), call(-V, Stats({"neg": 1})), call(V, Stats({"neg": 1})), retraces=True)
def methods(x, stats):
    """A method writes to the dict of its object."""
    for v in x:
        stats.see(v)
    return stats.total


@program(*BOTH, retraces=True)
def closures(x, d):
    """A function inside writes."""

    def put(k, v):
        if v > 0:
            d[k] = v

    for i in range(3):
        put(i, x[i])
    return len(d)


@program(call(V, {"i": {"a": 1}}), call(-V, {"i": {"a": 1}}))
def dicts_in_dicts(x, d):
    """A dict in a dict, and both change."""
    if x[0] > 0:
        d["i"]["m"] = 2
        d["k"] = 1
    return len(d["i"])


@program(call(V, {"o": [1, 2]}), call(-V, {"o": [1, 2]}))
def shared_values(x, d):
    """A list under two keys is one list."""
    xs = d["o"]
    if x[0] > 0:
        d["p"] = xs
    xs.append(3)
    return xs


@program(call(V, {"o": [1, 2]}), call(-V, {"o": [1, 2]}))
def removed_values(x, d):
    """What was taken out is still there under its name."""
    xs = d["o"]
    if x[0] > 0:
        del d["o"]
    xs.append(4)
    return xs, d.get("o")


@program(call(V, {"x": V, "y": -V}), call(-V, {"x": V, "y": -V}))
def arrays(x, d):
    """Arrays change places, and views of them come in."""
    if x[0] > 0:
        d["x"], d["y"] = d["y"], d["x"]
        d["z"] = d["x"][1:]
    d["x"][1] = 100
    x += 1


@program(call(V, {"a": 1}), call(-V, {"a": 1}))
def values_of_all_kinds(x, d):
    """None, texts, tuples, functions."""
    if x[0] > 0:
        d["n"], d["t"], d["p"], d["f"] = None, "text", (1, x), len
        d["a"] = f"{x[1]:.1f}"
    return d["a"]


@program(call(V, {"a": 1}), call(-V, {"a": 1}))
def texts_as_keys(x, d):
    """Keys that are built at run time."""
    for v in x:
        d[f"k{int(v)}"] = v
    k = "a" if x[0] > 0 else "k1"
    del d[k]
    return list(d)


@program(call(V, {"a": 1, "b": 3}), call(-V, {"a": 1, "b": 3}))
def filtered(x, d):
    """Keys go while a copy is walked through."""
    for k, v in list(d.items()):
        if v * x[0] > 2:
            del d[k]
    return d, d.copy()


@program(*BOTH[:2])
def given_by_name(x, d):
    """The dict as arguments by name, before it changes."""
    before = _named(**d)
    if x[0] > 0:
        d["m"] = 1
    return before, len(d)


def _named(**named):
    return sum(named.values())


@program(call(V), call(-V))
def one_of_two_goes(x):
    """A key that is one of two goes from a dict of the function's own."""
    d = {"a": 1, "b": 2, -3: 0, 4: 1}
    k = "a" if x[0] > 0 else "b"
    del d[k]
    del d[int(x[1]) * 2 if x[0] > 0 else -3]
    return d


@program(*BOTH[:2], refused=Refusal("StaticValueError", "return _named(**d)"))
def given_by_run_time_names(x, d):
    """Arguments whose names only the running program knows."""
    if x[0] > 0:
        d["m"] = 1
    return _named(**d)


@program(call(V, {None: 1}), call(-V, {None: 1}))
def none_as_a_key(x, d):
    """A key that is None, beside one that may be there."""
    if x[0] > 0:
        d["a"] = 2


@program(call(V, {b"b": 1}), call(-V, {b"b": 1}))
def other_keys(x, d):
    """Keys that are bytes."""
    if x[0] > 0:
        d["a"] = 2


class Table(dict):
    """A dict with a name."""


@program(call(V, Table(a=1)), call(-V, Table(a=1)), refused=Refusal("SideEffectError", "if x[0] > 0:"))
def of_a_class_of_its_own(x, d):
    """An object of a class that is derived from dict."""
    if x[0] > 0:
        d["m"] = 1


@program(call(V, {"a": 1}, {"b": 2}), call(-V, {"a": 1}, {"b": 2}), refused=Refusal("AliasError", 't["k"] = 2'))
def one_of_two(x, d, e):
    """Which of two dicts is written to is decided at run time."""
    t = d if x[0] > 0 else e
    t["k"] = 2


@program(*LISTS[2:])
def lists_of_the_callers(x, d):
    """Which of the lists that the dict has from the start grows is decided at run time."""
    for v in x:
        k = int(v)
        if k not in d:
            d[k] = []
        d[k].append(float(v))
