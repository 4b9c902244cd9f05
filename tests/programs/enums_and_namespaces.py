"""Members of enums found by run-time values, namespaces as state, objects that mark what is missing."""

import enum
import types
from collections import deque

import numpy as np

from tests.harness import Theme, call

program = Theme("enums and namespaces")
X = np.array([1.0, -2.0, 3.0, 0.5, 4.0, -1.0])
N = np.array([3, 0, 2, 7, -1, 4, 0, 5])
REALS = (call(X), call(-X), call(np.abs(X)))
INTS = (call(N), call(-N), call(np.abs(N) + 1))


class State(enum.Enum):
    IDLE = 0
    RUN = 1
    DONE = 2


class Level(enum.IntEnum):
    LOW = 1
    MIDDLE = 2
    HIGH = 4


class Rights(enum.Flag):
    READ = 1
    WRITE = 2
    RUN = 4
    ALL = 7


class Marks(enum.IntFlag):
    LEFT = 2
    RIGHT = 16


@program(*INTS)
def flags_by_value(n):
    """Combinations of flags, and the complement that negative numbers mean."""
    given, taken = Rights(int(n[0]) & 7), Rights(-(abs(int(n[1])) % 8) - 1)
    return given, given.name, str(taken), given & taken, Rights.RUN in given, [m for m in Rights if m in taken]


@program(*INTS)
def flags_in_loops(n):
    """Flags are gathered, tested and counted."""
    gathered, counted = Rights(0), 0
    for v in n:
        rights = Rights(int(v) & 7)
        if rights & Rights.READ:
            gathered |= rights & ~Rights.READ
        counted += Rights.ALL in rights
    return gathered, counted, bool(gathered), gathered.value


@program(*INTS)
def flags_apart(n):
    """Flags of an IntFlag that are no bits in a row; other bits are kept."""
    marks = Marks((int(n[0]) & 1) * 16 + (int(n[1]) & 1) * 2)
    return marks, marks | 1, Marks(int(abs(n[3])) & 18) == marks, [Marks(int(v) & 2) for v in n]


@program(*INTS)
def no_such_flags(n):
    """Python's ValueError, caught or not; more bits of an IntFlag."""
    try:
        first = str(Rights(int(n[3]) + 1))
    except ValueError as error:
        first = str(error)
    return first, Marks(int(n[0])), Rights(int(n[2]))


@program(*INTS)
def member_by_chosen_name(n):
    """By a name that a branch has chosen."""
    return Level["HIGH" if n[0] > 0 else "LOW"], State[("IDLE", "RUN", "DONE")[int(abs(n[1])) % 3]]


@program(*INTS)
def member_by_value(n):
    """Of a Python number."""
    state = State(int(abs(n[1])) % 3)
    return state.name, state is State.IDLE, state


@program(*INTS)
def member_by_numpy_value(n):
    """Of a NumPy number; there may be none."""
    level = Level(n[4] + 2)
    return level, level + 1


@program(*INTS)
def machine(n):
    """A state machine that goes on by numbers."""
    state, seen = State.IDLE, []
    for v in n:
        state = State((state.value + int(v)) % 3)
        seen.append(state.name)
    return state, seen


@program(*INTS)
def no_such_member(n):
    """Python's ValueError, caught or not."""
    try:
        first = State(int(n[0])).name
    except ValueError as error:
        first = str(error)
    return first, State(int(n[1])).value


@program(*REALS)
def namespace_as_state(x):
    """Its attributes are changed in branches and loops."""
    s = types.SimpleNamespace(a=1, b=x[0])
    if x[0] > 0:
        s.a = x[1]
    s.c = s.a + s.b
    for v in x:
        if v > 0:
            s.b += v
    return s, s.c, vars(s)


@program(*REALS)
def one_of_two_namespaces(x):
    """The chosen one is changed."""
    s, t = types.SimpleNamespace(a=1.0), types.SimpleNamespace(a=2.0)
    w = s if x[0] > 0 else t
    w.a = x[1]
    return s, t.a, w.a, w is s


@program(*REALS)
def printed_namespace(x):
    """One of two known ones."""
    s = types.SimpleNamespace(a=1)
    if x[0] > 0:
        s = types.SimpleNamespace(a=2)
    print(s)


@program(*(call(types.SimpleNamespace(k=k, w=w)) for k, w in ((2.0, X), (3.0, X), (3.0, -X))), compiles=2)
def namespace_of_the_caller(s):
    """Read and changed; another one with the same attributes is the same program."""
    s.k = s.w[0] + 1
    return s.k * s.w


@program(*REALS)
def marked_as_missing(x):
    """An object of no class of its own, compared by `is`."""
    missing = object()
    best = missing
    for v in x:
        if v > 2 and (best is missing or v < best):
            best = v
    return None if best is missing else best


@program(*[call(np.array(x)) for x in ([3, 7, 1, 9, 2, 2], [9, 9, 9], [1, 2, 3])])
def members_in_a_list_begun_anew(x):
    """A member is itself in whichever list it is: one that is emptied by a name for a new one, too."""
    pot, won = [], deque()
    for k in range(len(x)):
        pot += [(int(x[k]), Level(1 + k % 2))]
        if x[k] > 5:
            won.extend(pot)
            pot = []
    return won, pot, sum(1 for _, level in won if level is Level.LOW)


class Access(enum.IntFlag):
    READ = 1
    WRITE = 2
    RUN = 4


class Loud(enum.Flag):
    A = 1
    B = 2

    def __invert__(self):
        print("inverted", self.name)
        return Loud.A if self is Loud.B else Loud.B


@program(call(np.int64(1)), call(np.int64(5)))
def inverted_flags(n):
    """`~f` of a flag that a branch has chosen; its class keeps what `~` answers, a method of the user's prints."""
    f = Access.READ if n > 2 else Access.WRITE
    g = Access.READ | Access.RUN
    if n > 2:
        g &= ~Access.READ
    loud = Loud.A if n > 3 else Loud.B
    return ~f, int(~f), ~~f, g, Access.READ in g, ~f & Access.RUN, ~loud, ~Access.RUN
