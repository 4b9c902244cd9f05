"""Lists of objects, of the caller's or made of an array, whose rows change places, have several names and change."""

from __future__ import annotations

import dataclasses

from tests.fuzzing import fielded_rows

__all__ = ["Row", "Slotted", "Valued", "Writer", "calls"]


class Moves:
    """What rows of all kinds can do."""

    __slots__ = ()

    def __repr__(self):
        return f"row {self.k}"

    def add(self, y):
        self.k += y
        self.n += 1
        return self

    def keep(self, y):
        if y > self.k:
            self.v.append(y)
        return self.v

    def trade(self, other):
        self.k, other.k = other.k, self.k
        self.v = other.v
        return other

    def twin(self):
        return type(self)(self.k, self.n)

    def last(self):
        one = self
        for _ in range(3):
            one = one.z or one
        return one

    @property
    def size(self):
        return self.n + len(self.v)

    @size.setter
    def size(self, y):
        self.n, self.v = y, [y]


class Row(Moves):
    """Equal to itself alone."""

    def __init__(self, k, n=0):
        self.k, self.n, self.v, self.z = k, n, [k], None


@dataclasses.dataclass(repr=False)
class Valued(Moves):
    """Equal by what it holds."""

    k: float
    n: int = 0
    v: list = dataclasses.field(default_factory=list)
    z: object = dataclasses.field(default=None, compare=False)


class Slotted(Moves):
    """Without a dict, and ordered."""

    __slots__ = ("a", "k", "n", "v", "z")

    def __init__(self, k, n=0):
        self.k, self.n, self.v, self.z = k, n, [k], None

    def __lt__(self, other):
        return self.k < other.k


KINDS = {"Row": Row, "Valued": Valued, "Slotted": Slotted}
OWN = (
    "p.add(y)", "q.add(1).add(y)", "p.keep(y)", "M[i].keep(2.0)", "p = p.trade(q)", "M[i].trade(p)", "p = p.twin()", "p.size = y",
    "n += p.size", "q = p.last()", "setattr(p, 'k', y)", "n += getattr(q, 'n')", "M[i] = p.twin()", "out = [r.twin() for r in M]",
    "for r in M: r.add(y)", "for r in out: r.keep(y)", "q.keep(y).append(3.0)", "p.keep(y)[0] = n", "n += isinstance(p, NEW)",
    "D['b'].add(1)", "D['a'].trade(D['b'])", "M[i].size += 1", "n += M[i].last() is p", "p.v = q.keep(y)", "n += len(p.keep(y))",
)  # fmt: skip
WITH_DICT = (
    "p.w = y", "n += hasattr(p, 'w')", "n += getattr(p, 'w', 0.5)", "vars(p)['k'] = y", "p.__dict__.update(k=y)", "n += len(vars(p))",
    "if hasattr(q, 'w'): del q.w", "for r in M: r.w = y", "q.__dict__.update(vars(p))", "n += 'w' in vars(p)",
)  # fmt: skip


class Writer(fielded_rows.FieldedRows):
    """Writes one function."""

    heads = (
        "", "", "", "M = list(M)", "M = [r.twin() for r in M]", "M = sorted(M, key=lambda r: r.k)",
        "M = [NEW(v[0], int(v[1])) for v in M.tolist()]", "M = [NEW(a).add(b) for a, b, c in M.tolist()]",
    )  # fmt: skip
    tests = ("p.size > 2", "p.last() is q", "M[i].keep(y) is p.v")

    def __init__(self, seed):
        self.kind = list(KINDS)[seed % 3]
        self.own = OWN + (("M.sort()", "out = sorted(M)", "n += p < q") if self.kind == "Slotted" else WITH_DICT)
        self.new = f"{self.kind}("
        super().__init__(seed)

    def above(self):
        return f"from tests.fuzzing.object_rows import {self.kind}\n\n\n"

    def line(self, text):
        return text.replace("NEW)", f"{self.kind})")


def calls(seed):
    writer = Writer(seed)

    def row(k, n, v, a):
        made = KINDS[writer.kind](k, n)
        made.v, made.a = v, a
        return made

    return fielded_rows.calls(writer, row)
