"""print: as often, in the order and with the text that Python prints."""

import contextlib
import io
import sys

import numpy as np

from tests.harness import Refusal, Theme, call

program = Theme("printing")
V = np.array([1.0, -2.0, 3.0])


@program(call(V), call(-V))
def straight(x):
    """Arrays, scalars and strings."""
    print("x =", x)
    print(x.sum(), x.shape, x.dtype, len(x))
    print()
    return x


@program(call(V), call(-V))
def in_branches(x):
    """Only the taken branch prints."""
    if x.sum() > 0:
        print("positive", x.sum())
    else:
        print("negative", -x.sum())
    print("end")


@program(call(V), call(-V))
def in_loop(x):
    """Each trip prints."""
    for i in range(12):
        x = x * 0.5
        if x[0] > 0.1:
            print(i, x[0])
    return x


@program(call(V), call(-V))
def sep_end(x):
    """sep, end and flush."""
    print("a", x[0], 2, sep="-", end="|\n", flush=True)
    print(x, x * 2, sep="\n", end="")
    print("", end="!\n")


@program(call(np.float64(3.14159)), call(np.float64(-1e10)))
def fstrings(x):
    """f-strings with conversions and formats."""
    width = 12
    print(f"{x} {x!r} {x:.2f} {x:>{width}.3e} {x * 2 = } {{}} {width:04d}")
    return x


@program(call(np.int64(42), V), call(np.int64(-1), V * 2))
def fstring_of_values(n, v):
    """Integers, arrays and Python values in f-strings."""
    print(f"n={n:5d}|{n:x}|{n + 1}|{v}|{v.shape}|{'s':>3}|{None}|{n > 0}")
    return n


@program(call(V), call(-V))
def percent_and_format(x):
    """% and str.format."""
    print("%d items, first %.3f" % (len(x), x[0]))
    print("sum {:.2f} of {name}".format(x.sum(), name="x"))
    print("sum " + str(x.sum()) + " " + repr(x[1]))


@program(call(V), call(-V))
def scalars_and_arrays(x):
    """What is a Python number, a NumPy scalar or an array prints as such."""
    n = 0
    while x[0] < 8 and n < 3:
        x = x * 2
        n += 1
    print(n, [n], [x[0]], (x.sum(), n), {"k": x[1]}, x[:1], np.float32(1) * n)
    return n


@program(call(V), call(-V))
def python_bool(x):
    """True and np.True_ print alike but in lists."""
    c = x.sum() > 0
    print(c, not c, [c], [bool(c)])


@program(call(V), call(-V))
def order_with_writes(x):
    """What is printed before a write is the old value."""
    print(x)
    x[0] = 100.0
    print(x)
    y = x
    y += 1
    print(x)


@program(call(V), call(-V))
def print_in_helper(x):
    """A helper prints."""

    def show(name, value):
        print(f"{name}: {value}")
        return value

    return show("double", x * 2) + show("half", x / 2)


@program(call(V), call(-V))
def print_static(x):
    """Python values are printed at each call, not only at the first."""
    for name in ("a", "b"):
        print(name, end=" ")
    print(3 > 2, None, [1, 2])
    return x


@program(call(V), call(-V))
def print_objects(x):
    """Containers of arrays."""
    print([x, x + 1])
    print({"x": x, "n": 3}, (x[0],))


@program(call(np.array([1, 0, 3])), call(np.array([0, 0, 0])))
def print_in_while(x):
    """Printing with a break."""
    i = 0
    while i < 3:
        if x[i] == 0:
            print("zero at", i)
            break
        print("at", i, "is", x[i])
        i += 1
    else:
        print("none")
    return i


@program(call(V), call(-V))
def print_returned_none(x):
    """print gives None."""
    r = print("hello")
    return r is None


@program(call(V), call(-V))
def write_to_output(x):
    """sys.stdout.write, with what it answers."""
    out = sys.stdout
    out.write("%.1f of %d\n" % (x[0], len(x)))
    for v in x:
        if v > 0:
            out.write(f"{v:8.3f}" + "\n")
    out.flush()
    return out.write("more" if x[0] > 0 else "less")


@program(call(V), call(-V))
def write_no_text(x):
    """A number is no text."""
    if x[0] > 0:
        sys.stdout.write("fine\n")
    else:
        sys.stdout.write(x[0])


class Parts:
    """What is printed to it, piece by piece."""

    def __init__(self):
        self.parts = []
        self.flushed = 0

    def write(self, s):
        self.parts.append(s)

    def flush(self):
        self.flushed += 1


@program(call(V), call(-V))
def to_an_object(x):
    """print(file=...) to an object with a write method."""
    out = Parts()
    print("a", x[0], sep="-", file=out)
    for v in x:
        if v > 0:
            print(v, end="", file=out, flush=True)
    return out.parts, out.flushed


@program(call(V), call(-V))
def to_standard_error(x):
    """print(file=sys.stderr), in a loop that may raise."""
    total = 0.0
    for v in x:
        if v < 0:
            print("below zero:", v, file=sys.stderr)
            sys.stderr.write("!\n")
        total += v
        print(total)
    if total < 0:
        raise ValueError(f"{total}")
    print("total", total, file=sys.stderr, flush=True)
    return total


@program(call(V), call(-V))
def to_a_text(x):
    """An io.StringIO that is written and printed to."""
    with io.StringIO() as out:
        n = 0
        for i, v in enumerate(x):
            n += out.write(f"{i}:{v};")
            if v > 2:
                print("large", v, file=out)
        assert isinstance(out, io.StringIO)
        return out.getvalue(), n


@program(call(V), call(-V))
def text_with_a_place(x):
    """An io.StringIO that is written over, read, cut off, and leaves the function."""
    out = io.StringIO("hello\nworld\n")
    out.write(f"{x[0]}{x[1]}")
    k = out.tell()
    rest = out.read(2), out.readline(), [line.strip() for line in out]
    out.seek(4)
    out.truncate()
    out.seek(6)
    out.write("z")
    return out, k, rest, out.getvalue(), out.tell(), out.read()


@program(call(V), call(-V))
def text_that_is_closed(x):
    """Writing to an io.StringIO that may be closed."""
    out = io.StringIO()
    if x[0] < 0:
        out.close()
    return out.write("a"), out.getvalue()


@program(call(V))
def number_to_a_text(x):
    """A number is no text for an io.StringIO either."""
    io.StringIO().write(x[0])


@program(call(V), call(-V))
def redirected(x):
    """What is printed below a redirect_stdout goes to a text, also when the function is left there."""
    text = io.StringIO()
    with contextlib.redirect_stdout(text):
        print("sum", x.sum())
        for v in x:
            if v > 3:
                print(v, end=";")
            elif v < -3:
                return text.getvalue(), "early"
    print("outside")
    return text.getvalue()


@program(call(V), call(-V))
def redirected_in_turn(x):
    """Redirections in one another, to objects, to another stream, to nothing; a stream that was read before."""
    parts = Parts()
    out = sys.stdout
    with contextlib.redirect_stdout(parts) as same:
        print(x[0])
        out.write("to the first\n")
        sys.stdout.write("second")
        text = io.StringIO()
        with contextlib.redirect_stdout(text):
            print("nested", x.sum(), file=None)
        print(text.getvalue(), end="")
        with contextlib.redirect_stdout(sys.stderr):
            print("error")
        with contextlib.redirect_stdout(None):
            print("gone")
    print("after", same is parts)
    return parts.parts


@program(call(V), call(-V))
def redirected_in_branches(x):
    """A redirection for each number; one that an exception ends."""
    texts = []
    try:
        for v in x:
            text = io.StringIO()
            if v > 0:
                with contextlib.redirect_stdout(text):
                    print(v * 2)
                    if v > 3:
                        raise ValueError(f"{v}")
            texts.append(text.getvalue())
    except ValueError as e:
        print("caught", e)
    return texts


@contextlib.contextmanager
def captured():
    text = io.StringIO()
    with contextlib.redirect_stdout(text):
        yield text


@program(call(V), call(-V))
def redirected_by_a_manager(x):
    """In a manager of the user's, in an ExitStack, and by hand."""
    with captured() as first:
        for v in x:
            print(v)
    with contextlib.ExitStack() as stack:
        second = stack.enter_context(contextlib.redirect_stdout(io.StringIO()))
        print("in the stack", x[0])
    third = io.StringIO()
    redirection = contextlib.redirect_stdout(third)
    redirection.__enter__()
    print("by hand")
    redirection.__exit__(None, None, None)
    print("out")
    return first.getvalue(), second.getvalue(), third.getvalue()


def printing_items(x, text):
    with contextlib.redirect_stdout(text):
        for v in x:
            print("item", v)
            yield v


@program(call(V), refused=Refusal("SideEffectError", "def redirected_by_a_generator"))
def redirected_by_a_generator(x):
    """A generator that is left in a redirection."""
    text = io.StringIO()
    print("first", next(printing_items(x, text)))
    return text.getvalue()


@program(call(V), refused=Refusal("UnsupportedCallError", "with contextlib.redirect_stderr(text):"))
def redirected_errors(x):
    """sys.stderr gets more than what is printed."""
    text = io.StringIO()
    with contextlib.redirect_stderr(text):
        print(x[0], file=sys.stderr)
    return text.getvalue()


KEPT = contextlib.redirect_stdout(Parts())


@program(call(V), refused=Refusal("UnsupportedCallError", "with KEPT:"))
def redirected_from_outside(x):
    """A redirection that the function has not made."""
    with KEPT:
        print(x[0])


@program(call(V), refused=Refusal("SideEffectError", "sys.stdout = text"))
def other_output(x):
    """Another object in place of sys.stdout."""
    text = io.StringIO()
    sys.stdout = text
    print(x[0])
    sys.stdout = sys.__stdout__
    return text.getvalue()
