"""Random functions with loops over masked arrays, as source text."""

from hypothesis import strategies as st

SHAPES = ((0,), (1,), (5,), (10,), (10,), (16,), (37,), (3, 7), (4, 0), (6, 11), (2, 3, 5))
DTYPES = ("f8", "f8", "f4", "i8", "i4", "c16")
REAL_MASKS = ("x < y", "x * x < 40", "x + y > 1", "y != 3", "m & (x < 9)", "~m", "(x > 0) | m", "n < 5", "t + x < 6", "x == x")
COMPLEX_MASKS = ("x.real < 3", "x.real * x.real + x.imag * x.imag < 40", "m & (x.imag < 2)", "~m", "n < 5", "x != y")


@st.composite
def expression(draw, dtype):
    """Of the arrays x and y and the number t."""
    new = [
        "x + y", "x - y", "x * y", "y", "x", "x + 1", "2 * x", "x - t", "-x", "np.where(m, x, y)", "x * m", "x + m",
        "np.conjugate(x)", "x * x",
    ]  # fmt: skip
    if dtype[0] == "f":
        new += ["x / y", "x * 0.5", "np.abs(x)", "x ** 2", "np.minimum(x, y)", "0.5 * (x + y / x)", "np.sqrt(np.abs(x))"]
    if dtype[0] == "i":
        new += ["x // 2", "x % 7", "np.where(x % 2 == 0, x // 2, 3 * x + 1)", "x & y", "np.abs(x)"]
    if dtype[0] == "c":
        new += ["x ** 2 + y", "x / y", "x.real + 1j * y.imag"]
    return draw(st.sampled_from(new))


def picked(text):
    """The expression on what the mask m picks."""
    return text.replace("np.where(m, x, y)", "x").replace("* m", "* 2").replace("+ m", "+ 1").replace("y", "y[m]").replace("x", "x[m]").replace("x[m] % 2 == 0", "x[m] % 2 == 0").replace("np.ma" + "x[m]", "np.max")


@st.composite
def update(draw, dtype):
    """One line that changes an array, mostly where the mask m holds."""
    e = draw(expression(dtype))
    kinds = [
        f"x = np.where(m, ({e}).astype(x.dtype), x)",
        f"x[m] = {picked(e)}",
        "n[m] += 1",
        "n = n + m",
        "n += m",
        "n[m] = t",
        "n = np.where(m, t, n)",
        "n[~m] -= 1",
        "x[m] = 2",
        "y[m] = x[m]",
        "y = np.where(m, y, x)",
        f"np.copyto(x, ({e}).astype(x.dtype), where=m)",
        "np.add(x, y, out=x, where=m)",
        "z = z + m",
        "z = z - m",
    ]
    free = [f"x = ({e}).astype(x.dtype)", "y = y + 1", "n = n + 1", "x[...] = y", "y[:] = x", "x, y = y, x", "z = 0.5 * z"]
    return draw(st.sampled_from(kinds if draw(st.integers(0, 3)) else free))


@st.composite
def programs(draw):
    """The source of a function of arrays x, y and a number, the shape and the dtype of the arrays."""
    dtype = draw(st.sampled_from(DTYPES))
    mask = draw(st.sampled_from(COMPLEX_MASKS if dtype[0] == "c" else REAL_MASKS))
    body = draw(st.lists(update(dtype), min_size=1, max_size=4))
    leave = draw(st.sampled_from(["not m.any()", "not np.any(m)", "np.all(~m)", "(~m).all()", "m.sum() == 0",
                                  "np.count_nonzero(m) == 0", "not m.any() or t > 9", "m.all()", "m.sum() < 3"]))  # fmt: skip
    at = draw(st.integers(0, len(body)))
    form = draw(st.sampled_from(["for", "for", "break", "break", "while", "late", "some"]))
    lines = ["n = np.zeros(x.shape, dtype=np.int64)", "z = np.zeros(x.shape)", "t = 0", f"m = {draw(st.sampled_from(['x == x', mask]))}"]
    if not draw(st.booleans()):
        lines.append("x = x.copy()")
    fresh = [] if form == "while" and draw(st.booleans()) else [f"m = {mask}"]
    if form == "for":
        inner = ["t += 1", *fresh, *body]
        head = "for k in range(trips):"
    elif form == "while":
        head = f"while {draw(st.sampled_from(['m.any()', 'np.any(m)', 'm.sum() > 0']))} and t < trips:"
        inner = [*body, f"m = {draw(st.sampled_from([mask, f'm & ({mask})']))}", "t += 1"]
    else:
        head = draw(st.sampled_from(["for k in range(trips):", "while t < trips:"]))
        stop = {"break": [f"if {leave}: break"], "late": [f"if {leave}: break"]}.get(form, [f"if t % 3 == 0 and ({leave}): break"])
        inner = [*fresh, *body[:at], *stop, *body[at:], "t += 1"] if form != "late" else [*fresh, *body, "t += 1", *stop]
    lines += [head, *(f"    {line}" for line in inner)]
    lines.append(f"return {draw(st.sampled_from(['x, y, n, t', 'n, t', 'n', 'x, z, m', 'x', 'y, x, t, z']))}")
    source = "\n".join(["def f(x, y, trips):", *(f"    {line}" for line in lines)])
    return source, draw(st.sampled_from(SHAPES)), dtype
