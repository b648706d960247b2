"""Files that are written whole or not at all."""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import IO, TYPE_CHECKING

from accord.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator

STANDARD_OUTPUT = "-"
_COMPRESSIONS = {".bz2": "bz2", ".xz": "lzma"}


@contextmanager
def whole_file(path: str) -> Iterator[IO[bytes]]:
    """Write to a temporary file beside the target and rename it at the end; on any failure nothing is left behind.

    ``-`` is standard output; an ending .gz, .bz2 or .xz compresses.
    """
    if path == STANDARD_OUTPUT:
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    target = Path(path)
    if target.is_dir():
        raise UsageError(f"cannot write {path}: it is a folder")
    part = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        stream: IO[bytes] = part.open("xb")
    except OSError as error:
        raise UsageError(f"cannot write {path}: {(error.strerror or str(error)).lower()}") from None
    try:
        with stream, _compressed(stream, target.suffix) as output:
            yield output
        part.replace(target)
    finally:
        part.unlink(missing_ok=True)


def _compressed(stream: IO[bytes], suffix: str) -> IO[bytes]:
    """The stream, or one that compresses into it, the same bytes each time."""
    compressed: IO[bytes]
    if suffix == ".gz":
        import gzip

        compressed = gzip.GzipFile("", "wb", fileobj=stream, mtime=0)  # type: ignore[assignment]
    elif suffix in _COMPRESSIONS:
        compressed = import_module(_COMPRESSIONS[suffix]).open(stream, "wb")
    else:
        compressed = stream
    return compressed
