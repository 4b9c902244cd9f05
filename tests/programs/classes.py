"""Methods, attributes, inheritance, properties and callable objects."""

import numpy as np

from tests.harness import Theme, call

program = Theme("classes")
V = np.array([1.0, -2.0, 3.0])


@program.built(call(V), call(-V))
def method(jit):
    """A method reads attributes."""

    class Line:
        def __init__(self, slope, offset):
            self.slope = slope
            self.offset = offset

        @jit
        def __call__(self, x):
            return self.at(x)

        @jit
        def at(self, x):
            return self.slope * x + self.offset

    line = Line(2.0, np.ones(3))
    return line.at, line


@program.built(call(V), call(-V), retraces=True)
def counter_attribute(jit):
    """A method counts its calls in an attribute."""

    class Counter:
        calls = 0

        @jit
        def add(self, x):
            self.calls += 1
            return x * self.calls

    c = Counter()
    return c.add, c


@program.built(call(V), call(-V))
def array_attribute(jit):
    """A running sum is kept in an array attribute, rebound at each call."""

    class Sum:
        def __init__(self):
            self.total = np.zeros(3)

        @jit
        def add(self, x):
            self.total = self.total + x
            return self.total * 2

    s = Sum()
    return s.add, s


@program.built(call(V), call(-V))
def array_attribute_in_place(jit):
    """A running sum is kept in an array attribute, in place."""

    class Sum:
        def __init__(self):
            self.total = np.zeros(3)

        @jit
        def add(self, x):
            self.total += x
            self.total[0] = 0.0

    s = Sum()
    return s.add, s


@program.built(call(V), call(-V))
def attribute_in_branch(jit):
    """An attribute is set in a branch that values choose."""

    class Best:
        def __init__(self):
            self.value = np.float64(-10.0)
            self.seen = np.zeros(3)

        @jit
        def offer(self, x):
            s = x.sum()
            if s > self.value:
                self.value = s
                self.seen = x * 1
            return self.value

    b = Best()
    return b.offer, b


@program.built(call(V), call(-V))
def inheritance_and_super(jit):
    """super() without arguments in a converted method."""

    class Base:
        def scale(self):
            return 2.0

        def apply(self, x):
            return x * self.scale()

    class Child(Base):
        def scale(self):
            return 10.0

        @jit
        def apply(self, x):
            y = super().apply(x)
            if y.sum() > 0:
                y = y + super().scale()
            return y

    return Child().apply


@program.built(call(V), call(-V))
def properties(jit):
    """A property with a setter."""

    class Box:
        def __init__(self):
            self._v = np.zeros(3)

        @property
        def content(self):
            return self._v * 1

        @content.setter
        def content(self, value):
            self._v = value + 1

        @jit
        def put(self, x):
            self.content = x
            return self.content

    b = Box()
    return b.put, b


@program.built(call(V), call(-V), compiles=4)
def static_and_class_methods(jit):
    """Static and class methods, under either order of decoration."""

    class Tools:
        factor = 3.0

        @staticmethod
        @jit
        def twice(x):
            return x * 2

        @classmethod
        @jit
        def times(cls, x):
            if x.sum() > 0:
                return x * cls.factor
            return x

    class More(Tools):
        factor = 5.0

    return lambda x: (Tools.twice(x), Tools.times(x), More.times(x), More().twice(x))


@program.built(call(V), call(-V))
def callable_object(jit):
    """An object with __call__ is compiled as it is."""

    class Shift:
        def __init__(self, by):
            self.by = by

        def __call__(self, x):
            if x[0] > 0:
                return x + self.by
            return x - self.by

    return jit(Shift(5.0))


@program.built(call(V), call(-V))
def object_made_inside(jit):
    """An object is made, changed and read in the function."""

    class Vector:
        def __init__(self, x):
            self.x = x

        def __add__(self, other):
            return Vector(self.x + other.x)

        def __mul__(self, k):
            return Vector(self.x * k)

        def norm(self):
            return np.sqrt((self.x**2).sum())

    def f(x):
        v = Vector(x) + Vector(x * 2) * 3
        if v.norm() > 1:
            v.x = v.x / v.norm()
        return v.x

    return jit(f)


@program.built(call(V), call(-V))
def name_mangling(jit):
    """Private names are mangled as Python does."""

    class Secret:
        def __init__(self):
            self.__key = 3.0

        @jit
        def use(self, x):
            self.__last = x * self.__key
            return self.__last

    s = Secret()
    return s.use, s


@program.built(call(V), call(-V), compiles=4)
def class_attribute(jit):
    """A class attribute, shadowed by one of the instance."""

    class A:
        k = 2.0

        @jit
        def go(self, x):
            return x * self.k

    class B(A):
        k = 4.0

    a, b = A(), B()
    b2 = B()
    b2.k = 8.0
    return lambda x: (a.go(x), b.go(x), b2.go(x), A.go(a, x))


@program.built(call(V), call(-V), retraces=True)
def momentum(jit):
    """An optimizer with a state per step."""

    class Momentum:
        def __init__(self, rate, mu):
            self.rate, self.mu, self.steps = rate, mu, 0
            self.velocity = None

        @jit
        def step(self, p, g):
            if self.velocity is None:
                self.velocity = np.zeros_like(p)
            self.velocity = self.mu * self.velocity + g
            self.steps += 1
            return p - self.rate * self.velocity

    m = Momentum(0.1, 0.9)
    return lambda g: m.step(np.ones(3), g), m


@program.built(call(V), call(-V))
def layers(jit):
    """A model of layers in a list."""

    class Dense:
        def __init__(self, w, b):
            self.w, self.b = w, b

        def __call__(self, x):
            return np.tanh(x @ self.w + self.b)

    class Model:
        def __init__(self, sizes):
            rng = np.random.default_rng(0)
            self.layers = [Dense(rng.normal(size=(a, b)), np.zeros(b)) for a, b in zip(sizes, sizes[1:])]

        @jit
        def forward(self, x):
            for layer in self.layers:
                x = layer(x)
            return x

    m = Model([3, 4, 2])
    return m.forward, m


@program.built(call(V), call(-V))
def getitem_and_len(jit):
    """User classes with __getitem__, __len__, __iter__ and __contains__."""

    class Bag:
        def __init__(self, items):
            self.items = items

        def __len__(self):
            return len(self.items)

        def __getitem__(self, k):
            return self.items[k]

        def __iter__(self):
            return iter(self.items)

        def __contains__(self, k):
            return 0 <= k < len(self.items)

    def f(x):
        bag = Bag([x, x * 2])
        total = bag[0] * len(bag)
        for part in bag:
            total = total + part
        return total if 1 in bag else x

    return jit(f)


@program.built(call(V), call(-V))
def slots(jit):
    """A class with __slots__."""

    class P:
        __slots__ = ("n", "x")

        def __init__(self, x):
            self.x = x
            self.n = 0

    p = P(np.zeros(3))

    def f(x):
        p.x = p.x + x
        return p.x * 2

    return jit(f), p


@program.built(call(V), call(-V), compiles=2)
def two_instances_share_code(jit):
    """One compiled method, two objects with different attributes."""

    class Scale:
        def __init__(self, k):
            self.k = k

        @jit
        def go(self, x):
            return x * self.k

    a, b = Scale(2.0), Scale(np.array([1.0, 2.0, 3.0]))
    return lambda x: (a.go(x), b.go(x), a.go(x))


@program.built(call(V), call(-V))
def context_manager(jit):
    """A context manager of the user's."""

    class Log:
        def __init__(self):
            self.lines = []

        def __enter__(self):
            self.lines.append("in")
            return self

        def __exit__(self, *exc):
            self.lines.append("out")
            return False

    def f(x):
        with Log() as log:
            y = x * 2
            log.lines.append("body")
        return y, log.lines

    return jit(f)


class Switch:
    def __init__(self, on):
        self.on, self.n = on, 0

    def up(self, v):
        self.n += 1
        return v + 1

    def down(self, v):
        self.n -= 1
        return v - 1

    def by_mode(self, x):
        self.f = self.up if self.on else self.down
        return [self.f(v) for v in x if v > 0]

    def by_value(self, x):
        self.f = self.up if x[0] > 0 else self.down
        return [self.f(v) for v in x if v > 0]


@program(call(Switch(1), np.array([1.0, -2.0, 3.0])), call(Switch(0), np.array([-1.0, 2.0, -3.0])))
def methods_as_attributes(o, x):
    """Methods of an object that become attributes of it, and results."""
    made = Switch(x[0] > 0)
    return o.by_mode(x), o.n, o.by_value(x), made.by_value(x), made, o.up


class OfNoModule:
    """Its class answers a property for the name of its module, as those of compiled functions do."""

    __module__ = property(lambda self: "somewhere")

    def __init__(self, factor):
        self.factor = factor

    def __eq__(self, other):
        return self.factor == other.factor

    def __hash__(self):
        return 1

    def of(self, x):
        return self.factor * x


OF_NO_MODULE = OfNoModule(3.0)


@program(call(V), call(-V))
def classes_of_no_module(x):
    """Objects from outside and made inside."""
    made = OfNoModule(x[0])
    if x[1] > 0:
        made.factor = made.factor + 1
    return made, OF_NO_MODULE.of(x), made.of(x), made == OF_NO_MODULE, {OF_NO_MODULE: 1}[OF_NO_MODULE], made.__module__


class Kind(type):
    @property
    def unit(cls):
        return "of the class"


class Library(metaclass=Kind):
    __name__ = "library"
    unit = "of its objects"

    def __str__(self):
        return self.__name__


@program(call(np.arange(3.0), Library()), call(np.ones(2), Library()))
def names_that_classes_hold_for_their_objects(x, library):
    """An object finds what its class holds, and the class what its own class says of it."""
    if str(library) == "library":
        x = x.astype(int)
    own = Library()
    return x, library.__name__, library.unit, type(library).unit, Library.__name__, own.unit, getattr(own, "__name__")


@program(call(V))
def names_in_order(x):
    """What a class is made of comes first, and then the module that it is of."""
    made = type("Made", (), {"least": x.min(), "most": 2})
    return list(made.__dict__)[:3], [made.least, made.most], made.__module__ == __name__
