"""Random programs: arrays, views, functional updates, nested control flow, prints."""

import numpy as np

from sct.ir.build import Builder
from sct.ir.types import PYTHON, SCALAR, Spec

F8, I8 = np.dtype("float64"), np.dtype("int64")
VECTOR, PART, MATRIX = Spec(F8, (4,)), Spec(F8, (2,)), Spec(F8, (3, 4))
ARRAYS = (VECTOR, PART, MATRIX)
NUMBER, INDEX = Spec(F8, (), SCALAR), Spec(I8, (), PYTHON)
ALL = ("slice", None, None, None)
REVERSED = ("slice", None, None, -1)


class Maker:
    """Draws one program; `random` is a `random.Random`."""

    def __init__(self, random, size=5, nested=6):
        self.random = random
        self.size = size
        self.nested = nested  # how many blocks there may be in all

    def program(self):
        builder = Builder()
        pool = [builder.argument(spec) for spec in (VECTOR, VECTOR, MATRIX)]
        pool.append(builder.constant(np.arange(4.0)))
        pool.append(builder.constant(np.float64(0.5)))
        self.block(builder, pool, 0)
        outputs = [self.pick(pool, *ARRAYS, NUMBER) for _ in range(self.random.randint(1, 4))]
        return builder.program(outputs, inputs=3, name="random")

    def block(self, builder, pool, depth):
        steps = [self.unary, self.binary, self.view, self.update, self.update, self.update, self.element, self.print]
        for _ in range(self.random.randint(1, self.size)):
            more = [self.if_, self.for_, self.while_] if depth < 3 and self.nested > 0 else []
            made = self.random.choice(steps + more)(builder, pool, depth)
            if made is not None:
                pool.append(made)

    def pick(self, pool, *specs):
        found = [v for v in pool if v.spec in specs]
        if self.random.random() < 0.7:  # mostly the latest: what is old and unused can be overwritten
            found = found[-2:]
        return self.random.choice(found) if found else None

    def unary(self, builder, pool, depth):
        name = self.random.choice(["sin", "negative", "tanh", "absolute"])
        return builder.one(name, self.pick(pool, *ARRAYS))

    def binary(self, builder, pool, depth):
        x = self.pick(pool, *ARRAYS)
        name = self.random.choice(["add", "multiply", "minimum", "subtract"])
        args = [x, self.pick(pool, x.spec, NUMBER)]
        self.random.shuffle(args)
        return builder.one("tanh", builder.one(name, *args))

    def view(self, builder, pool, depth):
        x = self.pick(pool, *ARRAYS)
        choices = [(REVERSED,), (ALL,)]
        if x.spec == VECTOR:
            choices += [(("slice", 1, 3, None),), (("slice", None, None, 2),)]
        if x.spec == MATRIX:
            choices += [(("int", 1),), (ALL, REVERSED), (("int", -1), ("slice", 1, 3, None))]
        return builder.one("getitem", x, index=self.random.choice(choices))

    def element(self, builder, pool, depth):
        x = self.pick(pool, VECTOR, PART)
        return builder.one("getitem", x, index=(("int", self.random.randint(0, 1)),))

    def update(self, builder, pool, depth):
        x = self.pick(pool, *ARRAYS)
        index = self.pick(pool, INDEX)
        number = self.pick(pool, NUMBER)
        choices = [((("int", 1),), [number])]
        if index is not None and x.spec != PART:
            choices.append(((("arg", 0),), [number, index]))
        part, same = self.pick(pool, PART), self.pick(pool, x.spec)
        choices.append(((ALL,), [same]))
        choices.append(((REVERSED,), [same]))
        if x.spec == VECTOR and part:
            choices.append(((("slice", 1, 3, None),), [part]))
        if x.spec == MATRIX:
            choices.append(((("int", 0),), [self.pick(pool, VECTOR)]))
        template, args = self.random.choice(choices)
        return builder.one("setitem", x, *args, index=template)

    def print(self, builder, pool, depth):
        value = self.pick(pool, NUMBER)
        builder.op("print", [value], {"template": ("here ", ("arg", 0, "r", ""), "\n")})

    def predicate(self, builder, pool):
        number = self.pick(pool, NUMBER)
        return builder.one("truth", builder.one("greater", number, builder.constant(0.1)))

    def chosen(self, pool, wanted):
        return [self.pick(pool, value.spec) for value in wanted]

    def if_(self, builder, pool, depth):
        self.nested -= 1
        wanted = self.sample(pool)
        predicate = self.predicate(builder, pool)
        blocks = []
        for _ in range(2):
            inner, own = builder.child(), list(pool)
            self.block(inner, own, depth + 1)
            blocks.append(inner.close(self.chosen(own, wanted)))
        pool += builder.op("if", [predicate], blocks=tuple(blocks))

    def sample(self, pool):
        return [self.pick(pool, *ARRAYS, NUMBER) for _ in range(self.random.randint(0, 3))]

    def for_(self, builder, pool, depth):
        self.nested -= 1
        state = self.sample(pool)
        inner = builder.child()
        own = [*pool, inner.argument(INDEX)]
        args = [inner.argument(value.spec) for value in state]
        own += args
        self.block(inner, own, depth + 1)
        body = inner.close(self.chosen(own if self.random.random() < 0.7 else own[-6:] + args, state))
        bounds = [builder.constant(n) for n in (0, self.random.randint(0, 3), 1)]
        pool += builder.op("for", [*bounds, *state], blocks=(body,))

    def while_(self, builder, pool, depth):
        self.nested -= 1
        state = self.sample(pool)
        cond, inner = builder.child(), builder.child()
        seen = [cond.argument(INDEX)] + [cond.argument(v.spec) for v in state]
        test = cond.one("py_lt", seen[0], cond.constant(self.random.randint(0, 3)))
        args = [inner.argument(INDEX)] + [inner.argument(v.spec) for v in state]
        own = [*pool, *args]
        self.block(inner, own, depth + 1)
        count = inner.one("py_add", args[0], inner.constant(1))
        blocks = (cond.close([test]), inner.close([count, *self.chosen(own, state)]))
        pool += builder.op("while", [builder.constant(0), *state], blocks=blocks)[1:]


def inputs():
    """The arguments for a random program."""
    return np.array([0.3, -1.0, 2.0, -0.0]), np.array([1.0, 0.0, -0.5, 4.0]), np.linspace(-1, 1, 12).reshape(3, 4)
