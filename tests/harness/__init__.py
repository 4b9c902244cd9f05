"""Runs small programs in every mode and compares all that can be seen of a call with plain Python."""

from tests.harness.modes import Failure, Verdict, check
from tests.harness.observe import Observation, Recorder, differences, observe
from tests.harness.program import Call, Program, Refusal, Theme, call, fresh
from tests.harness.sequences import same_calls

__all__ = [
    "Call",
    "Failure",
    "Observation",
    "Program",
    "Recorder",
    "Refusal",
    "Theme",
    "Verdict",
    "call",
    "check",
    "differences",
    "fresh",
    "observe",
    "same_calls",
]
