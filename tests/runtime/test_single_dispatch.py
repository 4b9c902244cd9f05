"""Functions that are registered between two calls."""

import functools

import numpy as np

import sct


def test_what_is_registered_later_is_found():
    @functools.singledispatch
    def kind(x):
        return "other"

    @sct.to_static
    def f(x):
        return kind(float(x[0])), kind(int(x[0]))

    x = np.array([2.0])
    assert f(x) == ("other", "other")
    kind.register(float, lambda x: "float")
    assert f(x) == ("float", "other")
    kind.register(int, lambda x: "int")
    assert f(x) == ("float", "int")


def test_what_is_registered_later_is_found_by_methods():
    class Kinds:
        @functools.singledispatchmethod
        def kind(self, x):
            return "other"

    kinds = Kinds()

    @sct.to_static
    def f(x):
        return kinds.kind(float(x[0]))

    x = np.array([2.0])
    assert f(x) == "other"
    Kinds.__dict__["kind"].register(float, lambda self, x: "float")
    assert f(x) == "float"
