"""Classes that are changed between two calls: the program that was made for them as they were is not the right one."""

import dataclasses
import types

import numpy as np
import pytest

import sct

X = np.arange(3.0)


def holders():
    """An object whose class has a base and a metaclass, and another base to be given."""

    class Meta(type):
        pass

    class Base(metaclass=Meta):
        def __init__(self):
            self.a, self.b, self.items = 1, 2.0, [1, 2]

        def method(self):
            return self.a

    class Other:
        other = 55

        def method(self):
            return 100

    class Kind(Base):
        pass

    return types.SimpleNamespace(Meta=Meta, Base=Base, Other=Other, Kind=Kind, o=Kind())


def put(cls, name, value):
    return lambda held: setattr(getattr(held, cls), name, value)


def drop(cls, name):
    return lambda held: delattr(getattr(held, cls), name)


def given(cls, name, *values):
    """It is put into the class, replaced, and taken out again."""
    return [*(put(cls, name, value) for value in values), drop(cls, name)]


def bases(*names):
    return lambda held: setattr(held.Kind, "__bases__", tuple(getattr(held, name) for name in names))


def doubled(o, name, value):
    object.__setattr__(o, name, value * 2)


def not_deleted(o, name):
    object.__setattr__(o, name, 11)


def method(o, x):
    return x * o.method(), hasattr(o, "other"), getattr(o, "other", 7), type(o).__mro__[1].__name__


def through_super(o, x):
    return x + super(type(o), o).method()


def compared(o, x):
    return x + 1, o == o, o != o, o == 3, o in [1, 2], [4, o].index(o), [o, 1].count(1)  # noqa: PLR0124


def true(o, x):
    return x + 1 if o else x - 1, not o, bool(o), any([o]), [k for k in range(2) if o], len(list(filter(None, [o, 1])))


def written(o, x):
    o.a, o.b = 5, 3
    o.new = x.sum()
    return x + o.a, o.b, o.new


def deleted(o, x):
    o.t = 1
    del o.t
    return x, getattr(o, "t", 0)


def called(o, x):
    return x + (o() if callable(o) else 0)


def shown(o, x):
    return x, f"{o}"[:4], type(o).__name__, type(o).__qualname__.rpartition(".")[2]


def of_metaclass(o, x):
    cls = type(o)
    return x + cls.k if hasattr(cls, "k") else x - 1, isinstance(3, cls), issubclass(int, cls), cls().b


def names(o, x):
    return x, "other" in dir(o), "other" in dir(type(o)), "other" in vars(type(o))


def in_words(answer):
    """An answer with the kinds of what is in it."""
    if isinstance(answer, tuple):
        return [in_words(part) for part in answer]
    return type(answer), answer.dtype if isinstance(answer, np.ndarray) else None, np.asarray(answer).tolist()


def outcome(f, o, x):
    try:
        return in_words(f(o, x.copy()))
    except (AttributeError, TypeError) as error:
        return type(error)


def only_k(cls, name):
    if name == "k":
        return 4
    raise AttributeError(name)


def read_only():
    return property(lambda o: 9)


CHANGES = {
    "bases": (method, [bases("Other", "Base"), bases("Base"), bases("Base", "Other")]),
    "bases of super": (through_super, [bases("Other", "Base"), bases("Base")]),
    "eq": (compared, given("Base", "__eq__", lambda o, x: False, lambda o, x: True)),
    "eq of the class": (compared, [put("Base", "__eq__", lambda o, x: True), *given("Kind", "__eq__", lambda o, x: 0)]),
    "ne": (compared, given("Base", "__ne__", lambda o, x: True)),
    "bool": (true, given("Base", "__bool__", lambda o: False, lambda o: True)),
    "len": (true, [put("Base", "__len__", lambda o: 0), *given("Kind", "__bool__", lambda o: True)]),
    "setattr": (written, given("Base", "__setattr__", doubled)),
    "property": (written, given("Base", "a", property(lambda o: 8, lambda o, value: None), read_only())),
    "value, then property": (written, given("Base", "a", 1, 2.5, read_only(), 3)),
    "delattr": (deleted, given("Base", "__delattr__", not_deleted)),
    "call": (called, given("Base", "__call__", lambda o: 4, lambda o: 5)),
    "repr": (shown, [put("Base", "__repr__", lambda o: "rep"), *given("Kind", "__format__", lambda o, spec: "form")]),
    "name": (shown, [put("Kind", "__name__", "Z"), put("Kind", "__qualname__", "Y.W")]),
    "metaclass": (of_metaclass, [*given("Meta", "k", 4, 5), *given("Base", "k", 6)]),
    "property of the metaclass": (of_metaclass, [put("Kind", "k", 4), *given("Meta", "k", property(lambda cls: 9))]),
    "metaclass's getattr": (of_metaclass, given("Meta", "__getattr__", only_k)),
    "instance check": (of_metaclass, given("Meta", "__instancecheck__", lambda cls, x: True)),
    "subclass check": (of_metaclass, given("Meta", "__subclasscheck__", lambda cls, x: True)),
    "names": (names, [*given("Base", "other", 3), *given("Kind", "other", 3)]),
}


@pytest.mark.parametrize("backend", ["native", "numpy"])
@pytest.mark.parametrize("name", CHANGES)
def test_changes_are_noticed(name, backend):
    f, changes = CHANGES[name]
    for calls in 1, 3:
        plain, ours, static = holders(), holders(), sct.to_static(f, backend=backend)
        for change in [lambda held: None, *changes]:
            change(plain)
            change(ours)
            for _ in range(calls):
                assert outcome(static, ours.o, X) == outcome(f, plain.o, X)


def test_fields_of_a_dataclass():
    @dataclasses.dataclass
    class Pair:
        a: int = 1

    def made(x):
        pair = Pair(3)
        return x + pair.a, pair == Pair(3)

    static = sct.to_static(made)
    assert in_words(static(X)) == in_words((X + 3, True))
    Pair.__eq__ = lambda pair, other: False
    assert in_words(static(X)) == in_words((X + 3, False))
    Pair.a = property(lambda pair: 9, lambda pair, value: None)
    assert in_words(static(X)) == in_words((X + 9, False))


def test_what_does_not_matter_makes_no_program_anew():
    held, static = holders(), sct.to_static(true, backend="native")
    for k in range(30):  # more often than the builtin is made anew because of it
        held.Kind.counter = k
        held.Kind.__doc__ = str(k)
        static(held.o, X)
    held.Base.more = 1
    static(held.o, X)
    assert static.cache_info().misses == 1
    held.Base.__bool__ = lambda o: False
    assert outcome(static, held.o, X) == outcome(true, held.o, X)
    assert "special methods" in static.explain_cache()


def test_a_with_on_half_a_manager_raises_as_python_does():
    def entered(o, x):
        with o as y:
            return x + y

    held, static = holders(), sct.to_static(entered)
    held.Base.__enter__ = lambda o: 5
    with pytest.raises(TypeError, match="context manager"):
        static(held.o, X)
    held.Base.__exit__ = lambda o, *error: None
    assert (static(held.o, X) == X + 5).all()


@pytest.mark.parametrize("backend", ["native", "numpy"])
def test_what_a_class_holds_may_be_written_before_an_object_hides_it(backend):
    def hidden(o, x):
        type(o).c = x[0]
        o.c = 3
        return x + type(o).c

    held, static = holders(), sct.to_static(hidden, backend=backend)
    held.Kind.c = 1
    for k in range(3):
        assert (static(held.o, X + k) == X + k + k).all()
        assert (held.Kind.c, held.o.c) == (k, 3)
    assert static.cache_info().misses <= 3


@pytest.mark.parametrize("backend", ["native", "numpy"])
def test_names_of_ours_are_free_for_classes_of_the_users(backend):
    class Column:
        python_type = int

        def __init__(self, a):
            self.a = a

    def read(o, x):
        return x + o.a, type(o).__name__, o.python_type is int

    static = sct.to_static(read, backend=backend)
    for a in 1, 5:
        assert in_words(static(Column(a), X)) == in_words((X + a, "Column", True))
