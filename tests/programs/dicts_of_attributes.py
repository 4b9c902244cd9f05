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


# -- the dict of an object that a condition has chosen -------------------------------------------------


def _boxes(*numbers):
    boxes = [Box() for _ in numbers]
    for box, number in zip(boxes, numbers, strict=True):
        box.k = number
    return boxes


BOXES = [call(_boxes(1.0, 2.0), np.array(x)) for x in ([1.0, -2.0], [-1.0, 2.0, 0.5], [3.0, 1.0, -1.0, -2.0, 4.0])]


@program(*BOXES)
def of_a_chosen_one(boxes, x):
    """It is the object's own: what is put into it is an attribute, and the other way round."""
    p = boxes[0] if x[0] > 0 else boxes[1]
    d = vars(p)
    boxes[0].k = x[1]
    seen = d["k"]
    d["k"] = x[0]
    return seen, p.k, hasattr(boxes[1], "m")


@program(*BOXES, refused=Refusal("SideEffectError", 'd["m"] = 1'))
def of_a_chosen_one_that_gets_more(boxes, x):
    """The dict that another name stands for would have one item more, or not."""
    d = vars(boxes[0] if x[0] > 0 else boxes[1])
    d["m"] = 1
    return hasattr(boxes[1], "m")


@program(*BOXES)
def of_names_that_change_places(boxes, x):
    """A loop moves the names on."""
    p, q = boxes[0], Box()
    for y in x:
        p.__dict__.update(k=y)
        p, q = q, p
    return vars(p), q.k


@program(*BOXES)
def a_chosen_dict(boxes, x):
    """The dicts are chosen, and not the objects."""
    best = vars(boxes[0])
    for box in boxes:
        if vars(box)["k"] < x.sum():
            best = vars(box)
    best["k"] += 1.0
    other = vars(boxes[1]) if x[1] > 0 else {"k": 5.0}
    boxes[1].k = x[0]
    return best is vars(boxes[0]), other["k"], [box.k for box in boxes]


@program(*BOXES)
def kept_in_a_list(boxes, x):
    """Of a list of run-time length they are items as they are."""
    kept = []
    for y in x:
        if y > 0:
            kept.append(vars(boxes[0]))
    boxes[0].k = 3.0
    return [d["k"] for d in kept]


@program(*BOXES, refused=Refusal("SideEffectError", "if x[0] > 0:"))
def of_an_object_of_the_branch(boxes, x):
    """The object leaves the branch by what it holds, so that the dict is no longer its own."""
    if x[0] > 0:
        p = Box()
        p.k = x[0]
        d = vars(p)
    else:
        p, d = boxes[0], {"k": 8.0}
    p.k = 9.0
    return d["k"]


SOME = call(np.array([2, 1])), call(np.array([1, 0]))


class Filled:
    """Its attributes are those that it is given, and perhaps another one."""

    def __init__(self, **attributes):
        self.__dict__.update(attributes)

    def perhaps(self, v):
        if v > 0:
            self.b = v


@program(*SOME)
def filled_and_then_perhaps_more(x):
    """Nobody holds the dict any more."""
    made = [Filled(z=k) for k in range(2)]
    for one in made:
        one.perhaps(x[1])
    for name, value in vars(Filled(q=1)).items():
        print(name, value)
    return made, hasattr(made[0], "b")


@program(*SOME, refused=Refusal("SideEffectError", "if v > 0:"))
def held_while_it_may_get_more(x):
    """The dict is held when it becomes unknown what is in it: Python's own code would find what stands for that."""
    one = Filled(z=1)
    held = vars(one)
    one.perhaps(x[1])
    return len(held)


@program(*SOME, refused=Refusal("SideEffectError", "if x[1] > 0:"))
def left_from_two_places(x):
    """As what is returned, too."""
    one = Filled(z=1)
    if x[1] > 0:
        one.b = 2
        return "early", vars(one)
    return vars(one)
