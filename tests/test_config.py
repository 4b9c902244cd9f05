"""Settings, switches and logs."""

import contextvars
import logging
import subprocess
import sys
import threading

import pytest

from sct import config, logs
from sct.config import Settings, enable_to_static, static_enabled
from sct.log_handler import StderrHandler


@pytest.fixture(autouse=True)
def _as_before():
    yield
    logs.set_verbosity(0)
    logs.set_code_level(0)
    root = logging.getLogger("sct")
    for handler in list(root.handlers):
        if isinstance(handler, StderrHandler):
            root.removeHandler(handler)


def test_an_empty_environment_gives_the_defaults():
    assert Settings.read({}) == Settings()


@pytest.mark.parametrize("text, static", [("1", False), ("true", False), ("0", True), ("", True), ("off", True)])
def test_disable_static(text, static):
    assert Settings.read({"SCT_DISABLE_STATIC": text}).static is static


@pytest.mark.parametrize(
    "text, topics",
    [("", ()), ("ast", ("ast",)), ("ast, Cache", ("ast", "cache")), ("all", config.TOPICS), ("all,ast", config.TOPICS)],
)
def test_topics(text, topics):
    assert Settings.read({"SCT_LOGS": text}).logs == frozenset(topics)


@pytest.mark.parametrize(
    "environ, message",
    [
        ({"SCT_LOGS": "nonsense"}, r"SCT_LOGS: 'nonsense' is no topic; there are ast, .*, and all"),
        ({"SCT_DISABLE_STATIC": "maybe"}, r"SCT_DISABLE_STATIC: 'maybe' is neither 0 nor 1"),
        ({"SCT_VERBOSITY": "x"}, r"SCT_VERBOSITY: 'x' is no whole number"),
        ({"SCT_CODE_LEVEL": "1.5"}, r"SCT_CODE_LEVEL: '1.5' is no whole number"),
        ({"SCT_CACHE_SIZE": "many"}, r"SCT_CACHE_SIZE: 'many' is no size; sizes are 512M"),
        ({"SCT_CACHE_SIZE": "-1"}, r"SCT_CACHE_SIZE: '-1' is no size"),
        ({"SCT_CACHE_SIZE": "1.5G"}, r"SCT_CACHE_SIZE: '1.5G' is no size"),
        ({"SCT_NUM_THREADS": "0"}, r"SCT_NUM_THREADS: 0 threads cannot run anything"),
        ({"SCT_NUM_THREADS": "two"}, r"SCT_NUM_THREADS: 'two' is no whole number"),
    ],
)
def test_a_variable_that_means_nothing_is_named(environ, message):
    with pytest.raises(ValueError, match=message):
        Settings.read(environ)


@pytest.mark.parametrize(
    "text, size",
    [("512M", 512 << 20), ("2g", 2 << 30), ("64", 64 << 20), ("10KB", 10 << 10), ("1GiB", 1 << 30), ("0", 0)],
)
def test_sizes(text, size):
    assert Settings.read({"SCT_CACHE_SIZE": text}).cache_size == size


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="XDG folders")
def test_the_folder_of_the_disk_cache(monkeypatch):
    monkeypatch.setenv("HOME", "/home/somebody")

    def folder(**environ):
        return Settings.read(environ).cache_dir

    assert folder() == "/home/somebody/.cache/sct"
    assert folder(XDG_CACHE_HOME="/caches") == "/caches/sct"
    assert folder(XDG_CACHE_HOME="relative") == "/home/somebody/.cache/sct"
    assert folder(SCT_CACHE_DIR="/mine", XDG_CACHE_HOME="/caches") == "/mine"
    assert folder(SCT_CACHE_DIR="~/mine") == "/home/somebody/mine"


def test_threads():
    assert Settings.read({"SCT_NUM_THREADS": "3"}).num_threads == 3
    assert Settings.read({}).num_threads >= 1
    assert Settings.read({"SCT_CHECK": "1"}).check
    assert not Settings.read({}).check
    assert not Settings.read({"SCT_DISK_CACHE": "0"}).disk_cache
    assert Settings.read({"SCT_DISK_CACHE": ""}).disk_cache


def test_numbers():
    read = Settings.read({"SCT_VERBOSITY": "2", "SCT_CODE_LEVEL": "100"})
    assert (read.verbosity, read.code_level) == (2, 100)


def test_enable_to_static_as_a_function_holds_until_changed():
    def inside():
        enable_to_static(False)
        first = static_enabled()
        enable_to_static(True)
        return first, static_enabled()

    assert contextvars.copy_context().run(inside) == (False, True)
    assert static_enabled()


def test_enable_to_static_as_a_context_manager_goes_back():
    with enable_to_static(False):
        assert not static_enabled()
        with enable_to_static(True):
            assert static_enabled()
        assert not static_enabled()
    assert static_enabled()


def test_enable_to_static_goes_back_after_an_exception_and_is_reusable():
    switch = enable_to_static(False)
    with pytest.raises(KeyError), switch:
        raise KeyError
    assert static_enabled()
    with switch, switch:
        assert not static_enabled()
    assert static_enabled()


def test_enable_to_static_is_of_the_thread():
    seen = []
    with enable_to_static(False):
        thread = threading.Thread(target=lambda: seen.append(static_enabled()))
        thread.start()
        thread.join()
        assert not static_enabled()
    assert seen == [True]


@pytest.mark.parametrize("value", [0, 1, "yes", None])
def test_enable_to_static_takes_a_bool(value):
    with pytest.raises(TypeError, match="takes a bool"):
        enable_to_static(value)


@pytest.mark.parametrize(
    "level, shown", [(0, ()), (1, ("cache", "fallback")), (2, ("cache", "fallback", "guards")), (3, config.TOPICS), (9, config.TOPICS)]
)
def test_verbosity(level, shown):
    logs.set_verbosity(level)
    assert {topic for topic in config.TOPICS if logs.wanted(topic)} == set(shown)


@pytest.mark.parametrize("level", [True, "1", 1.0])
def test_levels_are_ints(level):
    with pytest.raises(TypeError):
        logs.set_verbosity(level)
    with pytest.raises(TypeError):
        logs.set_code_level(level)


def test_code_level_is_not_negative():
    with pytest.raises(TypeError, match="not negative"):
        logs.set_code_level(-1)


def test_log_goes_through_logging_and_is_lazy(caplog):
    calls = []

    def text():
        calls.append(1)
        return "a program"

    logs.log("program", text)
    assert not calls
    with caplog.at_level(logging.DEBUG, "sct.program"):
        logs.log("program", text)
        logs.log("program", "%s of %d", "part", 2)
    assert calls == [1]
    assert [(r.name, r.getMessage()) for r in caplog.records] == [
        ("sct.program", "a program"),
        ("sct.program", "part of 2"),
    ]


STAGES = [("Desugar", "def f(): ...  # one\n"), ("Return", "def f(): ...  # two\n")]


@pytest.mark.parametrize("level, mark", [(1, "# f, after Desugar\ndef f(): ...  # one"), (2, "# two"), (100, "# two")])
def test_code_level_prints_on_conversion(capsys, level, mark):
    logs.set_code_level(level)
    logs.converted("f", lambda: "def f(): ...", lambda: STAGES)
    assert mark in capsys.readouterr().out


def test_conversion_is_silent_by_default(capsys):
    logs.converted("f", str, lambda: pytest.fail("the stages were made for nobody"))
    assert capsys.readouterr() == ("", "")


def test_passes_say_what_they_changed(caplog):
    with caplog.at_level(logging.DEBUG, "sct.passes"):
        logs.converted("f", lambda: STAGES[0][1], lambda: STAGES)
    assert [r.getMessage() for r in caplog.records] == ["f: 1 Desugar: no change", "f: 2 Return: changed"]


def _python(code, **environ):
    import os

    return subprocess.run(
        [sys.executable, "-c", code], env={**os.environ, **environ}, capture_output=True, text=True, check=False
    )


def test_the_environment_is_read_at_import():
    code = "from sct import config, logs; logs.log('cache', 'hello'); logs.log('ast', 'no'); print(config.static_enabled())"
    done = _python(code, SCT_DISABLE_STATIC="1", SCT_LOGS="cache")
    assert done.stdout == "False\n", done.stderr
    assert done.stderr == "[sct.cache] hello\n"


def test_a_program_with_logging_of_its_own_is_not_given_a_second_handler():
    code = (
        "import logging, sys; logging.basicConfig(stream=sys.stdout, format='mine %(message)s')\n"
        "from sct import logs; logs.set_verbosity(1); logs.log('cache', 'hello')"
    )
    done = _python(code)
    assert (done.stdout, done.stderr) == ("mine hello\n", "")


def test_only_config_reads_the_environment():
    import pathlib

    import sct

    root = pathlib.Path(sct.__file__).parent
    readers = [
        str(p.relative_to(root))
        for p in sorted(root.rglob("*.py"))
        if "environ" in p.read_text("utf-8") or "getenv" in p.read_text("utf-8")
    ]
    assert readers == ["config.py"]


def test_the_code_level_shows_a_real_conversion(capsys):
    import sct

    def shown(x):
        return x if x > 0 else -x

    logs.set_code_level(100)
    assert sct.transform(shown)(-2) == 2
    assert "_sct.ternary" in capsys.readouterr().out
