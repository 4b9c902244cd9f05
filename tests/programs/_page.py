"""The page of programs, docs/programs.md: what each theme has, and every refusal.

It says what the programs declare; `tests/test_programs.py` holds each of them to it.
"""

import collections
import pathlib

PAGE = pathlib.Path(__file__).parents[2] / "docs" / "programs.md"

HEAD = """\
# Programs

Small programs as NumPy users write them. Each is run as plain Python, converted on plain values, and static,
with several calls; results, dtypes, containers, changed arguments, printed text and exceptions have to come out
the same, or the program has to be refused, at a line that it names. `python -m tests.programs` runs them all and
writes this page; `tests/programs/` holds one file for each theme.

| theme | same | refused | wrong |
|---|---:|---:|---:|
"""


def page(programs):
    """The page as text."""
    counts = collections.defaultdict(collections.Counter)
    for program in programs:
        counts[program.theme]["refused" if program.refused else "same"] += 1
    rows = [(theme.replace("_", " "), row["same"], row["refused"]) for theme, row in counts.items()]
    rows.append(("**all**", *(sum(row[i] for row in rows) for i in (1, 2))))
    table = "".join(f"| {theme} | {same} | {refused} | 0 |\n" for theme, same, refused in rows)
    refused = [p for p in programs if p.refused]
    lines = [f"- `{p.theme}.{p.name}` ({p.doc.rstrip('.')}): `{p.refused.error}` at `{p.refused.line}`" for p in refused]
    return HEAD + table + "\n## What is refused\n\n" + "\n".join(lines or ["Nothing."]) + "\n"
