"""Ordinary and odd control flow. Each function is called with each of its argument tuples, plain and converted."""

from __future__ import annotations

import contextlib
import functools

CASES = []
COUNTER = 0


def on(*calls):
    def register(fn):
        CASES.append((fn, calls))
        return fn

    return register


@on((1,), (-1,), (0,))
def missing_else(x):
    if x > 0:
        y = 1
    return y


@on((1,), (-1,))
def deleted_in_branch(x):
    y = 1
    if x > 0:
        del y
    return y


@on((1,), (-1,))
def deleted_twice(x):
    y = 1
    if x > 0:
        del y
    del y
    return x


@on((True,), (False,))
def read_before_assignment(c):
    if c:
        print(late)  # noqa: F821
    late = 1
    return late


@on((3,), (0,))
def loop_variable_after(n):
    for i in range(n):
        pass
    return i


@on((3,), (0,))
def loop_with_else(n):
    for i in range(n):
        if i == 1:
            break
    else:
        i = -1
    return i


@on((True,), (False,))
def import_in_branch(c):
    if c:
        import os.path
        from math import pi as p
    return os.path.join("a", "b"), p


@on((0,), (1,), ("a",))
def except_name(x):
    if x != 5:
        try:
            1 / x
        except ZeroDivisionError as e:
            kept = str(e)
        except TypeError as e:
            kept = type(e).__name__
        else:
            kept = None
        if kept:
            e = kept
    return kept, e


@on((0,), (1,))
def except_name_hides(x):
    e = 7
    try:
        1 / x
    except ZeroDivisionError as e:
        pass
    if x:
        e = e + 1
    return e


@on((0,), (1,))
def except_name_raises(x):
    e = 7
    if True:
        try:
            try:
                1 / x
            except ZeroDivisionError as e:
                raise KeyError(1)
        except KeyError:
            pass
    return e


@on((3,), (0,), (-2,))
def nested_function_in_branch(n):
    if n > 0:

        def g(k):
            return k + n

        class C:
            value = n

            def method(self):
                return self.value + n

    else:
        g = abs
    return g(n), C().method(), C.__qualname__, g.__qualname__


@on((4,))
def nested_counter(n):
    count = 0

    def bump():
        nonlocal count
        count += 1

    for i in range(n):
        if i % 2:
            bump()
        while count < i:
            bump()
    return count


@on((4,), (0,))
def inner_binds_outer(n):
    def inner(k):
        nonlocal total
        if k:
            total = k
        return total

    result = []
    for i in range(n):
        try:
            result.append(inner(i))
        except NameError as error:
            result.append(type(error).__name__)
    if n == 100:
        total = 1
    return result


@on((True,), (False,))
def global_in_branch(c):
    if c:
        global COUNTER
        COUNTER += 1
    return COUNTER > 0


@on((True,), (False,))
def missing_global(c):
    global NOT_THERE
    if c:
        NOT_THERE = 1
    r = NOT_THERE
    del NOT_THERE
    return r


@on(([1, 2, 3],), ([],))
def comprehension_scopes(xs):
    x = "outer"
    if xs:
        ys = [x * 2 for x in xs if x != 2]
        zs = {x: [x for x in range(x)] for x in xs}
    else:
        ys = zs = None
    return x, ys, zs


@on(([1, 2, 3],), ([],), ([9],))
def walrus_everywhere(xs):
    it = iter(xs)
    while (x := next(it, None)) is not None:
        if (y := x * 2) > 3 and (z := y + 1):
            pass
    if any((w := v) > 8 for v in xs):
        pass
    return x, y, w


@on((1, 2), (2, 1))
def parameter_assigned(a, b):
    if a > b:
        a, b = b, a
    while a < b:
        a += 1
    return a, b


@on((1,), (0,))
def parameter_deleted(a):
    if a:
        del a
    return a


@on((5,), (0,))
def while_with_everything(n):
    out = []
    while n:
        n -= 1
        if n == 3:
            continue
        if n == 1:
            break
        out.append(n)
    else:
        out.append("else")
    return out


@on((0,), (1,), (2,))
def try_finally(x):
    log = []
    for i in range(3):
        try:
            if i == x:
                log.append("break")
                break
            y = 1 // (i - 1)
            log.append(y)
        except ZeroDivisionError:
            log.append("zero")
            continue
        finally:
            log.append(i)
    return log, y


@on((0,), (1,))
def swallowed(x):
    with contextlib.suppress(ZeroDivisionError):
        y = 1 / x
        z = 2
    if x > 5:
        y = 3
    return y, z


@on((0,), (1,), (3,))
def return_in_loop_in_try(n):
    for i in range(n):
        try:
            if i == 1:
                return "one"
        finally:
            n = -1
    return n


@on((2,), (0,))
def closure_late_binding(n):
    fs = []
    for i in range(n):
        fs.append(lambda: i)
        fs.append(lambda i=i: i)
    if n:
        k = 10
    fs.append(lambda: k)
    return [f() for f in fs]


@on((3,))
def generator_inside(n):
    def gen():
        for i in range(n):
            if i:
                yield i

    total = 0
    for v in gen():
        total += v
    return total, sum(i for i in range(n) if i), list(x for x in gen())


@on((1,), (0,))
def generator_reads_undefined(c):
    def gen():
        yield k

    if c:
        k = 1
    return list(gen())


@on((1,), (0,))
def class_body_reads_undefined(c):
    if c:
        k = 1

    class C:
        inside = k

        def method(self):
            return k

    return C().method()


@on((1,), (0,))
def method_reads_undefined(c):
    class C:
        def method(self):
            return k

    if c:
        k = 1
    return C().method()


@on((1,), (0,))
def loop_in_class_body(c):
    class C:
        total = 0
        for i in range(3):
            if i:
                total += i
        if c:
            extra = 1

    return C.total, C.i, hasattr(C, "extra")


@on((1, 2, 3), (3, 2, 1))
def state_is_a_name(state, item, body):
    get_state = 1
    if state < item:
        set_state = body
    else:
        set_state = get_state
    for item in range(body):
        state += item
    test = 0
    while test < 2:
        test += 1
    return state, item, body, get_state, set_state, test


@on(([(1, (2, 3)), (4, (5, 6))],))
def nested_targets(pairs):
    out = []
    for a, (b, *c) in pairs:
        out.append((a, b, c))
    return out, a, b, c


@on((True,), (False,))
def deleted_and_back(c):
    x = 1
    if c:
        del x
        x = 2
    return x


@on((3,), (0,))
def del_in_loop(n):
    x = 0
    for i in range(n):
        if i == 1:
            del x
        else:
            x = i
    return x


@on((None,), (1,), ([1],))
def match_statement(v):
    match v:
        case None:
            r = "none"
        case int(n) if n > 0:
            r = n
        case [a, *rest]:
            r = (a, rest)
        case _:
            return "other"
    return r


@on((2,), (-1,))
def elif_chain(x):
    if x < 0:
        r = "neg"
    elif x == 0:
        r = "zero"
    elif x == 1:
        r = "one"
    elif x == 2:
        r = "two"
        s = 1
    else:
        r = "many"
    return r, s


@on((5,))
def recursion(n):
    if n <= 1:
        return 1
    return n * recursion(n - 1)


@on((3,))
def augmented_unbound(n):
    for i in range(n):
        if i == 0:
            acc = 1
        acc += i
    if n == 100:
        other = 0
    other += 1
    return acc


@on((1,), (0,))
def annotated(c):
    x: int
    if c:
        x = 1
    y: int = 2
    return x + y


@on((1,), (0,))
def with_in_branch(c):
    if c:
        with contextlib.nullcontext((1, 2)) as (a, b):
            if b:
                r = a
    return r, b


@on((0,), (2,))
def early_returns(n):
    if not n:
        return
    for i in range(10):
        for j in range(10):
            if i * j > n:
                return i, j
    return None


@on((2,))
def shadowed_builtins(n):
    def range(k):
        return [k, k]

    out = 0
    for i in range(n):
        out += i
    len = 5
    if out:
        len += 1
    return out, len


@on((0,), (1,))
def exception_from_branch(x):
    y = 0
    try:
        if x == 0:
            y = 1
            raise ValueError("inside")
        y = 2
    except ValueError:
        pass
    return y


@on((3,))
def default_arguments(n):
    out = []
    for i in range(n):

        def f(x, y=i, *, z=n + i):
            if x:
                return y + z
            return y

        out.append(f)
    return [f(k) for k, f in enumerate(out)]


@on((3,), (0,))
def starred_state(n):
    first, *rest = [n, 1, 2]
    while rest:
        first, *rest = rest
    return first, rest


@on((2,))
def conditional_lambda(n):
    f = (lambda: n) if n > 1 else (lambda: -n)
    if n:
        n = 5
    return f()


@on(("a",), ("b",))
def finally_deletes(k):
    x = 1
    try:
        if k == "a":
            x = 2
    finally:
        if k == "b":
            del x
    return x


@on((2,), (0,))
def async_inside(n):
    import asyncio

    async def work(k):
        total = 0
        for i in range(k):
            if i:
                await asyncio.sleep(0)
                total += i
        return total

    return asyncio.run(work(n))


@on((2,), (0,))
def async_loops_inside(n):
    import asyncio

    done = []

    async def counted(k):
        for i in range(k):
            yield i
            done.append(i)

    async def wait():
        async for _ in counted(n):
            pass
        async with asyncio.Lock() as lock:
            done.append("held" if asyncio.Lock() is not lock else "")

    async def again():
        async for i in counted(n):
            done.append(-i)
        async with asyncio.Lock() as _:
            pass

    for run in (wait, again):
        asyncio.run(run())
        if len(done) > 20:
            return None
    return done


@on(("sequence",), ("mapping",), ("neither",))
def registered_later(kind):
    import collections.abc

    class Other:
        pass

    if kind == "sequence":
        collections.abc.Sequence.register(Other)
    elif kind == "mapping":
        collections.abc.Mapping.register(Other)
    match Other():
        case [*_]:
            return "sequence"
        case {}:
            return "mapping"
    return "neither"


@on((1,), (0,))
def unreachable(c):
    if c:
        return 1
        x = 2
    while True:
        if not c:
            break
    return x


class Stack:
    __limit = 3

    def __init__(self):
        self.__items = []

    def push(self, __x):
        """Push."""
        if len(self.__items) >= self.__limit:
            raise OverflowError("full")
        for __k in range(1):
            self.__items.append((__k, __x))
        return __class__.__name__, super().__repr__()[:1], self.__items


@on((2,), (5,))
def private_names(n):
    s = Stack()
    for i in range(n):
        out = s.push(i)
    return out


@functools.lru_cache(maxsize=None)
def decorated(n):
    return n if n < 2 else decorated(n - 1) + decorated(n - 2)


@on((7,))
def calls_decorated(n):
    out = []
    for i in range(n):
        out.append(decorated(i))
    return out
