"""What a converted call costs on plain values: `sct.transform(f)` against `f`, one kind of code per row."""

import contextlib

import sct
from benchmarks.timing import duration, medians, table


class Box:
    """Something with an attribute."""

    value = 0


def nothing(x):
    return x


def call(x):
    return len((nothing(x), abs(x)))


def branch(x):
    if x > 3:
        y = x
    elif x == 2:
        y = 0
    else:
        y = -x
    return y


def early_return(x):
    if x > 3:
        return x
    if x == 2:
        return 0
    return -x


def for_loop(x):
    total = 0
    for i in range(8):
        total += i * x
    return total


def while_loop(x):
    while x < 10:
        x += 1
    return x


def breaks(x):
    for i in range(8):
        if i == x:
            break
        if i % 2:
            continue
        x += 0
    else:
        x = -1
    return x


def return_in_loop(x):
    for i in range(8):
        if i == x:
            return i
    return None


def attributes(x, box=Box()):  # noqa: B008
    box.value = x
    box.value += 1
    return box.value


def items(x, store=[0, 1, 2]):  # noqa: B006
    store[0] = x
    store[1] += 0
    store[:1] = store[1:2]
    return store[0]


def comprehension(x):
    return [i + x for i in range(8) if i % 2]


def logic(x):
    return (x and x + 1) or (not x), x is None, x in (1, 2)


def chain(x):
    return 0 < x <= 10 != x


def augmented(x):
    x += 1
    x *= 2
    x -= 1
    return x


def handled(x):
    try:
        y = 1 // x
    except ZeroDivisionError as error:
        y = error
    finally:
        x = 0
    return y


def managed(x):
    with contextlib.nullcontext():
        y = x + 1
    return y


def formatted(x):
    return f"x = {x:>5} and {x!r}"


def conditional(x):
    return x if x > 3 else -x


def unpacking(x):
    a, (b, *c) = x, (x, x, x)
    return a, b, c


def walrus(x):
    if x and (y := x + 1) > 2:
        return y
    return x


def matching(x):
    match x:
        case 0 | 1:
            return "small"
        case int():
            return "number"
        case [first, *rest]:
            return first, rest
    return None


def closure(x):
    def add(y):
        return x + y

    return add(1) + (lambda z: z * x)(2)


def asserting(x):
    assert x > 0, "positive"
    return x


FUNCTIONS = (
    nothing, call, branch, early_return, for_loop, while_loop, breaks, return_in_loop, attributes, items, comprehension,
    logic, chain, augmented, handled, managed, formatted, conditional, unpacking, walrus, matching, closure, asserting,
)  # fmt: skip


def measure(seconds):
    """One row for each kind of code: both medians, their difference and ratio."""
    rows = []
    for function in FUNCTIONS:
        converted = sct.transform(function)
        assert converted(5) == function(5)
        plain, after = medians([lambda: function(5), lambda: converted(5)], seconds / 4, least=21)  # noqa: B023
        rows.append({"name": function.__name__, "plain": plain, "transformed": after, "more": after - plain})
    return rows


def print_table(rows, out):
    """Print what `measure` answered."""
    print("\nA call on plain values, as it is and converted by sct.transform", file=out)
    lines = []
    for row in rows:
        more = row["more"]
        cost = f"{'-' if more < 0 else '+'}{duration(abs(more))}"
        ratio = f"{row['transformed'] / row['plain']:.2f}"
        lines.append(
            (row["name"].replace("_", " "), duration(row["plain"]), duration(row["transformed"]), cost, ratio, "")
        )
    table(("code with", "plain Python", "transformed", "more", "transformed / plain", ""), lines, out)
