"""What is looked up of a program grows with its length, not with the number of ways through its branches."""

import numpy as np

import sct
from sct.ir import aliasing
from sct.ir.build import Builder
from sct.ir.types import PYTHON, Spec
from sct.loops.known.drift import Drift
from sct.loops.known.leaving import leaving_branches

TRUTH = Spec(np.dtype("bool"), (), PYTHON)


class Counted(dict):
    """Where values come from; counts how often it is asked."""

    asked = 0

    def get(self, value, default=None):
        self.asked += 1
        return super().get(value, default)


def written(folder, count):
    """A function of so many branches in a row, each of which may move a counter."""
    branches = [f"        if x[{k % 4}] > t:\n            i += 1\n        t += 0.1" for k in range(count)]
    path = folder / f"moved_{count}.py"
    lines = ["def moved(x, m):", "    i = 0", "    t = 0.0", "    while i < m:", *branches, "        i += 1"]
    path.write_text("\n".join([*lines, "    return i, t"]))
    scope = {}
    exec(compile(path.read_text(), path, "exec"), scope)
    return scope["moved"]


def looked_up(function):
    program = sct.to_static(function).program(np.arange(4.0), np.int64(50))
    origin = Counted({result: op for op in program.body.walk() for result in op.results})
    (loop,) = [op for op in program.body.walk() if op.name == "while"]
    drift, spans = Drift(origin), []
    for state, next_ in zip(loop.blocks[1].args, loop.blocks[1].results, strict=True):
        if state.spec.dtype.kind == "i":
            spans.append(drift.span(state, (0, 0), next_))
    assert len([span for span in spans if span and span[1] > 2**53]) == 1
    return origin.asked


def test_a_counter_that_many_branches_move(tmp_path):
    few, many = looked_up(written(tmp_path, 5)), looked_up(written(tmp_path, 40))
    assert many < 10 * few


def ended_by(count):
    """A loop that ends when a truth value is set, which so many pairs of branches may do."""
    whole = Builder()
    asked = [whole.argument(TRUTH) for _ in range(count)]
    goes, head, body = whole.constant(False), whole.child(), whole.child()
    test = head.one("py_not", head.argument(TRUTH))
    ended = body.argument(TRUTH)
    for this in asked:
        outer, inner, other = body.child(), body.child(), body.child()
        blocks = (inner.close([inner.constant(True)]), other.close([ended]))
        (set_,) = outer.op("if", (this,), {}, blocks=blocks)
        (ended,) = body.op("if", (this,), {}, blocks=(outer.close([set_]), body.child().close([ended])))
    loop = whole.op("while", (goes,), {}, blocks=(head.close([test]), body.close([ended])))
    return whole.program(list(loop), inputs=count)


def test_a_truth_value_that_many_branches_may_set():
    assert len(leaving_branches(ended_by(60))) == 60  # would not end if all ways through them were gone


def nested(depth):
    """Branches inside of branches, the innermost of which answers a view of the argument."""
    whole = Builder()
    x, asked = whole.argument(Spec(np.dtype("float64"), (3, 4))), whole.argument(TRUTH)
    builders = [whole]
    for _ in range(depth):
        builders.append(builders[-1].child())
    found = x
    for inner in reversed(builders[1:]):
        found = inner.one("transpose", inner.one("transpose", found))
        (found,) = inner.parent.op("if", (asked,), {}, blocks=(inner.close([found]), inner.child().close([x])))
    return whole.program([found], inputs=2)


def test_what_branches_within_branches_answer(monkeypatch):
    asked = []
    monkeypatch.setattr(aliasing, "calls_back", lambda op: bool(asked.append(op)))
    program = nested(50)
    assert program.body.args[0] in aliasing.exposed(program)
    assert len(asked) <= 6 * len(list(program.body.walk()))
