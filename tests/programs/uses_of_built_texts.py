"""What is done with texts that were built at run time: methods, comparisons, keys, lists of them."""

import numpy as np

from tests.harness import Theme, call

program = Theme("uses_of_built_texts")
V = np.tile([3.0, -1.0, 2.0, 5.0, -4.0], 6)
K = np.tile([3, 0, 1, 1, 2, 2, 2], 5)
N = np.int64


def _word(x):
    return "".join("abcdefgh"[k] for k in x)


@program(call(K), call(K[:2]))
def methods(x):
    """Methods of a built text."""
    s = _word(x)
    return (s.upper(), s.title(), s.replace("c", "--"), s.find("b"), s.startswith("da"), s.endswith("cc"),
            s.index("a"), s.count("c"), s.center(9, "*"), s.zfill(10), s.isalpha(), s.strip("dc"))


@program(call(K), call(K[:2]))
def compared(x):
    """Comparisons of built texts."""
    s, t = _word(x), _word(x[::-1])
    return s == t, s != "dabbccc", s < t, s >= "d", "bb" in s, "z" not in s, t in s


@program(call(K), call(K[:2]))
def sliced(x):
    """Items and slices."""
    s = _word(x)
    return s[0], s[-1], s[1:], s[:-1], s[::-1], s[::2], len(s[1:])


@program(call(K, N(1)), call(K, N(-1)), call(K, N(9)))
def item_at(x, i):
    """An item at a run-time place."""
    return _word(x)[i]


@program(call(K), call(K[:2]), call(K[:0]))
def vowels(x):
    """Letters that are counted in a loop."""
    n = 0
    for c in _word(x):
        if c in "aeiou":
            n += 1
    return n


@program(call(K), call(K[:3]))
def letter_counts(x):
    """How often each letter is there."""
    counts = {"a": 0, "b": 0, "c": 0, "d": 0}
    for c in _word(x):
        counts[c] += 1
    return counts


@program(call(K), call(K[:3]))
def letter_counts_open(x):
    """The same with a dict that gets its keys as they come."""
    counts = {}
    for c in _word(x):
        counts[c] = counts.get(c, 0) + 1
    return counts


@program(call(np.array([1, 2, 33, 4])), call(np.array([10])))
def split_and_read(x):
    """A line is written and read again."""
    line = " ".join(str(v) for v in x)
    parts = line.split()
    total = 0
    for p in parts:
        total += int(p)
    return parts, total, len(parts)


@program(call(V), call(-V))
def state_names(x):
    """A state machine with names."""
    state, trail = "idle", []
    for v in x:
        if state == "idle" and v > 0:
            state = "busy"
        elif v < 0:
            state = "idle"
        trail.append(state)
    return state, trail, state.upper(), len(state)


@program(call(K), call(K + 1))
def percent_lines(x):
    """The % operator with numbers of the run."""
    out = ""
    for i in range(len(x)):
        out += "%02d=%5.1f|" % (i, x[i])
    return out


@program(call(np.array([1, 2])), call(np.array([12, 7])))
def run_time_specs(x):
    """Widths that only the running program knows."""
    s = str(x[0])
    padded = "%5s|%-4s|%.1s|" % (s, s, "abc")
    return f"{s:>{int(x[0]) + 5}}", f"{x[0]:>{x[1] + 3}}", "{:{}}|{:<4}".format(s, int(x[0]) + 3, s), padded


@program(call(np.array([1, 2])), call(np.array([2, 1])))
def keys_in_displays(x):
    """Keys of displays that only the running program knows."""
    s, t = f"k{x[0]}", "a" if x[1] > 1 else "b"
    d = {s: 1, t: [2], x[0] + 0: 3}
    return d, {s, "k1"} == {"k1"}, {t: s}[t], s.translate({107: "K"})


@program(call(K), call(K[:1]))
def format_lines(x):
    """str.format in a loop."""
    rows = []
    for i, v in enumerate(x):
        rows.append("{:>3}:{:<4}".format(i, int(v)))
    return "".join(rows), rows


@program(call(V), call(V[:0]))
def builder(x):
    """A list of parts that are joined in the end."""
    parts = []
    for v in x:
        if v > 0:
            parts.append("up")
            parts.append(":")
            parts.append(repr(float(v)))
        else:
            parts.append("down")
    return "".join(parts), len(parts)


@program(call(V), call(-V), call(V[:1]))
def longest_run(x):
    """The longest of built texts."""
    best = cur = ""
    for v in x:
        if v > 0:
            cur += "u"
        else:
            cur = ""
        if len(cur) > len(best):
            best = cur
    return best


@program(call(K), call(K[:1]))
def sorted_words(x):
    """Texts of the run, sorted."""
    words = []
    for k in x:
        words.append("w" * int(k) + str(int(k) % 2))
    return sorted(words), min(words), max(words), words


@program(call(V), call(V * 0))
def chosen_labels(x):
    """A label by conditions, and what is done with it."""
    s = "none"
    if x[0] > 1:
        s = f"big {x[0]:.1f}"
    elif x[0] > 0:
        s = "small"
    return s.upper(), len(s), s == "none", s[:3], s + "!", [s] * 2


@program(call(N(3)), call(N(12)), call(N(7)))
def month(n):
    """A name from a table, and text methods on it."""
    names = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    name = names[int(n) - 1]
    return name.lower() + str(n), name[0], len(name)


@program(call(N(5)), call(N(30)))
def growing_word(n):
    """An L-system that is written out a few times."""
    s = "A"
    for _ in range(int(n) % 5):
        new = ""
        for c in s:
            new += "AB" if c == "A" else "A"
        s = new
    return s, len(s)


@program(call(N(4)), call(N(1)))
def look_and_say(n):
    """Each term says the one before."""
    term = "1"
    for _ in range(n):
        out, i = "", 0
        while i < len(term):
            j = i
            while j < len(term) and term[j] == term[i]:
                j += 1
            out += str(j - i) + term[i]
            i = j
        term = out
    return term


@program(call(K, "abcab"), call(K, ""))
def hamming(x, word):
    """How many letters differ."""
    s = _word(x)
    return sum(1 for a, b in zip(s, word) if a != b)


@program(call(np.array([1, 0, 1, 1])), call(np.array([0])))
def read_bits(x):
    """Bits written as text, and read back."""
    s = "".join(str(int(b)) for b in x)
    n = 0
    for c in s:
        n = 2 * n + (c == "1")
    return s, n, int(s, 2)


@program(call(V), call(-V))
def text_attribute(x):
    """A text that an object collects."""
    class Log:
        def __init__(self):
            self.text = ""

        def add(self, part):
            self.text += part + ";"

    log = Log()
    for v in x:
        if v > 0:
            log.add(f"{v:g}")
    return log.text


@program(call(np.array([104, 105, 33])), call(np.array([70000])), call(np.array([-1])))
def from_codes(x):
    """chr of each number, and back."""
    s = "".join(map(chr, x))
    return s, [ord(c) for c in s]


@program(call(V), call(V[:1]))
def unpacked(x):
    """Numbers as words with commas and an and."""
    words = [f"{v:.0f}" for v in x]
    if len(words) > 1:
        return ", ".join(words[:-1]) + " and " + words[-1]
    return words[0]


@program(call(K), call(K[:2]))
def keyed_by_built(x):
    """A built text as a key of a dict of Python's."""
    table = {"da": 1, "dabbccc": 2, "x": 3}
    return table[_word(x)], table.get(_word(x[1:]), -1)


@program(call(N(2)), call(N(5)))
def matched(n):
    """A match on a text of the run."""
    match "ab" * n:
        case "abab":
            return "two"
        case "":
            return "none"
        case other:
            return other + "!"
