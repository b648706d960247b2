from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from accord.errors import UsageError
from accord.serve.uploads import Uploads, safe_path

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture
def uploads() -> Iterator[Uploads]:
    uploads = Uploads(most_bytes=100, most_files=3)
    yield uploads
    uploads.close()


@pytest.mark.parametrize(
    "name",
    [
        "",
        "/etc/passwd",
        "../x",
        "a/../b",
        "a//b",
        "a/./b",
        "..\\x",
        "C:\\x",
        "a\0b",
        "a\nb",
        "x" * 500,
        "/".join("a" * 40),
    ],
)
def test_a_name_that_leads_elsewhere_is_refused(uploads: Uploads, name: str) -> None:
    with pytest.raises(UsageError):
        safe_path(name)
    with pytest.raises(UsageError):
        uploads.add(uploads.begin(), name, b"x")


def test_files_lie_in_their_folder_and_are_gone_at_the_end() -> None:
    uploads = Uploads()
    batch = uploads.begin()
    uploads.add(batch, "harbour/annotators/Chloé.conll", b"x")
    file = uploads.folder(batch) / "harbour" / "annotators" / "Chloé.conll"
    assert file.read_bytes() == b"x"
    uploads.close()
    assert not file.exists()


def test_files_that_are_too_much_together_are_refused(uploads: Uploads) -> None:
    batch = uploads.begin()
    uploads.add(batch, "a", b"x" * 60)
    uploads.add(batch, "b", b"x" * 40)
    with pytest.raises(UsageError, match="too much"):
        uploads.add(batch, "c", b"x")
    uploads.add(uploads.begin(), "c", b"x" * 100)


def test_too_much_and_too_many_are_refused(uploads: Uploads) -> None:
    batch = uploads.begin()
    with pytest.raises(UsageError, match="too much"):
        uploads.add(batch, "a", b"x" * 101)
    for name in "abc":
        uploads.add(batch, name, b"x")
    with pytest.raises(UsageError, match="too many files"):
        uploads.add(batch, "d", b"x")


def test_a_name_twice_and_a_folder_that_was_not_given_out_are_refused(uploads: Uploads) -> None:
    batch = uploads.begin()
    uploads.add(batch, "a", b"x")
    with pytest.raises(UsageError, match="twice"):
        uploads.add(batch, "a", b"y")
    for folder in ("", "..", "nowhere", "../.."):
        with pytest.raises(UsageError, match="no such upload"):
            uploads.add(folder, "a", b"x")


@pytest.mark.parametrize("name", ["16:30.csv", "crew \U0001f469\u200d\U0001f680.csv"])
def test_a_name_that_leads_nowhere_else_is_taken(uploads: Uploads, name: str) -> None:
    upload = uploads.begin()
    uploads.add(upload, name, b"x")
    assert [each.name for each in uploads.folder(upload).iterdir()] == [name]


def test_a_file_is_no_folder(uploads: Uploads) -> None:
    upload = uploads.begin()
    uploads.add(upload, "ok.csv", b"x")
    with pytest.raises(UsageError, match=r"ok\.csv/inner cannot be kept"):
        uploads.add(upload, "ok.csv/inner", b"x")
    assert uploads.files[upload] == 1


def test_what_is_shown_and_the_last_one_are_kept_and_each_has_the_whole_room(uploads: Uploads) -> None:
    shown = uploads.begin()
    older, last = uploads.begin(), uploads.begin(str(uploads.folder(shown)))
    new = uploads.begin(str(uploads.folder(shown)))
    with pytest.raises(UsageError, match="no such upload"):
        uploads.folder(older)
    for upload in (shown, last, new):
        uploads.add(upload, "a", b"x" * uploads.most_bytes)
