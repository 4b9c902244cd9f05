"""`x.__dict__` and `vars(x)`: what is kept under a name, is looked for there, or taken out where the run says whether."""

from functools import cached_property

import numpy as np

from tests.harness import Refusal, Theme, call

program = Theme("dicts of attributes")
CALLS = [call(np.array(v)) for v in ([1.0, 2.0, 3.0], [-1.0, 5.0, 2.0])]


class Scaled:
    """Keeps its sum until it is scaled."""

    def __init__(self, x):
        self.x, self.made = x, 0

    @cached_property
    def total(self):
        self.made += 1
        return self.x.sum()

    def scale(self, k):
        self.x = self.x * k
        self.__dict__.pop("total", None)


class Lazy:
    """Keeps what it has made under a name that it looks for."""

    def __init__(self, c):
        self.c = c

    @property
    def slopes(self):
        if "_slopes" not in self.__dict__:
            self._slopes = self.c[1:] * np.arange(1, len(self.c))
        return self._slopes


class Box:
    """Has what it is given."""


@program(*CALLS)
def forgotten_in_a_branch(x):
    """The kept value is taken out on one path."""
    s = Scaled(x)
    before = s.total
    if x[0] > 0:
        s.scale(2.0)
    return before, s.total, s.made


@program(*CALLS)
def forgotten_in_a_loop(x):
    """In some turns."""
    s, total = Scaled(x), 0.0
    for _ in range(5):
        total += s.total
        if total > 10:
            s.scale(0.5)
    return total, s.total, s.made


@program(*CALLS)
def perhaps_kept(x):
    """Whether it is there is a value."""
    s = Scaled(x)
    if x[0] > 0:
        s.total
    found = "total" in s.__dict__, "total" in vars(s), s.__dict__.get("total", -1.0), "y" not in vars(s)
    return found, s.__dict__.pop("total", 0.5), "total" in vars(s), s.total, s.made


@program(*CALLS)
def kept_on_one_path(x):
    """A property that looks into the dict."""
    p, total = Lazy(x), 0.0
    if x[0] > 0:
        total = p.slopes.sum()
    return total, p.slopes


@program(*CALLS)
def taken_out(x):
    """`pop` and `del` of what is there, and of what is not."""
    b = Box()
    b.cache, b.other = x.sum(), 1
    if x[0] > 0:
        del b.__dict__["cache"]
    try:
        found = vars(b).pop("cache")
    except KeyError as error:
        found = str(error)
    return found, hasattr(b, "cache"), vars(b).pop("cache", 7), vars(b).pop("other"), vars(b).get("other", 3)


@program(*CALLS)
def put_in(x):
    """`vars(x)[name] = value`, on one path, too."""
    b = Box()
    for name, value in zip(("low", "high"), (x.min(), x.max())):
        vars(b)[name] = value
    if x[0] > 0:
        vars(b)["low"] = 0.0
        vars(b)["more"] = 1.0
    vars(b)["more"] = vars(b).get("more", 5.0) + 1
    return b.low, b.high, b.more


@program(*CALLS, refused=Refusal("SideEffectError", "c.__dict__ = b.__dict__.copy()"))
def replaced(x):
    """A dict in place of an object's own."""
    b, c = Box(), Box()
    b.x = x
    c.__dict__ = b.__dict__.copy()
    return c.x
