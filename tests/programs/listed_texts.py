"""Lists, tuples and dicts of texts that only the running program knows, and loops over them."""

from collections import Counter, defaultdict
from dataclasses import dataclass

import numpy as np

from tests.harness import Theme, call

program = Theme("listed_texts")
V = np.tile([3.0, -1.0, 2.0, 5.0, -4.0], 6)
K = np.tile([3, 0, 1, 1, 2, 2, 2], 5)
L = np.arange(40) * 7 % 11
N = np.int64


def _word(x):
    return "".join("abcdefgh"[k] for k in x)


@program(call(L), call(L[:30] * 0))
def sorted_long(x):
    """A list of texts that grew, sorted both ways, and its ends."""
    words = []
    for k in x:
        words.append("w" * int(k) + str(int(k) % 2))
    return sorted(words), sorted(words, reverse=True), min(words), max(words), words.index("w" * int(x[3]) + "1" * 0)\
        if "w" * int(x[3]) in words else -1


@program(call(L), call(L[::-1]))
def sorted_pairs(x):
    """Pairs of a text and a number, sorted."""
    pairs = []
    for i in range(len(x)):
        if x[i] > 2:
            pairs.append((f"k{x[i]:02d}", i))
    pairs.sort()
    return pairs, [name for name, _ in pairs][:3]


@program(call(L), call(L * 0 + 5))
def tallied(x):
    """A Counter of texts."""
    words = []
    for k in x:
        words.append("even" if k % 2 == 0 else f"odd{k}")
    c = Counter(words)
    return dict(c), c["even"], len(c)


@program(call(L), call(L[:25]))
def grouped(x):
    """Indices by text."""
    groups = defaultdict(list)
    for i in range(len(x)):
        groups["lo" if x[i] < 3 else "mid" if x[i] < 7 else "hi"].append(i)
    return dict(groups)


@program(call(L), call(-L))
def records(x):
    """Rows of dicts with texts and numbers."""
    rows = []
    for v in x:
        if v != 0:
            rows.append({"name": f"item{v}", "value": int(v), "kind": "pos" if v > 0 else "neg"})
    return rows, ";".join(r["name"] + "=" + str(r["value"]) for r in rows)


@dataclass
class Entry:
    label: str
    count: int


@program(call(L), call(L[:26]))
def entries(x):
    """Objects that hold texts."""
    out = []
    for i in range(len(x)):
        if x[i] % 2:
            out.append(Entry("#" * int(x[i]), i))
    return [e.label for e in out], sum(e.count for e in out)


@program(call(L), call(L + 5))
def walked(x):
    """A list of texts is walked through, with conditions on each."""
    words = []
    for k in x:
        words.append(str(int(k)))
    n, out = 0, ""
    for w in words:
        if len(w) == 1:
            n += 1
        elif w.startswith("1"):
            out += w + ","
    return n, out


@program(call(K), call(K[::-1]))
def zipped(x):
    """Letters in step with numbers."""
    s = _word(x)
    out = []
    for c, k in zip(s, x):
        out.append(c * int(k))
    for i, c in enumerate(s):
        if c == "b":
            out.append(f"b at {i}")
    return out


@program(call(K), call(K[:2]))
def listed(x):
    """list, set, sorted and reversed of a text."""
    s = _word(x)
    return list(s), sorted(s), sorted(set(s)), "".join(reversed(s)), "".join(sorted(s)), tuple(s)


@program(call(np.array([3, 1, 2])), call(np.array([0, 0])))
def words_split(x):
    """What split gives is joined again in another way."""
    line = ",".join("x" * int(k) for k in x)
    parts = line.split(",")
    return parts, "-".join(parts), parts[0], parts[-1], [len(p) for p in parts], line.partition(",")


@program(call("a=1;b=22;c=333", N(2)), call("a=5", N(0)))
def parsed(text, k):
    """Known text, parsed with run-time choices."""
    total = 0
    names = ""
    for part in text.split(";"):
        name, value = part.split("=")
        if int(value) > k:
            total += int(value)
            names += name
    return total, names


@program(call(V), call(-V))
def stacked(x):
    """A stack of brackets."""
    stack = []
    text = ""
    for v in x:
        if v > 0:
            stack.append(")" if v > 2 else "]")
            text += "(" if v > 2 else "["
        elif stack:
            text += stack.pop()
    while stack:
        text += stack.pop()
    return text


@program(call(np.array([[1, 0], [0, 2]])), call(np.zeros((2, 2), int)))
def grid_names(x):
    """Cells of a grid by name."""
    names = ["empty", "wall", "door"]
    out = []
    for i in range(x.shape[0]):
        out.append([names[x[i, j]] for j in range(x.shape[1])])
    return out, "/".join(" ".join(row) for row in out)


@program(call(V, True), call(V, False))
def optional(x, verbose):
    """A text or None."""
    note = None
    for v in x:
        if v < 0:
            note = f"negative: {v}" if note is None else note + f", {v}"
    return note if verbose else (note is None)


@program(call(N(13)), call(N(64)), call(N(0)))
def bits_and_hex(n):
    """bin, hex, oct and format, and slices of them."""
    n = int(n)
    return bin(n)[2:].zfill(8), hex(n)[2:].upper(), oct(n), f"{n:08b}".count("1"), format(n, "b")[::-1]


@program(call(N(123456789)), call(N(-12)), call(N(0)))
def thousands(n):
    """Digits in groups of three, by hand."""
    digits = str(abs(int(n)))
    out = ""
    while len(digits) > 3:
        out = "," + digits[-3:] + out
        digits = digits[:-3]
    return ("-" if n < 0 else "") + digits + out


@program(call(np.array([72, 105, 32, 33])), call(np.array([256])))
def escaped(x):
    """Codes that need an escape."""
    out = []
    for k in x:
        c = chr(k)
        out.append(c if c.isalnum() else f"\\x{k:02x}")
    return "".join(out), repr("".join(out))


@program(call(K), call(K + 1))
def vigenere(x):
    """A cipher with a key that repeats."""
    key = "KEY"
    out = []
    for i in range(len(x)):
        out.append(chr((int(x[i]) + ord(key[i % len(key)]) - 65) % 26 + 65))
    return "".join(out)


@program(call("kitten", K), call("", K))
def edit_distance(word, x):
    """The Levenshtein distance of a known and a built text."""
    s = _word(x)
    row = list(range(len(s) + 1))
    for i, a in enumerate(word, 1):
        new = [i]
        for j in range(len(s)):
            new.append(min(row[j] + (a != s[j]), row[j + 1] + 1, new[j] + 1))
        row = new
    return row[-1]


@program(call(K), call(np.array([0, 1, 0])), call(np.array([], int)))
def palindrome(x):
    """Two indices walk towards each other."""
    s = _word(x)
    i, j = 0, len(s) - 1
    while i < j:
        if s[i] != s[j]:
            return False
        i += 1
        j -= 1
    return True


@program(call(np.array([3.14159, 2.5]), 2), call(np.array([1.0]), 0))
def nested_spec(x, digits):
    """A width that is known, in a format of numbers of the run."""
    return [f"{v:.{digits}f}" for v in x], "%.*f" % (digits, 2.0), f"{x[0]!r:>20}|{str(x[0]):<12}|"


@program(call(N(3)), call(N(12)), call(N(150)))
def graded(n):
    """A text of several branches, compared later."""
    if n > 100:
        g = "high"
    elif n > 10:
        g = "mid"
    else:
        g = "low" + str(n)
    if g == "low3":
        return g + "?"
    return g.capitalize() + ("!" if g.startswith("h") else ".")


@program(call(np.array([0, 2])), call(np.array([1, 0])), call(np.array([3, 4])), call(np.array([0, 0])))
def on_some_paths(x):
    """One text is appended after another that may be there."""
    p = []
    for k in x:
        if k > 0:
            p.append(str(k))
    q = [c for c in "a" + chr(97 + x[1]) if c != "a"]
    return p, "a".join(p), "".join(p)[-1:], q
