"""What Python and NumPy say where a run-time value is none of what is asked for: word for word."""

import numpy as np

from tests.harness import Theme, call

program = Theme("words of errors")
CALLS = (call(np.array([3.0, -2.0])), call(np.array([3, -2])))


def said(f):
    try:
        return f()
    except Exception as error:
        return type(error).__name__, str(error)


def of_a_number(v):
    return [
        said(lambda: v()),
        said(lambda: len(v)),
        said(lambda: [a for a in v]),  # noqa: C416
        said(lambda: list(zip(v, [1], strict=False))),
        said(lambda: list(reversed(v))),
        said(lambda: v.foo),
        said(lambda: getattr(v, "foo")),  # noqa: B009
        said(lambda: ord(v)),
        said(lambda: "-".join(["a", v])),
        said(lambda: divmod(v, "a")),
        said(lambda: divmod(None, v)),
        said(lambda: isinstance(v, 3)),
        said(lambda: complex(v, "a")),
        said(lambda: [a for a, b in [v]]),
        said(lambda: "{1}".format()),  # noqa: F524
    ]


@program(*CALLS)
def numpy_scalars(x):
    """Their types are called by the module, too."""
    return of_a_number(x[0])


@program(*CALLS)
def python_numbers(x):
    """As Python's own."""
    a, b = 0, 0
    try:
        a, b = x[1].item()
    except TypeError as error:
        return of_a_number(x[1].item()), str(error), a, b


@program(call(np.array([0.5, -2.0])), call(np.array([0.25, -2.0])))
def bounds_of_slices(x):
    """A float as a bound."""
    return said(lambda: [1, 2, 3][x[0] :]), said(lambda: [1, 2, 3][x[0]])


@program(*CALLS)
def arguments_of_numpy(x):
    """Names, numbers and kinds of arguments."""
    return [
        said(lambda: np.sum(x, foo=1)),
        said(lambda: np.mean(x, 0, 0, 0, 0, 0, 0, 0)),
        said(lambda: np.add(x)),
        said(lambda: np.sort(x, kind="foo")),
        said(lambda: x.argsort(kind="foo")),
        said(lambda: np.concatenate([x[0], x[1]])),
        said(lambda: x.swapaxes(0, 1)),
        said(lambda: x.swapaxes(2, 0)),
    ]


@program(*CALLS)
def lists_as_elements(x):
    """An element gets a list or tuple."""
    out = []
    for value in ([1, 2], (1,), []):
        try:
            x[0] = value
        except (TypeError, ValueError) as error:
            out.append((type(error).__name__, str(error)))
    return out, x


def _said(f, *args, **keywords):
    try:
        return f(*args, **keywords)
    except TypeError as error:
        return str(error)


@program(call(np.array([1.5, 2.0])))
def keywords_that_builtins_do_not_know(x):
    """Builtins mind keywords in words of their own."""
    one = x[0]
    found = [_said(f, float(one), foo=1) for f in (round, abs, complex, hash, len, iter, next, any, print, sum, min)]
    return found, _said(sorted, [one], foo=1), _said(round, number=one, ndigits=0)
