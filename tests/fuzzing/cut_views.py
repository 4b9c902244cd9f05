"""Functions that write to arrays and to what may be views of them, whose extents the run decides."""

from __future__ import annotations

import random

import numpy as np

from tests.harness import Call

COUNTS = [2, 3, 4, 1, 0, 2, 3]
BASES = ["m", "m * 2", "m[::-1] + 1", "m.T.copy()", "m.copy('F')", "m.astype('f4')", "m + 0j", "np.stack([m, m])", "m[0] * 3"]
CUTS = [
    "{x}[:n]", "{x}[n:]", "{x}[:, :n]", "{x}[..., n:]", "{x}[..., :n]", "{x}[n - 1:n]", "{x}[:n, 1:]", "{x}[::n + 1]",
    "{x}[n % 3]", "{x}[:, n % 3]", "{x}[..., n % 3:]", "{x}[n:n + 2]", "{x}[:, n:n + 2]", "{x}[:-n or None]",
    "{x}[..., None]", "{x}.T", "{x}[::-1]", "{x}[..., ::2]", "{x}[1:]", "{x}[0]", "{x}[:1]", "{x}[:, :1]",
    "np.broadcast_to({x}, (n, *{x}.shape))", "{x}.real", "{x}.swapaxes(0, -1)", "np.diagonal({x})", "{x}[None]",
]  # fmt: skip
PERHAPS_COPIES = [
    "{x}.ravel()", "{x}.reshape(-1)", "np.ravel({x}, 'F')", "{x}.ravel('K')", "np.ascontiguousarray({x})",
    "np.asfortranarray({x})", "{x}.reshape({x}.shape[::-1])", "{x}.reshape(-1, 1)", "np.squeeze({x})", "np.atleast_2d({x})",
    "{x}.reshape(1, *{x}.shape)", "np.asarray({x})", "np.array({x}, copy=None)", "{x}.astype({x}.dtype, copy=False)",
    "np.require({x}, requirements='C')", "np.real({x})", "np.expand_dims({x}, 0)", "np.moveaxis({x}, 0, -1)",
    "{x}.reshape({x}.shape)", "np.flip({x})", "np.rot90({x})", "np.split({x}, 1)[0]", "np.array_split({x}, 2)[0]",
]  # fmt: skip
TARGETS = ["{x}[...]", "{x}[:1]", "{x}[-1:]", "{x}[::2]", "{x}[..., :1]", "{x}[n:]", "{x}[..., n - 1:]", "{x}.flat[:2]"]


class Writer:
    """Writes one function. Each line is tried for every count, so that none of them raises."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.worlds = [{"np": np, "n": n, "m": matrix(seed)} for n in COUNTS]
        self.arrays = ["m"]

    def text(self):
        lines = ["def f(m, n):"]
        made = [self.named(BASES)]
        for _ in range(self.random.randrange(2, 6)):
            made.append(self.named(CUTS if self.random.random() < 0.6 else PERHAPS_COPIES))
            if self.random.random() < 0.3:
                made.append(self.write())
        made += [self.write() for _ in range(self.random.randrange(1, 3))]
        if self.random.random() < 0.3:
            at = self.random.randrange(1, len(made))
            if "=" in made[at] and "[" in made[at].split("=")[0]:
                made[at] = f"if m[0, 0] > {self.random.randrange(-7, 3)}:\n        {made[at]}"
        lines += [f"    {line}" for line in made if line]
        totals = ", ".join(f"{x}.sum()" for x in self.arrays)
        return "\n".join([*lines, f"    return {totals}, {self.random.choice(self.arrays)}.tolist()", ""])

    def named(self, forms):
        """Another name, for what one of the forms makes of an array."""
        for _ in range(30):
            name = f"v{len(self.arrays)}"
            line = f"{name} = {self.random.choice(forms).format(x=self.array())}"
            if self.runs(line):
                self.arrays.append(name)
                return line
        return ""

    def array(self):
        """Most often the last one."""
        return self.arrays[-1] if self.random.random() < 0.6 else self.random.choice(self.arrays)

    def write(self):
        for _ in range(30):
            target = self.random.choice(TARGETS).format(x=self.random.choice(self.arrays))
            line = f"{target} {self.random.choice(['=', '+=', '*='])} {self.random.randrange(2, 9)}"
            if self.runs(line):
                return line
        return ""

    def runs(self, line):
        """Whether a line raises for no count; only then it has been run."""
        before = [{k: v for k, v in world.items() if isinstance(v, np.ndarray)} for world in self.worlds]
        kept = [{k: v.copy("K") for k, v in arrays.items()} for arrays in before]
        for world in self.worlds:
            try:
                exec(line, world)
            except Exception:
                break
        else:
            return True
        for arrays, copies in zip(before, kept, strict=True):
            for name, array in arrays.items():
                if array.flags.writeable:
                    array[...] = copies[name]
        for world in self.worlds:
            world.pop(f"v{len(self.arrays)}", None)
        return False


def matrix(seed):
    made = np.arange(12.0).reshape(3, 4) - 5
    return made if seed % 3 else np.asfortranarray(made)


def calls(seed):
    return [Call((matrix(seed), n), {}) for n in COUNTS]
