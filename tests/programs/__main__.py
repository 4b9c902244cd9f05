"""The table of programs by theme: the same as Python, refused with a line, or wrong; it is docs/programs.md too."""

import argparse
import collections
import sys

from tests.harness import check
from tests.programs import load
from tests.programs._page import PAGE, page


def main():
    """Run the programs and print the table; 1 when one is wrong."""
    parser = argparse.ArgumentParser(prog="python -m tests.programs", description=__doc__)
    parser.add_argument("only", nargs="*", help="themes or programs (theme.name); all without")
    parser.add_argument("--modes", default="plain,transformed,static")
    parser.add_argument("--backend", default="numpy")
    parser.add_argument("--markdown", action="store_true", help="what is wrong, as a Markdown list")
    options = parser.parse_args()
    table = collections.defaultdict(collections.Counter)
    programs = load()
    for program in programs:
        name = f"{program.theme}.{program.name}"
        if options.only and not {name, program.theme} & set(options.only):
            continue
        verdict = check(program, options.modes.split(","), options.backend)
        table[program.theme][verdict.status] += 1
        if options.markdown:
            for failure in verdict.failures[:4]:
                text = " ".join(str(failure.text).split())
                print(f"- `{name}` {failure.mode}, {failure.call}: {text[:300]}", flush=True)
        elif verdict.status != "same":
            print(verdict, flush=True)
    columns = ("same", "refused", "wrong")
    print("\n" + f"{'theme':24}" + "".join(f"{c:>9}" for c in columns))
    for theme, row in table.items():
        print(f"{theme:24}" + "".join(f"{row[c]:>9}" for c in columns))
    total = sum(table.values(), collections.Counter())
    print(f"{'all':24}" + "".join(f"{total[c]:>9}" for c in columns))
    if not options.only and not total["wrong"]:
        PAGE.write_text(page(programs), encoding="utf-8")
    return 1 if total["wrong"] else 0


if __name__ == "__main__":
    sys.exit(main())
