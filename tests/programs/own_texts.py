"""What `__repr__`, `__str__` and `__format__` answer is one of several texts, as the run says."""

import numpy as np

from tests.harness import Theme, call

program = Theme("own texts")
F = np.float64


class Sign:
    """Shows whether a number is positive."""

    def __init__(self, v):
        self.v = v

    def __repr__(self):
        return "pos" if self.v > 0 else "neg"


class Size(Sign):
    """Shows it in more ways."""

    def __str__(self):
        if self.v > 1:
            return f"big {self.v}"
        return "small"

    def __format__(self, spec):
        return "x" if self.v > 0 else f"{self.v:{spec}}"


class Odd(Sign):
    """Has no text for some numbers."""

    def __repr__(self):
        if self.v < -5:
            return None
        return "odd"


@program(call(F(2.0)), call(F(-1.0)), call(F(0.5)))
def of_one(v):
    """Alone, formatted, and in other objects."""
    s, z = Sign(v), Size(v)
    return str(s), repr(z), str(z), format(z, ".2f"), f"{s!r:>5}|{z}", "%s %r" % (z, z), "{} {!r}".format(s, z)


@program(call(F(2.0)), call(F(-1.0)))
def in_containers(v):
    """In lists, tuples and dicts, printed."""
    print(Sign(v), [Sign(v)], {"a": Size(-v)})
    return str([Sign(v), Size(v)]), f"{(Sign(v),)}"


@program(call(F(2.0)), call(F(-1.0)))
def used(v):
    """As any other text."""
    t = str(Sign(v))
    return len(t), t == "neg", t + "!", t.upper(), t[0]


@program(call(F(2.0)), call(F(-1.0)), call(F(-9.0)))
def none_at_times(v):
    """Python's TypeError where it is no text."""
    return repr(Odd(v)), f"{Odd(v)}"


@program(call(F(2.0)), call(F(-1.0)))
def of_an_exception(v):
    """The message of what is raised."""
    raise ValueError(Sign(v))


@program(call(np.array([1.0, 1])), call(np.array([-1.0, 1])), call(np.array([1.0, -1])))
def of_numpys_class(x):
    """Texts of NumPy's class, as long as each other, of which a branch takes one."""
    s = np.str_("a") if x[0] > 0 else np.str_("b")
    t = "c" if x[1] > 0 else "d"
    return s, "".join([s, t]), "-".join((s, s, t)), s + t, s == "a", [s, t], type(s) is np.str_


WORDS = [call(np.str_("abc"), np.arange(3.0)), call("abc", np.arange(3.0)), call(np.str_("entropy"), np.arange(3.0))]


@program(*WORDS)
def of_numpys_class_from_the_caller(s, x):
    """A text of NumPy's class is known as others are, and stays of its class."""
    looked_up = {"abc": 1, "def": 2}.get(s), s in ("abc",), s == "abc", [s, s + "x", s[:1], len(s), f"{s}|{s!r}"]
    y = s if x[1] > 0 else "no"
    n = sum(c == "a" for c in s)
    z = x + 1 if s == "entropy" else x
    return s, y, z, n, looked_up, {s: x.sum()}, type(s) is np.str_, np.array([s, "q"])


class Chosen:
    def __init__(self, kind):
        self.kind = kind


@program(call(Chosen(np.str_("gini")), np.arange(3.0)), call(Chosen("gini"), np.arange(3.0)))
def of_an_attribute(chosen, x):
    """Nor is one of an attribute an array."""
    if chosen.kind == "gini":
        x = x * 2
    chosen.kind = chosen.kind + "!"
    return x, chosen
