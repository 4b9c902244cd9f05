"""Return, break, continue, else after loops, jumps out of finally."""

import pytest

from sct.transformers import PIPELINE
from sct.transformers.break_continue import BreakContinue
from sct.transformers.finally_ import FinallyJump
from sct.transformers.return_ import Return
from tests.transformers.lists import behaves, check_becomes, check_refuses

RANGE = [(n,) for n in range(-2, 8)]

CASES = {
    "early": """
        def f(n):
            if n < 0: return 'neg'
            if n == 0:
                return
            elif n == 1:
                n += 10
            else:
                if n == 2: return 'two'
                n *= 2
            print(n)
            return n
        """,
    "missing else": """
        def f(n):
            if n > 2:
                return n
        """,
    "bare": """
        def f(n):
            for i in range(n):
                if i == 3: return
                print(i)
            print('done')
        """,
    "in loops": """
        def f(n):
            for i in range(n):
                for j in range(i):
                    if i * j == 6: return i, j
                    print(i, j)
                else:
                    if i == 4: return 'else'
                    print('no break')
            else:
                print('outer else')
            return 'end'
        """,
    "while true": """
        def f(n):
            while True:
                n -= 1
                if n < 0: return n
                if n % 2: continue
                print(n)
        """,
    "continue and break": """
        def f(n):
            i = 0
            while i < n:
                i += 1
                if i == 2: continue
                if i > 4:
                    if n > 6: break
                    continue
                print(i)
            else:
                print('else')
            return i
        """,
    "try finally": """
        def f(n):
            for i in range(n):
                try:
                    if i == 1: continue
                    if i == 3: break
                    if i == 5: return i
                    print('body', i)
                finally:
                    print('finally', i)
                print('after', i)
            return -1
        """,
    "return before finally changes": """
        def f(n):
            x = [n]
            try:
                return x[0], x
            finally:
                x[0] = -1
                n = 100
        """,
    "handlers": """
        def f(n):
            try:
                if n == 0: return 'zero'
                y = 10 // (n - 1)
            except ZeroDivisionError:
                return 'div'
            else:
                if n == 2: return 'else'
                print('else', y)
            finally:
                print('finally')
            if n > 5: return 'big'
            return y
        """,
    "with": """
        class Cm:
            def __init__(self, swallow): self.swallow = swallow
            def __enter__(self): print('in'); return self
            def __exit__(self, kind, value, tb):
                print('out', kind)
                return self.swallow
        def f(n):
            with Cm(n % 2) as c:
                if n == 0: return 'r'
                with Cm(False):
                    if n > 3: raise ValueError(n)
                    if n == 2: return 'inner'
            print('after')
            return n
        """,
    "with swallows at the end": """
        from contextlib import suppress
        def f(n):
            with suppress(ZeroDivisionError):
                return 1 // n
        """,
    "exit raises after return": """
        class Raising:
            def __enter__(self): return self
            def __exit__(self, *args): raise KeyError('exit')
        def f(n):
            for i in range(n):
                try:
                    with Raising():
                        if i == 1: return 'lost'
                        if i == 2: continue
                        if i == 3: break
                        print(i)
                except KeyError:
                    print('caught', i)
                else:
                    print('not reached')
            return 'end'
        """,
    "suppressed after return": """
        from contextlib import suppress
        class Raising:
            def __enter__(self): return self
            def __exit__(self, *args): raise KeyError('exit')
        def f(n):
            with suppress(KeyError), Raising():
                return 'lost'
            while n > 0:
                n -= 1
                with suppress(KeyError):
                    try:
                        if n == 2: break
                        if n == 4: continue
                    finally:
                        if n % 2 == 0: raise KeyError
                print(n)
            return 'end', n
        """,
    "finally jumps": """
        def f(n):
            while n < 6:
                n += 1
                try:
                    if n == 2: raise ValueError
                    print('body')
                finally:
                    if n == 2: continue
                    if n == 4: break
                    print('finally')
            try:
                1 // (n - 4)
            finally:
                if n > 3: return 'swallowed'
            return n
        """,
    "finally always returns": """
        def f(n):
            try:
                print(1 // n)
            except ValueError:
                print('never')
            finally:
                return n
        """,
    "dead code": """
        x = 'global'
        def f(n):
            while n:
                break
                y = 1
            try: print(y)
            except NameError as e: print(type(e).__name__)
            if n > 3:
                return x
                x = 1
            return 'end'
        """,
    "loop else return": """
        def f(n):
            for i in range(n):
                if i == 5: break
            else:
                return 'else'
            return 'broken'
        """,
    "items are not taken after break": """
        def f(n):
            it = iter(range(10))
            for i in it:
                if i == n: break
            return list(it)
        """,
    "test is not evaluated after break": """
        def f(n):
            def test():
                print('test')
                return True
            while test():
                n -= 1
                if n < 3: break
            return n
        """,
    "continue in with and try": """
        from contextlib import nullcontext
        def f(n):
            for i in range(n):
                with nullcontext():
                    try:
                        if i % 2: continue
                    except ValueError: pass
                    else:
                        if i == 4: break
                        print('else', i)
                    print('with', i)
                print('end', i)
        """,
    "nested functions": """
        def f(n):
            def g(k):
                for i in range(k):
                    if i == 2: return 'g'
                    if i == 9: break
                return k
            h = lambda k: k + 1
            def gen(k):
                for i in range(k):
                    if i == 1: continue
                    if i == 4: return
                    yield i
            return g(n), h(n), list(gen(n))
        """,
    "exception context": """
        def f(n):
            try:
                return 1 // n
            except ZeroDivisionError as e:
                if n == 0: raise ValueError('again')
            return 0
        """,
    "two loops": """
        def f(n):
            for i in range(n):
                if i == 2: break
            for j in range(n):
                if j == 3: continue
                print(j)
            while n > 0:
                n -= 1
                if n == 1: return i
            return n
        """,
    "walrus test and break": """
        def f(n):
            items = list(range(n))
            while (k := len(items)) > 1:
                items.pop()
                if k == 4: break
            else:
                return 'else', k
            return 'broken', k
        """,
    "handler continues": """
        def f(n):
            out = []
            for i in range(-1, n):
                try:
                    v = 6 // i
                except ZeroDivisionError:
                    continue
                out.append(v)
            return out
        """,
}


@pytest.mark.parametrize("passes", [None, PIPELINE], ids=["without functions", "all"])
@pytest.mark.parametrize("name", CASES)
def test_behaves(name, passes):
    behaves(CASES[name], *RANGE, passes=passes)


def test_one_return_at_the_end_stays():
    source = "def f(x):\n    y = x + 1\n    return y"
    check_becomes(Return, source, source)


def test_guards_only_where_the_structure_does_not_do():
    check_becomes(
        Return,
        """
        def f(x):
            if x > 0:
                return 1
            elif x < 0:
                raise ValueError
            print(x)
        """,
        """
        def f(x):
            if x > 0:
                value = 1
            else:
                if x < 0:
                    raise ValueError
                print(x)
                value = None
            return value
        """,
    )


def test_handlers_that_leave_move_the_rest_into_else():
    check_becomes(
        Return,
        """
        def f(x):
            try:
                y = g(x)
            except KeyError:
                return None
            return y
        """,
        """
        def f(x):
            try:
                y = g(x)
            except KeyError:
                value = None
            else:
                value = y
            return value
        """,
    )


def test_continue_at_the_end_needs_no_flag():
    check_becomes(
        BreakContinue,
        """
        def f(xs):
            for x in xs:
                if x:
                    continue
                print(x)
        """,
        """
        def f(xs):
            for x in xs:
                if not x:
                    print(x)
        """,
    )


def test_generated_names_do_not_clash():
    check_becomes(
        Return,
        """
        def f(value):
            for returned in value:
                if returned:
                    return value_1
        """,
        """
        def f(value):
            returned_1 = False
            for returned in value:
                if returned:
                    value_2 = value_1
                    returned_1 = True
                    break
            if not returned_1:
                value_2 = None
            return value_2
        """,
    )


def test_refuses_a_jump_that_meets_another_in_finally():
    check_refuses(
        FinallyJump,
        """
        def f(x):
            for y in x:
                try:
                    break
                finally:
                    return 1
        """,
        5,
        "finally clause also jumps",
    )


@pytest.mark.parametrize(
    "source",
    [
        """
        def f(t, a):
            while t:
                t -= 1
                a = a
                if a:
                    a = a - 1
                elif t:
                    a = a
                else:
                    a = a
                    break
                    continue
                a = a
            return a, t
        """,
        """
        def f(t, a):
            for i in range(t):
                if a:
                    continue
                    break
                else:
                    return i
                    continue
                a = 3
            else:
                a += 1
            return a
            break_ = 1
            del break_
        """,
        """
        def f(t, a):
            while True:
                t -= 1
                if t < 0:
                    return a
                if a:
                    raise ValueError(a)
                    return 3
                a = t
            else:
                return 4
            return 5
        """,
        """
        def f(t, a):
            def g():
                global unheard
                unheard = 1
                return x
                nonlocal_ = 2
            if a:
                return g()
                x = 1
            while t:
                t -= 1
                try:
                    return t
                    x = 2
                finally:
                    t = 9
                continue
                x = 3
            return x
        """,
        """
        def f(t, a):
            t = x
            return t
            def g(y=(x := 1)):
                global x
        """,
        """
        def f(t, a):
            try:
                return a
                break_ = 1
            except ValueError:
                return 1
                return 2
            else:
                return 3
            return 4
        """,
        """
        def f(t, a):
            for b in range(t):
                continue
            else:
                raise KeyError(t)
            for x in range(a):
                value = x
                break
            if a:
                return x
        """,
        """
        def f(t, a):
            while t > a:
                t -= 1
                if a == 1:
                    return t
            else:
                return a, t
            return 3
        """,
    ],
)
def test_unreachable_statements_do_nothing_but_bind(source):
    behaves(source, (0, 0), (0, 1), (3, 0), (3, 2))


def test_notes_a_return_whose_finally_may_return():
    check_becomes(
        FinallyJump,
        """
        def f(x):
            try:
                return g(x)
            finally:
                if x:
                    return 1
        """,
        """
        def f(x):
            returned = False
            value = None
            try:
                value = g(x)
                returned = True
            except BaseException:
                if x:
                    return 1
                raise
            else:
                if x:
                    return 1
            if returned:
                return value
        """,
    )
