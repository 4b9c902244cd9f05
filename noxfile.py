"""The project's commands, each in an environment of its own: `nox -l` lists them."""

import nox

nox.options.sessions = ["tests", "lint", "types", "floors", "doctests"]


@nox.session(python=["3.11", "3.12", "3.13"])
def tests(session: nox.Session) -> None:
    session.install(".[test]")
    session.run("pytest", *session.posargs)


@nox.session
def lint(session: nox.Session) -> None:
    session.install("ruff")
    session.run("ruff", "check", ".")


@nox.session
def types(session: nox.Session) -> None:
    session.install(".", "mypy")
    session.run("mypy", "--strict", "sct")


@nox.session
def floors(session: nox.Session) -> None:
    session.install(".", "import-linter")
    session.run("lint-imports")


@nox.session
def doctests(session: nox.Session) -> None:
    session.install(".[test]")
    session.run("pytest", "--doctest-modules", "sct")


@nox.session
def coverage(session: nox.Session) -> None:
    session.install("-e", ".[test,dev]")
    session.run("coverage", "run", "-m", "pytest", *session.posargs)
    session.run("coverage", "combine")
    session.run("coverage", "report")


@nox.session
def docs(session: nox.Session) -> None:
    session.install(".[docs]")
    session.run("sphinx-build", "-W", "-b", "html", "docs", "docs/_build/html")


@nox.session
def benchmarks(session: nox.Session) -> None:
    session.install(".")
    session.run("python", "-m", "benchmarks", *session.posargs)
