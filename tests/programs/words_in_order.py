"""Elements of arrays of texts in lists: sorted, the least and greatest of them; arrays of texts as lists and numbers."""

import heapq
from collections import Counter

import numpy as np

from tests.harness import Theme, call

program = Theme("words in order")
C = np.array(list("hello"))
W = np.array(["pear", "fig", "apple", "fig", "kiwi"])
V = np.array(["a", "bb", "ccc", "d", "e"])
I = np.array([3, 1, 2, 0, 4])
D = np.array(["12", "-3", "7", "100", "5"])


@program(call(C), call(C[::-1]))
def letters_sorted(c):
    """A list of letters that grows, and is sorted on its way."""
    kept, seen, least = [], [], []
    for ch in c:
        if ch != "l":
            kept.append(ch)
        seen.append(ch)
        least.append(min(seen))
        seen.sort()
    return sorted(kept), sorted(kept, reverse=True), max(kept), min(kept), "".join(sorted(kept)), seen, least


@program(call(W), call(V), call(W[:1]))
def words_sorted(w):
    """Words of one array, by themselves and by keys."""
    kept = []
    for s in w:
        if len(s) > 1:
            kept.append(s)
    others = sorted(kept)
    kept.sort(reverse=True)
    by_length = sorted(kept, key=lambda s: (len(s), s))
    return kept, others, max(kept, default=""), min(kept, default="none"), by_length, sorted(w), max(w, key=len)


@program(call(W, I), call(V, I))
def pairs_sorted(w, i):
    """Tuples of numbers and words."""
    pairs, words = [], []
    for s, k in zip(w, i):
        if k > 0:
            pairs.append((int(k) % 2, s))
            words.append((s, int(k)))
    words.sort()
    return sorted(pairs), min(pairs), max(pairs, key=lambda p: p[1]), words, [s for s, _ in words], words[0][0]


@program(call(C), call(C[::-1]))
def letters_in_a_heap(c):
    """The least letter first."""
    h = []
    for ch in c:
        if ch != "o":
            heapq.heappush(h, ch)
    return [heapq.heappop(h) for _ in range(len(h))]


@program(call(W), call(V))
def words_counted(w):
    """Words as keys, in the order of how often they are there."""
    k = Counter(w)
    return k.most_common(1), max(k), sorted(k.items()), sorted(k, key=lambda s: (-k[s], s))


@program(call(W), call(V), call(C))
def counted_by_numpy(w):
    """As many texts as only the run knows, as a list."""
    u, n = np.unique(w, return_counts=True)
    kept = w[w != "fig"].tolist()
    kept.sort()
    return dict(zip(u.tolist(), n.tolist())), u[np.argmax(n)], kept, "-".join(kept), len(kept)


@program(call(np.tile(W, 80)), call(np.tile(V, 80)))
def many_words(w):
    """More than are written out one by one."""
    words = w.tolist()
    return words[3], sorted(set(words)), len(words)


@program(call(W, I), call(V, I))
def beside_what_is_wider(w, i):
    """An element that the run takes beside texts that are as wide as any of its array."""
    k = int(i[0])
    return np.where(i > 2, w[k], "longer than all"), np.where(i > 2, w, w[k]), np.where(i > 2, w[k], w)


@program(call(D, I), call(D[::-1], I))
def read_as_numbers(d, i):
    """What the texts say, in whole and in parts that grow."""
    total = 0
    for k in i:
        if k > 0:
            total += int(d[k])
        total += d[:k].astype(int).sum()
    m = d != "7"
    return d.astype(int), d.astype(float), d[m].astype(np.int32), d[m].astype(float) / 2, total


@program(call(D), call(W), call(np.array(["1", "99999999999999999999"])), call(np.array(["1", "300"])))
def do_not_say_numbers(d):
    """NumPy's own words for texts that are no numbers, or too large."""
    said = []
    for dtype in (int, float, np.int8):
        try:
            said.append(d.astype(dtype))
        except (ValueError, OverflowError) as error:
            said.append(f"{type(error).__name__}: {error}")
    return said


@program(call(np.array(["1.5", "2e3", " 3 ", "nan"])), call(np.array(["1", "inf", "-0", "7."])))
def floats_in_a_branch(d):
    """Numbers that decide about what becomes of them."""
    v = d.astype(float)
    if v[0] > 1:
        return v * 2
    return v
