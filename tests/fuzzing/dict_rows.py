"""Lists of dicts, of the caller's or made of an array, whose rows change places, have several names and change."""

from __future__ import annotations

import re

from tests.fuzzing import fielded_rows

__all__ = ["Writer", "calls"]

FIELD = re.compile(r"\.([knvazw])\b(?!\()")
OWN = (
    "p['w'] = y", "n += 'w' in p", "n += p.get('w', 0.5)", "del p['n']", "p.pop('w', 0)", "n += p.setdefault('w', y)",
    "p.update(k=y)", "p.update(q)", "p |= {'w': y}", "p = dict(p)", "p = {**p, 'k': y}", "q = p.copy()", "q = p | q",
    "for key in p: n += len(key)", "n += len(p)", "M[i] = dict(p)", "M[i] = {**M[i], 'n': 5}", "out = [dict(r) for r in M]",
    "p['k'], p['n'] = p['n'], p['k']", "n += sum(r['k'] for r in D.values())", "out = [r['v'] for r in M]\nout = [p]",
    "q = {key: value for key, value in p.items()}", "p[i] = y", "n += p.get(i, 1.0)", "n += i in q", "p.clear()\np.update(NEW(y))",
    "q.update(n=n, w=y)", "for r in M: r['w'] = y", "out = [r for r in M if 'w' in r]", "n += list(p)[-1] == 'w'",
    "p['d'] = q", "p['d'] = {'k': y}", "p['d'] = q if y > 1 else p.get('d')", "if 'd' in p and p['d']: p['d']['k'] = y",
)  # fmt: skip


class Writer(fielded_rows.FieldedRows):
    """Writes one function."""

    heads = (
        "", "", "M = [dict(r) for r in M]", "M = [{**r} for r in M]", "M = list(M)", "M = [r.copy() for r in M]",
        "M = [NEW(v[0], int(v[1])) for v in M.tolist()]", "M = [{'k': a, 'n': 0, 'v': [b], 'z': None} for a, b, c in M.tolist()]",
    )  # fmt: skip
    own = OWN
    tests = ("'w' in p", "'w' in q", "p.get('n', 0) > 1", "len(p) > 4")
    new = "row("

    def above(self):
        return "def row(k, n=0):\n    return {'k': k, 'n': n, 'v': [k], 'z': None}\n\n\n"

    def line(self, text):
        return FIELD.sub(r"['\1']", text)


def calls(seed):
    return fielded_rows.calls(Writer(seed), lambda k, n, v, a: {"k": k, "n": n, "v": v, "z": None, "a": a})
