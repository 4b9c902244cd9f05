"""Layers are taken from disk by other processes where all that their trace has read is the same, and only there."""

import gc
import linecache
import subprocess
import sys
import textwrap
import types
import weakref

import numpy as np
import pytest

import sct
from sct.backends.native import abi, disk
from sct.backends.native.entry import Entry
from sct.runtime import tracing

pytestmark = pytest.mark.skipif(not abi.available(), reason="layers of the native backend are kept")
X = np.arange(6.0).reshape(2, 3) + 1.0
HELPERS = """
import numpy as np
LIMIT = 3.0
xp = np
def helper(x):
    return xp.sqrt(x) * LIMIT
"""


class Place:
    """A folder with modules and an empty disk cache; each `load` stands for another process."""

    def __init__(self, folder, monkeypatch):
        self.folder = folder
        self.cache = disk.DiskCache(folder / "cache", 1 << 24)
        self.traced = []
        self._patch = monkeypatch
        monkeypatch.setattr(disk, "default", lambda: self.cache)
        original = tracing.trace_layer

        def noted(fn, *rest, **options):
            self.traced.append(fn.__name__)
            return original(fn, *rest, **options)

        monkeypatch.setattr(tracing, "trace_layer", noted)

    def load(self, text, name="kept_main", **names):
        """The names of a module, loaded anew."""
        path = self.folder / f"{name}.py"
        path.write_text(textwrap.dedent(text))
        linecache.checkcache(str(path))
        module = types.ModuleType(name)
        module.__file__ = str(path)
        self._patch.setitem(sys.modules, name, module)
        vars(module).update(names)
        exec(compile(path.read_text(), str(path), "exec"), vars(module))
        return module

    def traces(self, text, *args, change=lambda module: None, **names):
        """How often `f` of a module is traced when it is called; the answer is that of plain Python."""
        module = self.load(text, **names)
        change(module)
        self.traced.clear()
        with sct.enable_to_static(False):
            expected = module.f(*[np.copy(a) if isinstance(a, np.ndarray) else a for a in args])
        result = sct.to_static(module.f, backend="native")(*args)
        check(result, expected)
        return len(self.traced)

    def entries(self):
        """The files that hold layers."""
        files = (self.folder / "cache").iterdir()
        return [path for path in files if Entry.from_bytes(path.stem, path.read_bytes()).metadata["name"] == "f, traced"]


def check(result, expected):
    assert type(result) is type(expected)
    if isinstance(expected, (tuple, list)):
        assert len(result) == len(expected)
        for one, other in zip(result, expected, strict=True):
            check(one, other)
    elif isinstance(expected, dict):
        check(list(result), list(expected))
        check(list(result.values()), list(expected.values()))
    elif isinstance(expected, (str, type(None))):
        assert result == expected
    else:
        np.testing.assert_allclose(result, expected, 1e-6)


@pytest.fixture
def place(tmp_path, monkeypatch):
    return Place(tmp_path, monkeypatch)


SIMPLE = """
    import numpy as np
    SCALE = 2.0
    def helper(x, by=3.0):
        return np.sqrt(x) * by
    def f(x):
        total = 0.0
        for row in x:
            if row.sum() > SCALE:
                total = total + helper(row)
        return total
"""
KEPT = {
    "helpers": SIMPLE,
    "containers": """
    import numpy as np
    def f(x):
        return {"a": (x.T, [x.sum(), 3, "text"]), "b": x[0, 1:], "c": np.float32(1.5), "d": None, 4: 1e300}
    """,
    "a change of the argument": """
    def f(x):
        x[0] += 1.0
        return x
    """,
    "a closure": """
    import numpy as np
    def made(by, function):
        def f(x):
            return function(x) * by
        return f
    f = made(2.5, np.cos)
    """,
    "an inner function": """
    import math
    def f(x):
        def inner(y):
            return y * math.pi
        return inner(x) + inner(x[::-1]), min(3, 4)
    """,
    "a static helper": """
    import sct
    @sct.to_static
    def helper(x):
        return x + 1.0
    def f(x):
        return helper(x) * 2.0
    """,
    "members of a set": """
    MODE = "same"
    def f(x):
        return x + 1.0 if MODE in {"same", "full"} else x
    """,
    "lists from outside": """
    WEIGHTS = [1.0, 2.0, (3, "four")]
    def f(x):
        return x * WEIGHTS[0] + WEIGHTS[2][0]
    """,
    "a library under another name": """
    import numpy.linalg as la, functools
    def f(x):
        return la.norm(x), functools.reduce(lambda a, b: a + b, [x, x])
    """,
    "containers of the standard library": """
    import collections, heapq
    def f(x):
        waiting, seen, heap = collections.deque([x[0, 0]]), collections.Counter(), []
        for v in x[0]:
            waiting.append(v * 2.0)
            seen[int(v) % 2] += 1
            heapq.heappush(heap, -v)
        return waiting.popleft(), dict(seen), heapq.heappop(heap)
    """,
    "lists of lists that the run compares": """
    def f(x):
        rows = [[float(v) for v in row] for row in x]
        while rows[0] != rows[1] and rows[0][0] < 50.0:
            rows = [[v + 1.0 for v in row] for row in rows]
        return rows, rows.index(rows[1])
    """,
    "iterators": """
    def f(x):
        total, steps = 0.0, iter(x[0])
        for v in steps:
            if v > 1.5:
                total += next(steps, 0.0) * v
        return total, any(v > 5.0 for v in x[1])
    """,
    "the items of a dict": """
    def f(x):
        parts, total = {"a": x[0], "b": x[1]}, 0.0
        for name, row in parts.items():
            total = total - row.sum() if name == "a" else total + row[0]
        return total, {name: row * 2.0 for name, row in parts.items()}
    """,
    "an object made by a class": """
    class Base:
        scale = 2.0
        def scaled(self, x):
            return x * self.scale
    class Grid(Base):
        __slots__ = ("u",)
        def __init__(self, u):
            self.u = u
        @property
        def total(self):
            return self.u.sum()
        @staticmethod
        def twice(v):
            return v * 2.0
        def __add__(self, other):
            return Grid(self.u + other)
    def f(x):
        grid = Grid(x)
        while grid.total < 100.0:
            grid = grid + Grid.twice(grid.scaled(1.0))
        return grid.u
    """,
    "a dataclass": """
    from dataclasses import dataclass, field
    @dataclass
    class State:
        x: object
        rate: float = 0.5
        seen: list = field(default_factory=list)
    def f(x):
        state = State(x)
        for row in x:
            if row.sum() > 2.0:
                state.x = state.x * state.rate
        state.seen.append(state.x.sum())
        return state.x, state.seen, State(1, 2.0) == State(1)
    """,
    "an object from outside": """
    class A:
        n = 2.0
        def __call__(self, x):
            return x * self.n
    a = A()
    def f(x):
        return a(x) + a.n
    """,
    "defaults that are types": """
    import numpy as np
    def f(x):
        return x @ np.eye(3)
    """,
    "sets of numbers": """
    import numpy as np
    BEFORE = {3, 1, (2, 0.5)}
    def f(x):
        seen, found = set(), []
        for n in (1, 8, 3, 8, 16, 0):
            if n not in seen:
                seen.add(n)
                seen.update((n + 1, n + 64))
        for n in seen | {7, 2} - frozenset([2]):
            found.append(n)
        return x, found, [*BEFORE], [n for n in {4, 1, 99}], len({*found, 5}), {n % 3 for n in found} == {0, 1, 2}
    """,
    "sets of numbers of the run": """
    def f(x):
        seen = {int(v) for v in x[0]}
        seen.add(7)
        return sum(seen), len(seen), sorted(seen), 3 in seen
    """,
    "what is printed": """
    def f(x):
        print("called", 3, sep="-")
        for row in x:
            print(f"{row.sum():.2f}", end=";")
        return x + 1.0
    """,
    "members of enums": """
    from enum import Enum, Flag, IntEnum
    class Kind(Enum):
        ADD = "add"
        TAKE = ("take", 2.0)
        def of(self, x):
            return x + 1.0 if self is Kind.ADD else x * self.value[1]
    class Rights(Flag):
        READ, WRITE, RUN = 1, 2, 4
    class Level(IntEnum):
        LOW = 1
        HIGH = 5
        TOP = 5
    def f(x):
        for kind in Kind:
            x = kind.of(x)
        if Rights.READ | Rights.WRITE in ~Rights.RUN and Rights(3).value == 3:
            x = x + 1.0
        table = {Level.LOW: 2.0, Level.HIGH: 3.0}
        return x * table[Level(5)], Level["TOP"].name, [kind.name for kind in Kind], len(Level), int(max(Level))
    """,
    "a constant array": """
    import numpy as np
    def f(x):
        return x + np.array([1.0, 2.0, 3.0]), np.arange(3)
    """,
}


@pytest.mark.parametrize("name", KEPT)
def test_what_is_kept_is_not_traced_again(place, name):
    assert place.traces(KEPT[name], X.copy()) == 1
    assert place.traces(KEPT[name], X.copy()) == 0
    assert place.traces(KEPT[name], X.astype("float32")) == 1


CHANGED = {
    "a global": lambda module: vars(module).update(SCALE=15.0),
    "the type of a global": lambda module: vars(module).update(SCALE=2),
    "a helper": lambda module: vars(module).update(helper=lambda x, by=3.0: x - by),
    "its defaults": lambda module: setattr(module.helper, "__defaults__", (4.0,)),
    "its code": lambda module: setattr(module.helper, "__code__", (lambda x, by=1.0: x + by).__code__),
    "a library": lambda module: vars(module).update(np=types.SimpleNamespace(sqrt=np.cbrt)),
    "another module of the name": lambda module: vars(module).update(np=__import__("math")),
}
UNKNOWN = ("a helper",)  # it has no source


@pytest.mark.parametrize("name", CHANGED)
def test_what_the_trace_has_read_is_compared(place, name):
    assert place.traces(SIMPLE, X) == 1
    if name == "another module of the name":
        x = X[0, 0]
        text = SIMPLE.replace("for row in x", "for row in (x, x)").replace("row.sum()", "row")
        assert place.traces(text, x) == 1
        assert place.traces(text, x, change=CHANGED[name]) == 1
    else:
        assert place.traces(SIMPLE, X, change=CHANGED[name]) == 1
        assert place.traces(SIMPLE, X, change=CHANGED[name]) == (name in UNKNOWN)


CLASSES = """
    from dataclasses import dataclass, field
    SCALE = 3.0
    class Base:
        def scaled(self, x):
            return x * SCALE
    class Grid(Base):
        by = 1.0
        @property
        def more(self):
            return self.by + 1.0
        def __add__(self, x):
            return x + self.more
    @dataclass
    class Row:
        x: object
        rate: float = 0.5
    grid = Grid()
    def f(x):
        return grid.scaled(x) + (grid + x) * Row(x).rate
"""
CHANGED_CLASSES = {
    "a method": ("x * SCALE", "x / SCALE"),
    "a method of an operator": ("return x + self.more", "return x - self.more"),
    "what a property gives": ("self.by + 1.0", "self.by + 2.0"),
    "an attribute": ("by = 1.0", "by = 4.0"),
    "a default of a field": ("rate: float = 0.5", "rate: float = 1.5"),
    "a default that is made": ("rate: float = 0.5", "rate: float = field(default_factory=lambda: 2.0)"),
    "a base": ("class Grid(Base)", "class Other:\n        def scaled(self, x):\n            return -x\n    class Grid(Other)"),
    "a method that stands in front": ("by = 1.0", "by = 1.0\n        def scaled(self, x):\n            return x"),
    "another kind of method": ("@property", "@classmethod\n        @property") if sys.version_info < (3, 13) else None,
    "a special method": ("by = 1.0", "by = 1.0\n        def __getattr__(self, name):\n            return 9.0"),
    "a global that methods read": ("SCALE = 3.0", "SCALE = 5.0"),
    "an attribute of the object": ("grid = Grid()", "grid = Grid()\n    grid.by = 8.0"),
}  # fmt: skip


@pytest.mark.parametrize("name", [name for name, change in CHANGED_CLASSES.items() if change])
def test_what_the_trace_has_read_of_classes_is_compared(place, name):
    assert [place.traces(CLASSES, X), place.traces(CLASSES, X)] == [1, 0]
    text = CLASSES.replace(*CHANGED_CLASSES[name])
    assert text != CLASSES and place.traces(text, X) == 1
    assert place.traces(CLASSES, X) == 0


CHANGED_MEMBERS = {
    "a value": ('ADD = "add"', 'ADD = "more"'),
    "a value in a tuple": ("2.0", "3.0"),
    "the order": ("LOW = 1\n        HIGH = 5", "HIGH = 5\n        LOW = 1"),
    "a member more": ("TOP = 5", "TOP = 5\n        LEAST = 0"),
    "another second name": ("TOP = 5", "TOP = 1"),
    "a method": ("x + 1.0", "x - 1.0"),
    "a special method": ("def of", "def __iter__(self):\n            return iter(())\n        def of"),
}


@pytest.mark.parametrize("name", CHANGED_MEMBERS)
def test_what_the_trace_has_read_of_enums_is_compared(place, name):
    text = KEPT["members of enums"]
    assert [place.traces(text, X), place.traces(text, X)] == [1, 0]
    changed = text.replace(*CHANGED_MEMBERS[name])
    assert changed != text and place.traces(changed, X) == 1


def test_a_member_that_is_given(place):
    text = """
    from enum import Enum
    class Kind(Enum):
        ADD = 1.0
        TAKE = 2.0
    def f(x, kind):
        return (x + 1.0 if kind is Kind.ADD else x - kind.value), kind
    """
    traces = []
    for name in ("ADD", "ADD", "TAKE", "ADD", "TAKE"):
        module = place.load(text)
        place.traced.clear()
        result, kind = sct.to_static(module.f, backend="native")(X, module.Kind[name])
        check(result, module.f(X, module.Kind[name])[0])
        assert kind is module.Kind[name]
        traces.append(len(place.traced))
    assert traces == [1, 0, 1, 0, 0]


def test_a_print_that_is_replaced_is_seen(place, monkeypatch):
    assert [place.traces(KEPT["what is printed"], X), place.traces(KEPT["what is printed"], X)] == [1, 0]
    monkeypatch.setattr("builtins.print", lambda *args, **options: None)
    assert place.traces(KEPT["what is printed"], X) == 1
    monkeypatch.undo()


def test_what_a_kept_layer_prints(place, capsys):
    printed = []
    for _ in range(2):
        f = sct.to_static(place.load(KEPT["what is printed"]).f, backend="native")
        capsys.readouterr()
        for x in (X, 2 * X):
            f(x)
        printed.append(capsys.readouterr().out)
    assert printed == ["called-3\n6.00;15.00;called-3\n12.00;30.00;"] * 2


def test_a_kept_layer_that_raises_prints_once(place, capsys):
    text = """
    def f(x):
        print("first", x[0])
        assert x[0] > 5.0, "too small"
        return x
    """
    for _ in range(2):
        f = sct.to_static(place.load(text).f, backend="native")
        with pytest.raises(AssertionError, match="too small"):
            f(X[0])
        assert capsys.readouterr().out == "first 1.0\n"


def test_a_class_that_is_changed_after_its_layer_was_found(place):
    assert place.traces(CLASSES, X) == 1
    module = place.load(CLASSES)
    f = sct.to_static(module.f, backend="native")
    place.traced.clear()
    check(f(X), module.f(X))
    assert not place.traced
    module.Grid.by = 2.5
    check(f(X), module.f(X))
    module.Base.scaled = lambda self, x: x - 1.0
    check(f(X), module.f(X))
    module.grid = module.Base()
    with pytest.raises(TypeError):
        f(X)


def test_an_argument_of_a_users_class(place):
    text = """
    class Box:
        def __init__(self, by):
            self.by = by
        def times(self, x):
            return x * self.by
    def f(x, box):
        return box.times(x)
    """
    traces = []
    for by in (2.0, 2.0):
        module = place.load(text)
        place.traced.clear()
        check(sct.to_static(module.f, backend="native")(X, module.Box(by)), X * by)
        traces.append(len(place.traced))
    assert traces == [1, 0]
    module = place.load(text.replace("x * self.by", "x - self.by"))
    check(sct.to_static(module.f, backend="native")(X, module.Box(2.0)), X - 2.0)


def test_a_library_that_is_patched_is_seen(place, monkeypatch):
    assert place.traces(SIMPLE, X) == 1
    monkeypatch.setattr(np, "sqrt", np.cbrt)
    assert place.traces(SIMPLE, X) == 1
    monkeypatch.undo()


def test_the_text_of_helpers_in_other_modules_is_compared(place):
    text = "from kept_helpers import helper\ndef f(x):\n    return helper(x) + 1.0\n"
    place.load(HELPERS, "kept_helpers")
    assert [place.traces(text, X), place.traces(text, X)] == [1, 0]
    place.load(HELPERS.replace("LIMIT = 3.0", "LIMIT = 4.0"), "kept_helpers")
    assert place.traces(text, X) == 1
    place.load(HELPERS.replace("sqrt", "exp"), "kept_helpers")
    assert place.traces(text, X) == 1


def test_modules_in_modules_are_compared(place):
    text = "import kept_helpers\ndef f(x):\n    return kept_helpers.xp.sin(x) + kept_helpers.helper(x)\n"
    place.load(HELPERS, "kept_helpers")
    assert [place.traces(text, X), place.traces(text, X)] == [1, 0]
    other = place.load("from numpy import cos as sin, sqrt", "kept_other")
    place.load(HELPERS + "import kept_other as xp", "kept_helpers")
    assert other.sin is np.cos and place.traces(text, X) == 1


def test_a_module_that_another_takes_the_place_of_is_seen_in_one_process(place):
    helpers = place.load(HELPERS, "kept_helpers")
    other = place.load("from numpy import cos as sin", "kept_other")
    module = place.load("import kept_helpers\ndef f(x):\n    return kept_helpers.xp.sin(x)\n")
    f = sct.to_static(module.f)
    check(f(X), np.sin(X))
    helpers.xp = other
    check(f(X), np.cos(X))


def test_defaults_of_the_function_itself(place):
    text = "def f(x, n={}):\n    return x * n\n"
    assert [place.traces(text.format(2), X), place.traces(text.format(2), X)] == [1, 0]
    assert place.traces(text.format(2), X, change=lambda m: setattr(m.f, "__defaults__", (3,))) == 1
    assert place.traces(text.format(2), X, change=lambda m: setattr(m.f, "__defaults__", (2.0,))) == 1


NOT_KEPT = {
    "the order of a set": "def f(x):\n    return [x, *{'a', 'b', 'c'}][1:]\n",
    "a set of views": "def f(x):\n    return [x, *(dict.fromkeys('abc').keys() - {}.keys())][1:]\n",
    "a set of a view with a name": "def f(x):\n    v = dict.fromkeys('abc').keys()\n    return [x, *(v - {}.keys())][1:]\n",
    "a view by its method": "def f(x):\n    d = dict.fromkeys('abc')\n    v = d.keys\n    return [x, *(v() | {}.keys())][1:]\n",
    "a set from a call": "def f(x):\n    return [x, *set('abc')][1:]\n",
    "a set that is walked through": "def f(x):\n    out = []\n    for c in {'a', 'b'}:\n        out.append(c)\n    return out\n",
    "a set from outside": "S = {'a', 'b'}\ndef f(x):\n    return x, [c for c in S]\n",
    "a hash": "def f(x):\n    return x, hash('a')\n",
    "the hash of bytes": "def f(x):\n    return x, hash(x.tobytes())\n",
    "a hash by its method": "def f(x):\n    return x, 'a'.__hash__()\n",
    "an import": "def f(x):\n    from kept_helpers import LIMIT\n    return x * LIMIT\n",
    "another library": "import decimal\ndef f(x):\n    return x * float(decimal.Decimal(1) / 3)\n",
    "a set that gets a text": "def f(x):\n    s = {1, 2}\n    s.add('a')\n    return x, len(s)\n",
    "a set that gets texts": "def f(x):\n    s = {1, 2}\n    s.update(('a', 'b'))\n    return [x, *s][1:]\n",
    "a set that gets texts of another": "def f(x):\n    s = {1, 2}\n    s |= frozenset('ab')\n    return [x, *s][1:]\n",
    "a frozenset of texts": "def f(x):\n    return [x, *frozenset('ab').union((1, 2))][1:]\n",
    "a frozenset that gets texts": "def f(x):\n    return [x, *frozenset((1, 2)).union('ab')][1:]\n",
    "a set of tuples of texts": "def f(x):\n    return [x, *{(c, 1) for c in 'ab'}][1:]\n",
    "a set of a text from a generator": "def f(x):\n    return [x, *set(c for c in 'ab')][1:]\n",
    "a set in a function that is called by another": "def key(c):\n    return [*{c, 'b'}][0]\n"
    "def f(x):\n    return x, sorted('ab', key=key)\n",
    "a set of members": "import enum\nK = enum.Enum('K', 'a b')\ndef f(x):\n    return [x, *[k.name for k in {K.a, K.b}]][1:]\n",
    "a dict of sets": "import collections\ndef f(x):\n    d = collections.defaultdict(set)\n    d[0].add('a')\n    return x, [*d[0]]\n",
    "a set of NaN": "def f(x):\n    return x, len({float('nan'), 1.0})\n",
    "an enum that finds members in its own way": "import enum\nclass K(enum.Enum):\n    A = 1\n    @classmethod\n"
    "    def _missing_(cls, value):\n        return cls.A\ndef f(x):\n    return x * K(7).value\n",
    "an enum with content": "import enum\nclass K(enum.Enum):\n    A = [1.0]\ndef f(x):\n    return x * K.A.value[0]\n",
    "an enum with members in members": "import enum\nclass K(enum.Enum):\n    A = 1.0\n    B = 2.0\nK.A.other = K.B\nK.B.other = K.A\n"
    "def f(x):\n    return x * K.A.other.value\n",
    "what is logged": "import logging\ndef f(x):\n    logging.getLogger('kept').info('%s', x.sum())\n    return x\n",
    "random numbers": "import numpy as np\ndef f(x):\n    return x + np.random.default_rng(1).normal()\n",
    "an error state": "import numpy as np\ndef f(x):\n    with np.errstate(divide='ignore'):\n        return x / 2.0\n",
    "an object of a class with another metaclass": "class M(type):\n    pass\nclass A(metaclass=M):\n    n = 2.0\na = A()\n"
    "def f(x):\n    return x * a.n\n",
    "a class that only seems to be of a library": "class A:\n    __module__ = 'enum'\n    n = 2.0\na = A()\n"
    "def f(x):\n    return x * a.n\n",
    "a class with a hash": "class A:\n    def __init__(self):\n        self.n = hash('a') % 7\n"
    "def f(x):\n    return x * A().n\n",
    "defaults with content": "def g(x, n=[2.0]):\n    return x * n[0]\ndef f(x):\n    return g(x)\n",
}  # fmt: skip


@pytest.mark.parametrize("name", NOT_KEPT)
def test_what_another_process_could_not_tell_is_traced_there(place, name):
    place.load(HELPERS, "kept_helpers")
    for _ in range(2):
        assert place.traces(NOT_KEPT[name], X) == 1


def test_what_the_user_has_asked_for_is_respected(place):
    assert place.traces(SIMPLE, X) == 1
    assert place.traces(SIMPLE, X, change=lambda module: sct.not_to_static(module.helper)) == 1
    with sct.ignore_module("nothing_at_all"):
        assert place.traces(SIMPLE, X) == 1
    assert place.traces(SIMPLE, X) == 0


def test_a_kept_layer_is_a_layer(place):
    module = place.load(SIMPLE)
    text = sct.to_static(module.f)
    text(X)
    again = place.load(SIMPLE)
    f = sct.to_static(again.f)
    f(X)
    assert f.program(X).name == "f" and not place.traced[1:]
    check(f(X[:1]), again.f(X[:1]))
    assert f.explain_cache() == "argument 'x' was float64[2, 3], now is float64[1, 3]"
    check(f(np.ones((5, 3))), again.f(np.ones((5, 3))))
    check(f(np.asfortranarray(X)), again.f(X))
    again.SCALE = 100.0
    assert f(X) == 0.0 and f.explain_cache().endswith("global 'SCALE' was 2.0, now is 100.0")
    assert "machine code" in f.report() and "define" in f.llvm()


def test_code_that_gives_up_is_answered_by_its_definition(place):
    text = "def f(x, k):\n    y = x * 2.0\n    return y[int(x[0, 0]) + k]\n"
    for _ in range(2):
        f = sct.to_static(place.load(text).f)
        check(f(X, 0), X[1] * 2.0)
        with pytest.raises(IndexError):
            f(X + 7.0, 0)
    assert place.traced == ["f"]


def test_arguments_are_not_kept_alive(place):
    text = "import numpy as np\ndef f(x, g):\n    return g(x)\n"
    for _ in range(2):
        f = sct.to_static(place.load(text).f)
        x = X.copy()
        gone = weakref.ref(x)
        f(x, np.exp)
        del x
        gc.collect()
        assert gone() is None
        check(f(X, np.log), np.log(X))


@pytest.mark.parametrize("damage", ["cut", "other", "swapped"])
def test_damaged_entries_are_traced_again(place, damage):
    assert place.traces(SIMPLE, X) == 1
    (path,) = place.entries()
    if damage == "cut":
        path.write_bytes(path.read_bytes()[:-3])
    else:
        content = Entry.from_bytes(path.stem, path.read_bytes()).code
        content = content[:100] if damage == "other" else content[::-1]
        path.write_bytes(Entry(content, {"name": "f, traced"}).to_bytes(path.stem))
    path.chmod(0o600)
    assert [place.traces(SIMPLE, X), place.traces(SIMPLE, X)] == [1, 0]


def test_another_process_traces_nothing(tmp_path):
    (tmp_path / "kept_function.py").write_text(textwrap.dedent(SIMPLE))
    script = """
        import sys, numpy as np, sct
        from sct.runtime import tracing
        from kept_function import f
        calls = []
        original = tracing.trace_layer
        tracing.trace_layer = lambda *args, **options: (calls.append(1), original(*args, **options))[1]
        x = np.arange(6.0).reshape(2, 3) + 1.0
        assert (sct.to_static(f)(x) == f(x)).all()
        print(len(calls), "sct.runtime.conversion.converting" in sys.modules)
    """
    seen = []
    for seed in ("1", "2"):
        environ = {"SCT_CACHE_DIR": str(tmp_path / "cache"), "PYTHONPATH": f"{tmp_path}:{':'.join(sys.path)}"}
        done = subprocess.run(
            [sys.executable, "-c", textwrap.dedent(script)],
            env={**environ, "PYTHONHASHSEED": seed}, capture_output=True, text=True, check=True,
        )  # fmt: skip
        seen.append(done.stdout.strip())
    assert seen == ["1 True", "0 False"]
