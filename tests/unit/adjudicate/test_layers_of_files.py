"""Several layers of the same files are adjudicated each by itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from accord.adjudicate.decision import DECIDED
from accord.campaign.gold import gold, layers_in
from accord.errors import UsageError
from accord.formats import Columns
from accord.serve.session import Session
from accord.verbs.read import Campaign

if TYPE_CHECKING:
    from pathlib import Path

    from accord.adjudicate.decision import Decision

TAGS = {"ada": ("A", "B"), "bram": ("B", "A"), "chloe": ("A", "A")}
"""What three annotators have as upos and, the same, as xpos of two tokens."""


@pytest.fixture
def tagged(tmp_path: Path) -> Path:
    """Three annotators who differ on two layers of tags in the same way, and not on the trees."""
    folder = tmp_path / "tagged"
    folder.mkdir()
    for who, tags in TAGS.items():
        rows = [f"{n}\tw{n}\t_\t{tag}\t{tag}\t_\t{n - 1}\tdep\t_\t_" for n, tag in enumerate(tags, 1)]
        (folder / f"{who}.conllu").write_text("\n".join(rows) + "\n\n")
    return folder


def decide(folder: Path, layer: str, value: str, campaign: Campaign | None = None) -> list[str]:
    """Decide all cases of a layer alike; what is said of other decisions."""
    session = Session([str(folder)], campaign=campaign)
    desk = session.desk(layer)
    for case in desk.queue.cases:
        session.store.decide(
            desk.file(), case.id, seen=0, state=DECIDED, who="eve", value=value, versions=case.fingerprint
        )
    said = [*session.notes, *desk.not_used]
    session.close()
    return said


def decisions(folder: Path, layer: str, campaign: Campaign | None = None) -> dict[str, Decision]:
    session = Session([str(folder)], campaign=campaign)
    found = session.desk(layer).decisions
    session.close()
    return found


def tags_of(folder: Path, layer: str) -> list[str]:
    made = gold(folder, layer=layer, format="conll")
    assert made.account["decisions_closed"] == []
    return [line.split()[-1] for line in made.content.decode().splitlines() if line and not line.startswith("#")]


def test_layers_are_called_after_their_files(tagged: Path) -> None:
    layers = layers_in([str(tagged)], Campaign())
    assert list(layers) == ["tagged/deps", "tagged/upos", "tagged/xpos"]
    assert gold(tagged).account["layer"] == "tagged/deps"
    with pytest.raises(UsageError, match="there is no layer 'lemma'"):
        gold(tagged, layer="lemma")


def test_what_was_decided_on_a_layer_is_of_that_layer(tagged: Path) -> None:
    assert decide(tagged, "tagged/upos", "B") == []
    assert not decisions(tagged, "tagged/xpos")
    assert not decisions(tagged, "tagged/deps")
    with pytest.raises(UsageError, match="2 cases of tagged/xpos not decided yet"):
        gold(tagged, layer="xpos")
    assert decide(tagged, "xpos", "A") == []
    assert (tags_of(tagged, "upos"), tags_of(tagged, "tagged/xpos")) == (["B", "B"], ["A", "A"])


def test_a_layer_that_is_named_is_the_same_as_that_of_the_page(tagged: Path) -> None:
    decide(tagged, "tagged/upos", "B")
    alone = Campaign(None, Columns(layer="upos"))
    assert [each.value for each in decisions(tagged, "tagged", alone).values()] == ["B", "B"]
    made = gold(tagged, campaign=alone, format="conll")
    assert made.account["decided"]["total"] == 2


def test_what_was_decided_where_there_was_one_layer_is_kept_when_others_come(tmp_path: Path) -> None:
    for who, type_ in (("ada", "PER"), ("bram", "LOC")):
        (tmp_path / who).mkdir()
        (tmp_path / who / "d.txt").write_text("Ann met Bo.")
        (tmp_path / who / "d.ann").write_text(f"T1\t{type_} 0 3\tAnn\nT2\tPER 8 10\tBo\n")
    (name,) = layers_in([str(tmp_path)], Campaign())
    session = Session([str(tmp_path)])
    (case,) = session.queue(name).cases
    taken = case.versions[0]
    session.store.decide(
        session.desk(name).file(),
        case.id,
        seen=0,
        state=DECIDED,
        who="eve",
        value=taken.value,
        versions=case.fingerprint,
    )
    session.close()
    for who in ("ada", "bram"):
        file = tmp_path / who / "d.ann"
        file.write_text(file.read_text() + "R1\tknows Arg1:T1 Arg2:T2\n")
    layers = layers_in([str(tmp_path)], Campaign())
    assert [each.layer for each in layers.values()] == ["entities", "relations"]
    first, second = layers
    assert [each.value for each in decisions(tmp_path, first).values()] == [taken.value]
    assert not decisions(tmp_path, second)
    assert gold(tmp_path, layer="entities").account["decisions_closed"] == []
