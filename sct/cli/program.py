"""`sct program`: the static graph that a function becomes on its example inputs."""

from __future__ import annotations

from sct.cli.target import load

__all__ = ["program"]


def program(spec: str, *, form: str = "text") -> int:
    """Print the program as `text`, as text with the user's lines (`sources`), as `dot` or `mermaid`."""
    target = load(spec)
    args, kwargs = target.inputs()
    made = target.static.program(*args, **kwargs)
    if form in ("text", "sources"):
        from sct.ir.text import format_program

        print(format_program(made, sources=form == "sources").rstrip("\n"))
        return 0
    from sct.ir import graphviz

    print((graphviz.to_dot if form == "dot" else graphviz.to_mermaid)(made).rstrip("\n"))
    return 0
