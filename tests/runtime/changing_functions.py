"""Random functions that change their arguments, two arrays that may overlap, and what is to be seen of a call."""

import linecache
import random
import warnings

import numpy as np

from sct.errors import SctError

SIZE = 12
ARRAYS = ("x", "y", "z", "t")


def function_text(seed):
    """The source of one."""
    lines = _Text(random.Random(seed)).function()
    return "\n".join(lines) + "\n"


def build(text, name):
    """The function, with its source where `inspect` finds it."""
    linecache.cache[name] = (len(text), None, text.splitlines(True), name)
    scope = {"np": np}
    exec(compile(text, name, "exec"), scope)
    return scope["f"]


def arguments(seed):
    """Arrays apart, in one base, with gaps, overlapping, or one array twice; and a number."""
    rng = np.random.default_rng(seed)
    base = rng.random(3 * SIZE + 4)
    x, y, z = base[:SIZE].copy(), base[SIZE : 2 * SIZE].copy(), rng.random(SIZE)
    match seed % 7:
        case 1:
            x, y = base[:SIZE], base[SIZE : 2 * SIZE]
        case 2:
            x = base[: 2 * SIZE : 2]
        case 3:
            x = y = base[:SIZE]
        case 4:
            x, y = base[:SIZE], base[4 : 4 + SIZE]
        case 5:
            z = x
    return [x, y, z, int(rng.integers(0, 6)), base]


def everything(function, given):
    """What a call answers or raises, what it leaves in the arrays, and what shares memory; None if it is refused."""
    *args, base = given
    found = {}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            result = function(*args)
        except SctError:
            return None
        except (IndexError, ValueError) as error:
            result = ()
            found["error"] = type(error), str(error)
    for k, part in enumerate(result if isinstance(result, tuple) else (result,)):
        if isinstance(part, np.ndarray):
            found[f"result {k}"] = part
            found[f"object {k}"] = [part is x for x in args]
            found[f"shared {k}"] = [isinstance(x, np.ndarray) and np.shares_memory(part, x) for x in args]
        elif part is not None:
            found[f"result {k}"] = np.array(part)
    return found | {"x": args[0], "y": args[1], "z": args[2], "base": base}


class _Text:
    def __init__(self, choices):
        self.random = choices

    def pick(self, *options):
        return self.random.choice(options)

    def function(self):
        lines = ["def f(x, y, z, n):", "    s = 0.5", "    t = z * 1.0"]
        for _ in range(self.random.randint(1, 5)):
            lines += self.statement(1, [], 0)
        answer = self.pick("None", "x", "y", "t", "x, y", "s", "x + 0", "x.sum()", "y[2:5]", "x, x * 1", "t, x")
        return [*lines, f"    return {answer}"]

    def array(self, depth=0):
        """An expression for an array."""
        kind = self.random.random()
        if depth > 2 or kind < 0.35:
            return self.pick(*ARRAYS)
        if kind < 0.5:
            return f"({self.array(depth + 1)} + {self.pick('1.5', 's', '2')})"
        if kind < 0.65:
            return f"({self.array(depth + 1)} {self.pick('+', '-', '*')} {self.array(depth + 1)})"
        if kind < 0.72:
            return f"{self.pick(*ARRAYS)}[::-1]"
        if kind < 0.78:
            return f"np.{self.pick('sin', 'abs', 'sort', 'cumsum')}({self.array(depth + 1)})"
        if kind < 0.84:
            return f"np.where({self.array(depth + 1)} > 0.3, {self.array(depth + 1)}, {self.array(depth + 1)})"
        if kind < 0.9:
            return f"({self.array(depth + 1)} * {self.array(depth + 1)}.mean())"
        return f"np.clip({self.array(depth + 1)}, -2.0, 2.0)"

    def statement(self, indent, loops, depth):
        inside = [lambda: self.loop(indent, loops, depth), lambda: self.branch(indent, loops, depth)]
        if depth < 2 and self.random.random() < 0.25:
            return self.pick(*inside)()
        return ["    " * indent + line for line in self.change(loops)]

    def change(self, loops):
        """One change of an array."""
        target = self.pick("x", "y", "x", "y", "t")
        start, stop = sorted(self.random.sample(range(SIZE), 2))
        operator = self.pick("=", "+=", "*=")
        found = [
            [f"{target} {self.pick('+=', '-=', '*=')} {self.array()}"],
            [f"{target}[:] = {self.array()}"],
            [f"{target}[{start}:{stop}] {operator} {self.array()}[{start}:{stop}]"],
            [f"{target}[{self.random.randrange(-SIZE, SIZE)}] {operator} {self.array()}.sum()"],
            [f"{target}[{target} > 0.4] {operator} 0.25"],
            [f"{target}[1:] = {target}[:-1]"],
            [f"{target}[::2] = {self.array()}[::2]"],
            [f"t = {self.array()}"],
            [f"s = {self.array()}.{self.pick('sum', 'max', 'min')}()"],
            [f"t = {self.pick('x', 'y')}", "t[2] = s"],
            [f"v = {target}[3:9]", f"v {self.pick('+=', '*=')} 1.5"],
        ]
        if loops:
            place = f"{loops[-1]} + {self.pick('0', '1', '3', 'n', '-2')}"
            found += [[f"{target}[{place}] {operator} {self.pick(*ARRAYS)}[{loops[-1]}] * 0.5"]] * 4
        return self.random.choice(found)

    def branch(self, indent, loops, depth):
        test = self.pick("n > 2", "s > 0.5", "x[0] > 0.4", "x.sum() > y.sum()")
        lines = ["    " * indent + f"if {test}:", *self.statement(indent + 1, loops, depth + 1)]
        if self.random.random() < 0.4:
            lines += ["    " * indent + "else:", *self.statement(indent + 1, loops, depth + 1)]
        return lines

    def loop(self, indent, loops, depth):
        index = f"i{depth}"
        lines = ["    " * indent + f"for {index} in range({self.pick('n', '4', str(SIZE), 'n + 9')}):"]
        for _ in range(self.random.randint(1, 3)):
            lines += self.statement(indent + 1, [*loops, index], depth + 1)
        return lines
