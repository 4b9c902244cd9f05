"""Lines of NumPy run as plain Python and as static functions, on arrays whose extents change from call to call."""

import ast
import copy
import linecache
import warnings
from importlib import import_module

import numpy as np

import sct
from sct.errors import SctError
from tests.harness.observe import differences, observe
from tests.harness.program import Call


def arguments(variant):
    """The arrays that the lines speak of; `variant` changes their contents and extents."""
    r = np.random.RandomState(variant)
    n, p, q = 6 + variant, 3 + variant, 4 + 2 * variant
    found = {
        "v": r.randn(n),
        "w": r.rand(n) + 0.5,
        "m": r.randn(p, q),
        "sq": r.randn(n, n),
        "t3": r.randn(2 + variant, p, q),
        "i": r.randint(0, n, size=4 + variant),
        "j": r.randint(0, p, size=n),
        "b": r.rand(n) > 0.4,
        "bm": r.rand(p, q) > 0.5,
        "c": r.randn(n) + 1j * r.randn(n),
        "iv": r.randint(-5, 6, size=n),
        "f4": r.randn(n).astype("f4"),
        "u8": r.randint(0, 250, size=n).astype("u1"),
        "k": np.int64(variant % 2 + 1),
        "s": np.float64(0.7 + variant),
        "z0": np.array(2.5 + variant),
        "mc": r.randn(p, q) + 1j * r.randn(p, q),
        "nanv": np.where(r.rand(n) > 0.6, np.nan, r.randn(n)),
        "nm": np.where(r.rand(p, q) > 0.7, np.nan, r.randn(p, q)),
        "fm": np.asfortranarray(r.randn(p, q)),
        "im": r.randint(0, 9, size=(p, q)),
        "o1": r.randn(1, n),
        "sp": np.array([0.0, 0, 1.5, 0, 2, 0, 0][: 5 + variant]),
        "ro": r.randn(n),
    }
    found["ro"].setflags(write=False)
    return found


def scipy():
    """The package, with the modules that the lines use."""
    for module in ("cluster.vq", "fft", "integrate", "interpolate", "linalg", "ndimage", "optimize", "signal", "spatial"):
        import_module(f"scipy.{module}")
    import_module("scipy.spatial.distance")
    return import_module("scipy.stats") and import_module("scipy")


def function_of(line):
    """The function that a line stands for (its statements are parted by `;;`), and its parameters."""
    body = [part.strip() for part in line.split(";;")]
    tree = ast.parse("\n".join(body))
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    if isinstance(tree.body[-1], ast.Expr):
        body[-1] = f"return {body[-1]}"
    parameters = [name for name in arguments(0) if name in names]
    source = f"def f({', '.join(parameters)}):\n" + "".join(f"    {part}\n" for part in body)
    filename = f"<{line}>"
    linecache.cache[filename] = (len(source), None, source.splitlines(keepends=True), filename)
    scope = {"np": np}
    if "scipy" in line:
        scope["scipy"] = scipy()
    exec(compile(source, filename, "exec"), scope)
    return scope["f"], parameters


def compare(line, variants=(0, 0, 1, 2, 0), tolerance=1e-9):
    """Run the line in both ways; the refusal, if there is one."""
    f, parameters = function_of(line)
    static = sct.to_static(f, backend="numpy")
    for variant in variants:
        values = arguments(variant)
        mine = tuple(values[name] for name in parameters)
        theirs = copy.deepcopy(mine)
        for a, b in zip(mine, theirs, strict=True):
            if isinstance(a, np.ndarray) and not a.flags.writeable:
                b.setflags(write=False)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            want = observe(f, Call(mine, {}))
            got = observe(static, Call(theirs, {}))
        if isinstance(got.error, SctError):
            return got.error
        found = differences(want, got, tolerance)
        assert not found, f"{line}, variant {variant}: {found}"
    return None


def lines_of(text):
    """The lines of a table; those that begin with `!` are to be refused."""
    found = [line.strip() for line in text.splitlines()]
    return [line for line in found if line and not line.startswith("#")]


def check(line):
    """Run a line of a table."""
    refusal = compare(line.removeprefix("!"))
    if line.startswith("!"):
        assert refusal is not None, f"{line} is not refused"
        assert refusal.what and refusal.where is not None and refusal.fix, line
    else:
        assert refusal is None, f"{line}\n{refusal}"
