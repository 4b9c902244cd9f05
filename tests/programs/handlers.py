"""Exceptions that the run decides about, and handlers of the same function: control flow of the program."""

import math

import numpy as np

from tests.harness import Theme, call

program = Theme("handlers")
X = np.array([5.0, 1.0, 7.0, 90.0, 2.0, 3.0])
PRICES = {1: 2.0, 3: 4.0}
PLACES = (call(X[:3], 1), call(X[:3], 5), call(X[:3], -9), call(X[:3], 2), call(X[:3], 0))


class Stop(Exception):
    """Raised by the programs."""


def checked(x):
    if x > 6:
        raise ValueError(f"too large: {x}")
    return x * 2


@program(call(PRICES, np.array([1, 2, 3, 5])), call(PRICES, np.array([2, 2])))
def known_keys(d, keys):
    """Keys that are not there, in a loop."""
    total = 0.0
    for k in keys:
        try:
            total += d[int(k)]
        except KeyError:
            total -= 1
    return total


@program(call(PRICES, np.array(3)), call(PRICES, np.array(4)))
def of_two_types(d, k):
    """What the handler gives is of another type."""
    try:
        v = d[int(k)]
    except KeyError:
        v = 0
    return v


@program(call(np.array([3, 4, 3, 9, 4])))
def keys_of_the_run(keys):
    """A dict that the program fills."""
    seen = {}
    for k in keys:
        try:
            seen[int(k)] += 1
        except KeyError:
            seen[int(k)] = 1
    return seen


@program(call(PRICES, np.array(3)), call(PRICES, np.array(4)), call(PRICES, np.array(1)))
def effects_so_far(d, k):
    """What was done before stays, what comes behind is not done; all clauses."""
    done = []
    try:
        done.append(1)
        v = d[int(k)]
        done.append(2)
        if k < 2:
            raise ValueError("a")
        done.append(v)
    except KeyError:
        done.append(3)
    except ValueError as e:
        done.append(str(e))
    else:
        done.append(4)
    finally:
        done.append(5)
    return done


@program(call(X))
def raised_by_a_function(x):
    """Words that hold numbers of the run, printed."""
    out, bad = np.zeros(len(x)), 0
    for i in range(len(x)):
        try:
            out[i] = checked(x[i])
        except ValueError as e:
            bad += len(str(e))
            print("bad", e)
    return out, bad


@program(call(X))
def two_levels(x):
    """What the inner handlers do not take, the outer ones do."""
    n = 0
    for i in range(len(x)):
        try:
            try:
                if x[i] > 50:
                    raise KeyError(i)
                if x[i] > 4:
                    raise ValueError(i)
                n += 1
            except KeyError:
                n += 10
            n += 100
        except ValueError:
            n += 1000
        else:
            n += 10000
    return n


@program(*PLACES)
def places_in_arrays(x, i):
    """Of an array, with what is said of it."""
    k = int(x[1]) * i
    try:
        return x[k]
    except IndexError as e:
        return str(e), k


@program(*PLACES)
def places_written_to(x, i):
    """Nothing is written where the place is not there."""
    k = int(x[1]) * i
    y = x.copy()
    try:
        y[0] = 7
        y[k] = -1
        y[1] = 8
    except IndexError:
        y[2] = 9
    return y


@program(*PLACES)
def places_in_lists(x, i):
    """Written to, taken out, and a division."""
    items = [1, 2, 3]
    k = int(x[1]) * i
    try:
        items[k] = 7
        v = items.pop(k)
        w = 1 // (k - 2)
    except (IndexError, ZeroDivisionError) as e:
        return items, str(e), type(e).__name__
    return items, v, w


@program(*PLACES)
def divisions(x, i):
    """Python's numbers, by zero."""
    k = int(x[1]) * i
    try:
        return 1 / k, 5 % k, divmod(7, k), 2.5 // k
    except ZeroDivisionError as e:
        return e.args


@program(*PLACES)
def jumps_of_all_kinds(x, i):
    """Break, continue and finally around what may be raised."""
    k = int(x[1]) * i
    done = []
    while True:
        try:
            if k > 3:
                break
            k += 1
            done.append(k)
            if k == 2:
                continue
            done.append(x[k])
        except IndexError:
            done.append(-1)
            break
        finally:
            done.append(99)
    return done


@program(*PLACES)
def raised_by_a_handler(x, i):
    """An assertion, another exception in its place, a finally clause between."""
    k = int(x[1]) * i
    try:
        try:
            assert k < 3, f"k is {k}"
            v = x[k]
        except AssertionError as e:
            raise ValueError("wrapped") from e
        finally:
            k = 7
    except ValueError as e:
        v = str(e) + str(k)
    except IndexError:
        v = None
    return v, k


@program(*PLACES)
def raised_again(x, i):
    """A bare raise, which leaves the function at last."""
    k = int(x[1]) * i
    for n in range(3):
        try:
            return x[k + n]
        except IndexError:
            if n == 1:
                raise
    return -1


class Account:
    def __init__(self, balance):
        self.balance = balance
        self.log = []

    def withdraw(self, x):
        self.log.append(x)
        if x > self.balance:
            raise ValueError("insufficient", x)
        self.balance -= x


@program(call(X), call(X * 10))
def accounts(x):
    """A method that has done something before it raises."""
    account, failed = Account(100.0), []
    for v in x:
        try:
            account.withdraw(v)
        except ValueError as e:
            failed.append(e.args[1])
    return account.balance, account.log, failed


@program(call(X - 4))
def roots(x):
    """What a function of math raises."""
    s = 0.0
    for v in x:
        try:
            s += math.sqrt(v)
        except ValueError:
            s += 1000
    return s


@program(call(X), call(X[3:]))
def stacks_run_empty(x):
    """The end of a list, asked for twice."""
    stack, n = [], 0
    for v in x:
        if v > 4:
            stack.append(int(v))
        try:
            n += stack.pop()
            n += stack.pop()
        except IndexError:
            n += 100
    return n, stack


@program(call(X), call(X[:3]))
def loops_left(x):
    """A loop that is left by an exception."""
    try:
        s, n = 0.0, 0
        for v in x:
            if v > 50:
                raise ValueError
            s += v
            n += 1
    except ValueError:
        s = -s
    return s, n, v


@program(call(X), call(X[:3]))
def until_a_list_is_empty(x):
    """An endless loop, which the end of a list ends."""
    items = [int(v) for v in x if v > 2]
    s = 0
    try:
        while True:
            s += items.pop()
    except IndexError:
        s += 1000
    return s, items


@program(call(X, 3), call(X, 9))
def loops_in_loops(x, n):
    """Each turn of the outer loop may leave the inner one."""
    total, bad = 0.0, []
    for i in range(n):
        try:
            for j in range(i):
                if x[j % 6] * i > 40:
                    raise KeyError(j)
                total += x[j % 6]
            total += 100
        except KeyError:
            bad.append(j)
        else:
            total += 0.5
    return total, bad


@program(call(X), call(X[:3]))
def two_loops_left(x):
    """Both at once, with other jumps beside."""
    out = []
    try:
        for v in x:
            for w in x:
                if v * w > 60:
                    raise Stop
                if v == w:
                    continue
                if v > 6:
                    break
                out.append(v * w)
    except Stop:
        out.append(-1.0)
    return out


@program(call(X), call(X[:3]))
def loops_left_with_words(x):
    """The handler asks what it is."""
    s = 0.0
    try:
        for v in x:
            if v > 50:
                raise ValueError(v)
            s += v
    except ValueError as e:
        s = -e.args[0]
    return s


@program(call(X), call(X[:3]))
def short_loops_left(x):
    """A loop over known items."""
    s = 0
    try:
        for k in (0, 1, 2):
            if x[k] * k > 10:
                raise ValueError
            s += k
    except ValueError:
        s -= k
    return s, k


@program(call(X), call(X[:3]))
def searched(x):
    """A function that returns out of its loop, or raises behind it."""

    def find(t):
        for i, v in enumerate(x):
            if v == t:
                return i
        raise LookupError(t)

    n = 0
    for t in (5.0, 90.0, 4.0):
        try:
            n += find(t)
        except LookupError:
            n += 100
    return n


class Gated:
    def __init__(self, v):
        self.v = v

    @property
    def x(self):
        if self.v > 1:
            raise AttributeError("x")
        return 1


class Open(Gated):
    def __getattr__(self, name):
        return 50


@program(call(X))
def properties_that_raise(x):
    """An AttributeError is seen by hasattr, getattr and patterns before the handler."""
    n = 0
    for i in range(3):
        gated = Gated(x[i])
        try:
            n += hasattr(gated, "x") + getattr(gated, "x", 100)
            match gated:
                case Gated(x=1):
                    n += 7
            n += gated.x
        except AttributeError:
            n += 1000
    return n


@program(call(X))
def properties_with_another_answer(x):
    """And by `__getattr__`, also where it is known that it is raised."""
    n = 0
    for i in range(3):
        try:
            n += Open(x[i]).x + Open(5).x
        except AttributeError:
            n += 10000
    return n


@program(call(X))
def alternatives_of_exceptions(x):
    """A class that the run chooses, and a handler for the base of both."""
    n = 0
    for v in x:
        kind = KeyError if v > 4 else IndexError
        try:
            if v > 2:
                raise kind
            n += 1
        except LookupError:
            n += 10
    return n


@program(call(X))
def names_are_deleted(x):
    """The name of the exception is gone behind the handler."""
    e = 1
    for v in x:
        try:
            if v > 4:
                raise ValueError(v)
        except ValueError as e:
            pass
    try:
        return e
    except UnboundLocalError as error:
        return str(error)


@program(call(np.array([3.0, 0.5, 9.0])), call(np.array([0.1, -0.2, 0.0])), call(np.array([-2.0, 30.0, 1.0])))
def iterations_that_diverge(x):
    """`while` loops that end where a number is too large, or an index is."""
    z, steps, found = float(x[0]), 0, []
    try:
        while steps < 40:
            z = z**2 + x[1].item()
            steps += 1
    except OverflowError:
        found.append("diverges")
    try:
        w = float(x[1])
        while w < 40:
            w = math.exp(w)
            steps += 1
    except OverflowError as e:
        found.append(str(e))
    i = 0
    try:
        while True:
            i += 1 if x[i] > 0 else 2
    except IndexError:
        found.append(i)
    return found, steps


@program(call(np.array([[0, 2], [1, 1], [0, 9]])), call(np.array([[1, 7]])), call(np.zeros((0, 2), int)))
def of_a_chosen_name(rows):
    """What the exception says is one of several texts; a handler takes it, and the loop goes on."""
    held, failed, said = {"apple": 5, "pear": 5}, 0, 0
    for k, n in rows:
        name = ("apple", "pear")[k]
        try:
            if held[name] < n:
                raise LookupError(name)
            held[name] -= int(n)
        except LookupError as error:
            failed += 1
            said += len(str(error))
    return held, failed, said
