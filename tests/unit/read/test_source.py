"""Bytes, decompressed and decoded."""

from __future__ import annotations

import bz2
import gzip
import lzma
from collections.abc import Callable, Mapping
from time import process_time

import pytest

from accord.read.source import Source

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
