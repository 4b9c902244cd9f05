"""Descriptors that `__set_name__` tells under which name they stand, in classes that a function makes."""

import numpy as np

from tests.harness import Refusal, Theme, call

program = Theme("told their names")
X = np.array([1.5, -2.0, 3.0, 4.0, -1.0])


class Doubled:
    """Keeps a number under another name, and gives it back doubled."""

    def __set_name__(self, owner, name):
        self.name = "_" + name

    def __get__(self, owner, kind=None):
        return self if owner is None else getattr(owner, self.name) * 2

    def __set__(self, owner, value):
        setattr(owner, self.name, value)


@program(call(X), call(-X))
def from_outside(x):
    """The descriptor is of the module, the class is of the function."""

    class Point:
        a = Doubled()
        b = Doubled()

        def __init__(self, a, b):
            self.a, self.b = a, b

    best = Point(x[0], 1)
    for v in x:
        p = Point(v, 2)
        if p.a > best.a:
            best = p
    return best.a + best.b, Point.a.name


@program(call(X), call(-X))
def of_the_function(x):
    """Both are; what is not allowed is said by name."""

    class Positive:
        def __init__(self, unit):
            self.unit = unit

        def __set_name__(self, owner, name):
            self.name, self.key = name, f"__{name}"
            self.owner = owner

        def __get__(self, owner, kind=None):
            return self if owner is None else owner.__dict__.get(self.key, 0.0) * self.unit

        def __set__(self, owner, value):
            if value < 0:
                raise ValueError(f"{self.name} of {self.owner.__name__} is negative")
            owner.__dict__[self.key] = value

    class Box:
        width = Positive(1000)
        height = Positive(1)

    box, said = Box(), []
    for v in x:
        try:
            box.width = v
        except ValueError as error:
            said.append(str(error))
    return box.width, Box.height.name, said


@program(call(X), call(-X))
def leaving(x):
    """What leaves the function has its descriptor, too."""

    class Point:
        a = Doubled()

    p = Point()
    p.a = x[0]
    return p.a, vars(p), type(p).a.name


@program(call(X), refused=Refusal("SideEffectError", "class Point"))
def does_more(x):
    """A `__set_name__` that changes something else."""
    names = []

    class Noted:
        def __set_name__(self, owner, name):
            names.append(name)

    class Point:
        a = Noted()

    return names, x
