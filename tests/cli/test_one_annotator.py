"""Agreement of one annotator: the same refusal for every kind, from the command, Python and the page."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

import accord as api
from accord.campaign.report import report_payload
from accord.errors import NotApplicable

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.cli.conftest import Accord

    Write = Callable[[str, str], Path]

TEXT = {"id": "d", "annotator": "ada", "text": "Ann met Bob"}
MENTIONS = [{"id": "T1", "start": 0, "end": 3, "label": "PER"}, {"id": "T2", "start": 8, "end": 11, "label": "PER"}]
MET = [{"source": "T1", "target": "T2", "type": "met"}]
FILES = {
    "labels.csv": "item,annotator,label\n1,ada,X\n2,ada,Y\n",
    "ada.conll": "Fog\tB-PER\nlifts\tO\n\n",
    "units.csv": "document,annotator,category,start,end\nd,ada,X,0,10\nd,ada,Y,20,30\n",
    "spans.jsonl": json.dumps({**TEXT, "spans": [{"start": 0, "end": 3, "label": "PER"}]}) + "\n",
    "relations.jsonl": json.dumps({**TEXT, "entities": MENTIONS, "relations": MET}) + "\n",
    "ada.conllu": "1\tFog\t_\t_\t_\t_\t2\tnsubj\t_\t_\n2\tlifts\t_\t_\t_\t_\t0\troot\t_\t_\n\n",
    "ada.ptb": "(S (NP (NN fog)) (VP (VB lifts)))\n",
}
SAID = "agreement needs two annotators, and ada is the only one here: add the annotations of a second one"
VOTES = "item,annotator,label\n1,ada,X\n1,bram,X\n2,ada,Y\n2,bram,X\n"


@pytest.mark.parametrize("name", FILES)
def test_one_annotator_is_refused(accord: Accord, write: Write, name: str) -> None:
    file = write(name, FILES[name])
    done = accord("agree", file)
    assert (done.code, done.out, done.err) == (2, "", f"accord: {SAID}\n")
    with pytest.raises(NotApplicable, match=SAID):
        api.agree(str(file))


@pytest.mark.parametrize("coefficient", ["kappa", "corrected-f1", "gamma"])
def test_whatever_is_asked_for(accord: Accord, write: Write, coefficient: str) -> None:
    done = accord("agree", write("ada.conll", FILES["ada.conll"]), "-c", coefficient)
    assert (done.code, done.err) == (2, f"accord: {SAID}\n")


@pytest.mark.parametrize("option", [("--annotators", "ada"), ("--exclude", "bram")])
def test_one_of_several_who_is_chosen(accord: Accord, write: Write, option: tuple[str, str]) -> None:
    assert accord("agree", write("votes.csv", VOTES), *option).err == f"accord: {SAID}\n"


@pytest.mark.parametrize("data", [{"ada": ["X", "Y"]}, [{"item": "1", "annotator": "ada", "label": "X"}]])
def test_data_in_hand(data: object) -> None:
    with pytest.raises(NotApplicable, match=SAID):
        api.agree(data)


def test_an_alignment_is_refused_alike(accord: Accord, write: Write) -> None:
    done = accord("align", write("units.csv", FILES["units.csv"]))
    assert (done.code, done.err.splitlines()[-1]) == (2, f"accord: {SAID}".replace("agreement", "an alignment"))


@pytest.mark.parametrize("name", FILES)
def test_the_page_says_it_of_the_layer(tmp_path: Path, write: Write, name: str) -> None:
    """Beside what can be measured, it is a layer without a measure; where there is nothing else, there is no page."""
    write(name, FILES[name])
    write("votes.csv", VOTES)
    page = report_payload(str(tmp_path), budget=0)
    assert [layer["name"] for layer in page["layers"]] == ["votes"]
    (alone,) = page["unmeasured"]
    assert alone["why"] == SAID
    assert {"error"} == {alert["severity"] for alert in page["alerts"] if alert["text"].endswith(SAID)}


@pytest.mark.parametrize("name", FILES)
def test_a_page_of_nothing_else_is_refused(accord: Accord, write: Write, tmp_path: Path, name: str) -> None:
    done = accord("report", write(name, FILES[name]), "--output", tmp_path / "page.html")
    assert (done.code, SAID in done.err) == (1, True)
    assert not (tmp_path / "page.html").exists()


@pytest.mark.parametrize("name", FILES)
def test_the_live_page_says_it(write: Write, name: str) -> None:
    page = report_payload(str(write(name, FILES[name])), to_adjudicate=True)
    assert [layer["why"] for layer in page["unmeasured"]] == [SAID]
