"""From an export of Label Studio over a report and decisions to a gold standard that its import takes."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from accord.adjudicate.decision import DECIDED
from accord.formats import Columns
from accord.serve.session import Session
from accord.verbs.read import Campaign, read
from tests.unit.formats.test_label_studio import ANN, BO, LEFT, annotation, answer, export

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Accord

CONFIG = """<View><Labels name="ner" toName="text"><Label value="PER"/></Labels>
<Choices name="mood" toName="text"><Choice value="sad"/><Choice value="glad"/></Choices>
<Text name="text" value="$text"/></View>"""


def campaign(folder: Path) -> Path:
    """Two annotators who differ on a region and on the mood."""
    sad, glad = answer("mood", "choices", choices=["sad"]), answer("mood", "choices", choices=["glad"])
    path = folder / "export.json"
    path.write_text(export(annotation(7, ANN, BO, LEFT, sad), annotation(8, ANN, glad)), encoding="utf-8")
    return path


def decide(path: Path, layer: str, version: int) -> None:
    """Take one of the versions of every case."""
    session = Session([str(path)], campaign=Campaign(columns=Columns(layer=layer)))
    name = "export"
    for case in session.queue(name).cases:
        value = case.versions[version].value
        session.store.decide(
            session.desk(name).file(), case.id, seen=0, state=DECIDED, who="eve", value=value, versions=case.fingerprint
        )
    session.close()


@pytest.mark.parametrize("layer", ["ner", "mood"])
def test_the_loop(accord: Accord, tmp_path: Path, layer: str) -> None:
    path, gold = campaign(tmp_path), tmp_path / "gold.json"
    assert accord("report", path, "--layer", layer, "-o", tmp_path / "report.html").code == 0
    assert accord("gold", path, "--layer", layer, "--format", "label-studio", "-o", gold).code == 2
    decide(path, layer, 0)
    done = accord("gold", path, "--layer", layer, "--format", "label-studio", "-o", gold)
    assert done.code == 0, done.err
    (task,) = json.loads(gold.read_bytes())
    assert task["id"] == 5
    (predicted,) = task["predictions"]
    assert predicted["model_version"] == "gold"
    assert {each["from_name"] for each in predicted["result"]} == {layer}
    assert read(str(gold)).annotators == ("gold",)
    interface = pytest.importorskip("label_studio_sdk.label_interface", reason="the tool's library is not installed")
    made = interface.LabelInterface(CONFIG)
    assert made.validate_task({"data": task["data"]})
    assert made.validate_prediction(predicted, return_errors=True) == []
