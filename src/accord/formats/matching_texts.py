"""Items and documents of several files whose numbers are each file's own: matched by their texts."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING, TypeVar

from accord.formats.content import Answers, Content
from accord.formats.names import distinct_names, some
from accord.messages import plural

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from accord.formats.campaign import Part

V = TypeVar("V")
_ALIKE = 0.5
"""The share of the texts of the smaller file that another one has, where no name is the same and yet things are."""

_FEW = 3
"""How many characters or words are compared at once."""

Texts = dict[str, str]
"""The text of everything in a file by its name there."""
Names = dict[str, str]
"""What things are called, by their names in a file."""


def matched_by_text(parts: Sequence[tuple[Part, Content]]) -> tuple[list[tuple[Part, Content]], list[str]]:
    """The same, with one name for what has one text, where names are not the same in all files; and what matched.

    A project of doccano, say, numbers its texts from where the one before ended: one number is several texts then, and
    one text has several numbers. Where the names of two files fit their texts, they stay.
    """
    said: list[str] = []
    held = list(parts)
    if len(held) < 2:
        return held, said
    for what, texts_of, named in (("items", _items, _name_items), ("documents", _documents, _name_documents)):
        groups: dict[str | None, list[int]] = defaultdict(list)
        for number, (part, content) in enumerate(held):
            if texts_of(content):
                groups[part.document].append(number)
        for numbers in groups.values():
            files = [held[number][1].file for number in numbers]
            texts = [texts_of(held[number][1]) for number in numbers]
            found = same_texts(texts, distinct_names(files))
            if found is not None:
                said.append(_describe(what, found, files))
            else:
                found, moved = moved_texts(texts, distinct_names(files))
                if moved:
                    said.append(f"{what} called like others, whose texts tell what they are: {some(moved)}")
                if what == "items":  # documents of other texts than those of the same names are reported
                    known = [_called(each, names) for each, names in zip(texts, found, strict=True)]
                    other, apart = unlike_texts(known, distinct_names(files))
                    found = [
                        {name: new[names[name]] for name in names} for names, new in zip(found, other, strict=True)
                    ]
                    if apart:
                        said.append(f"of one name and different texts, so held apart: {some(apart)}")
            for number, names in zip(numbers, found, strict=True):
                if any(name != new for name, new in names.items()):
                    held[number] = held[number][0], named(held[number][1], names)
    return held, said


def moved_texts(files: Sequence[Texts], called: Sequence[str]) -> tuple[list[Names], list[str]]:
    """Names for what has the name of another text, and stands once in an earlier file under its own: that name.

    >>> moved_texts([{"1": "fog", "2": "rain"}, {"1": "fog", "2": "snow"}], ["ada", "bram"])
    ([{'1': '1', '2': '2'}, {'1': '1', '2': '2'}], [])
    >>> moved_texts([{"1": "fog", "2": "rain"}, {"1": "rain", "2": "fog"}], ["ada", "bram"])
    ([{'1': '1', '2': '2'}, {'1': '2', '2': '1'}], ['1 of bram is 2', '2 of bram is 1'])
    """
    twice = {text for held in files for text, times in Counter(held.values()).items() if times > 1}
    text_of: dict[str, str] = {}
    name_of: dict[str, str] = {}
    found: list[Names] = []
    moved: list[str] = []
    for held, file in zip(files, called, strict=True):
        others = {name: text for name, text in held.items() if text_of.get(name, text) != text}
        moves = {name: name_of[text] for name, text in others.items() if text in name_of and text not in twice}
        while taken := [name for name, to in moves.items() if to in held and to not in moves]:
            for name in taken:
                del moves[name]
        names = {name: moves.get(name, name) for name in held}
        for name, text in held.items():
            text_of.setdefault(names[name], text)
            name_of.setdefault(text, names[name])
        found.append(names)
        moved += [f"{name} of {file} is {to}" for name, to in moves.items()]
    return found, moved


def unlike_texts(files: Sequence[Texts], called: Sequence[str]) -> tuple[list[Names], list[str]]:
    """New names for what has another text than the same name in an earlier file, and not only a changed one.

    >>> unlike_texts([{"1": "fog", "2": "rain today"}, {"1": "fog", "2": "Rain today"}], ["ada", "bram"])
    ([{'1': '1', '2': '2'}, {'1': '1', '2': '2'}], [])
    >>> unlike_texts([{"1": "fog", "2": "rain"}, {"1": "fog", "2": "snow"}], ["ada", "bram"])
    ([{'1': '1', '2': '2'}, {'1': '1', '2': '2 (bram)'}], ['2 (bram)'])
    """
    names_of: dict[str, dict[str, str]] = defaultdict(dict)
    found = [dict.fromkeys(held, "") for held in files]
    for held, file, names in zip(files, called, found, strict=True):
        for name, text in held.items():
            known = names_of[name]
            alike = known.get(text) or next(
                (each for other, each in known.items() if likeness(text, other) >= _ALIKE), None
            )
            names[name] = known[text] = alike or (f"{name} ({file})" if known else name)
    apart = list(dict.fromkeys(new for names in found for name, new in names.items() if name != new))
    return found, apart


def likeness(one: Sequence[str], other: Sequence[str]) -> float:
    """The share of stretches of a few characters or words that two texts have in common: 1 for the same text.

    >>> likeness("rain today", "Rain today"), likeness("rain", "snow")
    (0.875, 0.0)
    """
    ours, theirs = _stretches(one), _stretches(other)
    return (ours & theirs).total() / max(ours.total(), theirs.total())


def _stretches(text: Sequence[str]) -> Counter[tuple[str, ...]]:
    return Counter(tuple(text[start : start + _FEW]) for start in range(max(1, len(text) - _FEW + 1)))


def same_texts(files: Sequence[Texts], called: Sequence[str]) -> list[Names] | None:
    """New names for the things in each file, the same where the text is; None where the names that they have fit.

    Names do not fit if more of those in several files stand for several texts than for one; or if two files share no
    name, and half of the texts of the smaller one are in the other. ``called`` tells apart what has the same name and
    another text.

    >>> same_texts([{"1": "fog", "2": "rain"}, {"1": "snow", "2": "fog"}], ["ada", "bram"])
    [{'1': '1', '2': '2'}, {'1': '1 (bram)', '2': '1'}]
    >>> same_texts([{"a": "fog", "b": "rain"}, {"x": "rain"}, {"a": "fog"}], ["ada", "bram", "chloe"])
    [{'a': 'a', 'b': 'b'}, {'x': 'b'}, {'a': 'a'}]
    >>> same_texts([{"1": "fog", "2": "rain"}, {"1": "fog", "2": "rains"}], ["ada", "bram"])
    """
    texts: dict[str, set[str]] = defaultdict(set)
    times: Counter[str] = Counter()
    for held in files:
        times.update(held.keys())
        for name, text in held.items():
            texts[name] |= {text}
    several = [name for name, number in times.items() if number > 1]
    if 2 * sum(len(texts[name]) > 1 for name in several) > len(several):
        return _called_by_text(files, called)
    return _called_alike(files, times)


def _called_alike(files: Sequence[Texts], times: Counter[str]) -> list[Names] | None:
    """One name for each text that two files without a common name have, that of most files; None where there is none.

    A text that stands twice in a file is matched with none, for nobody can tell with which.
    """
    alone, distinct = [_once(held) for held in files], [len(set(held.values())) for held in files]
    same: dict[str, set[str]] = {name: {name} for name in times}
    for one, other in combinations(range(len(files)), 2):
        if not files[one].keys().isdisjoint(files[other]):
            continue
        shared = alone[one].keys() & alone[other].keys()
        if not shared or len(shared) < _ALIKE * min(distinct[one], distinct[other]):
            continue
        for text in shared:
            joined = same[alone[one][text]] | same[alone[other][text]]
            if all(len(joined & held.keys()) < 2 for held in files):
                same.update(dict.fromkeys(joined, joined))
    if all(len(names) == 1 for names in same.values()):
        return None
    place = {name: number for number, name in enumerate(times)}
    called = {name: min(names, key=lambda each: (-times[each], place[each])) for name, names in same.items()}
    return [{name: called[name] for name in held} for held in files]


def _once(held: Texts) -> dict[str, str]:
    """The names of texts that stand once in a file."""
    times = Counter(held.values())
    return {text: name for name, text in held.items() if times[text] == 1}


def _called_by_text(files: Sequence[Texts], called: Sequence[str]) -> list[Names]:
    """One name for each text, and one for what has it once more in a file, whatever both are called."""
    taken: set[str] = set()
    name_of: dict[tuple[str, int], str] = {}
    found = []
    for held, file in zip(files, called, strict=True):
        copies: Counter[str] = Counter()
        names: Names = {}
        for name, text in held.items():
            copies[text] += 1
            copy = text, copies[text]
            if copy not in name_of:
                name_of[copy] = name if name not in taken else f"{name} ({file})"
                taken.add(name_of[copy])
            names[name] = name_of[copy]
        found.append(names)
    return found


def _describe(what: str, found: Sequence[Names], files: Sequence[str]) -> str:
    times = Counter(name for names in found for name in names.values())
    alone = [sum(times[name] == 1 for name in names.values()) for names in found]
    rest = ", ".join(f"{count:,} of {file}" for count, file in zip(alone, distinct_names(files), strict=True) if count)
    many = sum(number > 1 for number in times.values())
    matched = f"{many:,} of {len(times):,} texts are in several files"
    return (
        f"{what} of {plural(len(files), 'file')} are the same where their texts are, not where their names are: "
        f"{matched}{f'; in one only: {rest}' if rest else ''}"
    )


def _items(content: Content) -> Texts:
    """The texts of items, if each has just one in the file, which names no documents.

    Where one item has several texts, its name says which it is.
    """
    if content.two_texts:
        return {}
    found = {item: text for (document, item), text in content.texts.items() if document is None}
    return found if len(found) == len(content.texts) and all(found.values()) else {}


def _name_items(content: Content, names: Names) -> Content:
    texts: dict[tuple[str | None, str], str] = {(None, names[item]): text for (_, item), text in content.texts.items()}
    answers = {
        key: Answers(
            _called(each.labels, names),
            _called(each.lines, names),
            _called(each.texts, names),
            _called(each.again, names),
        )
        for key, each in content.answers.items()
    }
    return replace(content, texts=texts, answers=answers)


def _called(given: Mapping[str, V], names: Names) -> dict[str, V]:
    return {names[name]: value for name, value in given.items()}


def _documents(content: Content) -> Texts:
    """The texts of documents with spans, if all have a name and a text, each of them one."""
    pairs: Iterable[tuple[str | None, object]] = ((each.document, each.words) for each in content.markings)
    found: Texts = {}
    for name, text in pairs:
        if name is None or not isinstance(text, str) or found.setdefault(name, text) != text:
            return {}
    return found


def _name_documents(content: Content, names: Names) -> Content:
    return replace(content, markings=[each._replace(document=names[each.document or ""]) for each in content.markings])
