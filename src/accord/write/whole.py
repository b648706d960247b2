"""Files that are written whole or not at all."""

from __future__ import annotations

import os
import shutil
import sys
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from tempfile import SpooledTemporaryFile
from typing import IO, TYPE_CHECKING

from accord.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator

STANDARD_OUTPUT = "-"
_IN_MEMORY = 1 << 26
_COMPRESSIONS = {".bz2": "bz2", ".xz": "lzma"}


@contextmanager
def whole_file(path: str) -> Iterator[IO[bytes]]:
    """Write to a temporary file beside the target and rename it at the end; on any failure nothing is left behind.

    ``-`` is standard output; an ending .gz, .bz2 or .xz compresses. A link is followed, a file keeps its permissions,
    and what is no regular file (a pipe, a device) is written to as it is.
    """
    if path == STANDARD_OUTPUT:
        with SpooledTemporaryFile(_IN_MEMORY) as held:
            yield held
            held.seek(0)
            shutil.copyfileobj(held, sys.stdout.buffer)
        sys.stdout.buffer.flush()
        return
    target = Path(path).resolve()
    if target.is_dir() or path.endswith(os.sep):
        raise UsageError(f"cannot write {path}: it is a folder")
    special = target.exists() and not target.is_file()
    part = target if special else target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        with part.open("wb" if special else "xb") as stream, _compressed(stream, target.suffix) as output:
            yield output
        if not special:
            if target.exists():
                shutil.copymode(target, part)
            part.replace(target)
    except OSError as error:
        raise UsageError(f"cannot write {path}: {(error.strerror or str(error)).lower()}") from None
    finally:
        if not special:
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
