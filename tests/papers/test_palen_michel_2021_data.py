"""The paper's kind of experiment on real data: every number was measured with SeqScore 0.9.0 and conlleval.pl."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from accord.encoding import encoding
from accord.errors import ReadError
from accord.formats import Columns
from accord.reporting.numbers import percent
from accord.verbs.check import check_file
from accord.verbs.score import score
from accord.verbs.score_labels import score_mentions

if TYPE_CHECKING:
    from accord.scoring.scores import Scores

DATA = Path(__file__).parents[2].parent / "shared" / "data"
WNUT17 = DATA / "wnut17"
CHUNKS = DATA / "chunks"
NER = DATA / "ner_valid"

data = [
    pytest.mark.data,
    pytest.mark.skipif(not DATA.is_dir(), reason=f"there is no folder of real data at {DATA}"),
]


def shown(scores: Scores) -> str:
    """Precision, recall, F1 in percent, then reference/predicted/correct."""
    micro = scores.run.micro
    return f"{percent(micro.precision)} {percent(micro.recall)} {percent(micro.f1)} {'/'.join(map(str, micro))}"


def wnut17(system: str, repair: str) -> Scores:
    return score_mentions(WNUT17 / "emerging.test.annotated", WNUT17 / system, encoding="BIO", repair=repair)


class TestWnut17:
    pytestmark = data

    @pytest.mark.parametrize(
        ("system", "repair", "expected"),
        [
            ("spinningbytes.txt", "begin", "47.09 35.96 40.78 1079/824/388"),
            ("spinningbytes.txt", "discard", "48.86 35.77 41.31 1079/790/386"),
        ],
    )
    def test_the_repair_method_changes_the_score(self, system: str, repair: str, expected: str) -> None:
        scores = wnut17(system, repair)
        assert shown(scores) == expected
        assert scores.run.invalid == 34
        assert (scores.run.tokens, scores.run.sentences) == (23_394, 1_287)

    def test_a_valid_system_needs_no_repair(self) -> None:
        scores = wnut17("arcada", "none")
        assert scores.run.micro == (1079, 787, 373)
        assert percent(scores.run.micro.f1) == "39.98"
        assert scores.run.invalid == scores.invalid_reference == 0

    @pytest.mark.parametrize(
        ("system", "published"), [("arcada", "37.77"), ("spinningbytes.txt", "39.33"), ("mic-cis.txt", "34.25")]
    )
    def test_the_surface_f1_of_the_task_counts_forms_found_in_place(self, system: str, published: str) -> None:
        """Derczynski, Nichols, van Erp & Limsopatham 2017: a form counts where it was found at the right place."""
        gold = WNUT17 / "emerging.test.annotated"
        run = score(gold, WNUT17 / system, encoding="BIO", repair="begin", surface=True, align_tokens=True).run
        assert percent(run.surface["in place"].micro.f1) == published

    def test_without_a_repair_method_an_invalid_system_is_refused_error_by_error(self) -> None:
        with pytest.raises(ReadError) as refusal:
            wnut17("spinningbytes.txt", "none")
        findings = refusal.value.findings
        assert len(findings) == 34
        assert {finding.code for finding in findings} == {"invalid-transition"}  # type: ignore[attr-defined]

    def test_changed_tokens_are_all_reported(self) -> None:
        gold, system = (words(WNUT17 / file) for file in ("emerging.test.annotated", "mic-cis.txt"))
        with pytest.raises(ReadError) as refusal:
            wnut17("mic-cis.txt", "begin")
        changed = sum(ours != theirs for ours, theirs in zip(gold, system, strict=True))
        assert changed > 0
        assert [finding.code for finding in refusal.value.findings] == ["token-mismatch"] * changed  # type: ignore[attr-defined]
        assert "'get' where the reference has 'gt'" in str(refusal.value.findings[0])

    def test_the_invalid_transitions_of_a_system_with_changed_tokens(self) -> None:
        checked = check_file(str(WNUT17 / "mic-cis.txt"), encoding="BIO")
        assert [finding.code for finding in checked.findings] == ["invalid-transition"] * 13

    def test_joined_labels_of_several_annotators_are_called_what_they_are(self) -> None:
        lines = (WNUT17 / "emerging.test.conll").read_text(encoding="utf-8").splitlines()
        joined = sum("," in line.split("\t")[-1] for line in lines if line.strip())
        codes = [finding.code for finding in check_file(str(WNUT17 / "emerging.test.conll"), encoding="BIO").findings]
        assert codes.count("multi-label") == joined > 0


def words(path: Path) -> list[str]:
    return [line.split()[0] for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


class TestConllevalSample:
    pytestmark = data

    @pytest.mark.parametrize(
        ("file", "name"),
        [("ground_truth.txt", "BIO"), ("ground_truth_inv.txt", "BIO-suffix")],
        ids=["prefix", "suffix"],
    )
    @pytest.mark.parametrize(
        ("repair", "expected"),
        [("begin", "68.83 80.83 74.35 459/539/371"), ("discard", "70.77 70.15 70.46 459/455/322")],
    )
    def test_chunks_and_the_accuracy_of_the_labels_as_written(
        self, file: str, name: str, repair: str, expected: str
    ) -> None:
        scores = score(
            CHUNKS / file,
            CHUNKS / file,
            encoding=name,
            repair=repair,
            columns=Columns(label=3),
            reference_columns=Columns(label=2),
        )
        assert shown(scores) == expected
        assert percent(scores.run.accuracy) == "84.08"  # SeqScore says 87.20: it looks at the repaired labels
        assert (scores.run.tokens, scores.run.invalid, scores.invalid_reference) == (961, 84, 0)

    def test_the_encoding_is_found_out(self) -> None:
        found = [
            check_file(str(CHUNKS / file), columns=Columns(label=2)).encoding
            for file in ("ground_truth.txt", "ground_truth_inv.txt")
        ]
        assert [scheme and scheme.name for scheme in found] == ["BIO", "BIO-suffix"]


class TestValidData:
    pytestmark = data

    def test_uner_english_ewt(self) -> None:
        checked = check_file(str(NER / "en_ewt-ud-test.iob2"), columns=Columns(token=1, label=2))
        assert (checked.sizes["token"], checked.sizes["sentence"], len(checked.findings)) == (25_097, 2_077, 0)
        assert checked.encoding == encoding("BIO")

    def test_germeval_is_bio_whatever_its_file_is_called(self) -> None:
        file = str(NER / "germeval-dev.iob1")
        checked = check_file(file)
        assert (checked.sizes["token"], checked.sizes["sentence"], len(checked.findings)) == (41_653, 2_200, 0)
        assert checked.encoding == encoding("BIO")
        assert len(check_file(file, encoding="IOB1").findings) == 2_667
        assert {verdict.encoding.name: verdict.errors for verdict in checked.verdicts}["IOB"] == 2_667
