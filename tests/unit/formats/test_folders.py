"""Which files lie in folders, and which of them cannot be opened."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from accord.campaign.report import report_payload
from accord.errors import UsageError
from accord.formats.folders import find_files
from accord.verbs.read import read

TOKENS = "Fog\tB-W\nlifts\tO\n"


@pytest.fixture
def campaign(tmp_path: Path) -> Path:
    for name in ("ada", "bram", "chloe"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "d.conll").write_text(TOKENS)
    return tmp_path


def names(folder: Path) -> list[str]:
    return [str(Path(path).relative_to(folder)) for path in find_files([str(folder)]).paths]


def test_hidden_files_and_those_without_data_are_passed_over(campaign: Path) -> None:
    (campaign / ".git").mkdir()
    (campaign / ".git" / "x.conll").write_text(TOKENS)
    (campaign / "README.md").write_text("Fog")
    assert names(campaign) == ["ada/d.conll", "bram/d.conll", "chloe/d.conll"]
    assert find_files([str(campaign)]).skipped == (str(campaign / "README.md"),)


def test_links_are_followed_within_the_folder_but_not_in_circles(campaign: Path) -> None:
    (campaign / ".kept").mkdir()
    (campaign / ".kept" / "d.conll").write_text(TOKENS)
    (campaign / "dora").symlink_to(campaign / ".kept")
    (campaign / "ada" / "up").symlink_to(campaign)
    assert names(campaign) == ["ada/d.conll", "bram/d.conll", "chloe/d.conll", "dora/d.conll"]


def test_links_out_of_the_folder_are_passed_over_and_said(
    campaign: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    (elsewhere / "d.conll").write_text(TOKENS)
    (campaign / "dora").symlink_to(elsewhere)
    (campaign / "ada" / "e.conll").symlink_to(elsewhere / "d.conll")
    assert names(campaign) == ["ada/d.conll", "bram/d.conll", "chloe/d.conll"]
    said = "passed over, as links that lead out of the folder: ada/e.conll, dora (to read them, name them)"
    assert said in read(campaign).assumptions
    assert "dora" in read(campaign, campaign / "dora").annotators
    link = tmp_path_factory.mktemp("links") / "whole"
    link.symlink_to(campaign)
    assert len(read(link).annotators) == 3
    (elsewhere / "only").mkdir()
    (elsewhere / "only" / "d.conll").symlink_to(elsewhere / "d.conll")
    with pytest.raises(UsageError, match=r"links that lead out of it: name .*d\.conll, if that is meant"):
        read(elsewhere / "only")


def test_a_link_that_leads_nowhere_is_not_passed_over(campaign: Path) -> None:
    gone = campaign / "chloe" / "e.conll"
    gone.symlink_to(campaign / "nowhere")
    assert find_files([str(campaign)]).lost == {str(gone): "the link leads nowhere"}
    with pytest.raises(UsageError, match=r"e\.conll: no such file"):
        read(campaign)
    assert_told(campaign, gone, "it cannot be opened: the link leads nowhere")


def test_a_file_that_may_not_be_opened_is_not_passed_over(campaign: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    closed = campaign / "chloe" / "d.conll"
    monkeypatch.setattr(os, "access", lambda path, _mode: Path(path) != closed)
    assert_told(campaign, closed, "it cannot be opened: permission denied")


def test_a_folder_that_may_not_be_opened_is_not_passed_over(campaign: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    closed, look = campaign / "chloe", Path.iterdir

    def iterdir(folder: Path) -> object:
        if folder == closed:
            raise PermissionError(13, "Permission denied")
        return look(folder)

    monkeypatch.setattr(Path, "iterdir", iterdir)
    assert_told(campaign, closed, "it cannot be opened: permission denied")


def assert_told(campaign: Path, path: Path, why: str) -> None:
    """The page names what is missing once, before all else, and measures the others."""
    page = report_payload(campaign, budget=0)
    assert page["layers"][0]["annotators"][:2] == ["ada", "bram"]
    assert page["refused"] == [[str(path), why]]
    errors = [alert["text"] for alert in page["alerts"] if alert["severity"] == "error"]
    assert errors[0] == f"{path} is not on this page: {why}"
    assert sum(why in alert["text"] for alert in page["alerts"]) == 1
    assert [(row["code"], row["file"]) for row in page["findings"]["shown"]] == [("unreadable-file", str(path))]
