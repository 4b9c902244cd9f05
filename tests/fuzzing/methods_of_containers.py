"""Methods of Python's containers, texts and numbers: with arguments that are known or the run's, in all kinds of places."""

from __future__ import annotations

import random
from dataclasses import dataclass

import numpy as np

from tests.harness import Call, call

__all__ = ["Case", "calls", "case_of", "text"]

KINDS = {  # what there is, and the methods that it is asked for, with V for the argument
    "list": ("[3, 1, 2]", """
        append(V) extend([V,5]) insert(V,7) insert(0,V) remove(V) pop() pop(V-1) pop(-V) index(V) count(V) sort() reverse() copy() clear() __contains__(V)
        __add__([V]) __mul__(V) __iadd__([V]) __imul__(V) __getitem__(V-1) __setitem__(V-1,9) __delitem__(V-1) index(V,1) sort(key=abs) sort(reverse=V>1)
        extend(range(V)) __eq__([3,1,V]) __lt__([3,1,V]) __len__() __reversed__() __getitem__(slice(V)) __setitem__(slice(0,V),[8]) __delitem__(slice(V))
    """),
    "dict": ("{1: 10, 2: 20, 3: 30}", """
        get(V) get(V,5) pop(V) pop(V,None) setdefault(V,9) setdefault(V+5,9) update({V:1}) update([(V,2)]) update(a=V) keys() values() items() copy() clear()
        popitem() __contains__(V) __getitem__(V) __setitem__(V,4) __delitem__(V) __or__({V:5}) __ior__({V+4:5}) fromkeys([V,2],V) __eq__({1:10,2:20,3:30*V})
        __len__() __reversed__() __getitem__(V+9) pop(V+9)
    """),
    "set": ("{1, 2, 3}", """
        add(V) add(V+4) discard(V) remove(V) remove(V+7) pop() update([V,9]) union([V,9]) intersection([V,9]) difference([V]) symmetric_difference([V,9])
        issubset([1,2,3,V]) issuperset([V]) isdisjoint([V]) intersection_update([V]) difference_update([V]) symmetric_difference_update([V]) copy() clear()
        __contains__(V) __or__({V}) __and__({V}) __sub__({V}) __xor__({V}) __le__({1,2,3,V}) __lt__({1,2,3,V}) __ge__({V}) __eq__({1,2,V}) __len__()
        __ior__({V}) __iand__({V,1}) __isub__({V}) __ixor__({V})
    """),
    "frozenset": ("frozenset([1, 2, 3])", """
        union([V,9]) intersection([V,9]) difference([V]) __contains__(V) __or__({V}) __and__({V}) __sub__({V}) __le__({1,2,3,V}) isdisjoint([V]) __hash__()
        __eq__({1,2,V})
    """),
    "tuple": ("(3, 1, 2)", """
        index(V) count(V) __add__((V,)) __mul__(V) __contains__(V) __getitem__(V-1) __eq__((3,1,V)) __lt__((3,1,V)) __getitem__(slice(V)) __hash__() __len__()
    """),
    "deque": ("deque([3, 1, 2])", """
        append(V) appendleft(V) extend([V,5]) extendleft([V,5]) insert(V,7) remove(V) pop() popleft() index(V) count(V) reverse() rotate(V) rotate(-V) copy()
        clear() __contains__(V) __getitem__(V-1) __setitem__(V-1,9) __delitem__(V-1) __add__(deque([V])) __mul__(V) __iadd__([V]) __len__() __reversed__()
        __eq__(deque([3,1,V]))
    """),
    "bounded": ("deque([3, 1, 2], maxlen=4)", """
        append(V) appendleft(V) extend([V,5]) extendleft([V,5,6]) insert(V,7) remove(V) rotate(V) __iadd__([V]*3) pop() copy() index(V)
    """),
    "Counter": ("Counter([1, 1, 2, 3])", """
        __getitem__(V) __getitem__(V+7) update([V,V]) subtract([V]) most_common() most_common(V) total() elements() __add__(Counter([V]))
        __sub__(Counter([V])) __and__(Counter([V])) __or__(Counter([V,7])) __setitem__(V,9) __delitem__(V) pop(V) get(V) __contains__(V)
        __eq__(Counter([1,1,2,V])) __le__(Counter([1,1,2,V])) copy() update({V:3}) setdefault(V,1) __pos__() __neg__()
    """),
    "defaultdict": ("defaultdict(list, {1: [1], 2: [2]})", """
        __getitem__(V) __getitem__(V+3) __getitem__(V).append(V) __getitem__(V+5).append(3) get(V) get(V+7) pop(V) setdefault(V,[0]) __contains__(V) items()
        copy() __missing__(V+9) update({V:[3]}) __delitem__(V)
    """),
    "OrderedDict": ("OrderedDict([(1, 10), (2, 20), (3, 30)])", """
        move_to_end(V) move_to_end(V,last=False) popitem() popitem(last=V>1) pop(V) get(V) setdefault(V+4,1) update({V:3}) __reversed__()
        __eq__(OrderedDict([(1,10),(2,20),(3,10*V)])) __delitem__(V) __setitem__(V,5) keys() items() copy() __or__({V:3})
    """),
    "str": ("'a-b-c1'", """
        __getitem__(V) __mul__(V) __contains__(str(V)) find(str(V)) index(str(V)) split('-',V) rsplit('-',V) join([str(V),'q']) center(V+8) ljust(V+8,'.')
        rjust(V+7) zfill(V+8) replace('-',str(V)) replace('-','+',V) count(str(V)) startswith('b',V) endswith('c',0,V) partition(str(V)) expandtabs(V)
        __getitem__(slice(V)) __getitem__(slice(None,None,V)) format(V) __add__(str(V)) __mod__(()) translate({45:str(V)}) removeprefix(str(V)) upper()
        title() isdigit() encode() splitlines() __eq__(f'a-b-c{V}') __lt__(f'a-b-c{V}') strip(str(V)) find('-',V) rfind('-',0,V)
    """),
    "bytes": ("b'a-b-c1'", """
        __getitem__(V) __mul__(V) __contains__(97+V) find(bytes([97+V])) split(b'-',V) join([bytes([V]),b'q']) center(V+8) zfill(V+9) replace(b'-',bytes([V]))
        count(97+V) startswith(b'b',V) __getitem__(slice(V)) hex() decode() __add__(bytes([V])) __eq__(b'a-b-c1') upper() index(97+V)
        translate(None,bytes([45]))
    """),
    "bytearray": ("bytearray(b'abc')", """
        append(V) extend([V,5]) insert(V,7) remove(97+V) pop() pop(V-1) index(97+V) reverse() __setitem__(V-1,9) __delitem__(V-1) __iadd__(bytes([V]))
        __mul__(V) copy() clear() hex() decode() __contains__(97+V) __getitem__(V-1)
    """),
    "int": ("5", """
        __add__(V) __floordiv__(V) __mod__(V) __pow__(V) __lshift__(V) __and__(V) __divmod__(V) __truediv__(V) bit_length() __round__(-V) to_bytes(V+1,'big')
        __rpow__(V) conjugate() bit_count() as_integer_ratio() is_integer()
    """),
    "float": ("5.25", """
        __add__(V) __floordiv__(V) __mod__(V) __pow__(V) __divmod__(V) __truediv__(V) __round__(V) __round__() is_integer() as_integer_ratio() hex() __int__()
        conjugate() __eq__(5.25) __format__('.2f')
    """),
    "range": ("range(1, 10, 2)", """
        index(V) count(V) __contains__(V) __getitem__(V) __len__() __getitem__(slice(V)) __eq__(range(1,10,V)) __reversed__() __getitem__(-V)
    """),
}  # fmt: skip
VALUES = {
    "int": "int(x[0])", "of NumPy": "x[0]", "known": "2", "float": "float(x[0])", "chosen": "(1 if x[0] > 1 else 2)", "bool": "bool(x[0] > 1)",
    "of an array": "x.tolist()[0]", "computed": "len([q for q in x if q > 0]) + 1",
}  # fmt: skip
PLACES = {
    "straight": "V = {value}\nr = {asked}",
    "branch": "V = {value}\nr = None\nif x[1] > 0:\n    r = {asked}",
    "known loop": "r = []\nfor i in range(2):\n    V = {value} + i\n    r.append({asked})",
    "loop": "r = 0\nfor i in range(int(x[1])):\n    V = {value}\n    r = {asked}",
    "caught": "V = {value}\ntry:\n    r = {asked}\nexcept (ValueError, KeyError, IndexError, TypeError, AttributeError) as error:\n    r = type(error).__name__",
    "twice": "V = {value}\nr = {asked}, {asked}",
}
HEAD = """from collections import Counter, OrderedDict, defaultdict, deque


"""


@dataclass(frozen=True)
class Case:
    """A method of one of them."""

    kind: str
    asked: str
    value: str
    place: str

    def text(self) -> str:
        """The source."""
        body = PLACES[self.place].replace("{value}", VALUES[self.value]).replace("{asked}", f"c.{self.asked}")
        lines = [f"c = {KINDS[self.kind][0]}", *body.split("\n"), "return r, c"]
        return HEAD + "def f(x):\n    " + "\n    ".join(lines) + "\n"


def case_of(seed: int) -> Case:
    """One of them, chosen by chance."""
    chance = random.Random(seed)
    kind = chance.choice(list(KINDS))
    return Case(kind, chance.choice(KINDS[kind][1].split()), chance.choice(list(VALUES)), chance.choice(list(PLACES)))


def text(seed: int) -> str:
    """Its source."""
    return case_of(seed).text()


def calls(seed: int) -> list[Call]:
    """Arrays whose elements decide."""
    return [call(np.array(x)) for x in ([2, 1], [1, 2], [3, 0])]
