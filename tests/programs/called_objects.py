"""Objects that can be called: layers, polynomials, counters. They are their attributes, as other objects are."""

import numpy as np

from tests.harness import Theme, call

program = Theme("called objects")
W = np.arange(9.0).reshape(3, 3) / 5 - 0.7
UP, DOWN = np.array([0.5, -1.0, 2.0]), np.array([-0.5, 1.5, 0.25])


class Layer:
    def __init__(self, w):
        self.w = w
        self.calls = 0
        self.last = None

    def __call__(self, x):
        self.calls += 1
        self.last = x
        return np.tanh(self.w @ x)


class Polynomial:
    def __init__(self, c):
        self.c = np.trim_zeros(np.asarray(c, float), "b") if np.any(c) else np.zeros(1)

    def __call__(self, x):
        result = 0.0
        for c in self.c[::-1]:
            result = result * x + c
        return result

    def derivative(self):
        return Polynomial(self.c[1:] * np.arange(1, len(self.c))) if len(self.c) > 1 else Polynomial([0.0])

    def root(self, x, most=50):
        slope = self.derivative()
        for turns in range(most):
            step = self(x) / slope(x)
            x -= step
            if abs(step) < 1e-12:
                return x, turns
        raise ArithmeticError("no convergence")


@program(call(W, UP), call(W, DOWN))
def the_same_or_another(w, x):
    """What is called is the object that was there before, or a new one."""
    a = Layer(w)
    b = a if x[0] > 0 else Layer(w + 1)
    y = b(x)
    return y, a.calls, b.calls, a is b, a.last is None


@program(call(W, UP), call(W, DOWN))
def the_best_of_several(w, x):
    """A loop keeps the one with the largest result."""
    best = None
    for k in range(3):
        layer = Layer(w * (k + 1))
        if best is None or layer(x).sum() > best(x).sum():
            best = layer
    return best.w, best.calls


@program(call(W, UP), call(W, DOWN))
def called_more_often(w, x):
    """Each element chooses which of two is called, and changed by that."""
    layers = [Layer(w), Layer(-w)]
    for k in range(len(x)):
        layer = layers[0] if x[k] > 0 else layers[1]
        x = layer(x)
    return x, [one.calls for one in layers], [one.last for one in layers]


@program(call(np.array([-6.0, 11.0, -6.0, 1.0]), 3.5), call(np.array([-2.0, 0.0, 1.0]), 1.0), call(np.array([3.0]), 1.0))
def newtons_method(c, x):
    """The derivative is made by one class or by the same class in another way, as the length has it."""
    p = Polynomial(c)
    try:
        return p.root(x), p.derivative().c
    except ArithmeticError as error:
        return str(error)
