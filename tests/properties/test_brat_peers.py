"""Other readers of brat find what accord wrote."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from accord.formats.writer import writer_for
from accord.model import Corpus, Document, Layer, Span, Spans
from accord.model.relation import Relation, Relations

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.peer
TEXT = "Ann \N{GRINNING FACE} met Bo\nin New York City.\n"
SPANS = (Span(0, 3, "PER"), Span(10, 12, "PER"), Span(16, 24, "LOC"), Span(16, 29, "LOC"), Span(20, 29, "X-1"))


def corpus() -> Corpus:
    spans = {("d1", "ada"): Spans(SPANS, len(TEXT)), ("d1", "bram"): Spans(SPANS[:3], len(TEXT))}
    relations = {("d1", "ada"): Relations(SPANS, (Relation(0, 1, "met"), Relation(1, 3, "in")), len(TEXT))}
    layers = {"entities": Layer("entities", spans), "relations": Layer("relations", relations)}
    return Corpus((Document("d1", text=TEXT),), layers, main="entities")


def test_brat_reads_it(tmp_path: Path) -> None:
    """The reader of brat itself, as bratiaa has it, with its types."""
    annotation = pytest.importorskip("bratsubset.annotation")
    projectconfig = pytest.importorskip("bratsubset.projectconfig")
    writer_for(corpus(), name="brat").save(corpus(), str(tmp_path / "made"))
    read = annotation.TextAnnotations(str(tmp_path / "made" / "ada" / "d1"))
    assert [(*each.spans[0], each.type) for each in read.get_entities()] == [tuple(span) for span in SPANS]
    assert [each.text for each in read.get_entities()][3] == "New York City"
    links = [(each.type, each.arg1, each.arg2) for each in read.get_relations()]
    assert links == [("met", "T1", "T2"), ("in", "T2", "T4")]
    config = projectconfig.ProjectConfiguration(str(tmp_path / "made"))
    assert config.get_entity_types() == ["PER", "LOC", "X-1"]
    assert sorted(config.get_relation_types()) == ["in", "met"]


def test_bratiaa_measures_it(tmp_path: Path) -> None:
    bratiaa = pytest.importorskip("bratiaa")
    writer_for(corpus(), name="brat").save(corpus(), str(tmp_path / "made"))
    found = bratiaa.compute_f1_agreement(str(tmp_path / "made"))
    assert float(found.mean_sd_total()[0]) == pytest.approx(2 * 3 / 8)
