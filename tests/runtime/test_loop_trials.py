"""How often the bodies of nested loops are traced: what an inner loop has come to is where its next trace starts."""

from collections import deque
from types import SimpleNamespace

import numpy as np
import pytest

import sct
from benchmarks.walks import components
from sct.ir.text import format_program
from sct.ir.types import PYTHON, Spec
from sct.runtime import tracing
from sct.runtime.arrays.storage import Storage
from sct.runtime.joins.templates import TNode, TVar
from sct.runtime.rolling import grown, rolling, unrolling
from tests.programs.list_names import program as list_names

LEAF = TVar(Spec(np.dtype("int64"), (), PYTHON))
X = np.arange(1200.0).reshape(30, 40) - 5


def lists_3(x):
    out = []
    for i in range(x.shape[0]):
        for j in range(x.shape[1]):
            for k in range(30):
                if x[i, j] > 40 * k:
                    out.append(x[i, j] * k)
    return out[-3:], len(out)


def lists_4(x):
    out = []
    n = 0
    for i in range(0, x.shape[0]):
        for j in range(x.shape[1]):
            for k in range(25):
                for m in range(26):
                    if x[i, j] == k * m:
                        out.append(x[i, j] - k)
                        n += m
    return out[:3], n


def whiles(x):
    i = 0
    total = 0.0
    out = []
    while i < x.shape[0]:
        j = 0
        while j < x.shape[1]:
            k = 0
            while x[i, j] > 100 * k:
                total += x[i, j]
                k += 1
                out.append(total)
            j += 1
        i += 1
    return total, len(out)


def numbers_4(x):
    total = 0.0
    made = np.zeros((6, 6))
    for i in range(6):
        for j in range(6):
            for k in range(6):
                for m in range(6):
                    made[i, j] += x[i, k] * x[m, j]
                    total += made[i, j]
    return made, total


def comprehensions(x):
    out = []
    for i in range(x.shape[0]):
        for j in range(x.shape[1]):
            values = [x[i, j] * k for k in range(30) if x[i, j] > 40 * k]
            out.append(sum(values))
            for value in values:
                if value > 1:
                    out.append(value)
    return len(out), out[-2:]


def rows_inside(x):
    total = 0
    for step in range(30):
        rows = [[0] * 40 for _ in range(30)]
        sums = [0] * 30
        for i in range(30):
            for j in range(40):
                if x[i, j] > 20 * step:
                    rows[i][j] += 1
                    sums[i] += j
        total += rows[step][5] + sums[2]
    return total


def neighbours(x):
    near = [[int(v) % 5 for v in row[:k]] for k, row in enumerate(x[:5, :6], 2)]
    seen, queue = [False] * 5, [0]
    far = [0] * 5
    while queue:
        v = queue.pop()
        for w in near[v]:
            if not seen[w]:
                seen[w] = True
                far[w] = far[v] + 1
                queue.append(w)
    return far


# what is learned makes an inner trace cost one or two attempts; from nothing it would be four or five at each depth
MOST = {"lists_3": 14, "lists_4": 20, "whiles": 12, "numbers_4": 20, "comprehensions": 18, "rows_inside": 105, "neighbours": 18}
NESTED = [lists_3, lists_4, whiles, numbers_4, comprehensions, rows_inside, neighbours]


@pytest.mark.parametrize("function", NESTED, ids=lambda f: f.__name__)
def test_the_traces_of_nested_bodies_are_few(function, monkeypatch):
    count = 0

    def counted(owner, name):
        original = getattr(owner, name)

        def call(*args):
            nonlocal count
            count += 1
            return original(*args)

        monkeypatch.setattr(owner, name, call)

    counted(rolling._Loop, "_run_body")
    counted(unrolling, "grows")
    found = sct.to_static(function)(X)
    assert repr(found) == repr(function(X))
    assert 0 < count <= MOST[function.__name__], count


def changes_form(x):
    """What the inner loop carries widens from one trace of the outer one to the next."""
    y = x[0, :30]
    last = None
    count = 0
    for i in range(40):
        for j in range(30):
            if x[i % 3, j] > i:
                y = y + x[i % 3, :30]
                last = j
            count += 1
        if last is not None and y[0] > 100:
            y = y * 0.5
            last = None
    return y, last, count


def same_code_other_data(x):
    """One function with a loop, called for lists, for numbers and for nothing that changes."""

    def walk(items, change):
        total, seen = 0, []
        for item in items:
            if change:
                total = total + item
                seen.append(total)
        return total, seen

    first = []
    for k in range(30):
        a, seen = walk(x[k % 4, :30], x[0, k] > -100)
        b, none = walk(range(30), False)
        c, numbers = walk(range(30), True)
        first.append(a + b + c + len(none) + len(numbers))
    return first


def rows_of_rows(x):
    """Lists made inside, of which each trace has others."""
    lengths = []
    for i in range(x.shape[0]):
        row, other = [], []
        for j in range(x.shape[1]):
            (row if x[i, j] > 5 else other).append(x[i, j])
            for _ in range(3):
                row.append(x[i, j] * 2)
        lengths.append(len(row) - len(other))
    return lengths


@pytest.mark.parametrize("function", [changes_form, same_code_other_data, rows_of_rows], ids=lambda f: f.__name__)
def test_what_was_learned_is_dropped_where_it_does_not_fit(function):
    assert repr(_or_refusal(sct.to_static(function))) in (repr(function(X)), "refused")


def _or_refusal(static):
    try:
        return static(X)
    except sct.errors.SctError:
        return "refused"


def nested(depth, before, body):
    """A function of so many loops inside of one another."""
    lines = ["def f(x, m):", *(f"    {line}" for line in before)]
    lines += [f"{'    ' * (k + 1)}for i{k} in range(m):" for k in range(depth)]
    lines += ["    " * (depth + 1) + line for line in body]
    return "\n".join([*lines, "    return s"])


DEEP = {
    "numbers": (["s = 0.0"], ["s += x[i0]"]),
    "in_place": (["s = np.zeros(4)"], ["s[i0] += x[i0]"]),
    "arrays": (["s = np.zeros(4)"], ["s = s + x[i0]"]),
    "swapped": (["s, t = np.zeros(4), np.ones(4)"], ["t[i0] = s[0] + 1", "s, t = t, s"]),
    "lists": (["s = []"], ["s.append(x[i0])"]),
    "items": (["s = [0, 0, 0]"], ["s[i0 % 3] += 1"]),
    "dicts": (["s = {'a': 0.0}"], ["s['a'] += x[i0]"]),
    "best": (["s = None"], ["if s is None or x[i0] > s: s = x[i0]"]),
}


def nested_anew(depth, made, head, body):
    """A function of so many loops inside of one another, each with something that is made before it."""
    lines = ["def f(x, m):", "    s = 0.0", "    k0 = m"]
    for d in range(1, depth + 1):
        at = "    " * d
        lines += [at + line.format(k=f"k{d - 1}", v=f"v{d}", i=f"k{d}") for line in (*made, head)]
        lines += [f"{at}    {line.format(v=f'v{d}', i=f'k{d}')}" for line in body]
    return "\n".join([*lines, "    return s"])


PENDING = ["{i} = {v}.pop()", "s += x[{i} % 4]", "if {i} > 1: {v}.append({i} - 2)"]
DEEP_ANEW = {
    "stacks": (["{v} = [{k}]"], "while {v}:", PENDING),
    "queues": (["{v} = deque([{k}])"], "while {v}:", PENDING),
    "arrays": (["{v} = np.zeros(4)"], "for {i} in range({k}):", ["{v}[{i} % 4] += x[0]", "s += {v}[1]"]),
    "views": (["{v} = np.zeros((4, 4))"], "for {i} in range({k}):", ["{v}w = {v}[{i} % 4]; {v}w += x; s += {v}w[0]"]),
    "lists": (["{v} = []"], "for {i} in range({k}):", ["{v}.append(x[{i}]); s += {v}[-1]"]),
    "dicts": (["{v} = {{}}"], "for {i} in range({k}):", ["{v}[{i} % m] = {v}.get({i} % m, 0) + 1", "s += len({v})"]),
    "sets": (["{v} = set()"], "for {i} in range({k}):", ["{v}.add({i} % m)", "s += len({v})"]),
}


def source_of(name, depth):
    return nested(depth, *DEEP[name]) if name in DEEP else nested_anew(depth, *DEEP_ANEW[name.removesuffix("_anew")])


@pytest.mark.parametrize("name", [*DEEP, *(f"{name}_anew" for name in DEEP_ANEW)])
def test_the_traces_grow_with_the_depth_and_do_not_double(name, monkeypatch, tmp_path):
    count = 0
    run = rolling._Loop._run_body

    def counted(*args):
        nonlocal count
        count += 1
        return run(*args)

    monkeypatch.setattr(rolling._Loop, "_run_body", counted)
    counts = []
    for depth in (4, 8):
        path = tmp_path / f"{name}_{depth}.py"
        path.write_text(source_of(name, depth))
        scope = {"np": np, "deque": deque}
        exec(compile(path.read_text(), path, "exec"), scope)
        count = 0
        found = sct.to_static(scope["f"], backend="numpy")(np.arange(4.0), np.int64(2))
        assert repr(found) == repr(scope["f"](np.arange(4.0), np.int64(2)))
        counts.append(count)
    assert 0 < counts[1] <= 7 * counts[0]  # not 16 times as many


def test_recursion_that_only_the_run_ends_is_left_to_python_with_the_loops_rolled_that_were(monkeypatch):
    traces = []
    original = tracing._run
    monkeypatch.setattr(tracing, "_run", lambda trace, *args: traces.append(trace) or original(trace, *args))
    given = np.array([[0, 1], [1, 2], [2, 0], [2, 3], [3, 4], [4, 5], [5, 3], [1, 4], [0, 5]])
    assert sct.to_static(components)(given, 6) == components(given, 6)
    assert len(traces) <= 12  # and not two more, in which these loops are unrolled until the recursion is met again
    assert traces[-1].plan.recurses


def walks_on(pairs, at):
    near = {i: [] for i in range(6)}
    for u, v in pairs:
        near[int(u)].append(int(v))
    total = 0.0
    for w in near[int(at)]:
        total += float(w) ** 0.25
    return total


def test_the_body_of_a_loop_over_one_of_many_lists_is_there_once():
    static, pairs, at = sct.to_static(walks_on), X[:9, :2].astype(np.int64) % 6, np.array(1)
    assert static(pairs, at) == walks_on(pairs, at)
    assert format_program(static.program(pairs, at)).count("pow") == 1


def test_what_arrays_that_leave_may_be_is_asked_once(monkeypatch):
    asked = 0
    original = Storage._reach

    def reach(self, *args, **options):
        nonlocal asked
        asked += 1
        return original(self, *args, **options)

    monkeypatch.setattr(Storage, "_reach", reach)
    (chosen,) = (one for one in list_names.programs if one.name == "arrays_in_one_list_or_the_other")
    static, _ = chosen.build(lambda f: sct.to_static(f, backend="numpy"))
    given = chosen.calls[0]()
    static(*given.args, **given.kwargs)
    assert 0 < asked < 3000  # there are 70 arrays; it was 9031 when each pair was looked at anew


@pytest.mark.parametrize(("grow", "last"), [(lambda t: (t, t), 3), (lambda t: (t, LEAF), 4), (lambda t: (LEAF, LEAF), 11)])
def test_a_tree_that_doubles_is_given_up_sooner_than_a_chain(grow, last):
    carried = SimpleNamespace(template=LEAF)
    for k in grown.attempts(lambda: [carried]):  # noqa: B007
        carried.template = TNode(tuple, None, grow(carried.template))
    assert k == last
