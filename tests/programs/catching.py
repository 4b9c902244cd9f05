"""Exceptions that run-time values raise, and handlers of the same program catch."""

import numpy as np

from tests.harness import Refusal, Theme, call

program = Theme("catching")
V = np.array([1.0, -2.0, 3.0, 0.5, 4.0, -1.0])


@program(call(V), call(-V))
def exc_index(x):
    """Caught: index."""
    i = int(x[2])
    try:
        return [1, 2, 3, 4][i]
    except IndexError:
        return -1


@program(call(V), call(-V * 3), call(V * 10))
def exc_array_index(x):
    """Caught: array index."""
    i = int(x[2])
    try:
        v = x[i]
    except IndexError:
        v = -1.0
    return v


@program(call(np.array(4)), call(np.array(0)))
def exc_zero(n):
    """Caught: zero."""
    try:
        r = 10 // int(n)
    except ZeroDivisionError:
        r = -1
    return r


@program(call(V), call(-V))
def exc_user(x):
    """Caught: user."""
    try:
        if x[0] > 0:
            raise ValueError("pos")
        r = 1
    except ValueError as e:
        r = 2
    return r


@program(call(V), call(-V))
def exc_user_msg(x):
    """Caught: user msg."""
    try:
        if x[0] > 0:
            raise ValueError("pos", x[0])
        r = "no"
    except ValueError as e:
        r = str(e)
    return r


@program(call(V), call(-V))
def exc_user_finally(x):
    """Caught: user finally."""
    log = []
    try:
        try:
            if x[0] > 0:
                raise ValueError("pos")
            r = 1
        finally:
            log.append("f")
    except ValueError:
        r = 2
    else:
        r = 3
    return r, log


@program(call(V), call(-V))
def exc_callee(x):
    """Caught: callee."""

    def check(v):
        if v < 0:
            raise ValueError(f"negative {v}")
        return np.sqrt(v)

    try:
        return check(x[0])
    except ValueError:
        return 0.0


@program(call(V), call(-V))
def exc_loop(x):
    """Caught: loop."""
    n = 0
    for v in x:
        try:
            if v < 0:
                raise KeyError
            n += 1
        except KeyError:
            n += 10
    return n


@program(call(V), call(-V))
def exc_loop_break(x):
    """Caught: loop break."""
    n = 0
    try:
        for v in x:
            if v < 0:
                raise StopIteration
            n += 1
    except StopIteration:
        pass
    return n


@program(call(V), call(-V))
def exc_from(x):
    """Caught: from."""
    try:
        raise KeyError("a")
    except KeyError as e:
        if x[0] > 0:
            raise ValueError("b") from e
    return 1


@program(call(V), call(-V))
def exc_reraise(x):
    """Caught: reraise."""
    try:
        if x[0] > 0:
            raise ValueError("b")
    except ValueError:
        raise
    return 1


@program(call(V), call(-V))
def exc_numpy(x):
    """Caught: numpy."""
    try:
        y = x.reshape(4, 2)
    except ValueError:
        y = x.reshape(3, 2)
    return y


@program(call(np.eye(2)), call(np.zeros((2, 2))))
def exc_linalg(x):
    """Caught: linalg."""
    try:
        y = np.linalg.inv(x)
    except np.linalg.LinAlgError:
        y = np.linalg.pinv(x)
    return y


@program(call(V), call(-V))
def exc_group(x):
    """Caught: group."""
    try:
        raise ExceptionGroup("g", [ValueError(1), KeyError(2)])
    except ExceptionGroup as g:
        return len(g.exceptions), x


@program(call(V), call(-V))
def assert_msg(x):
    """Caught: msg."""
    assert x[0] > 0, f"bad {x[0]:.1f}"
    return x


@program(call(V), call(-V))
def assert_caught(x):
    """Caught: caught."""
    try:
        assert x[0] > 0, "bad"
        return 1
    except AssertionError as e:
        return 2


class MyErr(Exception):
    def __init__(self, code, val):
        super().__init__(f"code {code}")
        self.code = code
        self.val = val


@program(call(V), call(-V))
def exc_custom(x):
    """Caught: custom."""
    if x[0] > 0:
        raise MyErr(3, x[1])
    return x


@program(call(V), call(-V))
def exc_custom_caught(x):
    """Caught: custom caught."""
    try:
        if x[0] > 0:
            raise MyErr(3, x[1])
    except MyErr as e:
        return e.code, e.val
    return None


@program(call(V), call(-V))
def exc_else(x):
    """Caught: else."""
    try:
        a = 1 / (x[0] + 3)
    except ZeroDivisionError:
        a = 0
    else:
        a = a + 1
    finally:
        b = 2
    return a, b


@program(call(V), call(-V))
def float_conv(x):
    """Caught: conv."""
    try:
        return float("abc")
    except ValueError as e:
        return str(e), x


@program(call(V), call(-V))
def int_nan(x):
    """Caught: nan."""
    y = x[0] * np.inf
    try:
        return int(y)
    except OverflowError:
        return -1


def refused_inside(x):
    """A callee that is refused."""
    return hash(f"{x[0]}")


@program(call(V), call(-V), refused=Refusal("StaticValueError", "return hash("))
def refusal_not_caught(x):
    """A handler of all exceptions does not catch a refusal."""
    try:
        y = refused_inside(x)
    except Exception:
        y = -5
    return y


@program(call(V), call(-V), refused=Refusal("StaticValueError", "return hash("))
def refusal_not_caught_by_bare(x):
    """Nor does a bare one."""
    try:
        y = refused_inside(x)
    except:  # noqa: E722
        y = -5
    return y


@program(call(V), call(-V))
def both_ways_raise(x):
    """Both branches raise, and a bare handler catches."""
    try:
        if x[0] > 0:
            raise ValueError
        else:
            raise KeyError
    except:  # noqa: E722
        y = -5
    return y


@program(call(V), call(-V))
def try_loop_state(x):
    """Caught: try loop state."""
    out = []
    n = 0
    for v in x:
        try:
            n += 1
            if v < 0:
                raise ValueError(n)
            out.append(v)
        except ValueError as e:
            out.append(-1.0)
            n += 10
        else:
            n += 100
        finally:
            n += 1000
    return out, n


@program(call(V.copy()), call(-V))
def try_mutates(x):
    """Caught: try mutates."""
    x[0] += 1
    print("before", x[0])
    try:
        x[1] = 5.0
        if x[2] > 0:
            raise KeyError("k")
        x[2] = 7.0
    except KeyError:
        x[2] *= 10
    print("after", x)
    return x.sum()


@program.built(call(V), call(-V), retraces=True)
def try_global(jit):
    """Caught: try global."""
    n = 0

    def f(x):
        nonlocal n
        n += 1
        try:
            if x[0] > 0:
                raise ValueError
            n += 10
        except ValueError:
            n += 100
        return n

    return jit(f), lambda: n


@program(call(V, 2), call(V, 0))
def nested_try(x, k):
    """Caught: nested try."""
    try:
        try:
            r = 10 // int(x[0] - k + 1)
        except IndexError:
            r = 1
        r += 1
    except ZeroDivisionError as e:
        r = str(e)
    return r


@program(call(V), call(-V))
def reraise_other(x):
    """Caught: reraise other."""
    try:
        try:
            if x[0] > 0:
                raise ValueError("a")
        except ValueError as e:
            raise KeyError("b") from e
    except KeyError as e:
        return type(e.__cause__).__name__
    return "none"


@program(call(V), call(-V))
def generator_try(x):
    """Caught: generator try."""

    def g():
        for v in x:
            try:
                if v < 0:
                    raise ValueError
                yield v
            except ValueError:
                yield -1.0

    return sum(g()), list(g())


@program(call(V), call(-V))
def raise_in_consumer(x):
    """Caught: raise in consumer."""

    def g():
        try:
            for v in x:
                yield v
        finally:
            print("closed")

    try:
        for v in g():
            if v < 0:
                raise ValueError(v)
    except ValueError:
        print("caught")
    return v


@program(call(V), call(-V))
def while_try(x):
    """Caught: while try."""
    n = 0
    while True:
        try:
            n += 1
            if n > 5 or x[n % 3] > 2:
                raise StopIteration
        except StopIteration:
            break
    return n


K = np.array([3, 1, 2, 3, 3, 0, 1])


@program(call(K), call(K[:1]), call(K[:0]), call(K * 2))
def counts_by_handler(x):
    """Counting: a key that is not there yet is Python's KeyError."""
    counts, places = {}, {}
    for i, v in enumerate(x):
        k = int(v)
        try:
            counts[k] += 1
        except KeyError:
            counts[k] = 1
        try:
            places[k, k % 2].append(i)
        except (LookupError, TypeError):
            places[k, k % 2] = [i]
    return counts, places


@program(call(K, {}), call(K, {3: 5}), call(K[:0], {}), call(K, {0: 1, 1: 1, 2: 1, 3: 1}), retraces=True)
def callers_counts_by_handler(x, counts):
    """The same in a dict of the caller's; what was printed is not printed again."""
    for v in x:
        try:
            counts[int(v)] += 1
        except KeyError as error:
            print("new", error.args)
            counts[int(v)] = 1
    return len(counts)


@program(call(K), call(K[:0]), call(K[:2] * 0 + 1))
def looked_up_by_handler(x):
    """A table that may not have a key, with else and finally."""
    known = {1: 5, 2: 7}
    total = missing = turns = 0
    for v in x:
        try:
            w = known[int(v)]
        except KeyError:
            missing += 1
        else:
            total += w
        finally:
            turns += 1
    return total, missing, turns


@program(call(K), call(K[:1]), call(K[:0]))
def taken_out_by_handler(x):
    """Keys and elements that may not be there are taken out."""
    known, seen = {1: 5, 2: 7, 3: 8}, {1, 2}
    missing = 0
    for v in x:
        try:
            del known[int(v)]
        except KeyError:
            known[int(v)] = 1
        try:
            seen.remove(int(v))
        except KeyError:
            missing += 1
    return known, len(seen), missing


@program(call(K), call(K[:1]), call(K[:0]))
def before_the_miss(x):
    """What was done before the exception stays done."""
    known = {}
    n = 0
    for v in x:
        try:
            n += 1
            known[int(v)] += n
            n += 10
        except KeyError:
            known[int(v)] = n
    return known, n


@program(call(K), call(K[:1]))
def not_for_this_handler(x):
    """A handler of other exceptions: the KeyError comes out."""
    known = {3: 1}
    for v in x:
        try:
            known[int(v)] += 1
        except IndexError:
            known[int(v)] = 1
    return known


class Asked:
    def __getattr__(self, name):
        if name == "own":
            raise AttributeError("named", name="other")
        raise AttributeError(name)


def _whose(ask, *owners):
    try:
        ask()
    except AttributeError as error:
        return error.name, type(error.obj).__name__, any(error.obj is x for x in owners), str(error)
    return None


@program(call(np.array([3.0, 1.0, 2.0])), call(np.array([1.0, 4.0])))
def attributes_that_are_not_there(x):
    """The error has the name, and the very object that was asked, whatever only the run knows of it."""
    one, asked, xs = x[0], Asked(), [v for v in x if v > 1]
    found = [_whose(lambda: x.nothing, x), _whose(lambda: one.nothing, one), _whose(lambda: float(one).nothing)]
    found += [_whose(lambda: x.append(1), x), _whose(lambda: x.flat.nothing), _whose(lambda: range(int(one)).nothing)]
    found += [_whose(lambda: asked.nothing, asked), _whose(lambda: asked.own, asked), _whose(lambda: xs.nothing, xs)]
    found += [_whose(lambda: (v for v in x).nothing), _whose(lambda: getattr(x, "nothing"), x)]
    try:
        (x * 2).nothing  # noqa: B018
    except AttributeError as error:
        return found, error.obj


@program(call((41.0, -100.0)), call((41, -100)), call([(1, 2), (3.0, 4)]), call(np.array([[1.0, 2], [3, 4]])), call([None]))
def pairs_or_one_pair(places):
    """A comprehension unpacks what may be no pair: the handler answers for one pair, and reads what is said."""
    try:
        first = np.mean([latitude for latitude, _ in places])
    except TypeError as error:
        first = str(error), places[0]
    return first, {x: y for x, y in [(1, places)]}


@program(call(V), call(-V))
def stacks_that_do_not_fit(x):
    """Caught: words of NumPy's about stacks of matrices."""
    said = []
    for shape in ((3, 5, 2), (3, 1, 5, 2), (4, 2)):
        try:
            np.matmul(np.ones((2, 2, 5)) * x[0], np.ones(shape))
        except ValueError as e:
            said.append(str(e))
    return said
