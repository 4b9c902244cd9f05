"""Mappings of users' classes, of whose keys only the run knows which are there, where Python makes dicts and sets of them."""

from collections import Counter, OrderedDict, defaultdict
from collections.abc import Mapping, MutableMapping

import numpy as np

from tests.harness import Theme, call

program = Theme("mappings of users")

_GIVEN = call(np.array([1])), call(np.array([0])), call(np.array([3, 3, 5])), call(np.array([], int))


class Stock(Mapping):
    def __init__(self, **counts):
        self.counts = dict(counts)

    def __getitem__(self, name):
        return self.counts[name]

    def __iter__(self):
        return iter(self.counts)

    def __len__(self):
        return len(self.counts)

    def take(self, name, n):
        if self.counts.get(name, 0) < n:
            raise LookupError(f"only {self.counts.get(name, 0)} {name}")
        self.counts[name] -= n
        if not self.counts[name]:
            del self.counts[name]


class Table(MutableMapping):
    def __init__(self, *args, **named):
        self.held, self.reads = {}, 0
        self.update(*args, **named)

    def __getitem__(self, key):
        self.reads += 1
        return self.held[key]

    def __setitem__(self, key, value):
        self.held[key] = value

    def __delitem__(self, key):
        del self.held[key]

    def __iter__(self):
        return iter(self.held)

    def __len__(self):
        return len(self.held)


class Doubled:
    """It has what `dict` asks for, and is no Mapping."""

    def __init__(self, held):
        self.held = held

    def keys(self):
        return self.held.keys()

    def __getitem__(self, key):
        return self.held[key] * 2


@program(*_GIVEN)
def updated_with(x):
    """What a dict held before it got them."""
    table, d = Table(), {"q": 0}
    for v in x:
        table.setdefault(int(v), []).append(1)
    d.update(table)
    e = {"q": 1}
    e |= table
    return d, e, table.popitem() if table else None, 5 in table, table == {3: [1, 1]}


@program(*_GIVEN)
def counted(x):
    """Dicts of all kinds of it, and how often it was asked."""
    table = Table(z=1)
    for v in x:
        table[int(v)] = table.get(int(v), 0) + 2
    c = Counter("zz")
    c.update(table)
    c.subtract(table)
    made = dict(table), OrderedDict(table), defaultdict(int, table), Counter(table), {**table, "w": 1}
    return made, c, table.reads, dict.fromkeys(table, 0), sorted(map(str, table)), len(set(table)), list(table.items())


@program(*_GIVEN)
def left_over(x):
    """Known keys, of which some are gone."""
    stock = Stock(a=1, b=2)
    for v in x:
        if v and "a" in stock:
            del stock.counts["a"]
    both = dict(stock, z=1), OrderedDict(stock), dict.fromkeys(stock), sorted(stock), max(stock)
    return both, {**stock}, set(stock) == {"b"}, stock == {"b": 2}, sorted(stock.items())


@program(call(np.array([[0, 2], [1, 1], [0, 9]])), call(np.array([[1, 5]])), call(np.zeros((0, 2), int)))
def orders(rows):
    """Orders that there may be too little for."""
    stock, failed = Stock(apple=5, pear=5), []
    for k, n in rows:
        try:
            stock.take(("apple", "pear")[k], int(n))
        except LookupError as e:
            failed.append(str(e))
    return dict(stock), failed, "apple" in stock, sorted(stock.items()), len(stock), stock.get("kiwi", -1)


@program(*_GIVEN)
def no_mapping(x):
    """Objects with `keys` and `__getitem__`."""
    d = {"a": 1, "b": 2}
    for v in x:
        d[int(v)] = 3
    if x.sum() > 1:
        del d["b"]
    e = {0: 5}
    e.update(Doubled(d))
    return e, {**Doubled(d)}, dict(Doubled(d), a=7)
