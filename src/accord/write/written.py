"""What is to be written, for a look at how it will be read."""

from __future__ import annotations

from dataclasses import dataclass
from io import BytesIO
from typing import IO

from accord.formats.source import Source


@dataclass(frozen=True, slots=True)
class Written(Source):
    """Bytes that are in no file yet, as a source."""

    content: bytes = b""

    def open(self) -> IO[bytes]:
        """The bytes from their beginning."""
        return BytesIO(self.content)
