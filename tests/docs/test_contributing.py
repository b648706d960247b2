"""The kind that ``CONTRIBUTING.md`` shows works as a plug-in, without a change to accord."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import accord
from accord.agreement.result import Interval

if TYPE_CHECKING:
    from accord.agreement.agreement import Agreement

ROOT = Path(__file__).parents[2]
MAX_LINES = 60
SCORES = {
    "d1": {"ann": 1, "bob": 2, "cat": 1},
    "d2": {"ann": 9, "bob": 2, "cat": 3},
    "d3": {"ann": 7, "bob": 7, "cat": 8},
    "d4": {"ann": 4, "bob": 5, "cat": 4},
    "d5": {"ann": 10, "bob": 9, "cat": 9},
    "d6": {"ann": 3, "bob": 3},
}
USED = """
import json, sys
import accord
from accord.campaign.report import report_payload
from accord.model import Corpus, Document
from accord_scores import Score

scores = json.loads(sys.argv[1])
said = {(document, who): Score(value) for document, by in scores.items() for who, value in by.items()}
corpus = Corpus.of(tuple(map(Document, scores)), said)
found = accord.agree(corpus)
two = accord.agree(corpus, "alpha", annotators=["ann", "bob"], interval="bootstrap")
payload = report_payload(corpus)
accord.report(corpus, "page.html")
print(json.dumps({
    "value": found.value,
    "interval": found.interval[:2],
    "hardest": [[each.document, each.versions] for each in found.hardest(2)],
    "two": two.value,
    "method": two.interval.method,
    "pairs": found.pairs.why,
    "json": json.loads(found.to_json())["kind"],
    "rows": [[layer["kind"], layer["headline"]["value"]] for layer in payload["layers"]],
    "documents": payload["layers"][0]["documents"],
    "items": [item["id"] for item in payload["layers"][0]["items"]["shown"]],
    "overview": [row["value"] for row in payload["plots"]["layers"]["rows"]],
}))
"""


def toy() -> str:
    """The kind as the page shows it."""
    page = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    (found,) = [block for block in blocks if "class ScoreKind(Kind)" in block]
    return str(found)


@pytest.fixture(scope="module")
def used(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What the kind says of scores, when a distribution with an entry point brings it."""
    folder = tmp_path_factory.mktemp("plug-in")
    (folder / "accord_scores.py").write_text(toy(), encoding="utf-8")
    known = folder / "accord_scores-1.0.dist-info"
    known.mkdir()
    (known / "METADATA").write_text("Metadata-Version: 2.1\nName: accord-scores\nVersion: 1.0\n", encoding="utf-8")
    (known / "entry_points.txt").write_text("[accord.kind]\nscores = accord_scores:SCORES\n", encoding="utf-8")
    where = os.pathsep.join([str(folder), str(Path(accord.__file__).parents[1])])
    arguments = [sys.executable, "-c", USED, json.dumps(SCORES)]
    done = subprocess.run(
        arguments, cwd=folder, env=os.environ | {"PYTHONPATH": where}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found | {"page": (folder / "page.html").read_text(encoding="utf-8")}


def as_labels(*annotators: str) -> Agreement:
    """Agreement on the same scores as labels that are numbers."""
    records = [
        {"annotator": who, "item": document, "label": str(by[who])}
        for document, by in SCORES.items()
        for who in annotators
        if who in by
    ]
    return accord.agree(records, "alpha", distance="interval")


def test_it_is_short() -> None:
    assert len(toy().splitlines()) <= MAX_LINES


def test_agreement_is_that_of_labels_as_numbers(used: dict[str, Any]) -> None:
    labels = as_labels("ann", "bob", "cat")
    assert isinstance(labels.interval, Interval)
    assert used["value"] == pytest.approx(labels.value)
    assert used["interval"] == pytest.approx(labels.interval[:2])
    assert used["json"] == "scores"


def test_options_of_all_kinds_are_its_options(used: dict[str, Any]) -> None:
    assert used["two"] == pytest.approx(as_labels("ann", "bob").value)
    assert used["method"].startswith("bootstrap")


def test_it_has_its_hardest_items_and_says_what_it_has_not(used: dict[str, Any]) -> None:
    assert used["hardest"] == [
        ["d2", {"ann": "9", "bob": "2", "cat": "3"}],
        ["d1", {"ann": "1", "bob": "2", "cat": "1"}],
    ]
    assert used["pairs"] == "this kind does not measure it"


def test_it_has_a_row_on_the_page(used: dict[str, Any]) -> None:
    assert used["rows"] == [["scores", used["value"]]]
    assert used["value"] in used["overview"]
    assert used["items"][:2] == ["d2", "d1"]
    assert {row["document"] for row in used["documents"]} == set(SCORES)
    assert {row["undefined"] for row in used["documents"]} == {"this kind does not measure it"}
    assert '"scores"' in used["page"]
