"""What a test program is: a function, the calls to make, and what is expected of them.

    program = Theme("branches")

    @program(call(np.arange(3.0)), call(-np.arange(3.0)))
    def flip(x):
        '''A one-line description: programs double as documentation.'''
        ...

    @program.built(call(np.ones(3)))
    def counter(jit):
        '''For programs with state: builds everything anew for each mode; `jit` is the decorator under test.'''
        ...
        return function          # or: return function, whatever_else_must_come_out_the_same
"""

import copy
import inspect
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Call:
    """The arguments of one call."""

    args: tuple
    kwargs: dict

    def __call__(self):
        """A deep copy that keeps what the arguments share: two names for one array stay one array."""
        args, kwargs = copy.deepcopy((self.args, self.kwargs))
        return Call(args, kwargs)


def call(*args, **kwargs):
    """A call with fresh copies of these arguments each time."""
    return Call(args, kwargs)


def fresh(make):
    """A call whose arguments `make()` builds each time: for arguments that are views of each other."""

    def build():
        args = make()
        return args if isinstance(args, Call) else Call(tuple(args), {})

    return build


@dataclass(frozen=True)
class Refusal:
    """An expected refusal: the error class by name, and a piece of the source line it must point to."""

    error: str
    line: str


@dataclass(frozen=True)
class Program:
    """A function with the calls to make, in order, on one compiled function."""

    name: str
    theme: str
    doc: str
    build: Callable[[Callable], tuple[Callable, Any]]
    calls: tuple[Callable[[], Call], ...]
    refused: Refusal | None = None
    # Whether calls with equal specs may compile again: state that the trace reads has changed in between.
    retraces: bool = False
    # How many programs one signature needs: the number of static functions in it that are called.
    compiles: int = 1
    # Floating-point reassociation is allowed up to this relative error; 0 asks for the same bits.
    tolerance: float = 0.0


@dataclass
class Theme:
    """Collects the programs of one file."""

    name: str
    programs: list[Program] = field(default_factory=list)

    def __call__(self, *calls, **options):
        """Register a function that keeps no state; the decorator gives it back as it is."""

        def register(function):
            self._add(function, lambda jit: (jit(function), None), calls, options)
            return function

        return register

    def built(self, *calls, **options):
        """Register a builder `builder(jit) -> function` or `-> (function, watched)`."""

        def register(builder):
            def build(jit):
                built = builder(jit)
                return built if isinstance(built, tuple) else (built, None)

            self._add(builder, build, calls, options)
            return builder

        return register

    def _add(self, function, build, calls, options):
        name = options.pop("name", function.__name__)
        doc = (inspect.getdoc(function) or "").split("\n")[0]
        if not doc:
            raise ValueError(f"{self.name}.{name} has no docstring")
        if not calls:
            raise ValueError(f"{self.name}.{name} has no calls")
        if any(p.name == name for p in self.programs):
            raise ValueError(f"two programs are called {self.name}.{name}")
        self.programs.append(Program(name, self.name, doc, build, tuple(calls), **options))
