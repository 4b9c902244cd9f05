"""The package: metadata, extras, entry point, the files that belong to it."""

import ast
import configparser
import importlib
import os
import re
import tomllib
from pathlib import Path

import pytest

import sct

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="module")
def setup():
    parser = configparser.ConfigParser()
    parser.read(ROOT / "setup.cfg", "utf-8")
    return parser


def names(text):
    return {re.match(r"[\w-]+", line)[0] for line in text.splitlines() if line.strip() and not line.startswith("#")}


def test_metadata(setup):
    metadata = setup["metadata"]
    assert metadata["name"] == "sct-compiler"
    assert metadata["license_expression"] == "Apache-2.0"
    assert metadata["version"] == "attr: sct.__version__"
    assert re.fullmatch(r"\d+\.\d+\.\d+(\.dev\d+)?", sct.__version__)
    assert setup["options"]["python_requires"] == ">=3.11,<3.14"


def test_required_packages_are_few(setup):
    assert names(setup["options"]["install_requires"]) == {"numpy", "llvmlite", "gast", "astor", "rich"}


def test_extras(setup):
    extras = setup["options.extras_require"]
    assert set(extras) == {"cuda12x", "cuda13x", "examples", "test", "dev", "docs", "peers"}
    assert names(extras["examples"]) <= names(extras["test"]), "the examples are tests"


def test_the_entry_point_is_there(setup):
    scripts = dict(line.split(" = ") for line in setup["options.entry_points"]["console_scripts"].split("\n") if line)
    module, _, attribute = scripts["sct"].partition(":")
    assert callable(getattr(importlib.import_module(module), attribute))


def test_every_package_is_included(setup):
    assert setup["options"]["packages"] == "find:"
    folders = {path.parent for path in (ROOT / "sct").rglob("*.py")}
    assert all((folder / "__init__.py").is_file() for folder in folders), "it would be left out of the wheel"


def test_the_package_is_typed(setup):
    assert (ROOT / "sct" / "py.typed").is_file()
    assert "py.typed" in setup["options.package_data"]["sct"].split()


def test_machine_code_is_packaged(setup):
    patterns = setup["options.package_data"]["sct"].split()
    kept = [path.relative_to(ROOT / "sct") for path in (ROOT / "sct").rglob("*.sct")]
    assert kept and all(any(path.match(pattern) for pattern in patterns) for path in kept)


def test_build_system():
    pyproject = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    assert pyproject["build-system"]["build-backend"] == "setuptools.build_meta"


def test_each_ignored_lint_rule_has_a_reason():
    text = (ROOT / "pyproject.toml").read_text("utf-8")
    inside = text.partition("ignore = [\n")[2].partition("]")[0]
    assert all(re.search(r'^    "\w+", +# \S', line) for line in inside.splitlines()), inside


def test_the_license_is_apache():
    text = (ROOT / "LICENSE").read_text("utf-8")
    assert "Apache License" in text and "Version 2.0, January 2004" in text


def test_ci_runs_the_commands_of_the_readme():
    readme = (ROOT / "README.md").read_text("utf-8")
    ci = (ROOT / ".ci" / "run").read_text("utf-8")
    assert 'pip install ".[test]" && pytest -n auto\n' in readme
    assert 'pip install --quiet ".[test]" && pytest -n auto' in ci
    assert os.access(ROOT / ".ci" / "run", os.X_OK)


def test_the_changelog_has_a_place_for_what_comes():
    assert "## [Unreleased]" in (ROOT / "CHANGELOG.md").read_text("utf-8")


SOURCES = sorted((ROOT / "sct").rglob("*.py"))


@pytest.mark.parametrize("path", SOURCES, ids=lambda p: str(p.relative_to(ROOT)))
def test_a_file_is_short_enough_to_read(path):
    assert len(path.read_text("utf-8").splitlines()) <= 400


@pytest.mark.parametrize("path", SOURCES, ids=lambda p: str(p.relative_to(ROOT)))
def test_no_exception_is_swallowed_whole(path):
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ExceptHandler):
            broad = node.type is None or (isinstance(node.type, ast.Name) and node.type.id == "BaseException")
            silent = all(isinstance(s, ast.Pass) for s in node.body)
            assert not (broad and silent), f"{path}:{node.lineno}"
