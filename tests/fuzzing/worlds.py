"""Functions of a world that stays from call to call: static ones and plain code read and write it in turns.

A world is a module: what it starts from, static functions `f` and `g`, a plain one `between`, and `WORLD`, the names of
what is compared after each call, which objects are one object included.
"""

from __future__ import annotations

import argparse
import collections
import linecache
import random
import sys
import time
import types
import warnings

import numpy as np

import sct
from sct.errors import InternalError, PlainPythonWarning, SctError

__all__ = ["check", "in_turns", "loaded", "main", "outcome", "told"]


def told(*roots):
    """All that is reached from here, in words: equal where nobody can tell two worlds apart."""
    seen: dict[int, tuple[str, object]] = {}  # kept alive: an id is of one object

    def of(x):
        if x is None or isinstance(x, (bool, int, float, complex, str, bytes, np.generic)):
            return f"{type(x).__name__} {x.item() if isinstance(x, np.generic) else x!r}"
        if id(x) in seen:
            return seen[id(x)][0]
        name = f"#{len(seen)}"
        seen[id(x)] = (name, x)
        return f"{name} {type(x).__name__}{''.join(parts(x))}"

    def parts(x):
        if isinstance(x, np.ndarray):
            yield f" {x.dtype} {x.tolist()}"
            yield f" of {of(x.base)}" if isinstance(x.base, np.ndarray) else ""
        elif isinstance(x, dict):
            yield "{" + ", ".join(f"{of(k)}: {of(v)}" for k, v in x.items()) + "}"
        elif isinstance(x, (set, frozenset)):
            yield str(sorted(map(told, x)))
        elif isinstance(x, (list, tuple, collections.deque)):
            yield f"[{', '.join(map(of, x))}]"
        elif isinstance(x, BaseException):
            yield f"({x})"
        elif isinstance(x, (type, types.FunctionType)):
            yield f" {x.__name__} {of({k: v for k, v in vars(x).items() if is_state(k, v)})}"
        elif isinstance(getattr(x, "__dict__", None), dict):
            yield of(object.__getattribute__(x, "__dict__"))
        for kind in type(x).__mro__:
            for slot in vars(kind).get("__slots__", ()):
                try:
                    yield f" {slot}={of(object.__getattribute__(x, slot))}"
                except AttributeError:
                    yield f" no {slot}"

    return ", ".join(map(of, roots))


def is_state(name, value):
    """Whether a class or function has this attribute for the program, and not from how it is written."""
    return not name.startswith("_") and (
        value is None or isinstance(value, (int, float, np.generic, list, dict)) or type(value).__module__.startswith("<")
    )


def loaded(text, name, static=lambda f: f):
    """A world of its own, in which `static` makes functions static."""
    module = types.ModuleType(name)
    module.__file__ = name
    module.static = static
    linecache.cache[name] = (len(text), None, text.splitlines(True), name)
    sys.modules[name] = module
    exec(compile(text, name, "exec"), vars(module))
    return module


def outcome(function, *args):
    """What it answers or raises."""
    try:
        return told(function(*args))
    except SctError:
        raise
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def check(text, seed, backend, calls=14):
    """What becomes of it: "same", "refused", or what came out otherwise, in words."""
    name = f"<world {seed} {backend}"
    plain = loaded(text, f"{name} plain>")
    static = loaded(text, f"{name} static>", lambda f: sct.to_static(f, backend=backend))
    r = random.Random(seed)
    try:
        for call in range(calls):
            which = r.choice(["f", "f", "g", "g", "between"])
            args = [np.int64(r.randint(0, 3)), r.choice([np.int64, int, np.float64])(r.randint(0, 3))]
            wanted = outcome(getattr(plain, which), *args), state(plain)
            with warnings.catch_warnings():
                warnings.simplefilter("error", PlainPythonWarning)
                found = outcome(getattr(static, which), *args), state(static)
            if found != wanted:
                return f"call {call}: {which}{tuple(args)}\nplain  {wanted}\nstatic {found}"
    except InternalError as error:
        return str(error)
    except SctError:
        return "refused"
    finally:
        del sys.modules[plain.__name__], sys.modules[static.__name__]
    return "same"


def state(module):
    """The whole world, in words."""
    return told(*(vars(module)[name] for name in module.WORLD)).replace(module.__name__, "")


def in_turns(world, f, g, between):
    """The text of a world with these functions: two that are static, and a plain one."""
    static = [function.replace("def ", "@static\ndef ", 1) for function in (g, f)]
    return world + "".join(static) + between


def main(write, doc, check=check):
    """`python -m ... SEED SECONDS` prints the programs that come out otherwise."""
    parser = argparse.ArgumentParser(description=doc)
    parser.add_argument("first", type=int)
    parser.add_argument("seconds", type=float)
    parser.add_argument("--backend", default="numpy")
    given = parser.parse_args()
    end, seed, seen = time.monotonic() + given.seconds, given.first, {}
    while time.monotonic() < end:
        text = write(seed)
        found = check(text, seed, given.backend)
        kind = found if found in ("same", "refused") else "wrong"
        seen[kind] = seen.get(kind, 0) + 1
        if kind == "wrong":
            print(f"===== seed {seed}\n{text}\n{found}\n", flush=True)
        seed += 1
    print(seen)
    return "wrong" in seen
