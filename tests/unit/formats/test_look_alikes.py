"""Labels that look alike are warned about, once for each two, and stay two."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from accord.verbs.check import check
from accord.verbs.read import read

Lay = Callable[[Mapping[str, str | bytes]], list[str]]


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("a.csv", "item,ada,bram\n1,Yes,yes\n2,Yes,yes\n", "'Yes' and 'yes' differ only in case"),
        ("a.csv", "item,ada,bram\n1,a b,a  b\n2,a b,a b\n", "'a  b' and 'a b' differ only in white space"),
        ("a.csv", "item,ada,bram\n1,a b,ab\n2,ab,ab\n", "'a b' and 'ab' differ only in white space"),
        ("a.conll", "Ann\tB-caf\u00e9\nBob\tB-cafe\u0301\n", r"'cafe\u0301' and 'caf\xe9' differ only in Unicode form"),
        ("a.conll", "Ann\tB-PER\nBob\tB-Per\nCal\tI-Per\n", "'PER' and 'Per' differ only in case"),
        ("a.csv", "ada,Noun,1,2\nbram,noun,1,2\n", "'Noun' and 'noun' differ only in case"),
        (
            "a.jsonl",
            '{"text": "Ann", "spans": [[0, 1, "PER"], [1, 2, "per"]]}\n',
            "'PER' and 'per' differ only in case",
        ),
    ],
)
def test_they_are_warned_about_once(lay: Lay, name: str, content: str, said: str) -> None:
    (path,) = lay({name: content})
    for findings in (check(path), read(path).findings):
        alike = [finding for finding in findings if finding.code == "look-alike-labels"]
        assert [(finding.message, str(finding.severity)) for finding in alike] == [(f"the labels {said}", "warning")]
