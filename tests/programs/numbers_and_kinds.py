"""Numbers: Python's, NumPy's, and what happens where they meet."""

import numpy as np

from tests.harness import Theme, call

program = Theme("numbers_and_kinds")


@program(call(np.int64(7), np.int64(2)), call(np.int64(-7), np.int64(2)), call(np.int64(7), np.int64(-2)))
def division(a, b):
    """Floor division, remainder and true division round as NumPy does."""
    return a // b, a % b, a / b, divmod(a, b)


@program(call(np.float64(7.5), np.float64(2)), call(np.float64(-7.5), np.float64(2)), call(np.float64(1), np.float64(0)))
def float_division(a, b):
    """The same with floats; division by zero gives infinity."""
    return a // b, a % b, a / b


@program(call(np.array([7, -7, 0]), 2), call(np.array([9, -9, 1]), 2), call(np.array([7, -7, 0]), 0))
def by_python_int(a, n):
    """An array by a Python int, also by zero."""
    return a // n, a % n, a / n


@program(call(np.float64(2), 3), call(np.float64(-2), 3), call(np.float64(2), -1), call(np.float64(2), 0.5))
def powers(x, n):
    """Powers with a Python exponent."""
    return x**n, n**x, (x * x) ** 0.5


@program(call(np.int64(2)), call(np.int64(-3)))
def int_powers(k):
    """Integer powers stay integers."""
    return k**2, k**0, 2 ** (k * k)


@program(call(np.array([1, 2])), call(np.array([5, 6])))
def negative_int_power(k):
    """Integers to negative integer powers are an error."""
    return k**-1


@program(call(np.array([True, False]), np.array([True, True])))
def bool_arithmetic(a, b):
    """bool + bool is bool; with a number it is an int."""
    return a + b, a * 2, a + 1.5, a.sum(), a & b, a ^ b


@program(call(np.array([True, False])))
def bool_subtract(a):
    """NumPy refuses the minus of bools."""
    return a - a


@program(call(np.array([250, 3], np.uint8)), call(np.array([255, 255], np.uint8)))
def uint8_overflow(x):
    """uint8 wraps around."""
    return x + x, x * 2, x - 4, -x, x << 1


@program(call(np.array([250, 3], np.uint8)))
def uint8_too_big_constant(x):
    """A Python int that does not fit is an OverflowError."""
    return x + 300


@program(call(np.array([1.5, 2.5], np.float32)), call(np.array([0, -1], np.float32)))
def float32_kept(x):
    """Python numbers do not widen float32."""
    y = x * 2 + 0.1
    y = y / 3
    return y, y.sum(), y.mean() * 2.0, np.sqrt(y * y)


@program(call(np.float32(1.1), np.float64(1.1)), call(np.float32(2.7), np.float64(2.7)))
def scalars_meet(a, b):
    """float32 and float64 scalars promote to float64."""
    return a + b, a * 1.0, a + 1, b + True


@program(call(np.array([1, 2], np.int8)), call(np.array([-100, 100], np.int8)))
def small_ints(x):
    """Sums widen, products of elements do not."""
    return x.sum(), x.prod(), x * x, x + np.int16(1), x * 1.0, x / 2


@program(call(np.int64(3)), call(np.int64(-4)))
def int_to_float_over_trips(n):
    """A Python int becomes a NumPy float in the loop."""
    total = 0
    k = 0
    while k < 3:
        total = total + n / 2
        k += 1
    return total, k


@program(call(np.complex128(1 + 2j)), call(np.complex128(-1 - 1j)))
def complex_numbers(z):
    """Complex arithmetic, parts and absolute value."""
    w = z * z.conjugate()
    return w, abs(z), z.real, z.imag, z + 1, 1j * z


@program(call(np.array([1 + 1j, 2 - 1j], np.complex64)), call(np.array([0j, 1j], np.complex64)))
def complex64_kept(z):
    """complex64 stays complex64."""
    return z * 2, z * 1j, np.abs(z), z.real + z.imag, np.exp(z)


@program(call(np.array([2.7, -2.7])), call(np.array([0.5, -0.5])))
def casts(x):
    """int, float, bool and complex of elements."""
    return int(x[0]), int(x[1]), float(x[0]), bool(x[0]), complex(x[1])


@program(call(np.float64(np.nan)), call(np.float64(2.5)), call(np.float64(np.inf)))
def int_of_nan(x):
    """int() of NaN is a ValueError, of infinity an OverflowError."""
    return int(x)


@program(call(np.float64(2.5)), call(np.float64(-3.5)))
def rounding(x):
    """round, floor and abs of a scalar."""
    return round(x), round(x, 1), np.floor(x), abs(x), np.rint(x), np.trunc(x)


@program(call(np.float64(np.nan), np.float64(1)), call(np.float64(1), np.float64(2)))
def nan_compares(a, b):
    """NaN is neither smaller nor larger."""
    return a < b, a > b, a == a, max(a, b), min(a, b), np.maximum(a, b), np.fmax(a, b)


@program(call(np.float64(0.0)), call(np.float64(-0.0)))
def minus_zero(x):
    """Minus zero is kept apart."""
    return x, -x, x + 0.0, x * -1, np.copysign(1.0, x), abs(x), 0 - x


@program(call(np.int64(6)), call(np.int64(-6)))
def bit_operations(n):
    """Shifts and masks."""
    return n & 3, n | 8, n ^ 5, ~n, n << 2, n >> 1


@program(call(np.array([1, 2, 3], np.uint64)), call(np.array([1, 2, 2**63], np.uint64)))
def uint64_and_int64(x):
    """uint64 with int64 is float64."""
    return x + np.int64(1), x + 1, x // 2


@program(call(np.int64(2**62)), call(np.int64(3)))
def int64_wraps(n):
    """int64 scalars wrap around."""
    return n * 2, n + n + n, n * n


@program(call(np.float16(1.1)), call(np.float16(60000)))
def half(x):
    """float16 arithmetic, with overflow."""
    return x * 2, x + 1, x * np.float32(1), np.exp(x)


@program(call(3, 2.5), call(-3, 2.5), call(2**70, 1.0))
def python_only(a, b):
    """Only Python numbers: nothing is recorded, big ints stay big."""
    return a**3, a // 2, a / b, a % 2, a * b


@program(call(np.array(5)), call(np.array(-5)))
def zero_dim_gives_scalar(x):
    """Arithmetic on a 0-d array gives a NumPy scalar."""
    y = x + 1
    return x, y, x[()], type(y).__name__, +x


@program(call(np.array([1.0, 2.0])), call(np.array([3.0, 4.0])))
def python_number_counts(x):
    """A Python float made in the function comes back as a Python float."""
    half = 0.5
    n = len(x)
    return half, n, n * half, x.ndim, x.shape, x.size


@program(call(np.float64(2)), call(np.float64(3)))
def item_and_tolist(x):
    """item() gives a Python float."""
    v = np.array([x, x + 1])
    return v.item(0), v.tolist(), x.item(), float(x) + 1


@program(call(np.arange(4)), call(np.arange(4) * 3))
def int_mean(x):
    """Means and variances of integers are floats."""
    return x.mean(), x.sum() / len(x), x.var(), x.std(), np.median(x)


@program(call(np.array([1.0, 2.0]), np.array([1, 2])), call(np.array([3.0, 4.0]), np.array([0, 5])))
def astype(x, k):
    """Explicit casts."""
    return x.astype(int), k.astype(np.float32), x.astype("f4") * k.astype(np.uint8), (x > 1).astype(int)


@program(call(np.array([1.0, 2.0])), call(np.array([3.0, -4.0])))
def inplace_cast_error(x):
    """x //= keeps the dtype; an int array cannot take a float in place."""
    k = np.array([1, 2])
    k += x
    return k


@program(call(np.float64(3)), call(np.float64(-3)))
def number_methods(x):
    """Attributes of scalars."""
    return x.real, x.imag, x.dtype, x.shape, x.ndim, x.is_integer()


@program(call(np.array([3, 1, 2])), call(np.array([30, 10, 20])))
def sum_builtin(x):
    """sum starts from a Python int."""
    return sum(x), sum(x, 0.5), sum([x, x]), sum([])


@program(call(np.int32(7)), call(np.int32(2**31 - 1)))
def int32_scalar(n):
    """int32 scalars keep their type with Python ints."""
    return n + 1, n * 2, n / 2, n // 2, n * 1.0, n + np.int64(1)


@program(call(1j, np.float64(2)), call(2 + 1j, np.float64(-0.5)), call(1j, np.float32(2)), call(1j, np.float64(0)))
def complex_on_the_left(c, x):
    """An np.float64 is a float to Python's complex numbers, which answer one of their own; on its left it is asked first."""
    return c * x, x * c, c + x, c - x, c == x, x == c, c != x, c**x, c / x


@program(call(np.array([0.25, 0.2, 0.3])), call(np.array([0.9, 0.2, 0.3])))
def joined_with_arrays(x):
    """A number that is Python's here and NumPy's there, side by side with arrays."""
    w = 0 if x[0] > 0.5 else np.sqrt(x[0])
    z = 1j if x[1] > x[0] else x[2]
    return np.r_[w, x], np.c_[w, x[None, :]], np.hstack([w, x]), np.vstack([w, z]), np.block([[w, x], [z, 2 * x]])


_Z = np.exp(1j * np.arange(40.0)) * np.linspace(0.1, 7.0, 40)
_INFINITE = np.array([complex(a, b) for a in (0.0, np.inf, np.nan) for b in (1.0, -np.inf, np.nan)])


@program(call(_Z, _Z[::-1].copy()), call(_Z.astype(np.complex64), _Z.astype(np.complex64)[::-1]))
def complex_products_one_by_one(a, b):
    """NumPy's loops over arrays fuse a product with the sum that it is part of, its scalars do not: the last bit tells."""
    out, total = np.zeros_like(a), a[0]
    for i in range(len(a)):
        out[i] = a[i] * b[i]
        total = total * b[i] / a[i] + 1.0
    return out, a * b, total


@program(call(_Z), call(_Z.astype(np.complex64)), call(_INFINITE))
def complex_sizes_one_by_one(z):
    """abs() of a scalar is the C library's hypot, np.abs of an array another: the last bit tells."""
    return [abs(v) for v in z], np.abs(z), sum(abs(v) == np.hypot(v.real, v.imag) for v in z)


@program(call(_INFINITE), call(_INFINITE.astype(np.complex64)))
def complex_order_one_by_one(z):
    """Nor do its scalars have the order of its loops, where a part is NaN."""
    found = []
    for i in range(len(z)):
        for j in range(len(z)):
            found.append((z[i] < z[j], z[i] <= z[j], z[i] == z[j]))
    return found


@program(call(np.array([1.0, -2.0])), call(np.array([-1, 2])))
def conjugates_of_what_is_real(x):
    """The method answers a truth itself; `np.conjugate` makes an int8 of it."""
    u = x[0] > 0
    return u.conj(), u.conjugate(), (x > 0).conj(), np.conj(u), np.conjugate(x > 0), x[0].conj(), x.conjugate(), x[0].real
