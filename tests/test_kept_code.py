"""What functions were converted to is taken from disk by other processes, and never for another function."""

import ast
import linecache
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import sct
from sct.backends.native import disk, files
from sct.parsing import parsed
from sct.runtime.conversion import converting, kept_code
from sct.runtime.source import get_conversion

TEXT = """
import numpy as np

LIMIT = 3.0

def scaled(x, n=2):
    '''Doc.'''
    total = 0.0
    for k in range(len(x)):
        if x[k] > LIMIT:
            continue
        total += x[k] * n
    return total

class Scaler:
    __factor = 3.0

    def __call__(self, x):
        while x.sum() < 100.0:
            x = x * self.__factor
        return x

def made(by):
    def times(x):
        return [by * part for part in x] if x.sum() > by else x
    return times

picked = lambda x: x[0] if x.sum() > 0 else x[1]
"""
X = np.arange(5.0)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """An empty disk cache."""
    cache = disk.DiskCache(tmp_path / "cache", 1 << 24)
    monkeypatch.setattr(kept_code.disk, "default", lambda: cache)
    return tmp_path


def module(path, text=TEXT):
    """The names of a module, loaded again."""
    path.write_text(text)
    names = {"__name__": path.stem}
    exec(compile(text, str(path), "exec"), names)
    return names


@pytest.fixture
def conversions(monkeypatch):
    """The functions that have been converted."""
    seen = []
    original = converting.transformed

    def noted(found, *rest):
        seen.append(found.qualname)
        return original(found, *rest)

    monkeypatch.setattr(converting, "transformed", noted)
    return seen


def results(names):
    called = [names["scaled"], names["Scaler"](), names["made"](2.0), names["picked"]]
    static = [sct.to_static(one) for one in called]
    return [[np.asarray(one(X)).tolist() for one in all_] for all_ in (static, called)]


def test_a_function_is_converted_once(folder, conversions):
    path = folder / "work.py"
    first = results(module(path))
    assert len(conversions) == 4
    conversions.clear()
    second = results(module(path))
    assert conversions == []
    assert first[0] == first[1] == second[0] == second[1]


def test_what_it_answers_about_itself(folder, conversions):
    path = folder / "work.py"
    first = sct.to_static(module(path)["scaled"])
    first(X)
    names = module(path)
    again = sct.to_static(names["scaled"])
    again(X)
    assert len(conversions) == 1
    assert again.code == first.code
    assert sct.transform(names["scaled"])(X) == names["scaled"](X)
    assert get_conversion(names["scaled"]).original.startswith("def scaled")


@pytest.mark.parametrize("edit", [("x[k] * n", "x[k] + n"), ("'''Doc.'''", "'''Other.'''"), ("    for", "\n    for")])
def test_an_edited_file_is_another_one(folder, conversions, edit):
    path = folder / "work.py"
    results(module(path))
    conversions.clear()
    static, plain = results(module(path, TEXT.replace(*edit)))
    assert len(conversions) == 4
    assert static == plain


def test_a_file_that_was_edited_after_its_import(folder):
    path = folder / "work.py"
    sct.to_static(module(path)["scaled"])(X)
    names = module(path)
    path.write_text(TEXT.replace("x[k] * n", "x[k] + n"))
    linecache.checkcache(str(path))
    with pytest.raises(sct.errors.StaleSourceError):
        sct.to_static(names["scaled"])(X)


def test_the_same_text_in_another_file(folder, conversions):
    results(module(folder / "work.py"))
    conversions.clear()
    names = module(folder / "other.py")
    results(names)
    assert len(conversions) == 4
    traced = get_conversion(names["scaled"])._code(True)
    assert traced.co_filename == str(folder / "other.py")


def test_passes_of_ones_own_are_run(folder, conversions):
    path = folder / "work.py"
    sct.to_static(module(path)["scaled"])(X)
    conversions.clear()
    sct.to_static(module(path)["scaled"], passes=sct.transformers.PIPELINE[:-1])
    own = (*sct.transformers.PIPELINE, type("Mine", (sct.transformers.Pass,), {}))
    get_conversion(module(path)["scaled"], own)
    assert conversions == ["scaled"]


def test_generators_are_split_each_time(folder):
    text = "def summed(x):\n    return sum(part * 2 for part in x)\n"
    for _ in range(2):
        names = module(folder / "work.py", text)
        assert sct.to_static(names["summed"])(X) == names["summed"](X)


def test_a_constant_that_no_file_holds(folder):
    names = module(folder / "work.py")
    scaled, thing = names["scaled"], object()
    scaled.__code__ = scaled.__code__.replace(co_consts=(*scaled.__code__.co_consts, thing))
    assert kept_code.code_key(scaled) is None


def test_without_a_folder(monkeypatch, tmp_path):
    monkeypatch.setattr(kept_code.disk, "default", lambda: disk.DiskCache(None, 0))
    names = module(tmp_path / "work.py")
    assert kept_code.code_key(names["scaled"]) is None
    assert sct.to_static(names["scaled"])(X) == names["scaled"](X)


@pytest.mark.parametrize(
    "name", ["parsing.py", "transformers/quote.py", "transformers/analysis/own.py", "runtime/a.py"]
)
def test_the_key_changes_with_a_file_that_converts(tmp_path, monkeypatch, name):
    home = tmp_path / "sct"
    for one in ("parsing.py", "transformers/quote.py", "transformers/analysis/own.py", "runtime/a.py", "ops/b.py"):
        (home / one).parent.mkdir(parents=True, exist_ok=True)
        (home / one).write_text("1")
    monkeypatch.setattr(files, "__file__", str(home / "backends" / "native" / "files.py"))
    before = files.state_of(kept_code.FLOORS, "")
    (home / "ops/b.py").write_text("20")
    files.state_of_folder.cache_clear()
    assert files.state_of(kept_code.FLOORS, "") == before
    (home / name).write_text("20")
    files.state_of_folder.cache_clear()
    assert files.state_of(kept_code.FLOORS, "") != before


def test_conversion_imports_nothing_that_the_key_leaves_out():
    home = Path(sct.__file__).parent
    found, todo = set(), ["runtime/conversion/converting.py"]
    while todo:
        name = todo.pop()
        if name in found:
            continue
        found.add(name)
        path = home / name
        for node in ast.walk(parsed(path.read_text())):
            if not isinstance(node, ast.ImportFrom) or not node.level and not (node.module or "").startswith("sct"):
                continue
            base = home if not node.level else path.parents[node.level - 1]
            parts = (node.module or "").split(".")[0 if node.level else 1 :]
            for place in (base.joinpath(*parts), *(base.joinpath(*parts, alias.name) for alias in node.names)):
                for file in (place.with_suffix(".py"), place / "__init__.py"):
                    if file.exists() and file != home / "__init__.py":
                        todo.append(file.relative_to(home).as_posix())
    assert {"parsing.py", "runtime/conversion/recover.py", "transformers/analysis/definite.py"} <= found
    assert {name.rpartition("/")[0].partition("/")[0] for name in found} == set(kept_code.FLOORS)


def test_another_process_does_not_import_the_passes(tmp_path):
    path = tmp_path / "work.py"
    path.write_text(TEXT)
    code = (
        "import sys, numpy as np, sct, work\n"
        "print(sct.to_static(work.scaled)(np.arange(5.0)), 'gast' in sys.modules, 'sct.transformers' in sys.modules)"
    )
    root = str(Path(sct.__file__).parents[1])
    environ = {**os.environ, "SCT_CACHE_DIR": str(tmp_path / "cache"), "PYTHONPATH": f"{root}{os.pathsep}{tmp_path}"}
    said = [subprocess.check_output([sys.executable, "-c", code], env=environ, text=True).split() for _ in range(2)]
    assert said == [["12.0", "True", "True"], ["12.0", "False", "False"]]
