"""Bytes, decompressed and decoded."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import tarfile
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path
from time import process_time

import pytest

from accord.errors import ReadError, UsageError
from accord.formats.source import Source

Lay = Callable[[Mapping[str, str | bytes]], list[str]]


@pytest.mark.parametrize("keep_ends", [True, False])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("length", [1, (1 << 15) - 1, 1 << 15, (1 << 15) + 1])
def test_lines_across_pieces(lay: Lay, length: int, end: str, keep_ends: bool) -> None:
    lines = ["a" * length, "", "b", "c" * length]
    source = Source(*lay({"a": end.join(lines).encode()}))
    kept = end if keep_ends else ""
    assert list(source.lines(keep_ends=keep_ends)) == [line + kept for line in lines[:-1]] + lines[-1:]


def test_a_long_line_takes_time_in_proportion(lay: Lay) -> None:
    source = Source(*lay({"a": b"x" * 20_000_000}))
    start = process_time()
    assert [len(line) for line in source.lines()] == [20_000_000]
    assert process_time() - start < 2


@pytest.mark.parametrize("data", [b"", b"a\tO\n", b"a\tO\n" * 100_000])
@pytest.mark.parametrize("compress", [bz2.compress, gzip.compress, lzma.compress])
def test_compressions(lay: Lay, compress: Callable[[bytes], bytes], data: bytes) -> None:
    assert "".join(Source(*lay({"a": compress(data)})).pieces()).encode() == data


@pytest.mark.parametrize("text", ["BZh", "BZh\tO\n", "BZh9 is a name\n", "BZh91AY\tO\n"])
def test_a_text_that_starts_like_a_compression(lay: Lay, text: str) -> None:
    assert "".join(Source(*lay({"a": text})).pieces()) == text


def a_zip(*members: str, text: str = "item,ada,bram\n1,yes,no\n") -> bytes:
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w") as archive:
        for member in members:
            archive.writestr(member, text)
    return held.getvalue()


def a_tar(mode: str) -> bytes:
    held = io.BytesIO()
    with tarfile.open(fileobj=held, mode=mode) as archive:  # type: ignore[call-overload]
        archive.addfile(tarfile.TarInfo("votes.csv"), io.BytesIO())
    return held.getvalue()


ARCHIVE, SHEET, DOCUMENT = (
    "is an archive: unpack it",
    "is a spreadsheet: save each sheet as CSV",
    "is a document of a word",
)
ODS = "application/vnd.oasis.opendocument.spreadsheet"


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (a_zip("votes.csv"), ARCHIVE),
        (a_zip(), ARCHIVE),
        (a_zip("xl.csv", text="PK xl/ word/"), ARCHIVE),
        (a_tar("w"), ARCHIVE),
        (a_tar("w:gz"), ARCHIVE),
        (a_tar("w:xz"), ARCHIVE),
        (a_zip("[Content_Types].xml", "_rels/.rels", "xl/workbook.xml"), SHEET),
        (a_zip("[Content_Types].xml", "_rels/.rels", "word/document.xml"), DOCUMENT),
        (a_zip("mimetype", text=ODS), SHEET),
        (a_zip("mimetype", text=ODS.replace("spreadsheet", "text")), DOCUMENT),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(500), "of an old Office: save it as CSV"),
        (b"%PDF-1.7\n", "is a PDF"),
        (b"SQLite format 3\x00", "is a database"),
    ],
    ids=range(13),
)
@pytest.mark.parametrize("name", ["a", "a.csv", "a.conll", "a.jsonl"])
def test_what_is_no_text_is_called_what_it_is(lay: Lay, name: str, data: bytes, told: str) -> None:
    (path,) = lay({name: data})
    with pytest.raises(ReadError, match=f"{path} {told}" if told.startswith("is") else told):
        list(Source(path).lines())


@pytest.mark.parametrize("text", ["PK\tO\n", "%PDF\tB-X\n", "x" * 257 + "ustar\n", "PAR1\tO\n", "SQLite format 3\n"])
def test_a_text_may_start_like_something_else(lay: Lay, text: str) -> None:
    assert "".join(Source(*lay({"a": text})).pieces()) == text


@pytest.mark.parametrize("codec", ["utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"])
@pytest.mark.parametrize(
    "text", ["item,ada,bram\n1,x,y\n" * 3000, "item,ada\nпёс,да\n", "項目,甲\n一,不同意\n", "😀,a\n" * 9000]
)
def test_text_without_a_mark_is_refused_with_the_name_to_give(lay: Lay, codec: str, text: str) -> None:
    (path,) = lay({"a.csv": text.encode(codec)})
    with pytest.raises(ReadError, match=f"it reads as {codec} without a mark .say so: file_encoding='{codec}'."):
        list(Source(path).lines())
    assert "\n".join(Source(path, codec).lines()) == text.rstrip("\n")


@pytest.mark.parametrize("text", ["a,b\n1,\0x\n2,y\n", "\0", "item\0,ada\n1,x\0\n", "a\0\0\0b", "x" * 99 + "\0"])
def test_a_text_may_hold_a_zero(lay: Lay, text: str) -> None:
    assert "\n".join(Source(*lay({"a.csv": text})).lines()) == text.rstrip("\n")


@pytest.mark.parametrize("size", [100, 1 << 20])
def test_readers_of_one_source_do_not_disturb_each_other(lay: Lay, size: int) -> None:
    lines = [f"{number}" for number in range(size // 8)]
    source = Source(*lay({"a": "\n".join(lines)}))
    pairs = list(zip(source.lines(), source.lines(keep_ends=True), strict=True))
    assert [ours for ours, _ in pairs] == [theirs.rstrip("\n") for _, theirs in pairs] == lines


@pytest.mark.parametrize("size", [100, 1 << 20])
def test_what_was_opened_is_read_again_also_where_the_file_is_gone(lay: Lay, size: int) -> None:
    (path,) = lay({"a": "x" * size})
    source = Source(path)
    assert source.head(2) == b"xx"
    Path(path).unlink()
    assert "".join(source.pieces()) == "x" * size
    source.close()
    with pytest.raises(UsageError, match="cannot read"):
        source.digest()


def test_bytes_that_are_in_no_file_are_read_as_if_they_were() -> None:
    source = Source("a.conll", content=gzip.compress(b"EU\tB-ORG\n"))
    assert list(source.lines()) == ["EU\tB-ORG"]
    assert source.head(2) == b"\x1f\x8b"


# --- bounds ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("compress", [bz2.compress, gzip.compress, lzma.compress])
def test_what_becomes_a_thousand_times_as_large_is_not_decompressed(
    lay: Lay, compress: Callable[[bytes], bytes]
) -> None:
    (path,) = lay({"a.csv.gz": compress(b"1,ada,x\n" * (5 << 20))})
    with pytest.raises(ReadError, match=r"it becomes more than 250 times as large .*decompress it first"):
        sum(map(len, Source(path).lines()))


def test_a_table_that_repeats_itself_is_decompressed(lay: Lay) -> None:
    (path,) = lay({"a.csv.gz": gzip.compress(b"1,ada,x\n" * 1_000_000)})
    assert sum(1 for _ in Source(path).lines()) == 1_000_000


def test_a_line_without_end_is_refused(lay: Lay, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("accord.formats.source._MAX_LINE", 1 << 20)
    lay({"short.txt": "a\n" * (1 << 20), "long.txt": "a\nb\n" + "c" * (2 << 20)})
    assert sum(1 for _ in Source("short.txt").lines()) == 1 << 20
    with pytest.raises(ReadError, match=r"line 3 has more than 1 million characters \(are its line ends lost\?\)"):
        list(Source("long.txt").lines())


def test_what_is_read_as_a_whole_has_bounds(lay: Lay) -> None:
    lay({"a.xml": "<a/>" * (1 << 19)})
    with pytest.raises(ReadError, match="larger than 1 MiB, and can only be read as a whole"):
        Source("a.xml").whole(1 << 20)
