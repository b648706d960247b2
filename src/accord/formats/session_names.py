"""The names of Prodigy's sessions, which start with that of the dataset: cut where all share it."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from accord.formats.content import Content

_STARTED = re.compile(r"\d{4}-\d\d-\d\d_\d\d-\d\d-\d\d$")
"""When a session without a name started, which stands for one."""


def without_datasets(contents: Sequence[Content]) -> tuple[list[Content], list[str]]:
    """The same contents with sessions as their annotators are called, and what was cut from them.

    What all sessions of all files start with, up to a hyphen, is the dataset; where they start otherwise, what those of
    each file do. So the same person has the same name in a file that nobody else worked on.
    """
    held = {content.file: content.sessions for content in contents if content.sessions}
    whole = dataset(set().union(*held.values())) if held else ""
    own = {file: whole or dataset(names) for file, names in held.items()}
    found = sorted(filter(None, own.values()), key=len, reverse=True)
    cut: dict[str, dict[str, str]] = {}
    for file, names in held.items():
        shared = own[file] or next((each for each in found if all(name.startswith(each) for name in names)), "")
        cut[file] = {name: name.removeprefix(shared) for name in names if shared}
    said = [
        f"sessions are annotators, without the dataset {each!r} before their names" for each in dict.fromkeys(found)
    ]
    return [renamed(content, cut.get(content.file, {})) for content in contents], said


def dataset(sessions: Collection[str]) -> str:
    """What all names of sessions start with, up to a hyphen and not into the time at which a session started.

    >>> dataset(["news-ada", "news-bram"]), dataset(["news-ada"]), dataset(["ada", "bram"])
    ('news-', '', '')
    >>> dataset(["news-2023-05-05_12-30-00", "news-2023-05-06_09-00-00"])
    'news-'
    """
    bare = [_STARTED.sub("", name) for name in sessions]
    first, last = min(bare), max(bare)
    alike = next((place for place, letter in enumerate(first) if last[place] != letter), len(first))
    shared = first[: first[:alike].rfind("-") + 1]
    named = all(len(name) > len(shared) for name in sessions)
    return shared if len(set(sessions)) > 1 and named else ""


def renamed(content: Content, names: dict[str, str]) -> Content:
    """A content in which annotators are called otherwise."""
    if not any(name != new for name, new in names.items()):
        return content
    answers = {(document, names.get(who or "", who)): each for (document, who), each in content.answers.items()}
    return replace(
        content,
        answers=answers,
        markings=[
            each._replace(annotator=names.get(each.annotator or "", each.annotator)) for each in content.markings
        ],
        unitisings=[
            each._replace(annotator=names.get(each.annotator or "", each.annotator)) for each in content.unitisings
        ],
        beside=[renamed(each, names) for each in content.beside],
    )
