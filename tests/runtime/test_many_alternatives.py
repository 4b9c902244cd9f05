"""More than eight texts, members of enums or functions, of which the run chooses one."""

import enum
import math

import numpy as np
import pytest

import sct

BACKENDS = pytest.mark.parametrize("backend", ["numpy", "native"])
P = np.random.default_rng(2).integers(0, 12, 40)
F = np.random.default_rng(2).normal(size=40)


Step = enum.Enum("Step", {f"A{k}": k for k in range(12)})
NEXT = {Step(k): Step((k + 1) % 12) for k in range(12)}


def states(p):
    s = Step.A0
    n = 0
    for v in p:
        if v > 6:
            s = Step((s.value + 1) % 12)
        if s is Step.A5:
            n += 1
    return s, n, s.name


def transitions(p):
    s = Step.A0
    for v in p:
        if v > 6:
            s = NEXT[s]
    return s


FUNCTIONS = [
    np.sin,
    np.cos,
    np.tan,
    np.exp,
    np.abs,
    np.sign,
    np.square,
    np.negative,
    np.cbrt,
    np.tanh,
    np.floor,
    np.ceil,
]


def functions(p, f):
    out = 0.0
    for k, v in zip(p, f):
        out += FUNCTIONS[k](v)
    return out


LAMBDAS = [lambda a, b, i=i: a * i + b for i in range(12)]


def lambdas(p, f):
    out = 0.0
    for k, v in zip(p, f):
        g = LAMBDAS[k]
        out = g(out / 100, v)
    return out


def matched(p):
    out, r = [], None
    for v in p:
        match v:
            case 0:
                r = "zero"
            case 1:
                r = "one"
            case 2 | 3:
                r = "few"
            case 4:
                r = None
            case 5:
                r = (1, 2)
            case 6:
                r = 2.5
            case 7:
                r = "seven"
            case 8:
                r = 8
            case _:
                r = True
        out.append(r is None)
    return sum(out), r


def last_of(p):
    r = None
    for v in p:
        if v == 1:
            r = "one"
        elif v == 2:
            r = "two"
        elif v == 3:
            r = "three"
        elif v == 4:
            r = "four"
        elif v == 5:
            r = "five"
        elif v == 6:
            r = "six"
        elif v == 7:
            r = "seven"
        elif v == 8:
            r = "eight"
        elif v == 9:
            r = "nine"
        elif v == 10:
            r = "ten"
    return r


def dispatch(p, f):
    table = {
        0: lambda v: v,
        1: lambda v: -v,
        2: lambda v: v * v,
        3: lambda v: v + 1,
        4: abs,
        5: lambda v: v / 2,
        6: lambda v: v * 3,
        7: lambda v: 0.0,
        8: lambda v: v**3,
        9: math.floor,
        10: lambda v: v - 1,
    }
    out = 0.0
    for k, v in zip(p, f):
        out += table.get(int(k), lambda v: 100.0)(float(v))
    return out


@BACKENDS
@pytest.mark.parametrize("f", [states, transitions, matched, last_of], ids=lambda f: f.__name__)
def test_constants(f, backend, recwarn):
    static = sct.to_static(f, backend=backend)
    for p in (P, P[:9], P[:1], P[:0]):
        assert static(p) == f(p)
    assert not recwarn


@BACKENDS
@pytest.mark.parametrize("f", [functions, lambdas, dispatch], ids=lambda f: f.__name__)
def test_functions(f, backend, recwarn):
    static = sct.to_static(f, backend=backend)
    for n in (40, 9, 0):
        assert np.allclose(static(P[:n], F[:n]), f(P[:n], F[:n]), rtol=1e-13)
    assert not recwarn
