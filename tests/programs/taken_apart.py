"""`dataclasses.asdict` and `astuple` of objects with lists that grow at run time."""

import dataclasses
from dataclasses import asdict, astuple, dataclass, field

import numpy as np

from tests.harness import Theme, call

program = Theme("dataclasses taken apart")

X = np.array([3.0, -2.0, 7.0, 6.0, 0.0])
REALS = (call(X), call(X[::-1]), call(-X), call(X * 0))


@dataclass
class Part:
    """A number, and a list."""

    at: float
    found: list = field(default_factory=list)


@dataclass
class Whole:
    """An array, and objects inside."""

    x: np.ndarray
    part: Part
    more: dict = field(default_factory=dict)


@dataclass(slots=True)
class Slotted:
    """Without a dict."""

    at: float
    found: list


def positive(x):
    part = Part(x[0])
    for v in x:
        if v > 0:
            part.found.append(v)
    return part


@program(*REALS)
def as_a_dict(x):
    """The list is another one, as are arrays; numbers are themselves."""
    whole = Whole(x, positive(x), {"k": positive(-x), 3: (x[1], [v for v in x if v < 3])})
    made = asdict(whole)
    made["x"][0] = 99.0
    made["part"]["found"].append(1.0)
    return made, whole, made["part"]["found"] is whole.part.found


@program(*REALS)
def as_a_tuple(x):
    """Inside of one another, and in slots."""
    part = positive(x)
    return astuple(Whole(x * 2, part)), astuple(Slotted(x[0], part.found)), asdict(Slotted(x[0], part.found))


@program(*REALS)
def by_a_factory(x):
    """Factories of the user's."""
    part = positive(x)
    return asdict(part, dict_factory=lambda pairs: sorted(pairs)), astuple(part, tuple_factory=list)


@program(*REALS)
def put_together_again(x):
    """`replace` shares the list, `asdict` does not."""
    part = positive(x)
    other, again = dataclasses.replace(part, at=1.0), Part(**asdict(part))
    other.found.append(5.0)
    again.found.append(6.0)
    return part, other, again
