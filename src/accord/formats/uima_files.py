"""What files are called that say how others are to be read: type systems of UIMA, and projects of INCEpTION."""

from __future__ import annotations

import re
from pathlib import PurePath

PROJECT = re.compile(r"(?:.*/)?exportedproject[^/]*\.json", re.DOTALL)
"""The file in a project that names its documents and users."""


def is_type_system(path: str) -> bool:
    """Whether a file is called like a type system, or its folder is.

    >>> is_type_system("ada/TypeSystem.xml"), is_type_system("typesystems/x.xml"), is_type_system("d.xml")
    (True, True, False)
    """
    file = PurePath(path)
    return file.suffix.casefold() == ".xml" and "typesystem" in f"{file.parent.name}/{file.stem}".casefold()


def is_unpacked(path: str) -> bool:
    """Whether a file is the one beside which the files of a project lie.

    >>> is_unpacked("p/exportedproject12.json"), is_unpacked("p/annotation/d/ada.json")
    (True, False)
    """
    return bool(PROJECT.fullmatch(PurePath(path).name))
