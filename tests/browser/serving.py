"""A server of the live page for tests, on files of its own."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

from accord.adjudicate.find_database import beside

HARBOUR = Path(__file__).parents[2] / "examples" / "harbour"
SECONDS = 1000
PATIENCE = 60 * SECONDS


class Server:
    """A process of ``accord serve`` on files of its own."""

    def __init__(self, *paths: Path, who: str = "eve") -> None:
        self.paths, self.who = paths, who
        self.start()

    def start(self) -> None:
        command = [
            sys.executable,
            "-m",
            "accord",
            "serve",
            *map(str, self.paths),
            *(["--who", self.who] if self.who else []),
        ]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        assert self.process.stdout is not None
        self.address = self.process.stdout.readline().strip()
        self.root = self.address.partition("?")[0]

    def stop(self, how: int = signal.SIGTERM) -> None:
        if self.process.poll() is None:
            os.kill(self.process.pid, how)
        self.process.wait(30)
        assert self.process.stdout is not None
        self.process.stdout.close()


def forget_decisions(server: Server) -> None:
    """Take all decisions from the database of a server, which goes on."""
    with closing(sqlite3.connect(beside(list(map(str, server.paths))), timeout=10)) as database, database:
        for table in ("batch", "export", "change", "file"):
            database.execute(f"DELETE FROM {table}")
