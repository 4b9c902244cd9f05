"""Native forms of ops are found wherever they stand: those of families that few programs need are imported for them."""

import os
import pathlib
import subprocess
import sys
from importlib import import_module

import pytest

from sct.loops import families as families
from sct.loops.handlers import HANDLERS, LATER

ROOT = pathlib.Path(__file__).parents[2]
PROGRAM = """
import sys
import numpy as np, sct

@sct.to_static
def total(x):
    return np.sqrt(x) + 1.0

total(np.ones(3))
print(*(family for family in sys.argv[1:] if "sct.loops." + family in sys.modules))
"""


@pytest.mark.parametrize("family", LATER)
def test_a_family_registers_what_is_said_of_it(family):
    module = import_module(f"sct.loops.{family}")
    registered = {name for name, function in HANDLERS.items() if function.__module__ == module.__name__}
    assert registered == set(LATER[family].split())


def test_no_name_is_said_of_two_families():
    names = [name for names in LATER.values() for name in names.split()]
    assert len(names) == len(set(names))


def test_a_name_is_known_before_it_is_imported_and_others_are_not():
    fresh = type(HANDLERS)()
    assert "roll" in fresh and "no_such_op" not in fresh
    assert fresh.get("no_such_op") is None
    with pytest.raises(KeyError, match="no_such_op"):
        fresh["no_such_op"]


def test_a_program_imports_the_families_of_its_ops_only(tmp_path):
    file = tmp_path / "program.py"
    file.write_text(PROGRAM)
    command = [sys.executable, str(file), *LATER]
    environ = {**os.environ, "PYTHONPATH": str(ROOT), "SCT_DISK_CACHE": "0", "SCT_BACKEND": "native"}
    assert subprocess.check_output(command, text=True, env=environ).split() == []
