"""The command `sct`: reads the arguments, picks the command, turns errors into exit codes.

Exit codes: 0, all well; 1, the static function was refused, failed or differs from plain Python;
2, the command line or the user's file is not as it should be.
"""

from __future__ import annotations

import argparse
import sys
import traceback
from collections.abc import Sequence

from sct.cli.target import TargetError
from sct.errors import SctError

__all__ = ["main"]

_TARGET = "FILE.py:FUNC or FILE.py:Class.method"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line `arguments` (those of the process by default); answer the exit code."""
    options = _parser().parse_args(arguments)
    try:
        return int(options.command(options))
    except TargetError as error:
        if error.__cause__ is not None:
            traceback.print_exception(error.__cause__)
        print(f"sct: {error}", file=sys.stderr)
        return 2
    except SctError as error:
        print(f"{type(error).__name__}: {error}", file=sys.stderr)
        return 1
    except BrokenPipeError:  # `sct ops | head`
        sys.stderr.close()
        return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="sct", description="Turns NumPy functions into static graph programs, and shows how."
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="print the version and stop")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)

    show = commands.add_parser("show", help="original and transformed source, side by side")
    show.add_argument("target", metavar=_TARGET)
    which = show.add_mutually_exclusive_group()
    which.add_argument("--pass", dest="only", metavar="NAME", help="before and after this pass alone")
    which.add_argument("--all", action="store_true", help="every pass that changed something, in order")
    for name, meaning in (
        ("report", "what shares loops, what is in place, what calls NumPy back"),
        ("loops", "the loops over memory"),
        ("llvm", "the optimised LLVM text"),
        ("asm", "the machine code"),
    ):
        which.add_argument(f"--{name}", dest="stage", action="store_const", const=name, help=meaning)
    show.set_defaults(command=_show)

    run = commands.add_parser("run", help="plain Python and static, compared and timed")
    run.add_argument("target", metavar=_TARGET)
    run.add_argument("--exact", action="store_true", help="allow no rounding difference at all")
    run.add_argument("--seconds", type=float, default=1.0, help="time to measure each side (1.0)")
    run.set_defaults(command=_run)

    program = commands.add_parser("program", help="the static graph for example_inputs()")
    program.add_argument("target", metavar=_TARGET)
    form = program.add_mutually_exclusive_group()
    for name, meaning in (
        ("sources", "as text, with the user's file and line beside each op"),
        ("dot", "as a Graphviz graph"),
        ("mermaid", "as a mermaid flowchart"),
    ):
        form.add_argument(f"--{name}", dest="form", action="store_const", const=name, help=meaning)
    program.set_defaults(command=_program, form="text")

    passes = commands.add_parser("passes", help="the source passes, in order")
    passes.set_defaults(command=_passes)

    ops = commands.add_parser("ops", help="the operations that programs are made of")
    ops.add_argument("pattern", nargs="?", default="", help="only those whose name or family contains this")
    ops.set_defaults(command=_ops)

    cache = commands.add_parser("cache", help="machine code kept on disk")
    what = cache.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for name, meaning in (("ls", "what there is"), ("clear", "remove it all"), ("dir", "where it is")):
        what.add_parser(name, help=meaning).set_defaults(command=_cache, what=name)
    return parser


class _Version(argparse.Action):
    def __call__(self, parser: argparse.ArgumentParser, *_: object, **__: object) -> None:
        import sct

        print(f"sct {sct.__version__}")
        parser.exit(0)


# Commands are imported when they run: `sct --help` needs no rich.


def _show(options: argparse.Namespace) -> int:
    from sct.cli.show import machine_code, show

    if options.stage:
        return machine_code(options.target, options.stage)
    return show(options.target, only=options.only, every=options.all)


def _run(options: argparse.Namespace) -> int:
    from sct.cli.run import run

    return run(options.target, exact=options.exact, seconds=options.seconds)


def _program(options: argparse.Namespace) -> int:
    from sct.cli.program import program

    return program(options.target, form=options.form)


def _passes(_: argparse.Namespace) -> int:
    from sct.cli.listing import passes

    return passes()


def _ops(options: argparse.Namespace) -> int:
    from sct.cli.listing import ops

    return ops(options.pattern)


def _cache(options: argparse.Namespace) -> int:
    from sct.cli import cache

    commands = {"ls": cache.listing, "clear": cache.clear, "dir": cache.folder}
    return commands[options.what]()
