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
MAX_LINES, MAX_OF_FORMAT = 60, 40
SCORES = {
    "d1": {"ann": 1, "bob": 2, "cat": 1},
    "d2": {"ann": 9, "bob": 2, "cat": 3},
    "d3": {"ann": 7, "bob": 7, "cat": 8},
    "d4": {"ann": 4, "bob": 5, "cat": 4},
    "d5": {"ann": 10, "bob": 9, "cat": 9},
    "d6": {"ann": 3, "bob": 3},
}
USED = """
import json, subprocess, sys
from pathlib import Path
import accord
from accord.campaign.report import report_payload
from accord.model import Corpus, Document
from accord_scores import Score

scores = json.loads(sys.argv[1])
rows = [f"{document}\\t{who}\\t{value}\\n" for document, by in scores.items() for who, value in by.items()]
files = {"all": rows, "some": rows[:7], "rest": rows[7:], "wrong": [*rows[:3], "d2\\tann\\tmany\\n"]}
files |= {who: [row.replace(who, "") for row in rows if who in row] for who in ("ann", "bob")}
files |= {"twice": [*rows[:3], rows[0]]}
Path("labels.csv").write_text("item,annotator,label\\n1,ann,x\\n1,bob,y\\n", encoding="utf-8")
Path("scores").write_text("#scores\\n" + "".join(rows), encoding="utf-8")
for name, part in files.items():
    Path(f"{name}.scores").write_text("".join(part), encoding="utf-8")


def ran(*arguments):
    done = subprocess.run([sys.executable, "-m", "accord", *arguments], capture_output=True, text=True)
    return [done.returncode, done.stdout, done.stderr]


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
    "read": accord.agree("all.scores").value,
    "in two": accord.agree(["some.scores", "rest.scores"]).value,
    "silent": accord.agree(["ann.scores", "bob.scores"]).value,
    "printed": ran("agree", "all.scores", "--json"),
    "checked": ran("check", "all.scores"),
    "refused": ran("agree", "wrong.scores"),
    "twice": ran("agree", "twice.scores"),
    "checked twice": ran("check", "twice.scores"),
    "summary": ran("summary", "all.scores"),
    "mixed": ran("agree", "all.scores", "labels.csv"),
    "reported": ran("report", "all.scores", "-o", "read.html"),
    "written": ran("convert", "all.scores", "--to", "scores", "-o", "again.scores"),
    "again": accord.agree("again.scores").value,
    "recognised": accord.agree("scores").value,
}))
"""


def toy() -> str:
    """The kind as the page shows it."""
    return block("class ScoreKind(Kind)")


def block(part: str) -> str:
    """The code of the page that has something in it."""
    page = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    (found,) = [each for each in re.findall(r"^```python\n(.*?)^```", page, re.MULTILINE | re.DOTALL) if part in each]
    return str(found)


@pytest.fixture(scope="module")
def used(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What the kind says of scores, when a distribution with an entry point brings it."""
    folder = tmp_path_factory.mktemp("plug-in")
    (folder / "accord_scores.py").write_text(toy() + block("def read_scores"), encoding="utf-8")
    known = folder / "accord_scores-1.0.dist-info"
    known.mkdir()
    (known / "METADATA").write_text("Metadata-Version: 2.1\nName: accord-scores\nVersion: 1.0\n", encoding="utf-8")
    points = "[accord.kind]\nscores = accord_scores:SCORES\n[accord.format]\nscores = accord_scores:FILES\n"
    (known / "entry_points.txt").write_text(points, encoding="utf-8")
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
    assert len(block("def read_scores").splitlines()) <= MAX_OF_FORMAT


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


def test_it_is_read_from_files(used: dict[str, Any]) -> None:
    code, printed, notes = used["printed"]
    assert (code, json.loads(printed)["results"][0]["value"]) == (0, used["value"])
    assert "all.scores: read as scores (its name ends in .scores): a score in each line" in notes
    assert used["read"] == used["in two"] == used["value"]
    assert used["silent"] == pytest.approx(as_labels("ann", "bob").value)
    assert used["checked"] == [0, "all.scores: 0 errors in 17 annotations, 6 documents, 3 annotators\n", ""]


def test_it_is_written_and_recognised(used: dict[str, Any]) -> None:
    assert used["written"][0] == 0
    assert used["again"] == used["recognised"] == used["value"]


def test_problems_of_its_files_are_said_once_with_their_lines(used: dict[str, Any]) -> None:
    hint = "[invalid-score] (write DOCUMENT, ANNOTATOR, SCORE)"
    found = f"wrong.scores:4: error: no score: 'd2\\tann\\tmany' {hint}\n"
    assert used["refused"] == [1, "", f"{found}1 problem in wrong.scores: nothing was read\n"]
    found = "twice.scores:4: error: ann has the document d1 twice, first at twice.scores:1 [duplicate-document]"
    for code, printed, said in (used["twice"], used["checked twice"]):
        assert code == 1
        assert (printed + said).count(found) == 1
    assert used["summary"] == [
        2, "", "accord: all.scores holds scores, and labels, spans, units or trees are counted here\n"
    ]  # fmt: skip
    assert used["mixed"] == [2, "", "accord: there are scores, and labels of tokens or items: read the files apart\n"]


def test_its_files_have_a_row_on_the_page(used: dict[str, Any]) -> None:
    code, printed, _ = used["reported"]
    assert code == 0
    assert "all (scores): Krippendorff's alpha 0.71" in printed
    assert "pairs of annotators are not here: this kind does not measure it" in printed
