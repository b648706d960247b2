"""Archives within bounds: what is refused, and that it is refused before anything is read."""

from __future__ import annotations

import io
import stat
import zlib
from contextlib import suppress
from typing import TYPE_CHECKING
from zipfile import ZIP_BZIP2, ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accord.errors import ReadError
from accord.formats import archive as module
from accord.formats.archive import Archive, is_zip
from accord.formats.source import Source

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path


def packed(members: Mapping[str, bytes], method: int = ZIP_DEFLATED) -> bytes:
    """A zip with these members."""
    stream = io.BytesIO()
    with ZipFile(stream, "w", method) as made:
        for name, content in members.items():
            made.writestr(name, content)
    return stream.getvalue()


def source(data: bytes) -> Source:
    return Source("project.zip", content=data)


def test_members_are_files_that_readers_take() -> None:
    with Archive.of(
        source(packed({"a/d.tsv": "ö\n".encode(), "a/": b"", ".hidden": b"", "__MACOSX/x": b""}))
    ) as archive:
        assert archive.names == ["a/d.tsv"]
        assert "a/d.tsv" in archive
        member = archive.source("a/d.tsv")
        assert (member.name, list(member.lines())) == ("project.zip/a/d.tsv", ["ö"])
        with archive.open("a/d.tsv") as stream:
            assert stream.read(1) == b"\xc3"


def test_an_archive_on_the_disk_is_not_held_in_memory(tmp_path: Path) -> None:
    path = tmp_path / "large.zip"
    content = bytes(range(256)) * 4096
    path.write_bytes(packed({"x": content, "y": b"end"}, ZIP_STORED))
    opened = Source(str(path))
    assert is_zip(opened)
    with Archive.of(opened) as archive:
        assert archive.read("x") == content
        assert archive.read("y") == b"end"


def test_an_archive_in_an_archive() -> None:
    inner = packed({"ada.xmi": b"<a/>"})
    outer = packed({"annotation/d.txt/ada.zip": inner})
    with Archive.of(source(outer)) as archive, archive.inner("annotation/d.txt/ada.zip") as nested:
        assert nested.source("ada.xmi").name == "project.zip/annotation/d.txt/ada.zip/ada.xmi"


def test_what_the_reader_of_a_member_raises_is_its_own() -> None:
    with Archive.of(source(packed({"x": b"{"}))) as archive, pytest.raises(ValueError, match="own"), archive.open("x"):
        raise ValueError("own")


def test_archives_are_not_opened_without_end() -> None:
    data = packed({"x": b""})
    for _ in range(3):
        data = packed({"x.zip": data})
    with (
        Archive.of(source(data)) as first,
        first.inner("x.zip") as second,
        second.inner("x.zip") as third,
        pytest.raises(ReadError, match="2 archives deep"),
    ):
        third.inner("x.zip")


@pytest.mark.parametrize(
    "name", ["../x", "a/../../x", "/etc/passwd", "C:\\x", "C:x", "..", "a\\..\\x", "\\\\host\\x", "a/..", "a/..\\x"]
)
def test_names_that_lead_out_are_refused(name: str) -> None:
    with pytest.raises(ReadError, match="leads out of the archive"):
        Archive.of(source(packed({name: b""})))


@pytest.mark.parametrize("name", ["a..b/x", "...", "a/..x", "x..", "dé/😀.tsv"])
def test_names_that_only_look_so_are_not(name: str) -> None:
    Archive.of(source(packed({"x/" + name: b""})))


def test_links_are_refused() -> None:
    stream = io.BytesIO()
    with ZipFile(stream, "w") as made:
        link = ZipInfo("d.tsv")
        link.create_system = 3
        link.external_attr = (stat.S_IFLNK | 0o777) << 16
        made.writestr(link, "/etc/passwd")
    with pytest.raises(ReadError, match="a link to another file"):
        Archive.of(source(stream.getvalue()))


def test_passwords_are_said() -> None:
    data = bytearray(packed({"x": b"x"}))
    data[6] |= 1
    data[data.index(b"PK\x01\x02") + 8] |= 1
    with pytest.raises(ReadError, match="locked by a password"):
        Archive.of(source(bytes(data)))


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_names_that_stand_twice_are_refused() -> None:
    stream = io.BytesIO()
    with ZipFile(stream, "w") as made:
        for content in (b"one", b"two"):
            made.writestr("x", content)
    with pytest.raises(ReadError, match="holds 'x' 2 times"):
        Archive.of(source(stream.getvalue()))


def test_other_compressions_are_said() -> None:
    with pytest.raises(ReadError, match="method 12"):
        Archive.of(source(packed({"x": b"x" * 100}, ZIP_BZIP2)))


def test_a_bomb_is_not_opened() -> None:
    with pytest.raises(ReadError, match="bomb"):
        Archive.of(source(packed({"x": bytes(40 << 20)})))


def test_no_member_and_no_archive_grows_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    content = zlib.compress(bytes(range(256)))
    data = packed({"x": content, "y": content})
    monkeypatch.setattr(module, "_MAX_MEMBER", len(content) - 1)
    with pytest.raises(ReadError, match="which becomes more than"):
        Archive.of(source(data))
    monkeypatch.undo()
    with pytest.raises(ReadError, match="becomes more than"):
        Archive._open("x.zip", "utf-8", io.BytesIO(data), module._Room(2 * len(content) - 1), 0)
    with pytest.raises(ReadError, match="holds more than"):
        Archive._open("x.zip", "utf-8", io.BytesIO(data), module._Room(members=1), 0)


def test_those_in_it_share_its_bounds() -> None:
    inner = packed({"x": bytes(1000)}, ZIP_STORED)
    room = module._Room(len(inner) + 999)
    with (
        Archive._open("x.zip", "utf-8", io.BytesIO(packed({"y.zip": inner})), room, 0) as archive,
        pytest.raises(ReadError, match=r"x\.zip/y\.zip becomes more than"),
    ):
        archive.inner("y.zip")


def test_a_member_that_is_larger_than_it_says_is_damaged() -> None:
    data = bytearray(packed({"x": b"1234567890"}, ZIP_DEFLATED))
    at = data.index(b"PK\x01\x02") + 24
    data[at : at + 4] = (3).to_bytes(4, "little")
    with Archive.of(source(bytes(data))) as archive, pytest.raises(ReadError, match="damaged"):
        archive.read("x")


@given(st.integers(0, 400), st.binary(min_size=1, max_size=4))
def test_damage_is_one_sentence(at: int, noise: bytes) -> None:
    data = bytearray(packed({"a/b.tsv": b"text " * 30, "c.json": b"{}"}))
    data[at : at + len(noise)] = noise
    with suppress(ReadError), Archive.of(source(bytes(data))) as archive:
        for name in archive.names:
            archive.read(name)
