"""Things by name, loaded when asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from accord import registry
from accord.encoding.repair import REPAIRS, begin
from accord.errors import UsageError
from accord.registry import Registry

if TYPE_CHECKING:
    from pathlib import Path

SHAPES = Registry("shape", {"Circle": "math:pi", "square": "math:sqrt"}, aliases={"box": "square"})


@pytest.mark.parametrize(
    ("spelling", "name"), [("Circle", "Circle"), ("CIRCLE", "Circle"), ("square", "square"), ("Box", "square")]
)
def test_names_and_aliases_in_any_case(spelling: str, name: str) -> None:
    assert SHAPES.name(spelling) == name


def test_a_thing_is_loaded_from_its_module() -> None:
    assert SHAPES.get("box")(9) == 3
    assert REPAIRS.get("conlleval") is begin


def test_the_names_are_listed_without_aliases() -> None:
    assert [name for name in SHAPES if name in {"Circle", "square", "box"}] == ["Circle", "square"]


@pytest.mark.parametrize(
    ("spelling", "said"), [("circel", "did you mean Circle?"), ("zzz", "choose from Circle, square")]
)
def test_an_unknown_name_is_a_usage_error_with_advice(spelling: str, said: str) -> None:
    with pytest.raises(UsageError) as error:
        SHAPES.get(spelling)
    assert str(error.value) == f"unknown shape {spelling!r}: {said}"


def test_a_thing_whose_module_does_not_exist_is_no_usage_error() -> None:
    with pytest.raises(ImportError):
        Registry("shape", {"ghost": "no.such.module:thing"}).get("ghost")


def test_what_another_package_registers_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    known = tmp_path / "shapes-1.0.dist-info"
    known.mkdir()
    (known / "METADATA").write_text("Metadata-Version: 2.1\nName: shapes\nVersion: 1.0\n", encoding="utf-8")
    (known / "entry_points.txt").write_text("[accord.outline]\noval = math:tau\n", encoding="utf-8")
    assert list(Registry("outline", {"square": "math:sqrt"})) == ["square"]
    monkeypatch.syspath_prepend(tmp_path)
    registry._registered.cache_clear()
    assert list(Registry("outline", {"square": "math:sqrt"})) == ["oval", "square"]
    registry._registered.cache_clear()
