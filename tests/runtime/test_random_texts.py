"""Random uses of texts that a program builds: the same as in plain Python, or refused."""

import itertools
import linecache

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import sct
from sct.errors import SctError

HELPERS = """
def grown(x):
    s = ""
    for k in x:
        s += "a" if k > 1 else "b" if k > 0 else ""
    return s

def parts(x):
    p = []
    for k in x:
        if k > 0:
            p.append(str(k))
    return "a".join(p)
"""
NUMBERS = itertools.count()
TEXTS = [
    '"".join("abc ab"[k % 6] for k in x)', '"ab" if x[0] > 1 else ("" if x[1] > 1 else "c")', 'f"{x[0]}b"',
    "str(int(x[0])) * int(x[1])", "grown(x)", "chr(97 + int(x[0]))", '"a" + chr(97 + int(x[1]))', "parts(x)",
    '["a", "bb", "ccc", "d", "e", "f", "g", "h", "i", "jj"][int(x[0])]', '"abc"[int(x[0]) % 3]', '"bab"',
]  # fmt: skip
USES = [
    "s.upper()", "s.title()", 's.strip("ab ")', 's.replace("a", "XY")', 's.replace(t, "-")', 's.find("b")', "s.find(t)",
    "s.rfind(t)", "s.count(t)", 's.startswith(("a", "b"))', "s.endswith(t)", "s.isalpha()", "s.isdigit()", "s.split()",
    's.split("a")', 's.rsplit("b", 1)', 's.partition("b")', "s.splitlines()", "s.center(int(x[0]) + 8)", 's.ljust(9, ".")',
    "s.zfill(7)", "len(s)", "s[0:2]", "s[-1:]", "s[::-1]", "s[int(x[0]):]", "s[:int(x[1])]", "s * int(x[0])", "s + t", "t + s",
    "s == t", "s < t", "s >= t", '"a" in s', "t in s", 's in "abcabc"', "bool(s)", "s or t", "s and t", "repr(s)",
    'f"{s!r:>12}"', 'f"{s:^7}"', '"{}-{:<5}".format(s, t)', '",".join(s)', '"-".join([s, t])', "list(s)", "sorted(s)",
    '[c for c in s if c != "a"]', '{c: s.count(c) for c in "abc"}', "min(s, t)", 'sorted([s, t, "ab"])', "[ord(c) for c in s]",
    's.removeprefix("a")', "s.removesuffix(t)", "s.isupper()", "s.index(t)", '[i for i, c in enumerate(s) if c == "a"]',
    "list(zip(s, t))", "s[0]", "s[-1]", "t[int(x[0])]", "[s, t].index(t)", "(s, t) < (t, s)", 'int(s or "5")', "ascii(s)",
    '"%s|%s" % (s, t)', '"%5s|%-4s|%.1s" % (s, t, s)', "{s, t} == {t}", "len({s: 1, t: 2})", 'max(s, default="z")',
    's.translate({97: "Z"})', "list(reversed(s))", "sum(c == 'a' for c in s)",
]  # fmt: skip


def _seen(f, x):
    try:
        return f(x)
    except SctError:
        raise
    except Exception as error:
        return type(error)


@pytest.mark.parametrize("backend", ["numpy", "native"])
def test_uses_of_built_texts(backend):
    @settings(max_examples=12, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
    @given(st.sampled_from(TEXTS), st.sampled_from(TEXTS), st.sampled_from(USES), st.sampled_from(USES), st.data())
    def check(s, t, first, second, data):
        source = f"{HELPERS}\ndef f(x):\n    s = {s}\n    t = {t}\n    return {first}, {second}\n"
        name = f"<texts {next(NUMBERS)}>"
        linecache.cache[name] = (len(source), None, source.splitlines(True), name)
        names = {}
        exec(compile(source, name, "exec"), names)
        static = sct.to_static(names["f"], backend=backend)
        n = data.draw(st.sampled_from([2, 5, 30]))
        for _ in range(2):
            x = np.array(data.draw(st.lists(st.integers(0, 3), min_size=n, max_size=n)))
            try:
                seen = _seen(static, x)
            except SctError:
                return
            assert seen == _seen(names["f"], x), source

    check()
