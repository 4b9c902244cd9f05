"""Every Python block in README.md and docs/ runs; a text block right below one is what it prints.

Blocks of one page share their names, from top to bottom. A page that uses files gets a folder of
its own to run in.
"""

import contextlib
import doctest
import importlib.util
import io
import linecache
import re
from pathlib import Path

import pytest

from sct.ops import registry

ROOT = Path(__file__).resolve().parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
FENCE = re.compile(r"^```(\w*)[^\n]*\n(.*?)^```[ ]*$", re.MULTILINE | re.DOTALL)


def blocks(page):
    """(line, code, expected output or None) of each Python block of `page`."""
    text = page.read_text("utf-8")
    found = list(FENCE.finditer(text))
    for index, match in enumerate(found):
        if match[1] != "python":
            continue
        after = found[index + 1] if index + 1 < len(found) else None
        directly = after is not None and after[1] == "text" and not text[match.end() : after.start()].strip()
        yield text[: match.start(2)].count("\n") + 1, match[2], after[2] if directly else None


def run_page(page, monkeypatch):
    list(registry.all_ops())
    for table in ("_OPS", "_NUMPY"):  # an op that a page defines is there for that page alone
        monkeypatch.setattr(registry, table, dict(getattr(registry, table)))
    name = f"page_{page.stem}".replace("-", "_").lower()
    namespace = {"__name__": name}
    for line, code, expected in blocks(page):
        filename = f"<{page.name}, the block at line {line}>"
        linecache.cache[filename] = (len(code), None, code.splitlines(keepends=True), filename)
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            exec(compile(code, filename, "exec"), namespace)
        if expected is not None:
            check(expected, out.getvalue(), f"{page.name}:{line}")


def check(expected, got, where):
    flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    checker = doctest.OutputChecker()
    if not checker.check_output(expected, got, flags):
        difference = checker.output_difference(doctest.Example("", expected), got, flags)
        pytest.fail(f"{where}\n{difference}", pytrace=False)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_blocks_run(page, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    run_page(page, monkeypatch)


def test_the_checker_sees_a_wrong_output(tmp_path, monkeypatch):
    page = tmp_path / "page.md"
    page.write_text("```python\nprint(1)\n```\n\n```text\n2\n```\n")
    with pytest.raises(pytest.fail.Exception, match="Expected"):
        run_page(page, monkeypatch)


def test_the_checker_leaves_other_blocks_alone(tmp_path):
    page = tmp_path / "page.md"
    page.write_text("```sh\nfalse\n```\n```python\nx = 1\n```\nwords\n```text\nfree\n```\n")
    assert list(blocks(page)) == [(5, "x = 1\n", None)]


def test_the_page_of_errors_is_up_to_date():
    spec = importlib.util.spec_from_file_location("make_errors", ROOT / "docs" / "make_errors.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    written = (ROOT / "docs" / "errors.md").read_text("utf-8")
    assert written == module.page(), "run: python docs/make_errors.py"


LINK = re.compile(r"\]\((?!https?:|#|mailto:)([^)#]+)")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page):
    for target in LINK.findall(page.read_text("utf-8")):
        assert (page.parent / target).exists(), target


NAMED = re.compile(r"`((?:sct|docs|examples|benchmarks|tests)/[\w/.]*)`")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_named_files_exist(page):
    for name in NAMED.findall(page.read_text("utf-8")):
        assert name.startswith("examples/output") or (ROOT / name).exists(), name
