"""Global names, variables of enclosing functions and names of classes that are set, deleted, or not there, at each call."""

import itertools

import numpy as np
import pytest

import sct
from tests.fuzzing.check import loaded, quiet

WORLD = """
class M: pass
G = 1


def around():
    cell = 1
    def set_in_a_branch(c):
        nonlocal cell
        if c: cell = 5
        return 1
    def delete(c):
        nonlocal cell
        try: del cell
        except NameError as e: return str(e)
        return 1
    def delete_in_a_branch(c):
        nonlocal cell
        if c: del cell
        return 1
    def take(): return cell
    def give(v):
        nonlocal cell
        cell = v
        if v is None: del cell
    return take, give, set_in_a_branch, delete, delete_in_a_branch


def global_in_a_branch(c):
    global G
    if c: G = 5
    return 1

def global_that_goes(c):
    global G
    G = 5
    del G
    return 1

def global_that_may_go(c):
    global G
    G = 5
    if c: del G
    return 1

def global_deleted_in_a_branch(c):
    global G
    if c:
        try: del G
        except NameError as e: return str(e)
    return 1

def global_deleted(c):
    global G
    try: del G
    except NameError as e: return str(e)
    return 1

def of_a_class_that_goes(c):
    M.q = 5
    del M.q
    return 1

def of_a_class_deleted(c):
    try: del M.q
    except AttributeError as e: return str(e)
    return 1
"""
NAMES = [name for name in loaded(WORLD) if name.startswith(("global", "of_a"))]
TWO = [(None, True), (None, False), (7, True), ("text", False)]


def put(world, value):
    if value is None:
        world.pop("G", None)
        world["M"].__dict__.get("q") and delattr(world["M"], "q")
    else:
        world["G"] = world["M"].q = value


def seen(world):
    return world.get("G", "none"), vars(world["M"]).get("q", "none")


@pytest.mark.parametrize("backend", ["numpy", "native"])
@pytest.mark.parametrize("name", NAMES)
def test_as_python_leaves_them(name, backend):
    for first, second in itertools.product(TWO, repeat=2):
        plain, ours = loaded(WORLD), loaded(WORLD)
        static = sct.to_static(ours[name], backend=backend)
        for value, c in (first, second, first):
            put(plain, value)
            put(ours, value)
            want = plain[name](np.bool_(c))
            with quiet():
                assert static(np.bool_(c)) == want
            assert seen(ours) == seen(plain)


@pytest.mark.parametrize("backend", ["numpy", "native"])
@pytest.mark.parametrize("which", [2, 3, 4])
def test_variables_of_an_enclosing_function(which, backend):
    for first, second in itertools.product(TWO, repeat=2):
        plain, ours = loaded(WORLD)["around"](), loaded(WORLD)["around"]()
        static = sct.to_static(ours[which], backend=backend)
        for value, c in (first, second, first):
            plain[1](value)
            ours[1](value)
            with quiet():
                assert outcome(static, np.bool_(c)) == outcome(plain[which], np.bool_(c))
            assert outcome(ours[0]) == outcome(plain[0])


def outcome(function, *args):
    try:
        return function(*args)
    except NameError as error:
        return str(error)
