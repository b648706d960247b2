"""Whoever waits no longer is heard, whatever is being measured: long work ends at Ctrl-C and SIGTERM."""

from __future__ import annotations

import signal
import subprocess
import sys
from threading import current_thread, main_thread
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from accord.compute.background_task import interruptible
from accord.kinds.units import slot_error_rate
from accord.learn.tagger import Tagger, learning
from tests.cli.conftest import HARBOUR

if TYPE_CHECKING:
    from pathlib import Path

MANY = "1000000"
PROGRAM = """
import os, signal, sys, threading
from accord.cli.main import main
signal.signal(signal.SIGINT, signal.default_int_handler)
threading.Timer(2.5, os.kill, (os.getpid(), int(sys.argv.pop(1)))).start()
main()
"""
"""Sends itself a signal, so that nothing depends on how long it took to start."""

URGENCY, SYSTEMS = HARBOUR / "urgency.csv", (HARBOUR / "systems" / f"{name}-1.conll" for name in ("beacon", "lantern"))
LONG: dict[str, list[object]] = {
    "labels": ["agree", URGENCY, "--interval", "bootstrap", "--resamples", MANY],
    "permutations": ["agree", URGENCY, "--permutations", MANY],
    "trees": ["agree", HARBOUR / "trees", "--interval", "bootstrap", "--resamples", MANY],
    "units": ["agree", HARBOUR / "radio.csv", "--samples", "100000"],
    "spans": ["agree", HARBOUR / "annotators", "--repair", "begin", "-c", "corrected-f1", "--draws", MANY],
    "systems": ["compare", *SYSTEMS, "-r", HARBOUR / "reference.conll", "--repair", "begin", "--resamples", MANY],
    "annotators": ["aggregate", URGENCY, "-m", "mace", "--restarts", MANY],
    "simulation": ["calibrate", "--repeats", "1000000"],
    "tagger": ["train", HARBOUR / "reference.conll", "-o", "tagger", "--epochs", "10000"],
}


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="there are no such signals")
@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("what", LONG)
def test_long_work_ends_when_it_is_told_to(what: str, sent: signal.Signals, tmp_path: Path) -> None:
    command = [sys.executable, "-c", PROGRAM, str(int(sent)), *map(str, LONG[what])]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == {signal.SIGINT: 130, signal.SIGTERM: 143}[sent], done.stderr
    assert "Traceback" not in done.stderr
    assert not list(tmp_path.iterdir())


def beside(monkeypatch: pytest.MonkeyPatch, where: Any, name: str) -> list[bool]:
    """Whether a function was called in another thread than the one that hears signals."""
    function, found = getattr(where, name), list[bool]()

    def called(*arguments: Any, **options: Any) -> Any:
        found.append(current_thread() is not main_thread())
        return function(*arguments, **options)

    monkeypatch.setattr(where, name, called)
    return found


def test_an_epoch_and_tagging_leave_the_thread_that_hears(monkeypatch: pytest.MonkeyPatch) -> None:
    learnt, tagged = (beside(monkeypatch, learning, name) for name in ("epoch", "decode"))
    Tagger.train([(["a", "boat"], ["DET", "NOUN"])], epochs=2).tag([["a", "boat"]])
    assert learnt == [True, True]
    assert tagged == [True]
    learnt, shared, far = (beside(monkeypatch, learning, name) for name in ("epoch_of_shares", "shares", "margins"))
    crf = Tagger.train([(["a", "boat"], ["DET", "NOUN"])], epochs=2, learner="crf")
    assert len(crf.probabilities([["a"]])) == len(crf.margins([["a"]])) == 1
    assert learnt == [True, True]
    assert shared == far == [True]


def test_a_large_assignment_leaves_the_thread_that_hears(monkeypatch: pytest.MonkeyPatch) -> None:
    import scipy.optimize

    assigned = beside(monkeypatch, scipy.optimize, "linear_sum_assignment")
    monkeypatch.setattr(slot_error_rate, "_LARGE", 3)
    assert slot_error_rate.errors([(0, 5, 0)], [(0, 6, 0)]) == 1.0
    assert slot_error_rate.errors([(0, 5, 0), (1, 6, 0)], [(0, 6, 0), (1, 7, 0)]) == 2.0
    assert assigned == [False, True]


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt])
def test_what_interruptible_work_gives_or_raises_comes_through(error: type[BaseException]) -> None:
    def wrong() -> None:
        raise error("so it is")

    assert interruptible(lambda: np.float64(6) * 7) == 42
    with pytest.raises(error, match="so it is"):
        interruptible(wrong)
