"""All that can be seen of a call, written down so that two calls can be compared.

Seen are: the result or the exception; what became of every argument and of whatever else is watched;
which of all these are one object, and which arrays share memory; the printed text.
"""

import contextlib
import io
import random
import types
from collections import OrderedDict, deque
from dataclasses import dataclass

import numpy as np

MUTABLE = (list, dict, set, bytearray)
HOLDERS = (list, tuple, set, frozenset, bytearray, deque)
GENERATORS = (np.random.Generator, np.random.RandomState, np.random.BitGenerator, np.random.SeedSequence, random.Random)


def random_state(generator):
    """The whole state of a random generator, as text."""
    if isinstance(generator, random.Random):
        return repr(generator.getstate())
    if isinstance(generator, np.random.SeedSequence):
        return repr(generator.state)
    state = generator.get_state(legacy=False) if isinstance(generator, np.random.RandomState) else None
    bits = generator.bit_generator if isinstance(generator, np.random.Generator) else generator
    return _text_of(state or bits.state)


def dtype_name(dtype):
    """What tells a dtype from others: of C's integers, those that are equal have one name, and their letters."""
    return f"{dtype} {dtype.char}" if dtype.char in "lqLQ" else str(dtype)


def _text_of(state):
    if isinstance(state, dict):
        return repr({k: _text_of(v) for k, v in state.items()})
    return repr(state.tolist() if isinstance(state, np.ndarray) else state)


@dataclass(frozen=True)
class Node:
    """One value: its kind, which object it is (a number by first sight), its facts and its parts."""

    kind: str
    identity: int | None = None
    facts: tuple = ()
    data: object = None
    parts: tuple = ()  # of (path, Node)


class Recorder:
    """Describes values; objects keep their number from one description to the next."""

    def __init__(self):
        self.numbers = {}
        self.alive = []
        self.arrays = []

    def number(self, value):
        if id(value) not in self.numbers:
            self.numbers[id(value)] = len(self.alive)
            self.alive.append(value)
            if isinstance(value, np.ndarray):
                self.arrays.append(value)
        return self.numbers[id(value)]

    def describe(self, **roots):
        """One node for several named values, with what they share among each other."""
        visited = set()
        return Node("roots", parts=tuple((name, self._node(value, visited)) for name, value in roots.items()))

    def _node(self, value, visited):
        if value is None or isinstance(value, (bool, int, float, complex, str, bytes, range, type(...))):
            return Node("plain", facts=(type(value).__name__,), data=value)
        if isinstance(value, slice):
            return Node("slice", parts=tuple((k, self._node(getattr(value, k), visited)) for k in ("start", "stop", "step")))
        if isinstance(value, np.generic):
            return Node("scalar", facts=(dtype_name(value.dtype),), data=np.array(value))
        if isinstance(value, np.dtype):
            return Node("dtype", facts=(dtype_name(value),))
        if isinstance(value, type):
            return Node("class", facts=(value.__qualname__,))
        if isinstance(value, (tuple, frozenset)):
            return self._sequence(value, None, visited)
        number = self.number(value)
        if number in visited:
            return Node("same object", number)
        visited.add(number)
        if isinstance(value, np.ndarray):
            return self._array(value, number)
        if isinstance(value, (list, set, bytearray, deque)):
            return self._sequence(value, number, visited)
        if isinstance(value, dict):
            # The order of keys is visible.
            held = (OrderedDict if isinstance(value, OrderedDict) else dict).items(value)  # whatever its class says
            parts = [(f"[{k!r}]", self._node(v, visited)) for k, v in held]
            keys = tuple((type(k).__name__, repr(k)) for k, _ in held)
            return Node("dict", number, (type(value).__name__, *keys), parts=tuple(parts))
        if isinstance(value, (types.FunctionType, types.BuiltinFunctionType, types.MethodType)) or (
            hasattr(value, "__wrapped__") and callable(value)
        ):
            return Node("function", facts=(getattr(value, "__name__", "?"),))
        if isinstance(value, types.ModuleType):
            return Node("module", facts=(value.__name__,))
        if isinstance(value, GENERATORS):
            return Node("generator", number, (type(value).__name__,), data=random_state(value))
        if isinstance(value, BaseException):
            return Node("exception", number, (type(value).__name__,), parts=(("args", self._node(value.args, visited)),))
        state = dict(getattr(value, "__dict__", {}))
        for base in type(value).__mro__:
            slots = vars(base).get("__slots__", ())
            for slot in (slots,) if isinstance(slots, str) else slots:
                if hasattr(value, slot) and slot not in ("__dict__", "__weakref__"):
                    state[slot] = getattr(value, slot)
        parts = tuple((f".{k}", self._node(v, visited)) for k, v in state.items())
        return Node("object", number, (type(value).__name__,), parts=parts)

    def _sequence(self, value, number, visited):
        unordered = isinstance(value, (set, frozenset))
        held = next(kind for kind in HOLDERS if isinstance(value, kind)).__iter__(value)  # whatever its class says
        items = sorted(held, key=repr) if unordered else held
        parts = tuple((f"[{i}]", self._node(item, visited)) for i, item in enumerate(items))
        most = (value.maxlen,) if isinstance(value, deque) else ()
        return Node("sequence", number, (type(value).__name__, len(parts), *most), parts=parts)

    def _array(self, value, number):
        shared = tuple(
            self.number(other)
            for other in self.arrays
            if self.number(other) < number and value.size and other.size and np.shares_memory(value, other)
        )
        facts = (type(value).__name__, dtype_name(value.dtype), value.shape, value.flags.writeable, shared)
        return Node("array", number, facts, data=np.array(value, copy=True))


@dataclass(frozen=True)
class Observation:
    """A call: how it ended, and the world after it."""

    outcome: str  # return | raise
    world: Node
    printed: str
    error: BaseException | None = None
    untouched: bool = True  # whether arguments and watched state are as they were before the call


def observe(function, call, watched=None):
    """Make the call and write down what can be seen of it."""
    recorder = Recorder()

    def state():
        seen = watched() if isinstance(watched, types.FunctionType) else watched
        return {"args": call.args, "kwargs": call.kwargs, "watched": seen}

    before = recorder.describe(**state())
    out = io.StringIO()
    error, result = None, None
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out), np.errstate(all="ignore"):
        try:
            result = function(*call.args, **call.kwargs)
        except Exception as caught:
            error = caught
    if error is None:
        world = recorder.describe(**state(), result=result)
    else:
        world = recorder.describe(**state())
    untouched = not differences(before, recorder.describe(**state()))
    return Observation("raise" if error else "return", world, out.getvalue(), error, untouched)


def differences(plain, other, tolerance=0.0):
    """What is different between two observations or nodes, one line each; empty when all is the same."""
    if isinstance(plain, Node):
        return _nodes(plain, other, "", tolerance)
    found = []
    if plain.outcome != other.outcome:
        ended = f"raises {type(plain.error).__name__}: {plain.error}" if plain.error else "returns"
        instead = f"raises {type(other.error).__name__}: {other.error}" if other.error else "returns"
        found.append(f"Python {ended}, here it {instead}")
    elif plain.error is not None:
        if _class_of(plain.error) != _class_of(other.error):
            found.append(
                f"raises {type(plain.error).__name__} ({plain.error}), "
                f"here {type(other.error).__name__} ({other.error})"
            )
        elif str(plain.error) != str(other.error):
            found.append(f"the exception says {str(plain.error)!r}, here {str(other.error)!r}")
    if plain.printed != other.printed:
        found.append(f"prints {plain.printed!r}, here {other.printed!r}")
    a, b = plain.world, other.world
    if plain.outcome != other.outcome:
        a, b = (Node("roots", parts=tuple(part for part in node.parts if part[0] != "result")) for node in (a, b))
    return found + _nodes(a, b, "", tolerance)


def _class_of(error):
    """How the class of an exception is called: each of two worlds may have one of its own."""
    return type(error).__module__, type(error).__qualname__


def _nodes(a, b, path, tolerance):
    if a.kind != b.kind:
        return [f"{path}: {_name(a)}, here {_name(b)}"]
    found = []
    if a.identity != b.identity:
        found.append(f"{path}: is object {a.identity}, here {b.identity} (identity or aliasing differs)")
    if a.facts != b.facts:
        found.append(f"{path}: {_facts(a)}, here {_facts(b)}")
        if a.kind in ("array", "scalar") and a.data.dtype == b.data.dtype and a.data.shape == b.data.shape:
            found += _values(a, b, path, tolerance)
    elif a.data is not None or b.data is not None:
        found += _values(a, b, path, tolerance)
    if [name for name, _ in a.parts] == [name for name, _ in b.parts]:
        for (name, x), (_, y) in zip(a.parts, b.parts, strict=True):
            found += _nodes(x, y, path + name, tolerance)
    elif a.facts == b.facts:
        found.append(f"{path}: has {[n for n, _ in a.parts]}, here {[n for n, _ in b.parts]}")
    return found


def _values(a, b, path, tolerance):
    x, y = a.data, b.data
    if isinstance(x, (float, complex)):
        x, y = np.array(x), np.array(y)
    if not isinstance(x, np.ndarray):
        return [] if x == y else [f"{path}: {x!r}, here {y!r}"]
    if x.dtype.kind not in "fc":
        same = x.tobytes() == y.tobytes() if x.dtype.kind != "O" else bool(np.all(x == y))
    elif tolerance:
        allowed = max(tolerance, 1e-5) if x.dtype.itemsize <= 4 * (1 + (x.dtype.kind == "c")) else tolerance
        same = np.allclose(x, y, rtol=allowed, atol=allowed, equal_nan=True)
    else:
        same = all(_same_floats(u, v) for u, v in ((x.real, y.real), (x.imag, y.imag)))
    return [] if same else [f"{path}: {_short(x)}, here {_short(y)}"]


def _same_floats(x, y):
    """The same bits, but any NaN is like any other."""
    nan = np.isnan(x)
    return bool(np.all(nan == np.isnan(y)) and np.all((x == y) | nan) and np.all((np.signbit(x) == np.signbit(y)) | nan))


def _short(x):
    return np.array2string(x, threshold=20, precision=17).replace("\n", " ") if x.ndim else repr(x[()])


def _facts(node):
    if node.kind == "array":
        kind, dtype, shape, writeable, shared = node.facts
        return f"{kind} {dtype}{list(shape)}{'' if writeable else ' read-only'} shares memory with {list(shared)}"
    return " ".join(map(str, node.facts))


def _name(node):
    if node.kind == "plain":
        return f"{node.facts[0]} {node.data!r}"
    if node.kind in ("array", "scalar"):
        return f"{node.kind} {_facts(node)} {_short(node.data)}"
    return f"{node.kind} {' '.join(map(str, node.facts))}".strip()
