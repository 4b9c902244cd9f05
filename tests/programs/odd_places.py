"""Statements in odd places: scopes, recursion, loops that settle late, texts and functions that values choose."""

import itertools
import math
import operator

import numpy as np

from tests.harness import Theme, call

program = Theme("odd_places")
V = np.array([1.0, -2.0, 3.0, 0.5, 4.0, -1.0])
N = np.array(2)
M = np.arange(12.0).reshape(4, 3)
G = 0.0


@program.built(call(V), call(-V), retraces=True)
def glob_branch(jit):
    """Everywhere: glob branch."""
    global G
    G = 0.0

    def f(x):
        global G
        if x[0] > 0:
            G += x[1]
        else:
            G = G - 1
        return x * 2

    return jit(f), lambda: G


@program.built(call(V), call(-V), retraces=True)
def nonloc_loop(jit):
    """Everywhere: nonloc loop."""
    n = 0
    best = None

    def f(x):
        nonlocal n, best
        for v in x:
            if v > 0:
                n += 1
                if best is None or v > best:
                    best = v
        return n

    return jit(f), lambda: (n, best)


@program.built(call(V), call(-V), retraces=True)
def nested_nonlocal(jit):
    """Everywhere: nested nonlocal."""
    total = [0.0]
    cnt = 0

    def f(x):
        nonlocal cnt

        def add(v):
            nonlocal cnt
            cnt += 1
            total[0] += v

        for v in x:
            if v > 1:
                add(v)
        return cnt

    return jit(f), lambda: (cnt, total)


@program(call(V), call(-V))
def rec_static(x):
    """Everywhere: rec static."""

    def fact(n):
        return 1 if n <= 1 else n * fact(n - 1)

    def tree(a):
        if len(a) == 1:
            return a[0]
        m = len(a) // 2
        return tree(a[:m]) + tree(a[m:]) * 2

    def quick(a):
        if len(a) <= 1:
            return a
        return np.concatenate([quick(a[: len(a) // 2]), quick(a[len(a) // 2 :])])[::-1]

    return fact(5), tree(x), quick(x)


@program(call(V), call(-V))
def settle(x):
    """Everywhere: settle."""
    a = 0
    b = 1
    c = None
    d = ()
    for i in range(5):
        a = a + x[i]
        b = b * 2.5
        c = x[i] if c is None else max(c, x[i])
        d = (i,)
    return a, b, c, d


@program(call(V, 3), call(-V, 0), call(V, 1))
def settle_n(x, n):
    """Everywhere: settle n."""
    a = 0
    last = None
    prev = 1
    for i in range(n):
        a = a + x[i]
        prev, last = last, x[i]
    return a, last, prev


@program(call(V, np.array(3)), call(-V, np.array(0)), call(V, np.array(1)))
def settle_rt(x, n):
    """Everywhere: settle rt."""
    a = 0
    last = None
    prev = 1
    for i in range(int(n)):
        a = a + x[i]
        prev, last = last, x[i]
    return a, last, prev


@program(call(V), call(-V))
def extents(x):
    """Everywhere: extents."""
    y = x[:3] if x[0] > 0 else x[:4]
    z = y * 2
    for i in range(5):
        z = np.concatenate([z, x[i : i + 1]])
    return z.sum(), z, len(y)


@program(call(V, np.array(4)), call(-V, np.array(2)))
def extents_rt(x, n):
    """Everywhere: extents rt."""
    z = np.zeros(0)
    for i in range(int(n)):
        z = np.append(z, x[i] * i)
    w = x
    while w.size > 1:
        w = w[:-1] + w[1:]
    return z, w


@program(call(V), call(-V))
def walrus(x):
    """Everywhere: walrus."""
    a = [y for v in range(4) if (y := v * 2) > 2]
    n = 0
    while (n := n + 1) < 5 and (s := x[n]) < 3:
        pass
    if (m := x.max()) > 2 and (k := m * 2) > 3:
        r = k
    else:
        r = m
    return a, y, n, s, r, (q := x.sum()), q


@program(call(V), call(-V))
def dels(x):
    """Everywhere: dels."""
    a = x
    b = 2
    del b
    d = {"p": x, "q": 1}
    del d["q"]
    l = [1, 2, 3, x]
    del l[0]
    del l[-1:]

    class Box:
        pass

    o = Box()
    o.z = x
    del o.z
    try:
        b
    except NameError as e:
        msg = str(e)
    return d, l, hasattr(o, "z"), msg


@program(call(V), call(-V))
def del_branch(x):
    """Everywhere: del branch."""
    y = x
    if x[0] > 0:
        del y
    try:
        return y
    except UnboundLocalError:
        return "gone"


@program(call(N), call(np.array(5)))
def choice_str(n):
    """Everywhere: choice str."""
    s = "Alpha,Beta" if n > 3 else "gamma"
    return (
        s.upper(),
        s.split(","),
        s.replace("a", "o"),
        s.find("m"),
        s + "!",
        "a" in s,
        s.isalpha(),
        len(s),
        s[::-1],
        s[1:3],
        s.center(12, "*"),
        s * 2,
        s > "b",
        s.partition(","),
        s.encode(),
        list(s)[0],
        sorted(s)[0],
        s.strip("A"),
        s.title(),
        s.count("a"),
        ord(s[0]),
        f"{s:>12}",
        hash(s) == hash(s),
    )


@program(call(N), call(np.array(5)))
def choice_fn(n):
    """Everywhere: choice fn."""
    f = np.sin if n > 3 else (lambda v: v * 2)
    k = int if n > 3 else float
    return f(1.5), k(2.7), k is int, isinstance(k(1), int), (math.floor if n > 3 else math.ceil)(2.5)


@program(call(N), call(np.array(5)))
def choice_cont(n):
    """Everywhere: choice cont."""
    l = [1, 2] if n > 3 else [3]
    d = {"a": 1} if n > 3 else {"b": 2, "c": 3}
    t = (1,) if n > 3 else None
    return (
        len(l),
        l[0],
        sum(l),
        list(d),
        d.get("a"),
        t is None,
        [v * 2 for v in l],
        l + [9],
        max(l),
        d.items() and True,
        sorted(d),
        3 in l,
    )


@program(call(V), call(-V))
def chained(x):
    """Everywhere: chained."""
    a = x[0]
    return 0 < a < 2, -5 < x[1] <= a < 10, a == x[0] != x[1], 0 <= a < 1 < 2, (1 if 0 < a < 2 else 2), not 0 < a <= 1


@program(call(V), call(-V))
def bits(x):
    """Everywhere: bits."""
    k = int(x[2])
    b = x[0] > 0
    return (
        k & 1,
        k | 8,
        k ^ 5,
        ~k,
        k << 2,
        k >> 1,
        b & True,
        b | False,
        b ^ True,
        ~np.bool_(b),
        (x > 0) & (x < 3),
        (x > 0).astype(int) << 2,
        not b,
        k % 4,
        -k // 2,
        k**2,
        +k,
        bool(k & 1),
    )


@program(call(V), call(-V))
def itt(x):
    """Everywhere: itt."""
    t = 0.0
    for a, b in itertools.product(x[:2], [1, 2]):
        t += a * b
    for a, b in itertools.combinations(x[:4], 2):
        t += a * b
    for p in itertools.permutations(range(3)):
        t += x[p[0]] * p[1]
    for a, b in itertools.zip_longest(x[:3], [1, 2], fillvalue=0):
        t += a * b
    for k, g in itertools.groupby([1, 1, 2, 3, 3]):
        t += k * len(list(g))
    for i, v in zip(range(3), itertools.cycle([1, 2])):
        t += x[i] * v
    for v in itertools.repeat(x[0], 3):
        t += v
    for v in itertools.islice(x, 1, 5, 2):
        t += v
    for v in itertools.chain.from_iterable([[1, 2], x[:2]]):
        t += v
    a, b = itertools.tee([1, 2, 3])
    t += sum(a) * sum(b)
    for v in itertools.starmap(pow, [(2, 3), (3, 2)]):
        t += v
    for v in itertools.compress(x, [1, 0, 1, 0, 1, 0]):
        t += v
    return (
        t,
        list(itertools.accumulate(x[:3], operator.mul)),
        list(itertools.pairwise(x[:3])),
        list(itertools.filterfalse(lambda v: v > 0, [1, -1])),
    )


@program(call(M), call(-M))
def unpack_rows(x):
    """Everywhere: unpack rows."""
    (a, b, c), *rest = x
    s = 0.0
    for i, (p, q, r) in enumerate(x):
        s += p * q - r * i
    for row in x:
        f, *m = row
        s += f + len(m)
    (u, v), w = x[:2, :2], 1
    return a, b, len(rest), s, u, w, [p + q for p, q, _ in x], {i: r[0] for i, r in enumerate(x)}


@program(call(V), call(-V))
def swap(x):
    """Everywhere: swap."""
    x = x.copy()
    x[0], x[1] = x[1], x[0]
    a, b = 1.0, 2.0
    for i in range(5):
        if x[i] > 0:
            a, b = b, a + x[i]
    i = 0
    i, x[i] = 2, 9.0
    x[[0, 1]] = x[[1, 0]]
    l = [1, 2]
    l[0], l[1] = l[1], l[0]
    return x, a, b, l


@program(call(V), call(-V))
def while_else(x):
    """Everywhere: while else."""
    n = 0
    r = []
    while n < 6:
        if x[n] > 3:
            break
        n += 1
        if n == 2:
            continue
    else:
        n = -1
    for v in x:
        if v > 10:
            break
    else:
        n += 100
    return n


@program(call(V), call(-V))
def cond_def(x):
    """Everywhere: cond def."""
    if x[0] > 0:

        def g(v):
            return v + 1

        class K:
            z = 1

    else:

        def g(v):
            return v - 1

        class K:
            z = 2

    return g(x[1])
