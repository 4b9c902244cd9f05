"""The disk cache: whatever happens to its folder, there is code or a line in the log."""

import errno
import logging
import os
import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

from sct.backends.native import disk, key, processor
from sct.backends.native.disk import DiskCache
from sct.backends.native.entry import DamagedEntryError, Entry

ROOT = Path(__file__).resolve().parents[3]
KEY = "0123456789abcdef" * 2
ENTRY = Entry(b"\x7fELF" + bytes(range(256)) * 3, {"name": "f", "exports": ["g"], "needs": []})
posix = pytest.mark.skipif(not hasattr(os, "geteuid"), reason="owners and rights are of POSIX")


@pytest.fixture
def cache(tmp_path):
    return DiskCache(tmp_path / "sub" / "cache", 1 << 20)


@pytest.fixture
def lines(caplog):
    caplog.set_level(logging.DEBUG, "sct.cache")
    return lambda: [record.getMessage() for record in caplog.records]


def file_of(cache):
    (path,) = Path(cache.folder).glob("*.sct")
    return path


def test_what_is_put_is_got(cache, lines):
    assert cache.get(KEY) is None
    assert cache.put(KEY, ENTRY)
    assert cache.get(KEY) == ENTRY
    assert DiskCache(cache.folder, 1).get(KEY) == ENTRY
    assert cache.get("f" * 32) is None
    assert lines() == []


@posix
def test_the_folder_is_for_the_user_alone(cache):
    cache.put(KEY, ENTRY)
    assert os.stat(cache.folder).st_mode & 0o777 == 0o700
    assert file_of(cache).stat().st_mode & 0o777 == 0o600


def test_nothing_is_left_beside_the_entry(cache):
    cache.put(KEY, ENTRY)
    cache.put(KEY, ENTRY)
    assert os.listdir(cache.folder) == [KEY + ".sct"]


def test_without_a_folder_nothing_is_kept(lines):
    cache = DiskCache(None, 1 << 20)
    assert not cache.put(KEY, ENTRY) and cache.get(KEY) is None and cache.entries() == [] and cache.clear() == 0


def test_a_file_cut_short_at_every_byte_is_a_miss(cache, lines):
    cache.put(KEY, ENTRY)
    path = file_of(cache)
    whole = path.read_bytes()
    for length in range(len(whole)):
        path.write_bytes(whole[:length])
        assert cache.get(KEY) is None
        assert not path.exists()
    assert len(lines()) == len(whole)
    assert all("is not used, it is" in line for line in lines())
    path.write_bytes(whole)
    assert cache.get(KEY) == ENTRY


def test_a_flipped_bit_anywhere_is_a_miss():
    whole = ENTRY.to_bytes(KEY)
    for at in range(len(whole)):
        broken = bytearray(whole)
        broken[at] ^= 1 << at % 8
        with pytest.raises(DamagedEntryError):
            Entry.from_bytes(KEY, bytes(broken))


def test_random_damage_is_a_miss(cache):
    rng = random.Random(3)
    whole = ENTRY.to_bytes(KEY)
    for _ in range(2000):
        broken = bytearray(whole)
        for _ in range(rng.randrange(1, 6)):
            broken[rng.randrange(len(broken))] = rng.randrange(256)
        if rng.random() < 0.2:
            broken += bytes(rng.randrange(1, 9))
        if bytes(broken) != whole:
            with pytest.raises(DamagedEntryError):
                Entry.from_bytes(KEY, bytes(broken))


def test_an_entry_under_another_name_is_a_miss(cache):
    cache.put(KEY, ENTRY)
    file_of(cache).rename(Path(cache.folder) / ("f" * 32 + ".sct"))
    assert cache.get("f" * 32) is None


def test_another_version_of_the_form_is_a_miss(cache, lines):
    cache.put(KEY, ENTRY)
    path = file_of(cache)
    data = path.read_bytes()
    path.write_bytes(data[:6] + b"\x02" + data[7:])
    assert cache.get(KEY) is None
    assert "of another version" in lines()[0]


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.EROFS])
@pytest.mark.parametrize("where", ["open", "replace", "write"])
def test_a_full_or_failing_disk(cache, lines, monkeypatch, number, where):
    def fail(*args, **kwargs):
        raise OSError(number, os.strerror(number))

    cache.put("a" * 32, ENTRY)
    with monkeypatch.context() as patch:
        if where == "write":
            real = open

            def opened(*args, **kwargs):
                file = real(*args, **kwargs)
                return _Failing(file, fail) if args[1:] == ("wb",) else file

            patch.setattr(disk, "open", opened, raising=False)
        else:
            patch.setattr(disk.os, where, fail)
        assert cache.put(KEY, ENTRY) is False
    assert [os.strerror(number) in line for line in lines()] == [True]
    assert os.listdir(cache.folder) == ["a" * 32 + ".sct"]
    assert cache.get("a" * 32) == ENTRY


class _Failing:
    def __init__(self, file, fail):
        self.file, self.write = file, fail

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.file.close()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_a_disk_that_is_really_full(cache, lines, monkeypatch):
    real = os.open
    cache.put("a" * 32, ENTRY)
    with monkeypatch.context() as patch:
        patch.setattr(
            disk.os, "open", lambda path, *rest: real("/dev/full" if path.endswith(".tmp") else path, os.O_WRONLY)
        )
        assert cache.put(KEY, ENTRY) is False
    assert "No space left" in lines()[0]


@posix
@pytest.mark.skipif(hasattr(os, "geteuid") and os.geteuid() == 0, reason="root may write anywhere")
def test_a_read_only_folder(cache, lines):
    cache.put(KEY, ENTRY)
    os.chmod(cache.folder, 0o500)
    try:
        assert cache.get(KEY) == ENTRY
        assert not cache.put("a" * 32, ENTRY)
    finally:
        os.chmod(cache.folder, 0o700)
    assert len(lines()) == 1


@pytest.mark.parametrize("place", ["/proc/sct", "/dev/null/sct"])
@pytest.mark.skipif(not Path("/proc/self").exists(), reason="a place where not even root can write")
def test_a_folder_that_cannot_be_made(lines, place):
    cache = DiskCache(place, 1 << 20)
    assert cache.get(KEY) is None
    assert not cache.put(KEY, ENTRY)
    assert cache.entries() == [] and cache.clear() == 0
    assert place in lines()[-1]


def test_a_file_in_the_place_of_the_folder(tmp_path, lines):
    (tmp_path / "cache").write_text("")
    cache = DiskCache(tmp_path / "cache", 1 << 20)
    assert cache.get(KEY) is None and not cache.put(KEY, ENTRY)
    assert lines()


def test_a_folder_in_the_place_of_an_entry(cache, lines):
    (Path(cache.folder) / (KEY + ".sct")).mkdir(parents=True)
    os.chmod(cache.folder, 0o700)
    assert cache.get(KEY) is None and not cache.put(KEY, ENTRY)
    assert len(lines()) == 2


@posix
@pytest.mark.parametrize("mode", [0o770, 0o777, 0o702, 0o1777])
def test_a_folder_that_others_can_write_to_is_not_used(cache, lines, mode):
    cache.put(KEY, ENTRY)
    os.chmod(cache.folder, mode)
    assert cache.get(KEY) is None and cache.get(KEY) is None
    assert not cache.put("a" * 32, ENTRY)
    assert len(lines()) == 1 and "others may write to it" in lines()[0]
    os.chmod(cache.folder, 0o755)
    assert cache.get(KEY) == ENTRY


@posix
@pytest.mark.parametrize("mode", [0o620, 0o602, 0o666])
def test_a_file_that_others_can_write_to_is_not_used(cache, lines, mode):
    cache.put(KEY, ENTRY)
    os.chmod(file_of(cache), mode)
    assert cache.get(KEY) is None
    assert "others may write to it" in lines()[0]
    assert cache.put(KEY, ENTRY) and cache.get(KEY) == ENTRY


@posix
@pytest.mark.parametrize("what", ["folder", "file"])
def test_what_belongs_to_another_user_is_not_used(cache, lines, monkeypatch, what):
    cache.put(KEY, ENTRY)
    if what == "folder":
        monkeypatch.setattr(disk.os, "geteuid", lambda: os.getuid() + 1)
    else:
        real = os.fstat
        monkeypatch.setattr(disk.os, "fstat", lambda handle: _foreign(real(handle)))
    assert cache.get(KEY) is None
    assert "belongs to another user" in lines()[0]


def _foreign(info):
    fields = list(info)
    fields[4] = info.st_uid + 1
    return os.stat_result(fields)


@posix
def test_links_and_pipes_are_not_followed(cache, tmp_path, lines):
    cache.put(KEY, ENTRY)
    path = file_of(cache)
    path.rename(tmp_path / "elsewhere")
    path.symlink_to(tmp_path / "elsewhere")
    assert cache.get(KEY) is None
    path.unlink()
    os.mkfifo(path)
    assert cache.get(KEY) is None
    assert "no plain file" in lines()[-1]


def test_the_limit_drops_what_was_used_longest_ago(tmp_path):
    size = len(ENTRY.to_bytes(KEY))
    cache = DiskCache(tmp_path / "cache", 10 * size)
    keys = [f"{i:032x}" for i in range(10)]
    for age, name in enumerate(keys):
        cache.put(name, ENTRY)
        os.utime(cache._path(name), (1e9 + age, 1e9 + age))
    cache.get(keys[0])  # used now
    assert cache.put("f" * 32, ENTRY)
    left = {entry.key for entry in cache.entries()}
    assert left == {keys[0], *keys[3:], "f" * 32}
    assert sum(entry.size for entry in cache.entries()) <= cache.limit


def test_the_limit_holds_across_processes(tmp_path):
    size = len(ENTRY.to_bytes(KEY))
    for i in range(30):
        DiskCache(tmp_path / "cache", 10 * size).put(f"{i:032x}", ENTRY)
    assert 8 <= len(os.listdir(tmp_path / "cache")) <= 10


def test_only_so_many_files_are_kept(tmp_path):
    cache = DiskCache(tmp_path / "cache", 1 << 20, most=10)
    for k in range(25):
        assert cache.put(f"{k:032x}", ENTRY)
        os.utime(cache._path(f"{k:032x}"), (k, k))
    kept = [int(entry.key, 16) for entry in cache.entries()]
    assert kept == list(range(24, 24 - len(kept), -1)) and 9 <= len(kept) <= 10
    another = DiskCache(cache.folder, cache.limit, most=10)
    assert another.put("a" * 32, ENTRY) and another.put("b" * 32, ENTRY)
    assert len(another.entries()) <= 10


def test_an_entry_larger_than_the_limit_is_not_kept(tmp_path, lines):
    cache = DiskCache(tmp_path / "cache", 100)
    assert not cache.put(KEY, ENTRY)
    assert "more than the disk cache may hold" in lines()[0]
    assert not DiskCache(tmp_path / "cache", 0).put(KEY, ENTRY)
    assert len(lines()) == 1


def test_unfinished_files_go_after_a_while_and_foreign_files_stay(cache):
    cache.put(KEY, ENTRY)
    folder = Path(cache.folder)
    for name, age in (("old.tmp", 7200), ("new.tmp", 10), ("notes.txt", 1e8)):
        (folder / name).write_text("x")
        os.utime(folder / name, (time.time() - age,) * 2)
    DiskCache(cache.folder, cache.limit).put("a" * 32, ENTRY)
    assert sorted(os.listdir(folder)) == [KEY + ".sct", "a" * 32 + ".sct", "new.tmp", "notes.txt"]
    assert cache.clear() == 3
    assert os.listdir(folder) == ["notes.txt"]


def test_a_list_survives_damaged_files(cache):
    cache.put(KEY, ENTRY)
    Path(cache._path("a" * 32)).write_bytes(b"abc")
    Path(cache._path("b" * 32)).write_bytes(ENTRY.to_bytes("b" * 32)[:60])
    found = {entry.key[0]: entry.metadata for entry in cache.entries()}
    assert found == {"0": dict(ENTRY.metadata), "a": {}, "b": {}}


WRITER = """
import sys
from sct.backends.native.disk import DiskCache
from sct.backends.native.entry import Entry
cache, who = DiskCache(sys.argv[1], 40_000), sys.argv[2]
print("ready", flush=True)
sys.stdin.readline()
for i in range(300):
    key = f"{i % 20:032x}"
    assert cache.put(key, Entry(who.encode() * 3000, {"who": who}))
    entry = cache.get(f"{i * 7 % 20:032x}")
    assert entry is None or entry.code == entry.metadata["who"].encode() * 3000
"""


def test_processes_that_write_at_once(tmp_path):
    arguments = [sys.executable, "-c", WRITER, str(tmp_path / "cache")]
    environ = {**os.environ, "PYTHONPATH": str(ROOT), "SCT_LOGS": "cache"}
    pipes = dict(stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    writers = [subprocess.Popen([*arguments, who], env=environ, **pipes) for who in "abc"]
    for writer in writers:
        assert writer.stdout.readline() == "ready\n"
    for writer in writers:
        writer.stdin.write("go\n")
        writer.stdin.flush()
    for writer in writers:
        _, errors = writer.communicate(timeout=120)
        assert (writer.returncode, errors) == (0, "")
    assert not [name for name in os.listdir(tmp_path / "cache") if not name.endswith(".sct")]
    assert sum(entry.size for entry in DiskCache(tmp_path / "cache", 1).entries()) <= 3 * 40_000


def test_a_killed_writer_leaves_no_entry(tmp_path):
    code = (
        "import os, sys\nfrom sct.backends.native import disk\nfrom sct.backends.native.entry import Entry\n"
        "disk.os.replace = lambda *a: os._exit(9)\n"
        f"disk.DiskCache(sys.argv[1], 10**6).put({KEY!r}, Entry(b'code'))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path / "c")], env={**os.environ, "PYTHONPATH": str(ROOT)}
    )
    assert done.returncode == 9
    cache = DiskCache(tmp_path / "c", 1 << 20)
    assert cache.get(KEY) is None and cache.entries() == []
    assert cache.put(KEY, ENTRY) and cache.get(KEY) == ENTRY


def test_the_key_tells_processors_and_compilers_apart(monkeypatch):
    first = key.code_key("text")
    monkeypatch.setattr(key, "processor", lambda: "another processor")
    second = key.code_key("text")
    monkeypatch.setattr(key, "compiler_state", lambda: "another LLVM")
    assert len({first, second, key.code_key("text")}) == 3


@pytest.mark.skipif(not Path("/proc/cpuinfo").exists() or not processor.loads_without_llvm(), reason="CPUID by hand")
def test_the_processor_is_the_same_on_every_core_and_in_every_process():
    code = (
        "import os\nfrom sct.backends.native.processor import _identity\n"
        "cores = os.sched_getaffinity(0)\nfound = set()\n"
        "for core in cores:\n    os.sched_setaffinity(0, {core})\n    found.add(_identity())\nprint(*found)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.split("\n")[0] == processor.processor()


def test_a_change_of_how_llvm_is_asked_changes_the_key(monkeypatch, tmp_path):
    from sct.backends.native import llvm

    before = key.compiler_state()
    (tmp_path / "llvm.py").write_bytes(Path(llvm.__file__).read_bytes() + b"\n")
    monkeypatch.setattr(key, "_LLVM", str(tmp_path / "llvm.py"))
    key.compiler_state.cache_clear()
    after = key.compiler_state()
    monkeypatch.setattr(key, "_LLVM", "/nowhere/llvm.py")
    key.compiler_state.cache_clear()
    archived = key.compiler_state()
    key.compiler_state.cache_clear()
    assert len({before, after, archived}) == 3
    assert "0." in archived
