"""Tries random programs until the time is over, and prints what must not be, made small."""

from __future__ import annotations

import argparse
import collections
import time

from tests.fuzzing.check import Finding, check
from tests.fuzzing.families import FAMILIES
from tests.fuzzing.reduce import reduced

BACKENDS = ("numpy", "native")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzzing", description=__doc__)
    parser.add_argument("only", nargs="*", help=f"families: {', '.join(FAMILIES)}; all without")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--first", type=int, default=100_000, help="the first seed")
    parser.add_argument("--backends", default=",".join(BACKENDS))
    parser.add_argument("--reduce", type=float, default=60.0, help="seconds to make a finding small")
    given = parser.parse_args()
    end, seed = time.monotonic() + given.seconds, given.first
    seen: collections.Counter[tuple[str, str]] = collections.Counter()
    while time.monotonic() < end:
        for name in given.only or FAMILIES:
            for backend in given.backends.split(","):
                family = FAMILIES[name]
                found = check(family, seed, backend)
                seen[name, found.kind if isinstance(found, Finding) else found] += 1
                if isinstance(found, Finding):
                    text, found = reduced(family, family.write(seed), seed, found, given.reduce)
                    print(f"===== {name}, seed {seed}\n{text}\n{found}\n", flush=True)
        seed += 1
    for (name, what), count in sorted(seen.items()):
        print(f"{name:16s}{what:16s}{count:6d}")
    return any(what not in ("same", "refused") for _, what in seen)


if __name__ == "__main__":
    raise SystemExit(main())
