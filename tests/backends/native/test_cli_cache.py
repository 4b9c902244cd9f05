"""`sct cache`."""

import os
from dataclasses import replace

import pytest

from sct.backends.native.disk import DiskCache
from sct.backends.native.entry import Entry
from sct.cli import cache as command
from sct.cli.main import main


@pytest.fixture
def cache(tmp_path, monkeypatch):
    folder = tmp_path / "cache"
    monkeypatch.setattr(command, "settings", replace(command.settings, cache_dir=str(folder), cache_size=1 << 20))
    return DiskCache(folder, 1 << 20)


def test_dir(cache, capsys):
    assert main(["cache", "dir"]) == 0
    assert capsys.readouterr().out == f"{cache.folder}\n"


def test_ls_of_nothing(cache, capsys):
    assert main(["cache", "ls"]) == 0
    assert capsys.readouterr().out == f"0 entries, 0 B of 1.0 MB, in {cache.folder}\n"


def test_ls(cache, capsys):
    cache.put("a" * 32, Entry(b"x" * 3000, {"name": "heat"}))
    cache.put("b" * 32, Entry(b"x", {"name": "[bold]odd"}))
    cache.put("c" * 32, Entry(b"x"))
    with open(cache._path("d" * 32), "wb") as file:
        file.write(b"damaged")
    for age, letter in enumerate("abcd"):
        os.utime(cache._path(letter * 32), (1e9 - age, 1e9 - age))
    assert main(["cache", "ls"]) == 0
    head, *rows, total = capsys.readouterr().out.splitlines()
    assert head.split() == ["what", "size", "last", "used", "key"]
    assert [row.split()[0] for row in rows] == ["heat", "[bold]odd", "[damaged]", "[damaged]"]
    assert "3.0 KB" in rows[0] and rows[0].endswith("a" * 32)
    assert total.startswith("4 entries, 3.1 KB of 1.0 MB")


def test_clear(cache, capsys):
    cache.put("a" * 32, Entry(b"x"))
    cache.put("b" * 32, Entry(b"x"))
    assert main(["cache", "clear"]) == 0
    assert capsys.readouterr().out == f"2 files removed from {cache.folder}\n"
    assert cache.entries() == []
    assert main(["cache", "clear"]) == 0
    assert capsys.readouterr().out.startswith("0 files removed")


def test_clear_tells_what_stays(cache, capsys, monkeypatch):
    cache.put("a" * 32, Entry(b"x"))
    monkeypatch.setattr(os, "unlink", _refuse)
    assert main(["cache", "clear"]) == 1
    assert "1 could not be removed" in capsys.readouterr().err


def _refuse(path):
    raise PermissionError(path)


def test_switched_off_is_told(cache, capsys, monkeypatch):
    monkeypatch.setattr(command, "settings", replace(command.settings, disk_cache=False))
    assert main(["cache", "ls"]) == 0
    assert capsys.readouterr().err == "switched off by SCT_DISK_CACHE\n"


def test_no_folder_at_all(monkeypatch, capsys):
    monkeypatch.setattr(command, "settings", replace(command.settings, cache_dir=None))
    assert main(["cache", "dir"]) == 2
    assert "SCT_CACHE_DIR" in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [["cache"], ["cache", "grow"]])
def test_what_means_nothing(arguments, capsys):
    with pytest.raises(SystemExit, match="2"):
        main(arguments)
