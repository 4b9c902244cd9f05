"""Classes of all kinds and what changes them, or their objects, under a condition, in a loop, by one of several names."""

from __future__ import annotations

import ast
import contextlib
import random
import re
import textwrap
from dataclasses import dataclass

import numpy as np

from tests.fuzzing.check import loaded
from tests.fuzzing.class_kinds import COMMON, IMPORTS, KINDS, SEEN
from tests.fuzzing.effects_in_places import PLACES as OTHERS
from tests.fuzzing.effects_in_places import put
from tests.harness import Call, call

__all__ = ["Case", "calls", "case_of", "text"]

PLACES = {
    **OTHERS,
    "straight": "{effect}",
    "told": "try:\n    {effect}\nexcept Exception as error:\n    z = type(error).__name__, str(error)",
    "told in a branch": "try:\n    if x[1] > 0:\n        {effect}\nexcept Exception as error:\n    z = type(error).__name__, str(error)",
    "both": "if x[1] > 0:\n    {effect}\nelse:\n    o.a = 9",
    "while o": "while o.a < 3 and x[1] > 0:\n    {effect}\n    if len(z) > 2: break\n    z += (1,)",
    "asked": "if o.a > 1:\n    {effect}",
    "by another": "def g(o, p, V):\n    {effect}\n    return o\nif x[1] > 0:\n    o = g(o, p, V)",
}
TARGETS = {  # under which name the object is: before it, and the name
    "o": ("", "o"),
    "p": ("", "p"),
    "also q": ("q = o", "q"),
    "chosen": ("q = o\nif x[1] > 0:\n    q = p", "q"),
    "begun": ("q = K(3) if x[1] > 0 else L(4)\np = q", "q"),
    "begun or old": ("if x[1] > 0:\n    o = K(5)", "o"),
    "one of": ("", "(o if x[1] > 0 else p)"),
    "in a list": ("c = [o, p]", "c[V % 2]"),
    "in a dict": ("c = {'k0': o, 'k1': p}", "c[f'k{V % 2}']"),
    "grown": ("c = []\nfor i in range(V + 1):\n    c.append(o)", "c[-1]"),
    "made in a loop": ("c = []\nfor i in range(V + 1):\n    c.append(K(i))\np = c[0]", "c[-1]"),
    "keyed": ("c = {}\nfor i in range(V + 1):\n    c[i] = o", "c[V]"),
}  # fmt: skip
HELPERS = """
def match(o):
    match o:
        case L(a=1): return 'L1'
        case K(a=1 | 2 as v): return v
        case L(): return 'L'
        case [v, *rest]: return v, rest
        case _: return 'other'
def match_k(o):
    match o:
        case K.A: return 'A'
        case L.A | L.B: return 'L'
        case _: return 'other'
def a_b(a, b=0, *c): return a, b, c
def while_(o):
    n = 0
    while o and n < 3: n += 1
    return n
def with_(o):
    try:
        with o as q: raise ValueError('w')
    except ValueError as e: return str(e), q is o
    return q is o
def caught(o):
    try: raise o
    except L as e: return 'L', str(e)
    except (K, OSError) as e: return 'K', e.a, e is o
"""
ORIGINS = ("local", "local", "global", "module", "given", "kept", "classes given")


@dataclass(frozen=True)
class Case:
    """A change of an object or class of one kind in one place; what is seen of it afterwards; where all of it comes from."""

    kind: str
    effect: str
    place: str
    target: str
    seen: tuple[str, ...]
    origin: str

    def definitions(self) -> str:
        """The classes, and functions that use them."""
        return KINDS[self.kind][0] + HELPERS

    def names(self) -> list[str]:
        """What these are called."""
        return [node.name for node in ast.parse(self.definitions()).body if isinstance(node, (ast.ClassDef, ast.FunctionDef))]

    def text(self) -> str:
        """The source."""
        before, name = TARGETS[self.target]
        effect = _named(self.effect, name)
        seen = f"{', '.join(self.seen)}, z"
        body = [before, "z = ()", put(PLACES[self.place], effect).replace("{seen}", seen), f"return {seen}"]
        made = "o, p = K(1), L(2)"
        outside, taken = self.definitions(), "x"
        if self.origin == "local":
            body, outside = [outside, made, *body], ""
        elif self.origin == "module":
            outside += f"{made}\n"
        elif self.origin == "global":
            body = [made, *body]
        elif self.origin == "classes given":
            body, outside, taken = [made, *body], "", ", ".join(["x", *self.names()])
        else:
            outside, taken = "", ", ".join(["x", "o", "p", *self.names()])
        inner = "V = int(x[1])\n" + "\n".join(part for part in body if part) + "\n"
        known = ast.parse(outside).body and {"module": "oKpL", "global": "KL"}.get(self.origin, "")
        stored = sorted({n.id for n in ast.walk(ast.parse(inner)) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)})
        if shared := [n for n in stored if known and n in known]:
            inner = f"global {', '.join(shared)}\n{inner}"
        return f"{IMPORTS}\n\n{outside}\n\ndef f({taken}):\n{textwrap.indent(inner, '    ')}"


def _named(effect: str, name: str) -> str:
    """The effect on what has this name, where it can have it; the object itself otherwise."""
    done = _replaced(effect, name)
    with contextlib.suppress(SyntaxError):
        ast.parse(done)
        return done
    return _replaced(effect, "o")


def _replaced(effect: str, name: str) -> str:
    """The effect with a name for T."""
    return re.sub(r"\bT\b", name, effect)


def _one_of(chance: random.Random, table: str) -> str:
    """One entry of a table."""
    return chance.choice([entry.strip() for entry in table.replace("\n", " | ").replace("\\n", "\n").split(" | ") if entry.strip()])


def case_of(seed: int) -> Case:
    """One of them, chosen by chance."""
    chance = random.Random(seed)
    kind = chance.choice(list(KINDS))
    _, effects, seen = KINDS[kind]
    effect = _one_of(chance, effects if chance.random() < 0.6 else COMMON)
    looked = tuple(_one_of(chance, seen if chance.random() < 0.6 else SEEN) for _ in range(chance.randrange(1, 4)))
    return Case(kind, effect, chance.choice(list(PLACES)), chance.choice(list(TARGETS)), looked, chance.choice(ORIGINS))


def text(seed: int) -> str:
    """Its source."""
    return case_of(seed).text()


def calls(seed: int) -> list[Call]:
    """Arrays whose second element decides, and what else it takes."""
    case = case_of(seed)
    arrays = [np.array(x) for x in ([2, 1], [1, 0], [0, 2], [2, 1])]
    if case.origin not in ("given", "kept", "classes given"):
        return [call(x) for x in arrays]
    world = loaded(f"{IMPORTS}\n\n{case.definitions()}\n\ndef pair():\n    return K(1), L(2)\n")
    things = [world[name] for name in case.names()]
    if case.origin == "classes given":
        return [call(x, *things) for x in arrays]
    kept = world["pair"]()
    return [call(x, *(kept if case.origin == "kept" else world["pair"]()), *things) for x in arrays]
