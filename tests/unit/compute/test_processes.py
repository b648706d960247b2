"""Tasks in several processes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

WORK = """
import os, time
from pathlib import Path
from accord.compute.processes import each

def work(folder, task):
    Path(folder, str(os.getpid())).touch()
    time.sleep(600)

if __name__ == "__main__":
    list(each(work, {folder!r}, [1, 2], workers=2))
"""


def _alive(process: int) -> bool:
    """Whether a process still runs; one that nobody has waited for (a zombie) does not."""
    try:
        state = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="/proc says which processes run")
def test_workers_end_when_the_process_they_work_for_was_killed(tmp_path: Path) -> None:
    folder, script = tmp_path / "workers", tmp_path / "work.py"
    folder.mkdir()
    script.write_text(WORK.format(folder=str(folder)), encoding="utf-8")
    parent = subprocess.Popen([sys.executable, str(script)])
    workers: list[int] = []
    try:
        for _ in range(600):
            workers = [int(path.name) for path in folder.iterdir()]
            if len(workers) == 2:
                break
            time.sleep(0.1)
        assert len(workers) == 2
        parent.send_signal(signal.SIGKILL)
        parent.wait()
        for _ in range(300):
            if not any(map(_alive, workers)):
                break
            time.sleep(0.1)
        assert [worker for worker in workers if _alive(worker)] == []
    finally:
        parent.kill()
        for worker in filter(_alive, workers):
            os.kill(worker, signal.SIGKILL)
