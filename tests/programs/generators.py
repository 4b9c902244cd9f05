"""Generators: consumed by `for`, builtins, itertools and by hand; with run-time control flow inside."""


import numpy as np

from tests.harness import Theme, call

program = Theme("generators")
V = np.array([1.0, -2.0, 3.0, 0.5, 4.0, -1.0])
M = np.arange(12.0).reshape(4, 3)


def upto(n):
    i = 0
    while i < n:
        yield i
        i += 1


def positives(x):
    for v in x:
        if v > 0:
            yield v


def squares(x):
    for i in range(len(x)):
        yield x[i] ** 2


def three(x):
    yield x
    yield x * 2
    yield x * 3


@program(call(V), call(-V))
def g_three(x):
    """A generator: three."""
    s = 0
    for y in three(x):
        s = s + y
    return s


@program(call(V), call(-V))
def g_three_list(x):
    """A generator: three list."""
    return list(three(x))


@program(call(V), call(-V))
def g_three_star(x):
    """A generator: three star."""
    a, *b = three(x)
    return a, b


@program(call(V), call(-V))
def g_sum_squares(x):
    """A generator: sum squares."""
    return sum(squares(x))


@program(call(V), call(-V))
def g_for_squares(x):
    """A generator: for squares."""
    t = 0.0
    for s in squares(x):
        t += s
    return t


@program(call(V), call(-V))
def g_positives(x):
    """A generator: positives."""
    t = 0.0
    for s in positives(x):
        t += s
    return t


@program(call(V), call(-V))
def g_positives_break(x):
    """A generator: positives break."""
    t = 0.0
    for s in positives(x):
        t += s
        if t > 3:
            break
    else:
        t = -1.0
    return t


@program(call(V), call(-V))
def g_positives_return(x):
    """A generator: positives return."""
    for i, s in enumerate(positives(x)):
        if s > 2:
            return i, s
    return None


@program(call(V, 3), call(V, 5))
def g_upto(x, n):
    """A generator: upto."""
    t = 0.0
    for i in upto(n):
        t += x[i]
    return t


@program(call(V, np.array(3)), call(V, np.array(5)))
def g_upto_rt(x, n):
    """A generator: upto rt."""
    t = 0.0
    for i in upto(int(n)):
        t += x[i]
    return t


@program(call(V), call(-V))
def ge_sum(x):
    """A generator: sum."""
    return sum(v * v for v in x)


@program(call(V), call(-V))
def ge_any(x):
    """A generator: any."""
    return any(v > 3 for v in x), all(v > -3 for v in x)


@program(call(V), call(-V))
def ge_max(x):
    """A generator: max."""
    return max(abs(v) for v in x), min((v for v in x), key=lambda q: (q - 1) ** 2)


@program(call(V), call(-V))
def ge_sum_if(x):
    """A generator: sum if."""
    return sum(v for v in x if v > 0)


@program(call(V), call(-V))
def ge_next(x):
    """A generator: next."""
    return next((v for v in x if v > 2), -1.0)


@program(call(V), call(-V))
def ge_list(x):
    """A generator: list."""
    return list(v * 2 for v in x), tuple(v + 1 for v in x[:2])


@program(call(V), call(-V))
def ge_join(x):
    """A generator: join."""
    return ",".join(f"{v:.1f}" for v in x)


@program(call(V), call(-V))
def ge_for(x):
    """A generator: for."""
    t = 0.0
    for y in (v * 2 for v in x):
        t = t * 0.5 + y
    return t


def with_return(x):
    yield x
    return 7


def outer(x):
    r = yield from with_return(x)
    yield r * x


@program(call(V), call(-V))
def g_yield_from(x):
    """A generator: yield from."""
    return list(outer(x))


def fib(limit):
    a, b = 0, 1
    while a < limit:
        yield a
        a, b = b, a + b


@program(call(V, np.array(30)), call(V, np.array(50)))
def g_fib_rt(x, n):
    """A generator: fib rt."""
    t = 0
    for f in fib(n):
        t += f
    return x * t


@program(call(V), call(-V))
def g_next(x):
    """A generator: next."""
    g = squares(x)
    a = next(g)
    b = next(g)
    return a - b, sum(g)


@program(call(V), call(-V))
def g_zip(x):
    """A generator: zip."""
    t = 0.0
    for a, (i, b) in zip(squares(x), enumerate(three(x))):
        t = t + a * i + b
    return t


def acc():
    total = 0.0
    while True:
        v = yield total
        if v is None:
            return
        total += v


@program(call(V), call(-V))
def g_send(x):
    """A generator: send."""
    g = acc()
    next(g)
    out = []
    for k in range(3):
        out.append(g.send(x[k]))
    return out


class Grid:
    def __init__(self, a):
        self.a = a

    def rows(self):
        for r in self.a:
            yield r

    def __iter__(self):
        for r in self.a:
            yield r * 2


@program(call(np.arange(12.0).reshape(4, 3)))
def g_method(x):
    """A generator: method."""
    g = Grid(x)
    t = 0
    for r in g.rows():
        t = t + r
    for r in g:
        t = t * 0.5 + r
    return t


@program(call(V), call(-V))
def g_local_def(x):
    """A generator: local def."""
    k = 2.0

    def gen():
        for v in x:
            yield v * k

    return sum(gen()), [a for a in gen()]


@program(call(V), call(-V))
def g_in_branch(x):
    """A generator: in branch."""
    t = 0.0
    if x[0] > 0:
        for s in squares(x):
            t += s
    else:
        t = sum(positives(x))
    return t


@program(call(V), call(-V))
def g_in_loop(x):
    """A generator: in loop."""
    t = 0.0
    for i in range(5):
        for s in squares(x):
            t += s * i
    return t
