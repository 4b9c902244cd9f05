"""Walrus, match, comparisons, assignments, super, private names, annotations."""

import textwrap

import pytest

import sct
from sct.transformers import PIPELINE
from sct.transformers.annotations import AnnotatedAssignment
from sct.transformers.augmented import AugmentedAssignment
from sct.transformers.mangle import Mangle
from sct.transformers.super_call import SuperCall
from sct.transformers.targets import Targets
from sct.transformers.walrus import Walrus
from tests.transformers.lists import behaves, check_becomes, outcome

RANGE = [(n,) for n in range(-2, 8)]

LOG = """
        def log(x, tag=''):
            print('log', tag, x)
            return x
        class Box:
            def __init__(self, **kw): self.__dict__.update(kw)
            def __repr__(self): return f'Box({self.__dict__})'
            def __setattr__(self, k, v): print('set', k, v); self.__dict__[k] = v
            def __getitem__(self, k): print('get', k); return self.__dict__.get(str(k), 0)
            def __setitem__(self, k, v): print('setitem', k, v); self.__dict__[str(k)] = v
            def __delitem__(self, k): print('delitem', k)
            def __delattr__(self, k): print('delattr', k)
"""

CASES = {
    "walrus in if": """
        def f(n):
            if n > 1 and (y := log(n * 2)) > 6 or (z := log(n)) == 0:
                return 'yes', locals_of(y) if n > 1 else None
            return 'no'
        locals_of = repr
        """,
    "walrus keeps order": """
        def f(n):
            x = 1
            r = log(x, 'a') + x + (log(n > 2) and (x := log(10, 'b'))) + log(x, 'c')
            return [r, x, *log([n]), n and (y := 3), {log('k'): log(n or (x := 7))}, f'{x}{n and (x := 9)}{x}'], x
        """,
    "walrus in calls": """
        def f(n):
            box = Box(v=n)
            def g(*args, **kw): return args, kw
            return g(box.v, *log([1]), log(2), n > 3 and (box := log(5)), k=box, **log({'z': n}))
        """,
    "walrus in while": """
        def f(n):
            i = 0
            while i < n and (y := log(i * 2)) < 8:
                i += 1
                if i == 3: continue
                if i == 6: break
            else:
                return 'else', i
            return 'broken', i, y
        """,
    "walrus in elif, else and ternary": """
        def f(n):
            y = 0
            if n == 0: r = 'zero'
            elif n > 3 and (y := log(n)): r = y
            else: r = (z := log(n)) if n > 1 else (z := log(-n)) + z
            return r, y
        """,
    "walrus in comprehensions": """
        def f(n):
            a = [y for i in range(n) if i and (y := log(i * 2)) > 2]
            b = [(last := i) for i in range(n)]
            return a, b, (last if n > 0 else None), [w for i in range(3) if (i > 1 or (w := i)) and (w := n)]
        """,
    "walrus in chains, lambdas, with, assert": """
        from contextlib import nullcontext
        def f(n):
            g = lambda k: k and (m := k + 1) and m
            with nullcontext(log(1)) as a, nullcontext(n > 2 and (b := log(n))) as c:
                pass
            try:
                assert n < 6, (msg := log('message'))
            except AssertionError as e:
                print(e, msg)
            return g(n), a, c, 0 < log(n) < (k := log(5)) and k, 0 <= n < (j := 3) < n
        """,
    "walrus in stores": """
        def f(n):
            d = Box(a=1)
            d[log(n)] = log(n) and (k := log('v'))
            d[n and (k := log('key'))] = log(4)
            del d[n or (k := log('dk'))]
            return d, k if n else None
        """,
    "chained": """
        def f(n):
            return log(1) < log(n, 'n') <= log(4) != log(n) == n, 0 < n < 3, 0 < n in [1, 2] is not None
        """,
    "chained in comprehension": """
        def f(n):
            return [i for i in (log(range(8)) if 0 < log(n) < 5 else [1]) if 1 < log(i) < n < 7]
        """,
    "middle rebinding": """
        def f(n):
            x = 2
            def change():
                nonlocal x
                x = 100
                return 50
            return n < x < change(), x
        """,
    "match": """
        def f(n):
            match [0, (1, 2), [1, [2, n]], {'a': 1, 'b': n}, n, 'text', None, complex(1, n), Box(x=n, y=2), [n] * n][n]:
                case 0 | 7: return 'zero'
                case (1, x): return 'one', x
                case [a, [b, c], *_]: return a, b, c
                case {'a': 1, **rest}: return rest
                case int() as k if log(k) > 4: return 'int', k
                case str(s) | (bytes() as s): return s
                case None: return 'none'
                case complex(real=1, imag=i): return i
                case Box(x=8 | 9 as x): return x
                case [first, *middle, last]: return first, middle, last
                case other: return other
        """,
    "match guards fall through": """
        def f(n):
            match n:
                case x if log(x) > 5: r = 'big', x
                case 3 if log(0): r = 'never'
                case 3: r = 'three'
                case y if y > 3: r = y
            for i in range(n):
                match i:
                    case 1: continue
                    case 3 if n > 4: break
                    case _: print(i)
            return r, x
        """,
    "match binds before guards": """
        def f(n):
            x = 'old'
            match (n, n + 1):
                case (x, 3): pass
                case (x, _) if False: pass
                case _: return 'rest', x
            return x
        """,
    "match rebinding its subject": """
        def f(n):
            match n:
                case [n] | n if n == 3: return n
                case n if n > 4: return 'four'
            return n
        """,
    "match classes": """
        class P:
            __match_args__ = ('x', 'y')
            def __init__(self, x, y): self.x, self.y = x, y
        def f(n):
            match P(n, n + 1):
                case P(0, 1): return 'origin'
                case P(x, y=4): return x
                case P(x, y, z=1): return 'never'
                case P(x, 5 as y) | P(6 as x, y): return x, y
                case P(1, 2, 3): return 'error'
        """,
    "augmented": """
        def f(n):
            b = Box(a=1, l=[1])
            b.a += log(n)
            log(b).a -= 1
            log(b)[log(n)] += log(5)
            b[1:log(n)] = 0
            m = [1, 2, 3, 4]
            m[log(1):log(3)] += [log(n)]
            alias = m
            m += [9]
            b.l *= 2
            x = n
            x **= 2; x //= 3; x %= 5; x <<= 2; x |= 1; x ^= 3; x &= 30; x >>= 1
            return b, m, alias, x
        """,
    "targets": """
        def f(n):
            b = Box()
            i = 0
            x = [0] * 4
            x[i], i, *b.rest = 5, 2, n, n
            i, x[i] = 3, 6
            (p, (b.q, r)), [s, *b[log('k')]] = (1, (2, 3)), 'xyz'
            x[log(0)] = b.z = y = log(n)
            for b.i, x[1] in [(1, 2), (3, n)]: print(b.i, x)
            for x[i] in range(n): pass
            del b.i, (x[0], y)
            d = {}
            d[log('k1')] = log('v1')
            b[log(1):log(2), ...] = log(3)
            return b, i, x, p, r, s, d
        """,
    "targets of with": """
        from contextlib import nullcontext
        def f(n):
            b = Box()
            with nullcontext(1) as b.x, nullcontext(log(b.x)) as (b.y), nullcontext((1, 2)) as (p, b[0]):
                print(b)
            return b, p
        """,
    "failing targets": """
        def f(n):
            b = Box()
            a, b.x, c = log([1] * n)
            return a, b, c
        """,
    "annotated": """
        y = 'global'
        def f(n):
            x: int = n
            y: undefined_type
            b: Box = Box()
            b.a: int = log(3)
            log(b).c: int
            b[log(1)]: int
            (z): int = 4
            try: return y
            except NameError as e: return str(e), x, b, z
        """,
    "values of and, or": """
        def f(n):
            return n and 'x', n or [], not n, log(n) and log(2) or log(3), (n if log(n) > 3 else log(-n)), not not n
        """,
    "strings": """
        def f(n):
            x = [n]
            return f'{x}{x.append(1)}{x!r:>10}{n:{n + 3}d}{{}}' f'a{n=}' 'b' f'c', f'', f'{log(n)}-{log(n, "t")!s}{x[0]}'
        """,
    "asserts": """
        def f(n):
            assert log(n) > 0
            assert n != 2, log('two')
            assert n < 5, (n, 'big')
            return n
        """,
    "shadowed builtins": """
        def f(n):
            def print(*a): return 'mine', a
            len = lambda x: 'len'
            super = 3
            return print(n), len([1]), [max for max in range(n)], sum(range(3)), isinstance(n, int), super
        """,
    "identity": """
        def f(n):
            xs = [1, 2, n]
            return n is None, n is not n, n in xs, 9 not in xs, xs is xs
        """,
    "closures and globals": """
        count = 0
        def f(n):
            global count
            count += n
            total = 0
            def add(k):
                nonlocal total
                total += k
                if k > 2: return total
                return -1
            r = [add(i) for i in range(n)]
            class C:
                total = 5
                def m(self): return total and not self
                x = [i for i in range(3) if i and 0 < i < 2]
            return r, total, count, C.x, C().m()
        """,
    "star and defaults": """
        def f(n):
            def g(a, /, b=log(n) and 1, *c, d=log(2), **e): return a, b, c, d, e
            def deco(h): print('deco'); return h
            @deco
            def k(x: 'y' = n or 3) -> 'a and b': return x
            return g(1, *[2, 3][:n], **{'d': 4, 'z': 5}), k()
        """,
}


@pytest.mark.parametrize("passes", [None, PIPELINE], ids=["without functions", "all"])
@pytest.mark.parametrize("name", CASES)
def test_behaves(name, passes):
    behaves(textwrap.dedent(LOG) + textwrap.dedent(CASES[name]), *RANGE, passes=passes)


def test_walrus_that_is_reached_stays():
    source = "def f(x):\n    if (y := g(x)) and y > 1:\n        return y"
    check_becomes(Walrus, source, source)


def test_filters_are_split():
    check_becomes(
        Walrus,
        "def f(xs): return [y for x in xs if x and (y := g(x))]",
        """
        def f(xs):
            return [y for x in xs if x if (y := g(x))]
        """,
    )


def test_super():
    check_becomes(
        SuperCall,
        """
        def f(self):
            def g(other, *args):
                return super().f, super(A, other), [super() for _ in args]
            def h(*args):
                return super()
        """,
        """
        def f(self):

            def g(other, *args):
                return (super(__class__, other).f, super(A, other), [super(__class__, other) for _ in args])

            def h(*args):
                return super()
        """,
    )


def test_private_names():
    check_becomes(
        Mangle,
        """
        def f(self, __p, *, __k=1):
            global __g
            import __m
            from m import __a as b, __c
            self.__x = __p.__y__ + self.__x__
            g(__p=1, **__k)
            def __h(__q): yield __q
            class __D:
                def m(self): return self.__own
            try: pass
            except E as __e: pass
            return lambda __z: __z
        """,
        """
        def f(self, _C__p, *, _C__k=1):
            global _C__g
            import __m as _C__m
            from m import __a as b, __c as _C__c
            self._C__x = _C__p.__y__ + self.__x__
            g(__p=1, **_C__k)

            def __h(_C__q):
                yield _C__q
            _C__h = __h

            class __D:

                def m(self):
                    return self.__own
            _C__D = __D
            try:
                pass
            except E as _C__e:
                pass
            return lambda _C__z: _C__z
        """,
        class_name="_C",
    )


def test_private_names_without_a_class_stay():
    source = "def f(x):\n    return x.__y"
    check_becomes(Mangle, source, source)
    check_becomes(Mangle, source, source, class_name="___")


def test_bare_annotation_keeps_the_name_local():
    check_becomes(
        AnnotatedAssignment,
        "def f():\n    'doc'\n    x: int\n    return x",
        """
        def f():
            \"\"\"doc\"\"\"
            x = None
            del x
            return x
        """,
    )


def test_stable_targets_need_no_names():
    check_becomes(
        AugmentedAssignment,
        "def f(self, i):\n    self.n += g(i)\n    self.x[i] *= 2",
        """
        def f(self, i):
            self.n = _sct.iadd(self.n, g(i))
            owner = self.x
            owner[i] = _sct.imul(owner[i], 2)
            owner = None
        """,
    )


def test_plain_targets_stay():
    source = "def f(x):\n    a = b, *c = x\n    for i, (j, k) in x:\n        pass\n    del a"
    check_becomes(Targets, source, source)


def test_the_checker_notices_a_changed_order():
    from sct.transformers.base import Pass

    class Swap(Pass):
        def visit_Tuple(self, node):
            node.elts.reverse()
            return node

    with pytest.raises(AssertionError, match="instead of"):
        behaves("def f(n):\n    return print(1), print(2)", (1,), passes=(Swap,))
    assert outcome(print, (1,)) != outcome(print, (2,))


def test_annotation_alone_in_a_block():
    behaves(
        """
        def f(a):
            try:
                x: int
            except ValueError:
                y: int
            finally:
                z: int
            with open(a) as g:
                x: str
            if a:
                y: int
            else:
                z: int
            for z in a:
                y: int
            def g():
                y: int
            return g(), x
        """,
        ("/dev/null",),
    )


def test_super_where_the_first_argument_is_deleted():
    class Base:
        def f(self):
            return "base"

    class Derived(Base):
        def f(self):
            del self
            return super().f()

        def made(self, n):
            if n:
                del self
            return super()

    for method, *args in ((Derived().f,), (Derived().made, 1)):
        outcomes = []
        for call in (method, sct.transform(method), sct.to_static(method)):
            with pytest.raises((RuntimeError, UnboundLocalError)) as raised:
                call(*args)
            outcomes.append((raised.type, str(raised.value)))
        assert len(set(outcomes)) == 1
    assert Derived().made(0).f() == sct.transform(Derived().made)(0).f() == "base"
