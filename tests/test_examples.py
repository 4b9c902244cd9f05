"""Every example runs through `sct run`: compared with plain Python, reported, exit code 0."""

import importlib
import shutil
import sys
from pathlib import Path

import pytest

from sct.cli.main import main

ROOT = Path(__file__).resolve().parent.parent
EXAMPLES = {
    "kmeans_digits.py": ["kmeans"],
    "heat.py": ["heat"],
    "newton.py": ["newton"],
    "mandelbrot.py": ["mandelbrot"],
    "life.py": ["life"],
    "filters.py": ["smooth", "clip.apply"],
}
PAIRS = [(file, name) for file, found in EXAMPLES.items() for name in found]


@pytest.fixture
def examples(tmp_path, monkeypatch):
    """A copy of the examples, so that pictures are not written into the checkout."""
    folder = tmp_path / "examples"
    shutil.copytree(ROOT / "examples", folder, ignore=shutil.ignore_patterns("output", "__pycache__"))
    monkeypatch.setattr(sys, "path", list(sys.path))
    before = dict(sys.modules)
    yield folder
    for name in set(sys.modules) - set(before):
        if getattr(sys.modules[name], "__file__", "") and str(folder) in (sys.modules[name].__file__ or ""):
            del sys.modules[name]


def test_every_example_is_listed():
    assert {p.name for p in (ROOT / "examples").glob("*.py")} == set(EXAMPLES)


@pytest.mark.parametrize("file, name", PAIRS)
def test_example(examples, capsys, file, name):
    code = main(["run", f"{examples / file}:{name}", "--seconds", "0.05"])
    out = capsys.readouterr().out
    assert code == 0, out
    assert "the same" in out
    assert "plain Python" in out and "static, first call" in out


@pytest.mark.parametrize("file, picture", [("kmeans_digits.py", "kmeans_digits.png"), ("mandelbrot.py", "mandelbrot.png")])
def test_the_report_names_the_picture_it_wrote(examples, capsys, file, picture):
    main(["run", f"{examples / file}:{EXAMPLES[file][0]}", "--seconds", "0"])
    path = examples / "output" / picture
    assert path.read_bytes().startswith(b"\x89PNG")
    assert str(path) in capsys.readouterr().out.replace("\n", "")


def test_kmeans_meets_what_it_is_there_to_show(examples, monkeypatch):
    """An early exit, and a cluster that has been empty and was filled again."""
    monkeypatch.syspath_prepend(str(examples))
    module = importlib.import_module("kmeans_digits")
    points, start = module.example_inputs()
    first = module.squared_distances(points, start).argmin(axis=1)
    assert set(range(10)) - set(first.tolist()) == {9}
    _, labels, steps, _ = module.kmeans(points, start)
    assert steps < 100
    assert set(labels.tolist()) == set(range(10))
