"""The table of programs by theme: the same as Python, refused with a line, or wrong; it is docs/programs.md too."""

import argparse
import collections
import concurrent.futures
import contextlib
import functools
import sys

from tests.harness import check
from tests.programs import load
from tests.programs._checked import checked
from tests.programs._gives_up import GIVES_UP
from tests.programs._page import PAGE, page
from tests.programs._parts import in_part


@functools.cache
def programs():
    """All of them, read once in each process."""
    return load()


def verdict_on(index, modes, backend, debug, asked):
    """What the program at `index` is, in words; programs are not pickled, so a worker finds its own."""
    program = programs()[index]
    gives_up = f"{program.theme}.{program.name}" in GIVES_UP if asked else None
    with checked() if debug else contextlib.nullcontext():
        verdict = check(program, modes, backend, gives_up=gives_up)
    failures = [(failure.mode, str(failure.call), str(failure.text)) for failure in verdict.failures[:4]]
    return verdict.status, str(verdict), failures


def verdicts(chosen, modes, backend, debug, asked, jobs):
    """The verdicts on the chosen programs, in their order."""
    on = functools.partial(verdict_on, modes=modes, backend=backend, debug=debug, asked=asked)
    if jobs == 1:
        yield from map(on, chosen)
        return
    with concurrent.futures.ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(on, chosen, chunksize=8)


def main():
    """Run the programs and print the table; 1 when one is wrong."""
    parser = argparse.ArgumentParser(prog="python -m tests.programs", description=__doc__)
    parser.add_argument("only", nargs="*", help="themes or programs (theme.name); all without")
    parser.add_argument("--modes", default="plain,transformed,static")
    parser.add_argument("--backend", default="numpy")
    parser.add_argument("--debug", action="store_true", help="check what is made after each pass, and each value")
    parser.add_argument("--gives-up", action="store_true", help="whether machine code gives up only where that is known")
    parser.add_argument("--jobs", type=int, default=1, help="processes to run them in")
    parser.add_argument("--part", default="", help="only a part of them: 0/3, 1/3 or 2/3")
    parser.add_argument("--but", default="", help="all but a part of them")
    parser.add_argument("--markdown", action="store_true", help="what is wrong, as a Markdown list")
    options = parser.parse_args()
    table = collections.defaultdict(collections.Counter)
    names = [(f"{program.theme}.{program.name}", program.theme) for program in programs()]
    only = set(options.only)
    chosen = [index for index, known in enumerate(names) if not only or only & set(known)]
    if options.part:
        chosen = [index for index in chosen if in_part(programs()[index], options.part)]
    chosen = [index for index in chosen if not in_part(programs()[index], options.but)]
    found = verdicts(
        chosen, options.modes.split(","), options.backend, options.debug, options.gives_up, options.jobs
    )
    for index, (status, report, failures) in zip(chosen, found, strict=True):
        name, theme = names[index]
        table[theme][status] += 1
        if options.markdown:
            for mode, call, text in failures:
                print(f"- `{name}` {mode}, {call}: {' '.join(text.split())[:300]}", flush=True)
        elif status != "same":
            print(report, flush=True)
    columns = ("same", "refused", "wrong")
    print("\n" + f"{'theme':24}" + "".join(f"{c:>9}" for c in columns))
    for theme, row in table.items():
        print(f"{theme:24}" + "".join(f"{row[c]:>9}" for c in columns))
    total = sum(table.values(), collections.Counter())
    print(f"{'all':24}" + "".join(f"{total[c]:>9}" for c in columns))
    if len(chosen) == len(names) and not total["wrong"]:
        PAGE.write_text(page(programs()), encoding="utf-8")
    return 1 if total["wrong"] else 0


if __name__ == "__main__":
    sys.exit(main())
