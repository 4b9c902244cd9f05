"""What special methods may answer: Python checks it, also where only the run knows it."""

import operator

import numpy as np
import pytest

import sct
from sct.errors import SctError

X = np.array([1, 2])
ASKED = {
    "bool": ("__bool__", bool),
    "not": ("__bool__", operator.not_),
    "if": ("__bool__", lambda o: 1 if o else 2),
    "index": ("__index__", operator.index),
    "place": ("__index__", lambda o: [1, 2, 3, 4][o]),
    "int": ("__int__", int),
    "float": ("__float__", float),
    "complex": ("__complex__", complex),
    "str": ("__str__", str),
    "repr": ("__repr__", repr),
    "format": ("__format__", lambda o: f"{o}"),
    "bytes": ("__bytes__", bytes),
    "iter": ("__iter__", list),
    "hint": ("__length_hint__", operator.length_hint),
    "hash": ("__hash__", hash),
}
ANSWERS = {
    "number of NumPy's": lambda x: x[0],
    "float of NumPy's": lambda x: x[0] * 1.5,
    "int": lambda x: int(x[0]),
    "float": lambda x: float(x[0]),
    "bool": lambda x: bool(x[0] > 0),
    "complex": lambda x: complex(x[0], 1),
    "None": lambda x: None,
    "str": lambda x: str(x[0]),
    "list": lambda x: [x[0]],
    "array": lambda x: x[:1],
    "int or str": lambda x: 1 if x[0] > 0 else "a",
    "int or None": lambda x: 1 if x[0] > 0 else None,
}


def told(function, *args):
    try:
        return function(*args)
    except (TypeError, ValueError) as error:
        return str(error)


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.parametrize("asked", ASKED)
@pytest.mark.parametrize("answer", ANSWERS)
def test_it_is_checked_as_python_does(asked, answer):
    name, ask = ASKED[asked]
    of = ANSWERS[answer]

    class Thing:
        def __init__(self, x):
            self.x = x

    def method(self, *args):
        return of(self.x)

    method.__name__ = name
    setattr(Thing, name, method)

    def f(x):
        return told(ask, Thing(x))

    static = sct.to_static(f)
    for x in (X, -X):
        try:
            found = static(x)
        except SctError as error:
            assert "defect of sct" not in str(error)  # noqa: PT017
            continue
        assert (type(found), found) == (type(f(x)), f(x))


def test_a_key_is_hashed_where_there_is_no_other():
    class Key:
        def __init__(self, x):
            self.x = x

        def __hash__(self):
            return self.x

        def __eq__(self, other):
            return self.x == other.x

    def f(x):
        return len({Key(x[0]): 1})

    for function in (f, sct.to_static(f)):
        with pytest.raises(TypeError, match="__hash__ method should return an integer"):
            function(X)
