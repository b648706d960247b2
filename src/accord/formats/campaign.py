"""Who annotated what, from the paths of the files: one file, one folder or one part of the name an annotator."""

from __future__ import annotations

import re
from functools import lru_cache
from os.path import commonpath
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from accord.errors import UsageError
from accord.formats.names import distinct_names, some, stem
from accord.formats.source import STANDARD_INPUT
from accord.messages import plural, suggestion

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    SameText = Callable[[str, str], bool]

WAYS = {
    "files": "one file per annotator: ada.conll bram.conll",
    "folders": "one folder per annotator: ada/doc1.conll bram/doc1.conll",
    "names": "the annotator after the document in the name: doc1-ada.conll doc1-bram.conll",
    "columns": "one column per annotator, in a file of tokens or a wide table",
    "rows": "the rows or records name their annotator",
}
"""How the annotators of a campaign may be told apart; else a pattern like {document}/{annotator}."""

_PEOPLE = {"a", "ann", "anno", "annotator", "coder", "expert", "judge", "rater", "student", "user", "worker"}
"""What people are called who have numbers."""
_BY_FOLDERS = ("folders", "{document}/{annotator}")
_PLACEHOLDER = re.compile(r"\{(\w*)\}|\*")


class Part(NamedTuple):
    """One file of a campaign, with its document and annotator as far as the path names them."""

    path: str
    document: str | None
    annotator: str | None


class Assignment(NamedTuple):
    """Every file of a campaign with its annotator, the way they were told apart, and the sentence that says so."""

    parts: tuple[Part, ...]
    way: str
    assumption: str


def assign(paths: Sequence[str], how: str | None = None, same_text: SameText | None = None) -> Assignment:
    """Say who annotated what, from the paths alone or, where they can be read in two ways, with a look at the texts.

    ``how`` is one of `WAYS` or a pattern of ``{annotator}`` and ``{document}``; ``same_text`` says whether two
    files hold the same text. Files beside folders that are annotators or documents are an annotator each.

    >>> assign(["d1-ada.conll", "d1-bram.conll", "d2-ada.conll"]).parts[2]
    Part(path='d2-ada.conll', document='d2', annotator='ada')
    """
    if how is None and (beside := _beside_folders(paths)):
        others = set(paths).difference(beside)
        found = assign([path for path in paths if path in others], None, same_text)
        if found.way in _BY_FOLDERS:
            files = assign(beside, "files")
            return Assignment(found.parts + files.parts, found.way, f"{found.assumption}, and {files.assumption}")
    way = _decide(paths, same_text or _unknown_text) if how is None else check_way(how)
    if "{" in way:
        parts = _by_pattern(paths, way)
    elif way == "files":
        parts = [Part(path, None, name) for path, name in zip(paths, distinct_names(paths), strict=True)]
    elif way == "folders":
        parts = _by_folder(paths)
    elif way == "names":
        parts = _by_pattern(paths, _name_pattern(paths))
    elif way == "columns":
        parts = [Part(path, name, None) for path, name in zip(paths, distinct_names(paths), strict=True)]
    else:
        parts = [Part(path, None, None) for path in paths]
    return Assignment(tuple(parts), way, _describe(way, parts))


def by_folder(paths: Sequence[str]) -> Assignment:
    """Every file as a document of its own, by whoever the folder is called after in which it lies."""
    folders = [Path(path).absolute().parent.name for path in paths]
    parts = tuple(map(Part, paths, distinct_names(paths), folders))
    return Assignment(parts, "folders", f"each file is a document, by {some(list(dict.fromkeys(folders)))}")


def check_way(how: str) -> str:
    """A way to tell annotators apart, or a usage error that suggests one."""
    how = str(how)
    if "{" in how:
        _compile(how)
    elif how not in WAYS:
        known = f"{suggestion(how, list(WAYS))} (or a pattern like {{document}}-{{annotator}})"
        raise UsageError(f"unknown way {how!r} to tell annotators apart: {known}")
    return how


def _unknown_text(_first: str, _second: str) -> bool:
    return False


# --- parts of paths --------------------------------------------------------------------------------------------------


def _levels(paths: Sequence[str]) -> list[tuple[str, ...]]:
    """The folders of each file and its stem, at least one folder, without those that all files share."""
    return _levels_of(tuple(paths), Path.cwd())


@lru_cache(2)
def _levels_of(paths: tuple[str, ...], _folder: Path) -> list[tuple[str, ...]]:
    """The same, found once for all layers of a campaign; what a path is depends on the folder one is in."""
    levels = [(*Path(path).absolute().parent.parts, stem(path, paths)) for path in paths]
    shared = 0
    while len({level[shared] for level in levels}) == 1 and all(len(level) > shared + 2 for level in levels):
        shared += 1
    return [level[shared:] for level in levels]


def _beside_folders(paths: Sequence[str]) -> list[str]:
    """The files that lie in the folder in which all others have folders, if there are any."""
    if len(paths) < 2 or STANDARD_INPUT in paths:
        return []
    folders = {path: Path(path).absolute().parent for path in paths}
    top = Path(commonpath(folders.values()))
    beside = [path for path, folder in folders.items() if folder == top]
    return beside if len(beside) < len(paths) else []


def _by_folder(paths: Sequence[str]) -> list[Part]:
    return [Part(path, "/".join(level[1:]), level[0]) for path, level in zip(paths, _levels(paths), strict=True)]


def _by_pattern(paths: Sequence[str], pattern: str) -> list[Part]:
    expression = _compile(pattern)
    parts = []
    strangers = []
    for path in paths:
        whole = Path(path).absolute().as_posix()
        bare = f"{Path(path).absolute().parent.as_posix()}/{stem(path, paths)}"
        match = expression.fullmatch(bare) or expression.fullmatch(whole)
        if match:
            parts.append(Part(path, match.groupdict().get("document"), match["annotator"]))
        else:
            strangers.append(path)
    if strangers:
        raise UsageError(f"not named like {pattern}: {some(strangers)}")
    return parts


def _compile(pattern: str) -> re.Pattern[str]:
    """A pattern as an expression; the document is as long, the annotator as short as can be."""
    names = [match[1] for match in _PLACEHOLDER.finditer(pattern) if match[0] != "*"]
    if names.count("annotator") != 1 or not set(names) <= {"annotator", "document"} or len(set(names)) < len(names):
        raise UsageError(
            f"the pattern {pattern} needs {{annotator}} once, {{document}} at most once and nothing else in braces"
        )
    parts = {"{annotator}": "(?P<annotator>[^/]+?)", "{document}": "(?P<document>[^/]+)", "*": "[^/]*"}
    pieces = re.split(r"(\{\w+\}|\*)", pattern)
    return re.compile("(?:.*/)?" + "".join(parts.get(piece) or re.escape(piece) for piece in pieces), re.DOTALL)


# --- decisions -------------------------------------------------------------------------------------------------------


def _decide(paths: Sequence[str], same_text: SameText) -> str:
    """The way that the paths show: folders with files of the same names, names with recurring parts, or files."""
    if len(paths) < 2 or STANDARD_INPUT in paths:
        return "files"
    levels = _levels(paths)
    split = [(level[0], "/".join(level[1:])) for level in levels]
    if len({folder for folder, _ in split}) > 1 and _recurs(inner for _, inner in split):
        return _which_is_which(paths, split, same_text, *_BY_FOLDERS)
    for mark in "-_.":
        split = [_split_last(level[-1], mark) for level in levels]
        if all(map(all, split)) and len(set(split)) == len(split) and all(map(_recurs, zip(*split, strict=True))):
            inner = (f"{{document}}{mark}{{annotator}}", f"{{annotator}}{mark}{{document}}")
            way = _which_is_which(paths, [(last, first) for first, last in split], same_text, *inner)
            return "files" if _all_same(paths, split, same_text) else way
    return "files"


def _split_last(name: str, mark: str) -> tuple[str, str]:
    first, _, last = name.rpartition(mark)
    return first, last


def _recurs(values: Iterable[str]) -> bool:
    counted = list(values)
    return len(set(counted)) < len(counted)


def _pair(paths: Sequence[str], split: Sequence[tuple[str, str]], side: int) -> tuple[str, str] | None:
    """Two files that share one part of their names."""
    seen: dict[str, str] = {}
    for path, parts in zip(paths, split, strict=True):
        if parts[side] in seen:
            return seen[parts[side]], path
        seen[parts[side]] = path
    return None


def _which_is_which(
    paths: Sequence[str], split: Sequence[tuple[str, str]], same_text: SameText, way: str, swapped: str
) -> str:
    """Take the first part for the annotator, unless files that share it hold the same text and others do not.

    Where texts do not tell, what is numbered like rec1 and rec2 is no annotator.
    """
    same_first, same_second = _pair(paths, split, 0), _pair(paths, split, 1)
    if same_first and same_text(*same_first):
        return way if same_second and same_text(*same_second) else swapped
    if [_is_series(parts) for parts in zip(*split, strict=True)] == [True, False]:
        return way if same_second and same_text(*same_second) else swapped
    return way


def _is_series(names: Iterable[str]) -> bool:
    """Whether names are one word with different numbers after it, which texts and recordings have and people do not.

    >>> _is_series(["rec1", "rec2"]), _is_series(["ada", "bram"]), _is_series(["annotator1", "annotator2"])
    (True, False, False)
    """
    words = {name.rstrip("0123456789").casefold() if name[-1:].isdecimal() else "" for name in names}
    return len(words) == 1 and next(iter(words)).strip("-_ ") not in {"", *_PEOPLE}


def _all_same(paths: Sequence[str], split: Sequence[tuple[str, str]], same_text: SameText) -> bool:
    pairs = [_pair(paths, split, side) for side in (0, 1)]
    return all(pair is not None and same_text(*pair) for pair in pairs)


def _name_pattern(paths: Sequence[str]) -> str:
    """The pattern of names that all divide at the same mark, the annotator last."""
    for mark in "-_.":
        if all(all(_split_last(stem(path, paths), mark)) for path in paths):
            return f"{{document}}{mark}{{annotator}}"
    raise UsageError(
        "annotators cannot be told apart by names: not all have a hyphen, an underscore or a dot (give a pattern)"
    )


def one_per_file(annotators: Sequence[str]) -> str:
    """What is said where each file is by one annotator."""
    return f"{plural(len(annotators), 'annotator')} ({some(annotators)}), one per file"


def _describe(way: str, parts: Sequence[Part]) -> str:
    """The sentence that says what was assumed."""
    annotators = list(dict.fromkeys(part.annotator for part in parts if part.annotator is not None))
    who = f"{plural(len(annotators), 'annotator')} ({some(annotators)})"
    if way == "files":
        return one_per_file(annotators)
    if way == "folders":
        return f"{who}, one per folder"
    if way in {"columns", "rows"}:
        return "each column of labels is an annotator" if way == "columns" else "the rows name their annotator"
    return f"{who}, from names read as {way if '{' in way else _name_pattern([part.path for part in parts])}"
