"""Loops that make objects and dicts, link them, put them into lists, and change them under one of their names."""

from __future__ import annotations

import random

from tests.fuzzing.begun_anew import calls

__all__ = ["Writer", "calls"]

CLASS = """class P:
    def __init__(self, v, n=0):
        self.v = v
        self.n = n
        self.nxt = None

    def add(self, y):
        self.v += y
        self.n += 1
        return self

    @property
    def size(self):
        return self.n + 1


"""
OBJECTS = [
    "out.append(cur)", "cur = P(y)", "cur = P(y, 2)", "cur.n += 1", "cur.v = y", "last = cur", "cur = last",
    "last.n += 2", "out[-1].v += y", "cur.add(y)", "last.add(1.0)", "cur.nxt = last", "last.nxt = cur", "cur = out[-1]",
    "last = out[0]", "out[0].n += 3", "tot += cur.v", "n += last.size", "same += cur is last", "same += cur == last",
    "same += cur in out", "cur = max(out, key=lambda p: p.v)", "last = min(out, key=lambda p: p.n)",
    "out.append(P(y))", "out[-1], out[0] = out[0], out[-1]", "cur, last = last, cur", "tot += sum(p.v for p in out)",
    "n += len(out)", "cur = cur.nxt or cur", "last.nxt = None", "out.pop()", "for p in out: p.n += 1",
    "cur = next((p for p in out if p.v > 2), cur)", "out.insert(0, last)", "out.remove(cur)", "last = P(cur.v, cur.n)",
    "setattr(cur, 'v', getattr(last, 'v') + 1)", "out.sort(key=lambda p: p.v)", "out.reverse()",
]  # fmt: skip
DICTS = [
    "out.append(cur)", "cur = {'v': y, 'n': 0}", "cur = {'v': y, 'n': 2}", "cur['n'] += 1", "cur['v'] = y",
    "last = cur", "cur = last", "last['n'] += 2", "out[-1]['v'] += y", "cur = out[-1]", "last = out[0]",
    "out[0]['n'] += 3", "tot += cur['v']", "n += last['n']", "same += cur is last", "same += cur == last",
    "same += cur in out", "cur = max(out, key=lambda p: p['v'])", "last = min(out, key=lambda p: p['n'])",
    "out.append({'v': y, 'n': 1})", "out[-1], out[0] = out[0], out[-1]", "cur, last = last, cur",
    "tot += sum(p['v'] for p in out)", "n += len(out) + len(cur)", "out.pop()", "for p in out: p['n'] += 1",
    "last = dict(cur)", "last = cur.copy()", "last = {**cur}", "cur.update(n=n)", "cur.update(last)",
    "tot += sum(cur.values())", "for k in cur: tot += cur[k]", "for k, v in cur.items(): tot += v",
    "n += 'v' in cur", "tot += cur.get('n', 5)", "out.sort(key=lambda p: p['v'])", "out.insert(0, last)",
]  # fmt: skip
TESTS = ["y > 0", "y > 1", "{c} > 1", "{c} > {l}", "len(out) > 1", "cur is last", "y > {l}", "out and out[-1] is cur"]
RESULTS = [
    "out", "out, cur", "out, len(out), tot", "out, last, n", "out, cur is last, same", "out, cur, last, tot, n",
    "cur, last", "[p{v} for p in out], tot, n", "{{'cur': cur, 'out': out, 'same': same}}",
]  # fmt: skip


class Writer:
    """Writes one function."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.objects = self.random.random() < 0.6
        self.pool = self.random.sample(OBJECTS if self.objects else DICTS, 14)

    def text(self):
        pick = self.random.choice
        form = "P({0})" if self.objects else "{{'v': {0}, 'n': 0}}"
        body = [f"        if {self.test()}:", *self.block(1, 12), "        else:", *self.block(1, 12)]
        if self.random.random() < 0.4:
            body.insert(0, f"        {pick(self.pool)}")
        if self.random.random() < 0.3:
            body.append(f"        {pick(self.pool)}")
        lines = [
            "def f(x):",
            f"    cur, n, tot, same = {form.format('x[0]')}, 0, 0.0, 0",
            f"    last = {pick(['cur', form.format('0.0')])}",
            f"    out = {pick(['[]', '[cur]', '[last, cur]'])}",
            f"    for y in x{pick(['', '[1:]'])}:",
            *body,
            f"    {pick(['', 'out.append(cur)', pick(self.pool)])}",
            f"    return {pick(RESULTS).format(v='.v' if self.objects else chr(91) + repr('v') + chr(93))}",
        ]
        text = "\n".join([line for line in lines if line.strip()]) + "\n"
        return (CLASS if self.objects else "") + text

    def test(self):
        c, l = ("cur.v", "last.v") if self.objects else ("cur['v']", "last['v']")  # noqa: E741
        return self.random.choice(TESTS).format(c=c, l=l)

    def block(self, depth, pad):
        lines = []
        for _ in range(self.random.choice([1, 1, 2, 2, 3])):
            if depth and self.random.random() < 0.4:
                lines += [" " * pad + f"if {self.test()}:", *self.block(depth - 1, pad + 4)]
                if self.random.random() < 0.7:
                    lines += [" " * pad + "else:", *self.block(depth - 1, pad + 4)]
            else:
                lines.append(" " * pad + self.random.choice(self.pool))
        return lines
