"""Whole arrays of many axes, dtypes and layouts: computed, folded, overwritten through views, in branches and loops.

A line is kept where plain NumPy can run the function with it, for all the small shapes of its calls.
"""

from __future__ import annotations

import random
import re
import warnings

import numpy as np

from tests.harness import Call

SHAPES = {
    1: [(6,), (9,), (5,), (6,), (70,), (600,)],
    2: [(3, 4), (4, 4), (6, 5), (3, 4), (5, 40), (70, 33)],
    3: [(3, 4, 2), (2, 3, 3), (4, 2, 5), (3, 4, 2), (1, 3, 9), (9, 20, 17)],
    4: [(2, 3, 2, 2), (3, 2, 2, 4), (2, 2, 3, 3), (2, 3, 2, 2), (2, 1, 2, 3), (3, 7, 9, 5)],
}
TRIED = 5  # shapes
DTYPES = ["f8", "f8", "f8", "f4", "f2", "i8", "i4", "i2", "u1", "u4", "?", "c16", "c8"]
FOLDS = "sum sum sum mean max min prod std var any all argmin argmax cumsum cumprod"
FUNCTIONS = "median ptp count_nonzero average nansum nanmax cumsum cumprod sort flip"


def _reversed(a):
    return a[tuple([slice(None, None, -1)] * a.ndim)].copy()[tuple([slice(None, None, -1)] * a.ndim)]


def _strided(a):
    wide = np.zeros([2 * n for n in a.shape], a.dtype)
    wide[tuple([slice(None, None, 2)] * a.ndim)] = a
    return wide[tuple([slice(None, None, 2)] * a.ndim)]


def _turned(a):
    return np.ascontiguousarray(a.T).T


def _part(a):
    wide = np.zeros([n + 2 for n in a.shape], a.dtype)
    part = wide[tuple([slice(1, -1)] * a.ndim)]
    part[...] = a
    return part


def _swapped(a):
    return np.ascontiguousarray(a.swapaxes(0, a.ndim // 2)).swapaxes(0, a.ndim // 2)


def _stretched(a):
    return np.broadcast_to(a[:1].copy(), a.shape)


def _read_only(a):
    a.flags.writeable = False
    return a


LAYOUTS = [np.ascontiguousarray, _turned, _reversed, _strided, _part, _swapped]
READ = [_stretched, _read_only]


class Writer:
    """Writes one function."""

    def __init__(self, seed, writes=False, loops=False):
        self.r = random.Random(seed)
        self.seed = seed
        self.writes = writes
        self.loops = loops
        self.lines: list[str] = []
        self.names = ["x", "y"]
        self.ndim = _ndim(seed)

    def name(self):
        return self.r.choice(self.names[-4:] if self.r.random() < 0.6 else self.names)

    def axis(self):
        most = self.ndim
        one = [str(self.r.randrange(-most, most)) for _ in range(3)]
        return self.r.choice([*one, *one, "None", f"({one[0]}, {one[1]})", f"({one[0]}, {one[1]}, {one[2]})", "tuple(range(1, {a}.ndim))"])

    def view(self, a):
        r = self.r
        return r.choice(
            [
                f"{a}.T", f"{a}[1:]", f"{a}[:-1]", f"{a}[::-1]", f"{a}[::2]", f"{a}[..., 0]", f"{a}[..., ::-1]", f"{a}[0]",
                f"{a}[:, None]", f"{a}[None]", f"{a}.swapaxes(0, -1)", f"np.moveaxis({a}, 0, -1)", f"{a}.reshape(-1)",
                f"{a}.reshape({a}.shape[0], -1)", f"{a}[k:]", f"{a}[:k]", f"{a}[..., 1:]", f"{a}[..., :-1]", f"{a}[:, ::-2]",
                f"{a}[..., :1]", f"{a}[-1]", f"{a}[..., None]", f"{a}[:, 0]", f"{a}[:, 1:]", f"{a}[k - 1:]", f"{a}[-k:]",
                f"np.transpose({a}, (1, 0, 2))", f"np.diagonal({a})", f"{a}[1:-1, 1:-1]", f"{a}.real", f"{a}.ravel()",
                f"np.atleast_2d({a})", f"{a}[1]", f"{a}[:1]", f"{a}[::k]",
            ]
        )  # fmt: skip

    def fold(self, a):
        r, axis = self.r, self.axis().replace("{a}", "x")
        kind = r.random()
        keep = r.choice(["", "", ", keepdims=True"])
        if kind < 0.7:
            how = r.choice(FOLDS.split())
            return f"{a}.{how}(axis={axis}{'' if how.startswith('cum') else keep})"
        if kind < 0.8:
            how = r.choice(["np.add.reduce", "np.maximum.reduce", "np.logical_or.reduce", "np.minimum.reduce", "np.add.accumulate", "np.maximum.accumulate", "np.multiply.reduce"])
            return f"{how}({a}, axis={axis})"
        how = r.choice(FUNCTIONS.split())
        return f"np.{how}({a}, axis={axis})"

    def mask(self, a):
        r = self.r
        return r.choice([f"{a} > {r.choice(['0', '1', 'k', a + '.mean()'])}", f"{a} != {self.name()}", f"{a} == {r.choice('012')}", f"~({a} < 1)", f"({a} > -1) & ({a} < 2)"])

    def part(self, a):
        return self.r.choice([a, a, a, self.view(a)])

    def value(self):
        """An expression of one or two arrays."""
        r, a, b = self.r, self.part(self.name()), self.part(self.name())
        one = r.choice(["2", "0.5", "k", "1", "3"])
        kind = r.random()
        if kind < 0.22:
            return self.fold(r.choice([a, a, f"({a} {r.choice('+-*')} {b})", f"({a} * {one})"]))
        if kind < 0.32:
            return f"{a} {r.choice('+-*')} {self.fold(b)}"
        if kind < 0.4:
            return self.view(a)
        return r.choice(
            [
                f"{a} {r.choice('+-*')} {b} * {one}",
                f"{a} {r.choice('+-*')} {b}",
                f"{a} {r.choice('+-*')} {b}",
                f"{a} {r.choice('+-*')} {one}",
                f"{a} / {r.choice(['2', '4', f'(abs({b}) + 1)'])}",
                f"{a} {r.choice(['//', '%'])} {r.choice(['2', '3', f'(abs({b}) + 1)'])}",
                f"np.where({self.mask(a)}, {a}, {b} - 1)",
                f"np.where({self.mask(a)}, {one}, {b})",
                f"np.maximum({a}, {b})", f"np.minimum({a}, {b})", f"abs({a})", f"-{a}", f"{a} > {b}", f"{a} == {b}",
                f"np.clip({a}, -1, {one})", f"np.sqrt(abs({a}))", f"np.sign({a})", f"np.tanh({a} * np.float64(0.25))", f"{a} ** 2",
                f"{a}.astype({r.choice(['np.float64', 'np.float32', 'np.int64', 'np.int32', 'bool', 'np.uint8', 'complex'])})",
                f"({a} > {b}) * 1.0", f"({a} > 0) & ({b} > 0)", f"np.logical_xor({a}, {b})", f"{a}.copy()", f"np.square({a})",
                f"np.roll({a}, {r.choice(['1', '-2', 'k'])}, axis={r.choice(['0', '-1', 'None'])})",
                f"np.sort({a}, axis={r.choice(['0', '-1', 'None'])})", f"np.argsort({a}, axis=-1, kind='stable')",
                f"np.concatenate(({a}, {b}), axis={r.choice(['0', '-1'])})", f"np.stack(({a}, {b}), axis={r.choice(['0', '-1'])})",
                f"np.repeat({a}, {r.choice(['2', 'k'])}, axis={r.choice(['0', '-1', 'None'])})", f"np.tile({a}, 2)",
                f"np.diff({a}, axis={r.choice(['0', '-1'])})", f"np.flip({a})", f"np.pad({a}, 1)", f"np.triu({a})", f"np.tril({a}, -1)",
                f"np.take({a}, [1, 0, 1], axis=0)", f"{a}[[1, 0]]", f"{a}[..., [0, 1, 0]]", f"{a}[{self.mask(a)}]", f"{a}[{b} > 0]",
                f"{a}[{b}.sum(axis=-1) > 0]", f"np.nonzero({a})[0]", f"np.compress({b}.reshape(-1) > 0, {a})", f"np.cumsum({a})",
                f"{a} @ {b}", f"{a} @ {b}.swapaxes(-1, -2)", f"np.dot({a}.reshape(-1), {b}.reshape(-1))", f"np.matmul({a}.T, {b})",
                f"np.einsum('...i,...i->...', {a}, {b})", f"np.einsum('ij,kj->ik', {a}, {b})", f"np.outer({a}, {b})[:4]",
                f"np.tensordot({a}, {b}, axes=([0], [0]))", f"np.inner({a}, {b})", f"np.einsum('ij->j', {a})", f"np.trace({a})",
                f"np.linalg.norm({a}, axis=-1)", f"np.zeros_like({a})", f"np.ones({a}.shape)", f"np.full_like({a}, {one})",
                f"np.searchsorted(np.sort({a}, axis=None), {b})", f"np.take_along_axis({a}, np.argsort({a}, axis=0, kind='stable'), axis=0)",
                f"np.arange({a}.shape[0]) * {one}", f"{a}.reshape({a}.shape[::-1])", f"np.add.outer({a}[0], {b}[0])", f"np.unique({a})",
                f"np.where({self.mask(a)})[0]", f"np.count_nonzero({self.mask(a)})", f"({self.mask(a)}).sum(axis=0)", f"np.rot90({a})",
                f"np.sum({a}, axis=0, where={self.mask(a)})", f"np.append({a}, {b})", f"np.delete({a}, 1, axis=0)", f"np.squeeze({a}[:1])",
                f"np.float64({a}.sum()) * {b}", f"np.isin({a}, [0, 1])", f"np.hypot({a}, {b})", f"np.array_split({a}, 2)[1]",
            ]
        )  # fmt: skip

    def write(self):
        r, a, b = self.r, self.name(), self.part(self.name())
        part = r.choice(["[...]", "[1:]", "[::2]", "[:, 0]", "[..., 1]", "[0]", "[-1]", "[::-1]", "[k:]", "[:k]", "[..., ::-1]", "[:, 1:]", "[..., :-1]", ".T[...]", "[1:, 1:]"])
        one = r.choice(["1", "2", "k", "3"])
        return r.choice(
            [
                f"{a}{part} {r.choice(['=', '+=', '*=', '-='])} {r.choice([one, b, self.name() + part, self.name() + part])}",
                f"{a}{part} {r.choice(['=', '+=', '*=', '-='])} {r.choice([one, b, self.name() + part, self.name() + part])}",
                f"{a}{part} = {self.fold(self.name())}",
                f"{a}{part} {r.choice(['=', '+=', '-='])} {self.value()}",
                f"{a} {r.choice(['+=', '*=', '-='])} {r.choice([one, b])}",
                f"{a}[{self.mask(a)}] {r.choice(['=', '+=', '*='])} {one}",
                f"{a}[{b} > 0] {r.choice(['=', '+=', '*='])} {one}",
                f"{a}[[0, 1]] {r.choice(['=', '+='])} {r.choice([one, b, self.name() + '[[1, 0]]'])}",
                f"{a}[[0, 0, 1]] += {one}",
                f"np.add.at({a}, [0, 1, 0], {r.choice([one, b])})" if a[0] == "v" else f"{a}[-1] = {one}",
                f"np.add({a}, {b}, out={a})", f"np.multiply({b}, {one}, out={a})", f"np.subtract({b}, {a}, out={a}{part})",
                f"np.multiply({a}, {one}, out={a}, where={self.mask(a)})", f"np.copyto({a}, {b})", f"np.copyto({a}, {b} + 1, where={a} > 0)",
                f"{a}.sort(axis={r.choice(['0', '-1'])})", f"{a}.fill({one})", f"np.put({a}, [0, 2], {one})", f"np.clip({b}, -1, 1, out={a})",
                f"np.cumsum({a} + 1, axis=0, out={a})", f"np.sum({b}, axis=0, out={a}[0])", f"np.add({a}, {a}, out={a})", f"np.max({b}, axis=-1, out={a}[..., 0])",
                f"np.fill_diagonal({a}, {one})", f"np.putmask({a}, {self.mask(a)}, {one})", f"{a}[...] = np.roll({b}, 1)", f"{a}.flat[1] = {one}",
                f"np.maximum({a}[1:], {a}[:-1], out={a}[1:])", f"{a}[1:] += {a}[:-1]", f"{a}[:-1] = {a}[1:]", f"{a}.T[...] += {b}", f"{a}[0, 1] = {b}.sum()",
            ]
        )  # fmt: skip

    def block(self, pad, depth):
        lines = []
        for _ in range(self.r.randrange(1, 4)):
            if self.r.random() < 0.6:
                lines.append(pad + self.write())
            elif self.r.random() < 0.5:
                lines.append(f"{pad}{self.name()} = {self.value()}")
            else:
                lines.append(f"{pad}w = {self.value()}")
                lines.append(f"{pad}{self.name()}[...] {self.r.choice(['=', '+='])} w{self.r.choice(['', '[::-1]', '.sum(axis=0)'])}")
        return lines

    def statement(self):
        r = self.r
        if self.loops and r.random() < 0.3:
            a = self.name()
            head = r.choice(
                [f"if {a}.sum() > k:", f"if {a}.reshape(-1)[0] > 0:", f"for i in range({r.choice(['k', '3', 'min(x.shape[0], 12)', 'k + 10'])}):",
                 f"for row in {a}[:9]:", f"for i in range(1, min(len({a}), 12)):", f"for i in range(min({a}.shape[0], 12) - 1, 0, -1):"]
            )  # fmt: skip
            before = self.names
            self.names = [*before, *(["row"] if "row" in head else [f"{a}[i]", f"{a}[i - 1]"] if "1, " in head or "shape[0] - 1" in head else [])]
            body = self.block("    ", 1)
            self.names = before
            return [head, *body]
        if self.writes and r.random() < 0.4:
            return [self.write()]
        return [f"v{len(self.lines)} = {self.value()}"]

    def text(self):
        count, results, tries = self.r.randrange(3, 9), [], 0
        shown = _arguments_of(self.seed)
        while len(self.lines) < count and tries < 150:
            tries += 1
            new = self.statement()
            if _runs(self.lines + new, ["x"], shown):
                self.lines += new
                made = re.match(r"(v\d+) = ", new[0])
                if made:
                    self.names.append(made[1])
        self.names = list(dict.fromkeys(self.names))
        while len(results) < 5:
            a = self.r.choice(self.names)
            result = self.r.choice([a, a, a, self.fold(a), f"{a}.sum()", self.value()])
            if _runs(self.lines, [result], shown):
                results.append(result)
        return _text(self.lines, results)


def _text(lines, results):
    body = "".join(f"    {line}\n" for line in [*lines, f"return {', '.join(results)},"])
    return f"import numpy as np\ndef f(x, y, k):\n{body}"


def _runs(lines, results, arguments):
    """Whether NumPy runs the function, and its numbers stay ordinary ones."""
    scope: dict = {}
    try:
        exec(compile(_text(lines, results), "<tried>", "exec"), scope)
    except SyntaxError:
        return False
    for given in arguments():
        try:
            with warnings.catch_warnings(), np.errstate(all="warn"):
                warnings.simplefilter("error")
                found = scope["f"](*given)
        except Exception:
            return False
        for one in found:
            one = np.asarray(one)
            if one.size > 20000 or one.dtype.kind == "O" or one.size and not np.all(np.abs(one.astype(complex)) < 1e6):
                return False
    return True


def _ndim(seed):
    return random.Random(seed * 7 + 1).choice([1, 2, 2, 3, 3, 4])


def _arguments_of(seed):
    return lambda: [_arguments(seed, n) for n in range(TRIED)]


def _arguments(seed, n):
    r = random.Random(seed * 7 + 1)
    shape = SHAPES[r.choice([1, 2, 2, 3, 3, 4])][n]
    first = r.choice(DTYPES)
    dtypes = first, r.choice([first, first, r.choice(DTYPES)])
    forms = r.choice(LAYOUTS), r.choice(LAYOUTS + READ)
    if r.random() < 0.3:
        forms = [(r.choice(LAYOUTS), r.choice(LAYOUTS))] * 9
        forms = forms[n]
    how = r.random()
    rng = np.random.default_rng([seed, n])
    x, y = (_values(rng, shape, dtype) for dtype in dtypes)
    if how < 0.06:
        x = forms[0](x)
        return x, x, 2
    if how < 0.12:
        wide = _values(rng, (2 * shape[0] + 2, *shape[1:]), dtypes[0])
        return wide[: shape[0]], r.choice([wide[1 : shape[0] + 1], wide[: 2 * shape[0] : 2], wide[shape[0] - 1 :: -1]]), 2
    if how < 0.3:
        y = y[:1] if r.random() < 0.5 else y[..., :1]
    return forms[0](x), forms[1](y), 2


def _values(rng, shape, dtype):
    dtype = np.dtype(dtype)
    if dtype.kind == "b":
        return rng.integers(0, 2, shape).astype(bool)
    low = 0 if dtype.kind == "u" else -3
    made = rng.integers(low, 4, shape)
    if dtype.kind == "f":
        return (made / 2).astype(dtype)
    return (made + 1j * rng.integers(-2, 3, shape)).astype(dtype) if dtype.kind == "c" else made.astype(dtype)


def calls(seed):
    return [Call(_arguments(seed, n), {}) for n in range(6)]
