"""Odd statements, each with the calls to make: what CPython's tests of the language found, and their like."""

from tests.transformers.odd_functions import on


@on((0,), (1,), (5,))
def guard_rebinds_the_subject(x):
    y = None
    match x:
        case 0 if not (x := 1):
            y = 0
        case 1:
            y = 1
        case 0 as z:
            y = z, "late"
    return x, y


@on(([1, 0],), ([0],), ([2],))
def guard_empties_the_subject(x):
    y = -1
    match x:
        case [0]:
            y = 0
        case [1, 0] if (x := x[:0]):
            y = 1
        case [1, 0]:
            y = 2
    return x, y


@on((1,), (5,), ("a",))
def guard_rebinds_half_way(x):
    match x:
        case int() | float() if x > 3 and (x := "a") == "b":
            return 1
        case 5:
            return 2
        case str():
            return 3
    return x


@on((1,))
def no_docstrings(x):
    def formatted():
        f"""no docstring"""  # noqa: F541

    def two():
        f"{x}"
        f"b"  # noqa: F541

    def after_an_annotation():
        z: int  # noqa: F842
        "no docstring"

    def after_a_docstring():
        "docstring"
        z: int  # noqa: F842
        "no docstring"

    def after_pass():
        pass
        "no docstring"

    functions = formatted, two, after_an_annotation, after_a_docstring, after_pass
    return [f.__doc__ for f in functions], [f() for f in functions]


@on((1,))
def annotation_in_brackets(x):
    (nowhere): int
    (x): int = x + 1
    try:
        return nowhere  # noqa: F821
    except NameError as error:
        return x, type(error).__name__, str(error)


@on((0,), (2,))
def targets_that_move(x):
    items = [0, 0, 0]
    i = 0
    items[i] += (i := 1)
    items[i], i = 5, 2
    items[(i := 0)] = i + 7
    found = {}
    found[x], x = x, 3
    found["k" if x else "z"], (x, *y) = 1, [2, 3]
    for items[1] in range(3):
        pass
    return items, i, found, x, y


@on((0,))
def operands_that_move(i):
    items = [1, 2, 3]
    return (
        items[i] + (i := 1) + items[i],
        [i, (i := 2), i],
        {i: (i := 0), i: 3},  # noqa: F601, F602
        i < (i := 5) < 9 > i,
        f"{i}{(i := 3)}{i}",
    )


@on((0,))
def arguments_that_move(x):
    def f(*args, **named):
        return args, named

    y = [1]
    return f(*y, *(y := [2]), k=y, **{"z": (y := 3)}), y
