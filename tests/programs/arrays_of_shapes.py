"""Arrays of several shapes in lists and dicts of run-time length: groups by label, runs, crops, packets."""

import heapq
from collections import deque

import numpy as np

from tests.harness import Theme, call

program = Theme("arrays of shapes")
IDS, W = np.array([1, 2, 1, 3]), np.array([1.0, 2.0, 3.0, 4.0])
CALLS = (
    call(IDS, W), call(np.array([1, 1, 1, 3]), W), call(np.array([5, 5]), W[:2]), call(np.array([5, 6]), W[:2]),
    call(np.array([], int), np.array([])),
)  # fmt: skip
FULL = CALLS[:4]  # where there are items


@program(*CALLS)
def groups(ids, w):
    """One array for each label."""
    return [w[ids == k] for k in np.unique(ids)]


@program(*CALLS)
def means_of_groups(ids, w):
    """What is computed of each."""
    parts = [w[ids == k] for k in np.unique(ids)]
    return np.array([p.sum() for p in parts]), len(parts), [p.tolist() for p in parts]


@program(*CALLS)
def groups_of_rows(ids, w):
    """Arrays whose rows are alike."""
    m = np.outer(w, w)
    parts = []
    for k in np.unique(ids):
        parts.append(m[ids == k])
    return parts, [p.mean(axis=0) for p in parts]


@program(*CALLS)
def blocks(ids, w):
    """Arrays that differ in all of their extents."""
    m = np.outer(w, w)
    parts = []
    for k in np.unique(ids):
        chosen = ids == k
        parts.append(m[np.ix_(chosen, chosen)])
    return parts, [p.shape for p in parts], sum(np.trace(p) for p in parts)


@program(*CALLS)
def under_keys(ids, w):
    """In a dict with run-time keys."""
    parts = {int(k): w[ids == k] for k in np.unique(ids)}
    return parts, {k: v.mean() for k, v in parts.items()}


@program(*CALLS)
def records(ids, w):
    """In dicts in a dict."""
    out = {}
    for k in np.unique(ids):
        out[int(k)] = {"w": w[ids == k], "n": (ids == k).sum()}
    return out


@program(*CALLS)
def in_tuples(ids, w):
    """In tuples beside numbers."""
    parts = []
    for k in np.unique(ids):
        chosen = w[ids == k]
        parts.append((int(k), chosen, len(chosen)))
    return parts, max((n for _, _, n in parts), default=0)


@program(*CALLS)
def in_objects(ids, w):
    """As attributes."""

    class Cluster:
        def __init__(self, label, points):
            self.label, self.points = label, points

        def mean(self):
            return self.points.mean()

    found = [Cluster(int(k), w[ids == k]) for k in np.unique(ids)]
    found.sort(key=lambda c: c.mean())
    return [(c.label, c.points) for c in found]


@program(*CALLS)
def in_lists(ids, w):
    """In lists of run-time length in a list."""
    parts = []
    for k in np.unique(ids):
        row = []
        for j in np.unique(w[ids == k]):
            row.append(w[w > j])
        parts.append(row)
    return parts


@program(*CALLS)
def or_none(ids, w):
    """None beside them."""
    parts = []
    for k in np.unique(ids):
        chosen = w[ids == k]
        parts.append(chosen if len(chosen) > 1 else None)
    return parts, [p is None for p in parts]


@program(*CALLS)
def of_two_dtypes(ids, w):
    """Arrays of another dtype beside them."""
    parts = []
    for k in np.unique(ids):
        parts.append(np.flatnonzero(ids == k) if k % 2 else w[ids == k])
    return parts


@program(*CALLS)
def concatenated(ids, w):
    """Joined again."""
    parts = [w[ids == k] for k in np.unique(ids)]
    return np.concatenate(parts), np.hstack(parts)


@program(*CALLS)
def rows_concatenated(ids, w):
    """The same of arrays with rows."""
    m = np.outer(w, w)
    parts = [m[ids == k] for k in np.unique(ids)]
    return np.concatenate(parts), np.vstack(parts), np.concatenate(parts, axis=None)


@program(*CALLS)
def columns_concatenated(ids, w):
    """Along another axis, in which they differ."""
    m = np.outer(w, w)
    parts = [m[:, ids == k] for k in np.unique(ids)]
    return np.concatenate(parts, axis=1), np.hstack(parts), np.concatenate(parts, axis=None, dtype=np.float32)


@program(*CALLS)
def concatenated_elsewhere(ids, w):
    """Along an axis in which all have to be alike."""
    m = np.outer(w, w)
    parts = [m[:, ids == k] for k in np.unique(ids)]
    return np.concatenate(parts)


@program(*CALLS)
def no_such_axis(ids, w):
    """NumPy's error."""
    return np.concatenate([w[ids == k] for k in np.unique(ids)], axis=1)


@program(*CALLS)
def stacked(ids, w):
    """Stacked, which only arrays of one shape can be."""
    return np.stack([w[ids == k] for k in np.unique(ids)])


@program(*CALLS)
def stacked_in_rows(ids, w):
    """As the rows of an array."""
    return np.vstack([w[ids == k] for k in np.unique(ids)])


@program(*FULL)
def arrays_of_them(ids, w):
    """An array of all of them, if they are alike."""
    return np.array([w[ids == k] for k in np.unique(ids)])


@program(*FULL)
def arrays_of_columns(ids, w):
    """The same where the second extent differs."""
    m = np.outer(w, w)
    parts = [m[:, ids == k] for k in np.unique(ids)]
    return np.stack(parts, axis=-1), np.asarray(parts, dtype=np.float32)


@program(*FULL)
def inhomogeneous_columns(ids, w):
    """NumPy says in how many dimensions they are alike."""
    m = np.outer(w, w)
    return np.array([m[:, ids == k] for k in np.unique(ids)])


@program(*CALLS)
def always_as_long(ids, w):
    """Of one extent that the run decides."""
    kept = w[w > 1]
    out = []
    for k in np.unique(ids):
        out.append(kept * k)
    return out, np.array(out) if len(out) else None


@program(*CALLS)
def centred(ids, w):
    """Changed in place, one by one."""
    parts = [w[ids == k] for k in np.unique(ids)]
    for p in parts:
        p -= p.mean()
    return parts


@program(*CALLS)
def changed_by_index(ids, w):
    """Changed in place at an index."""
    m = np.outer(w, w)
    parts, columns = [w[ids == k] for k in np.unique(ids)], [m[:, ids == k] for k in np.unique(ids)]
    if len(parts) > 1:
        parts[1][0] = 99
        parts[-1] *= 2
        columns[1][0, 0] = 98
        columns[-1] *= 3
    return parts, columns, w, m


@program(*CALLS)
def filtered(ids, w):
    """Replaced by others."""
    parts = [w[ids == k] for k in np.unique(ids)]
    for i in range(len(parts)):
        parts[i] = parts[i][parts[i] > 1.5]
    return parts


@program(*CALLS)
def ordered(ids, w):
    """Sorted by how long they are, and chosen."""
    parts = [w[ids == k] for k in np.unique(ids)]
    parts.sort(key=len)
    return parts, [len(p) for p in sorted(parts, key=lambda p: -p.sum())]


@program(*FULL)
def longest(ids, w):
    """The one of most elements, and the first."""
    parts = [np.where(ids == k)[0] for k in np.unique(ids)]
    return max(parts, key=len) + 0, parts[0] * 2, len(parts)


@program(*CALLS)
def popped(ids, w):
    """Taken out, and put in."""
    parts = [w[ids == k] for k in np.unique(ids)]
    if len(parts) > 1:
        x = parts.pop()
        parts.insert(0, x * 2)
        parts[1] = np.append(parts[1], 7.0)
        del parts[0]
    parts.append(np.array([1.0, 2.0]))
    parts += [np.zeros(1)]
    return parts


@program(*CALLS)
def in_a_queue(ids, w):
    """Left at one end, and put in at the other."""
    queue = deque()
    for k in np.unique(ids):
        queue.append(w[ids == k])
    out = []
    while queue:
        p = queue.popleft()
        if len(p) > 1:
            queue.append(p[1:].copy())
        out.append(p.sum())
    return out


@program(*CALLS)
def in_a_heap(ids, w):
    """Largest groups first."""
    heap = []
    for k in np.unique(ids):
        heapq.heappush(heap, (-int((ids == k).sum()), int(k), w[ids == k]))
    out = []
    while heap:
        n, k, p = heapq.heappop(heap)
        out.append((k, p * n))
    return out


@program(*CALLS)
def growing_arrays(ids, w):
    """Each is the last with more behind it."""
    parts = [np.array([0.0])]
    for k in np.unique(ids):
        parts.append(np.concatenate([parts[-1], w[ids == k]]))
    return parts


@program(*CALLS)
def others_behind_alike(ids, w):
    """Behind arrays of one known shape come others."""
    parts = []
    for _ in np.unique(ids):
        parts.append(np.zeros(3))
    parts.append(np.ones(2))
    parts.insert(1, w[w > 1])
    return parts


@program(*CALLS)
def others_in_a_branch(ids, w):
    """A branch makes it a list of such arrays."""
    parts = [np.ones(2), np.ones(3)]
    if len(ids) and ids[0] == 1:
        for k in ids:
            if k == 1:
                parts.append(w[w > k])
    return parts


@program(*FULL)
def either_list(ids, w):
    """One of two lists."""
    if ids[0] == 1:
        parts = [w[ids == k] for k in np.unique(ids)]
    else:
        parts = [np.zeros(2)]
    return parts


@program(*CALLS)
def printed(ids, w):
    """Printed, and as texts."""
    parts = [w[ids == k] for k in np.unique(ids)]
    print(parts)
    for p in parts:
        print(p, len(p))
    return str(parts)


@program(*FULL)
def summed(ids, w):
    """Added up, where they can be."""
    return sum([w[ids == k] for k in np.unique(ids)])


@program(call(np.array([1, 0, 1, 0, 0])), call(np.array([1, 1, 1, 1])))
def last_one_grows(mask):
    """The last array gets longer, or another one begins."""
    parts = [np.array([0])]
    for i in range(len(mask)):
        if mask[i]:
            parts[-1] = np.append(parts[-1], i)
        else:
            parts.append(np.array([], dtype=int))
    return parts, max(len(a) for a in parts)


@program(*CALLS)
def crops(ids, w):
    """Parts of an image around what is found in it."""
    image = np.outer(w, w)
    found = []
    for i in range(len(ids)):
        r = int(ids[i]) % len(w)
        if image[i, r] > 2:
            found.append(image[: r + 1, i:].copy())
    return found, [c.max() for c in found]
