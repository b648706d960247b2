"""What is read off the fields of a class of options."""

from __future__ import annotations

from dataclasses import dataclass, make_dataclass
from typing import Optional

from accord.kinds.options import option, options_of

Count = int


@dataclass(frozen=True)
class Plain:
    draws: int = option(10, "")
    share: float | None = option(None, "")
    names: tuple[str, ...] = option((), "", many=True)
    quick: bool = option(False, "")


@dataclass(frozen=True)
class Named:
    draws: Count = option(10, "")
    most: Optional[Count] = option(None, "")  # noqa: UP045 - as others write it


def test_types_are_those_of_the_fields() -> None:
    said = {name: (each.type, each.optional) for name, each in options_of(Plain).items()}
    assert said == {"draws": (int, False), "share": (float, True), "names": (str, False), "quick": (bool, False)}


def test_types_by_another_name_and_types_that_are_no_text_are_the_same() -> None:
    assert {name: (each.type, each.optional) for name, each in options_of(Named).items()} == {
        "draws": (int, False),
        "most": (int, True),
    }
    made = make_dataclass("Made", [("draws", int, option(10, "")), ("most", int | None, option(None, ""))], frozen=True)
    assert [(each.type, each.optional) for each in options_of(made).values()] == [(int, False), (int, True)]
