"""Recursion that ends on what only the running program knows, and becomes a loop with a stack."""

import math

import numpy as np

from tests.harness import Theme, call

program = Theme("recursion by stacks")
X = np.array([0.5, -2.0, 3.0, 1.5, 4.0, -1.0, 2.5])
N = np.array([3, 0, 2, 5, 1, 4, 0, 6])
REALS = (call(X), call(-X), call(np.abs(X)))
INTS = (call(N), call(N[::-1].copy()), call(np.abs(N - 2)))
GRID = np.array([[1, 1, 0, 1], [0, 1, 0, 0], [1, 0, 1, 1]])
GRIDS = (call(GRID), call(1 - GRID), call(np.vstack([GRID, GRID])))


@program(*INTS)
def ackermann(n):
    """A call in the arguments of another one."""

    def ack(m, n):
        if m == 0:
            return n + 1
        if n == 0:
            return ack(m - 1, 1)
        return ack(m - 1, ack(m, n - 1))

    return ack(int(n[2]) % 3, int(n[0]) % 4)


@program(*INTS)
def tower_of_hanoi(n):
    """Nothing is answered; a list around the function grows."""
    moves = []

    def move(k, a, b, c):
        if k == 0:
            return
        move(k - 1, a, c, b)
        moves.append((a, c))
        move(k - 1, b, a, c)

    move(int(n[3]), 0, 1, 2)
    return moves


@program(*GRIDS)
def sizes_of_islands(g):
    """Four calls in one expression, and an array of the caller's that is written to."""

    def sink(i, j):
        if 0 <= i < g.shape[0] and 0 <= j < g.shape[1] and g[i, j] == 1:
            g[i, j] = 2
            return 1 + sink(i + 1, j) + sink(i - 1, j) + sink(i, j + 1) + sink(i, j - 1)
        return 0

    sizes = []
    for i in range(g.shape[0]):
        for j in range(g.shape[1]):
            if n := sink(i, j):
                sizes.append(n)
    return sizes


@program(*INTS)
def queens_by_bits(n):
    """In a loop with `continue`; the count is a variable of the function around."""
    count = 0
    size = int(n[0]) + 1

    def place(row, cols, rising, falling):
        nonlocal count
        if row == size:
            count += 1
            return
        for c in range(size):
            if cols >> c & 1 or rising >> (row + c) & 1 or falling >> (row - c + size) & 1:
                continue
            place(row + 1, cols | 1 << c, rising | 1 << (row + c), falling | 1 << (row - c + size))

    place(0, 0, 0, 0)
    return count


@program(*INTS)
def last_of_all(n):
    """Variables of the function around that are set, not read, and compared after each call."""
    last, best = 7, -1

    def descend(k):
        nonlocal last, best
        if k == 0:
            last = 3
            return 1
        total = 0
        for _ in range(k):
            total += descend(k - 1)
            best = max(best, total)
        last = k
        return total

    return descend(int(n[0])), last, best


def _quicksort(a, low, high):
    i, j = low, high
    while i < high:
        pivot = a[(low + high) // 2]
        while i <= j:
            while a[i] < pivot:
                i += 1
            while a[j] > pivot:
                j -= 1
            if i <= j:
                a[i], a[j] = a[j], a[i]
                i, j = i + 1, j - 1
        if low < j:
            _quicksort(a, low, j)
        low, j = i, high
    return a


@program(*REALS)
def quicksort_in_place(x):
    """In a `while`; all calls answer the array that is handed on."""
    return _quicksort(x, 0, len(x) - 1)


@program(*INTS)
def pruned_search(n):
    """A loop over pairs that is broken off, conditions with calls in them, and bounds that are handed on."""
    seen = 0

    def best(low, high, maximise, alpha, beta):
        nonlocal seen
        if high - low == 1:
            seen += 1
            return n[low]
        mid = (low + high) // 2
        value = -99 if maximise else 99
        for a, b in ((low, mid), (mid, high)):
            v = best(a, b, not maximise, alpha, beta)
            if maximise:
                value = max(value, v)
                alpha = max(alpha, v)
            else:
                value = min(value, v)
                beta = min(beta, v)
            if alpha >= beta:
                break
        return value

    return best(0, len(n), True, -99, 99), seen


@program(*INTS)
def subset_sums(n):
    """`or` between two calls: the second one is made only where the first has said no."""
    asked = []

    def reaches(i, left):
        asked.append(i)
        if left == 0:
            return True
        if i == len(n) or left < 0:
            return False
        return reaches(i + 1, left) or reaches(i + 1, left - n[i])

    return [reaches(0, t) for t in (7, int(n[0]) + 40)], len(asked)


@program(*REALS)
def adaptive_simpson(x):
    """Many numbers wait for each call."""

    def integral(a, fa, b, fb, m, fm, whole, tolerance):
        lm, rm = (a + m) / 2, (m + b) / 2
        flm, frm = math.sin(lm * 3), math.sin(rm * 3)
        left = (m - a) / 6 * (fa + 4 * flm + fm)
        right = (b - m) / 6 * (fm + 4 * frm + fb)
        d = left + right - whole
        if abs(d) < 15 * tolerance:
            return left + right + d / 15
        first = integral(a, fa, m, fm, lm, flm, left, tolerance / 2)
        return first + integral(m, fm, b, fb, rm, frm, right, tolerance / 2)

    a, b = x[0], x[2]
    m = (a + b) / 2
    return integral(a, math.sin(a * 3), b, math.sin(b * 3), m, math.sin(m * 3), 0.1, 1e-5)


class _Walker:
    def __init__(self):
        self.steps = 0

    def walk(self, k, grid):
        self.steps += 1
        if k >= len(grid) or grid[k] <= 0:
            return 0
        return grid[k] + self.walk(k + int(grid[k]), grid)


@program(*INTS)
def by_a_method(n):
    """A method that counts its calls in an attribute."""
    w = _Walker()
    return w.walk(0, n), w.steps


class _Pair:
    def __init__(self, other=None):
        self.other = other
        if other is not None:
            self.down = other.down

    def down(self, k):
        return 0 if k <= 0 else 1 + self.down(k - 2)


@program(*INTS)
def a_method_of_another_object(n):
    """An attribute of the name of the method is the method of another object."""
    return _Pair(_Pair()).down(int(n[3]))


@program(*REALS)
def closest_pair(x):
    """Arrays of run-time lengths are handed on."""
    points = np.stack([x, np.sin(x * 5)], axis=1)

    def closest(p):
        n = len(p)
        if n <= 3:
            return min((np.hypot(*(p[i] - p[j])) for i in range(n) for j in range(i + 1, n)), default=np.inf)
        middle = p[n // 2, 0]
        d = min(closest(p[: n // 2]), closest(p[n // 2 :]))
        strip = p[np.abs(p[:, 0] - middle) < d]
        for i in range(len(strip)):
            for j in range(i + 1, len(strip)):
                d = min(d, np.hypot(*(strip[i] - strip[j])))
        return d

    return closest(points[points[:, 0].argsort()])


@program(*GRIDS)
def way_through_a_maze(g):
    """A loop over steps that ends with the first call that has found the way."""
    seen = np.zeros(g.shape, bool)
    path = []

    def search(r, c):
        if not (0 <= r < g.shape[0] and 0 <= c < g.shape[1]) or g[r, c] == 0 or seen[r, c]:
            return False
        seen[r, c] = True
        path.append((r, c))
        if r == g.shape[0] - 1:
            return True
        for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            if search(r + dr, c + dc):
                return True
        path.pop()
        return False

    return [search(0, c) for c in range(2)], path


@program(*INTS)
def what_comes_before_a_call(n):
    """What stands to the left of a call is read before it, and the target of `+=`, too."""
    held = [1]
    total = 0

    def f(k):
        nonlocal total
        if k <= 0:
            return 1
        held[0] += k
        a = held[0] * 100 + f(k - 2)
        held[0] += f(k - 3)
        total += f(k - 4)
        return a + held[0] + total

    return f(int(n[3])), held, total


@program(*INTS)
def by_defaults_and_names(n):
    """Arguments by name, and defaults that are not given."""

    def f(k, step=2, *, extra=1):
        return extra if k <= 0 else step + f(k - step) + f(k=k - 3, extra=k)

    return f(int(n[3])), f(int(n[5]), 3)


@program(*INTS)
def any_of_all(n):
    """Calls in comprehensions."""
    count = 0

    def wins(k):
        nonlocal count
        count += 1
        return k > 0 and not all(wins(k - move) for move in (1, 3, 4) if move <= k)

    return wins(int(n[3]) + 2), count


def _counted_down(k):
    return 0 if k <= 0 else 1 + _counted_down(k - 1)


@program(call(np.array([3])), call(np.array([700])), call(np.array([5000])))
def too_deep(n):
    """As deep as Python goes, and deeper."""
    return _counted_down(int(n[0]))


@program(*INTS)
def texts_handed_on(n):
    """Texts that get longer are left to Python."""
    found = []
    size = int(n[0]) % 4

    def pairs(text, opened, closed):
        if opened == closed == size:
            found.append(text)
            return
        if opened < size:
            pairs(text + "(", opened + 1, closed)
        if closed < opened:
            pairs(text + ")", opened, closed + 1)

    pairs("", 0, 0)
    return found


@program(*INTS)
def sums_of_calls(n):
    """`sum` and `max` of generator expressions."""

    def catalan(k):
        return 1 if k <= 1 else sum(catalan(i) * catalan(k - 1 - i) for i in range(k))

    def height(k):
        if 2 * k + 1 >= len(n):
            return 0
        return 1 + max(height(2 * k + j) for j in (1, 2) if 2 * k + j < len(n) and n[k] < 5)

    return catalan(int(n[3])), height(int(n[2]) % 3)
