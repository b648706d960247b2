"""What a file is that holds no text, and what to do about it: archives, sheets, documents, databases."""

from __future__ import annotations

import re

_ARCHIVE = "an archive: unpack it, and name the files or the folder that come out"
SHEET = "a spreadsheet: save each sheet as CSV, and name that"
TABLE = "a table of Parquet or Arrow: write what is in it as CSV, and name that"
_DOCUMENT = "a document of a word processor: save what is in it as plain text or CSV, and name that"
_DATABASE = "a database: write what is in it as CSV or JSON lines, and name that"
_MEMBER = rb"PK\x03\x04.{26}"
_STARTS = {
    rb"PK\x03\x04.*" + _MEMBER + rb"xl/": SHEET,
    rb"PK\x03\x04.*" + _MEMBER + rb"word/": _DOCUMENT,
    _MEMBER + rb"mimetypeapplication/vnd\.oasis\.opendocument\.spreadsheet": SHEET,
    _MEMBER + rb"mimetypeapplication/vnd\.oasis\.opendocument": _DOCUMENT,
    rb"PK(\x03\x04|\x05\x06)|7z\xbc\xaf\x27\x1c|Rar!\x1a\x07|(?=[^\x00]{1,100}\x00).{257}ustar": _ARCHIVE,
    rb"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1": "a spreadsheet or a document of an old Office: save it as CSV or plain text",
    rb"%PDF-\d": "a PDF: save what is in it as plain text or CSV, and name that",
    rb"PAR1.*\x00|ARROW1\x00|\xff{4}.{2}[\x00-\x0f]\x00\x10\x00{3}": TABLE,
    rb"SQLite format 3\x00": _DATABASE,
}
_START = re.compile(b"|".join(_STARTS), re.DOTALL)


def describe_binary(head: bytes) -> str | None:
    r"""What a file is, by its first bytes, and what to do, where it is known to be no text.

    >>> describe_binary(b"PK\x05\x06"), describe_binary(b"ada,bram")
    ('an archive: unpack it, and name the files or the folder that come out', None)
    """
    if _START.match(head) is None:
        return None
    return next((what for start, what in _STARTS.items() if re.match(start, head, re.DOTALL)), None)
