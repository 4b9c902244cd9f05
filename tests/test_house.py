"""What the page about the architecture says of the rooms is what they say of themselves."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
RUNTIME = ROOT / "sct" / "runtime"
ROOMS = sorted(path.parent for path in RUNTIME.glob("*/__init__.py"))


@pytest.fixture(scope="module")
def told():
    page = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    section = page.partition("## The rooms of the runtime\n")[2].partition("\n## ")[0]
    return dict(re.findall(r"^\| `(\w+)/` \| (.+) \|$", section, re.MULTILINE))


def test_the_page_names_each_room(told):
    assert set(told) == {room.name for room in ROOMS}


@pytest.mark.parametrize("room", ROOMS, ids=lambda room: room.name)
def test_a_room_says_what_it_holds(room, told):
    init = ast.parse((room / "__init__.py").read_text("utf-8"))
    assert ast.get_docstring(init) == told[room.name]


@pytest.mark.parametrize("room", ROOMS, ids=lambda room: room.name)
def test_an_init_hands_nothing_on(room):
    """Each name has one place, so that a search for an import finds all of them."""
    assert len(ast.parse((room / "__init__.py").read_text("utf-8")).body) == 1


@pytest.mark.parametrize("folder", [RUNTIME, *ROOMS], ids=lambda folder: folder.name)
def test_a_room_can_be_looked_over(folder):
    assert 1 < len(list(folder.glob("*.py"))) <= 60
