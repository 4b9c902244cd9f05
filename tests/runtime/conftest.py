"""What several of these files look at a trace with."""

import pytest

from sct.runtime import tracing


@pytest.fixture
def attempts(monkeypatch):
    """How many ops each attempt to trace a function has recorded."""
    recorded = []
    run = tracing._run

    def counted(trace, *rest):
        try:
            return run(trace, *rest)
        finally:
            recorded.append(trace.root.names.recorded)

    monkeypatch.setattr(tracing, "_run", counted)
    return recorded
