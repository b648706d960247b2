"""How much room a text takes in a picture, in the letters of DejaVu Sans, and how it is cut or broken to fit."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise, takewhile
from typing import TYPE_CHECKING

from accord.messages import last_break, printable
from accord.reporting.table import width as cells

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

FAMILY = "DejaVu Sans"
"""The letters that places are reckoned with; those of Verdana are as wide, those of Arial narrower."""
_HUNDREDTHS = {
    27: "'", 28: "ijl", 29: "IJ", 32: " ,.", 34: "/:;\\|", 35: "f", 36: "-", 39: "()[]t", 40: "!", 41: "r", 46: '"',
    50: "*_`", 52: "sz", 53: "?", 55: "c", 56: "L", 58: "Fk", 59: "vxy", 60: "P", 61: "TYao", 62: "e",
    63: "ESbdghnpqu", 64: "$0123456789{}", 66: "K", 68: "AV", 69: "BRXZ", 70: "C", 73: "U", 75: "HN", 77: "DG",
    78: "&", 79: "OQ", 82: "w", 84: "#+<=>^~−", 86: "M", 95: "%", 97: "m", 99: "W", 100: "@…●",
}  # fmt: skip
"""Characters by their width, in hundredths of the size of the letters."""
_WIDTHS = {character: hundredths / 100 for hundredths, found in _HUNDREDTHS.items() for character in found}
_OTHER, _BOLDER = 0.8, 0.09
"""The width of a cell of any other character, which few exceed, and how much wider each is in bold."""


def text_width(text: str, size: float = 13.0, *, bold: bool = False) -> float:
    """How wide a text is as it is shown, at most but for rare letters.

    >>> round(text_width("0.56", 10), 1), round(text_width("港", 10), 1)
    (22.4, 16.0)
    """
    shown = printable(text)
    wide = sum(_WIDTHS[each] if each in _WIDTHS else _OTHER * cells(each) for each in shown)
    return size * (wide + bold * _BOLDER * cells(shown))


def fitted(text: str, room: float, size: float = 13.0, *, bold: bool = False) -> str:
    """As much of a text as there is room for, with a mark where something was cut off.

    >>> fitted("harbour", 100), fitted("harbour", 40), fitted("harbour", 4)
    ('harbour', 'har…', '')
    """
    shown = printable(text)
    if text_width(shown, size, bold=bold) <= room:
        return shown
    return _longest(shown, lambda kept: f"{kept}…", lambda cut: text_width(cut, size, bold=bold) <= room)


def fitted_apart(texts: Sequence[str], room: float, size: float = 13.0, *, bold: bool = False) -> list[str]:
    """As much of each text as there is room for; those that would be alike lose their middle, or what they share.

    >>> fitted_apart(["annotator-1", "annotator-2", "ada"], 60)
    ['ann…r-1', 'ann…r-2', 'ada']
    >>> fitted_apart(["worker 17 of the crowd", "worker 18 of the crowd"], 60)
    ['…17…', '…18…']
    """
    shown = list(map(printable, texts))
    cut = [fitted(text, room, size, bold=bold) for text in shown]
    times = Counter(cut)

    def without_middle(text: str) -> str:
        end = next(text[at:] for at in range(len(text) + 1) if text_width(text[at:], size, bold=bold) <= room / 3)
        return _longest(text, lambda kept: f"{kept}…{end}", lambda cut: text_width(cut, size, bold=bold) <= room)

    apart = [
        short if times[short] == 1 or short == text else without_middle(text)
        for text, short in zip(shown, cut, strict=True)
    ]
    times = Counter(apart)
    alike = [text for text, short in zip(shown, apart, strict=True) if times[short] > 1]
    first, last = _shared(list(dict.fromkeys(alike)))
    return [
        short if times[short] == 1 else fitted(f"…{text[first : len(text) - last]}…", room, size, bold=bold)
        for text, short in zip(shown, apart, strict=True)
    ]


def _shared(texts: Sequence[str]) -> tuple[int, int]:
    """How many characters several texts share at their beginning, and then at their end."""
    if len(texts) < 2:
        return 0, 0
    first = _alike(texts)
    while first and texts[0][first - 1].isdigit():  # a number is shown whole
        first -= 1
    last = _alike([text[first:][::-1] for text in texts])
    while last and texts[0][len(texts[0]) - last].isdigit():
        last -= 1
    return first, last


def _alike(texts: Sequence[str]) -> int:
    """How many characters all texts begin with."""
    return sum(1 for _ in takewhile(lambda found: len(set(found)) == 1, zip(*texts, strict=False)))


def _longest(text: str, written: Callable[[str], str], fits: Callable[[str], bool]) -> str:
    """The longest beginning of a text that fits as it is written; nothing, where none does."""
    low, high = -1, len(text) - 1
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if fits(written(text[:middle])) else (low, middle - 1)
    return "" if low < 0 else written(text[: last_break(text, low)])


def in_lines(note: str, room: float, size: float = 10.0, *, bold: bool = False) -> Iterator[str]:
    """A text in lines that fit, broken after the bars of a signature or at a space, or where it must be.

    >>> list(in_lines("alpha|dist:nominal|unit:item", 100)), list(in_lines("of harbours ", 22)), list(in_lines("", 4))
    (['alpha|dist:nominal|', 'unit:item'], ['of h', 'arb', 'ours'], [])
    """

    def wide(text: str) -> float:
        return text_width(text.rstrip(), size, bold=bold)

    line = ""
    for part in re.findall(r"[^| ]*[| ]|[^| ]+$", printable(note)):
        for piece in [part] if wide(part) <= room else _characters(part):
            if line and wide(line + piece) > room:
                yield line.rstrip()
                line = ""
            line += piece
    if line:
        yield line.rstrip()


def _characters(text: str) -> list[str]:
    """The characters of a text as they are seen, each with its marks."""
    starts = [at for at in range(len(text)) if last_break(text, at) == at]
    return [text[start:end] for start, end in pairwise([*starts, len(text)])]
