"""Every builtin, operator and method on run-time numbers, and on lists and texts that hold or are chosen by them."""

import linecache

import numpy as np
import pytest

import sct

NUMBERS = """
    k = int(n); a = float(n); x = np.arange(6.0); l = [k, 2, 7]; t = (k, 1.5, "a")
"""
TEXTS = """
    s = "Alpha,Beta" if n > 3 else "gamma"
"""
CONTAINERS = """
    l = [1, 2] if n > 3 else [3]; d = {"a": 1} if n > 3 else {"b": 2, "c": 3}; z = None if n > 3 else 4.5
"""
EXPRESSIONS = {
    NUMBERS: """
        l.index(5) if 5 in l else -1; l.index(2); l.count(2); l.sort() or l; sorted(l); l.remove(2) or l
        l.reverse() or l; l.pop(); l.insert(1, 9) or l; l.extend([k]) or l; l[k-5]; x[k:]; x[:k]; x[::k]; x[-k:]
        t.index(1.5); t.count(k); k in t; bin(k); hex(k); f"{k:04d}|{a:.3e}|{k:>5}|{k:b}"; divmod(k, 3); divmod(-k, 3)
        divmod(a, 0.7); -k//2; -k%3; k**2; 2**k; k<<2; round(a*1.2345, 2); round(a/3); round(k, -1); int(a/3)
        str(k); repr(a); complex(k); complex(a, 1); bool(k-2); k.bit_length(); abs(-k); max(k, 3); min(k, a)
        sum([k, a, 1]); k/3; k//3; a//0.3; a%0.3; math.floor(a/3); math.sqrt(k); math.factorial(k); math.comb(k, 2)
        range(k)[0]; range(k)[-1]; range(1, k)[k-2]; range(k)[7]; len(range(k)); k in range(4); sum(range(k))
        max(range(k)); [i*i for i in range(k)]; np.arange(k); np.zeros(k); [0]*k; x[k%6]; np.repeat(x, k)
        all(v >= 0 for v in l); k and a; k or a; k < 3 < 4; not k; np.array([k, a]); np.array(l); x[slice(0, k)]
        list(map(lambda v: v*k, [1, 2])); list(filter(lambda v: v > k, [1, 2, 3, 9])); {1: k}; tuple([k]); k.numerator
        (k, a) < (2, 3); (k, a) == (2, 2.0); [k] == [2]; l == [2, 2, 7]; pow(k, 3, 7); pow(3, k, 7); a.is_integer()
        math.fsum(l); math.prod(l); math.dist([a, 1.0], [0.0, a]); a.as_integer_ratio(); {2: "b", 5: "e"}[k]
        {2: "b"}.get(k, "z"); "abcdef"[k]; "abc"[k]; sorted([(a, 1), (1.0, 2)]); next(iter(l)); print(k, a, l, t)
        isinstance(k, int); type(a); a == 2; k is None; sorted(l, reverse=True); vars(type("O", (), {})()); l[k]
    """,
    TEXTS: """
        s.upper(); s.split(","); s.replace("a", "o"); s.find("m"); s+"!"; "a" in s; s.isalpha(); len(s); s[::-1]; s[1:3]
        s*2; s > "b"; s.partition(","); s.encode(); list(s)[0]; sorted(s)[0]; s.strip("A"); s.count("a"); ord(s[0])
        f"{s:>12}"; max(s); "".join(reversed(s)); tuple(s); set(s) == {"a"}; sum(1 for ch in s if ch == "a"); "x"+s
        "%s" % s; "-".join([s, "b"]); s in ("gamma", "q"); s == "gamma"; {"gamma": 1}.get(s, 2)
        {"gamma": 1, "Alpha,Beta": 2}[s]; getattr(np, "sin" if n > 3 else "cos")(1.0); int("12" if n > 3 else "7")
        s or 1; not s; str(s); repr(s); s.startswith(("g", "q")); sorted([s, "delta"]); max(s, "delta"); print(s)
        f"{s}{n}"; "{}".format(s); isinstance(s, str); type(s); any(c == "m" for c in s); s[-1]
    """,
    CONTAINERS: """
        len(l); l[0]; sum(l); list(d); d.get("a"); z is None; [v*2 for v in l]; l+[9]; max(l); sorted(d); 3 in l
        list(d.items()); l == [3]; tuple(l); l*2; min(l, default=0); (z or 0)+1; z if z is not None else 7; np.array(l)
        any(l); set(l); len(d); "a" in d; list(d.values()); sum(d.values()); sorted(l); bool(l); l.copy(); l.count(3)
        dict(d); l[-1]; l[:1]; str(l); f"{d}"; not z
    """,
}
CASES = [
    (setup, expression.strip())
    for setup, text in EXPRESSIONS.items()
    for expression in text.replace("\n", ";").split(";")
    if expression.strip()
]


def made(setup, expression, number):
    source = f"def f(n):{setup}    return {expression}\n"
    name = f"<expression {number}>"
    linecache.cache[name] = (len(source), None, source.splitlines(True), name)
    scope = {"np": np, "math": __import__("math")}
    exec(compile(source, name, "exec"), scope)
    return scope["f"]


def outcome(f, n, capsys):
    try:
        result = f(n)
    except Exception as error:
        result = error
    return type(result), getattr(result, "dtype", None), repr(result), capsys.readouterr().out


@pytest.mark.parametrize(("setup", "expression"), CASES, ids=[expression for _, expression in CASES])
def test_as_python(setup, expression, capsys):
    f = made(setup, expression, CASES.index((setup, expression)))
    static = sct.to_static(f)
    for n in (2, 5, 2):
        assert outcome(static, np.array(n), capsys) == outcome(f, np.array(n), capsys)
