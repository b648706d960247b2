"""SeqScore: Addressing Barriers to Reproducible NER Evaluation (Palen-Michel, Holley & Lignos 2021).

The tables of the paper, and how the programs it compares read invalid sequences, measured by running them.
"""

from __future__ import annotations

import re
from fractions import Fraction

import pytest

from accord.agreement.result import number
from accord.encoding import decode, encode, encoding
from accord.encoding.decode import invalid_steps
from accord.scoring.counts import Counts
from accord.scoring.schemas import schema_counts
from accord.scoring.seeds import RankSum, distribution, rank_sum
from accord.verbs.score import score
from tests.build import run_of

LIBERAL_DEMOCRATS = "O I-ORG I-ORG I-ORG O O B-MISC I-ORG"
INDUSTRY_SECRETARY = "O I-ORG I-ORG O B-PER I-PER"
OCEANIC_CENTER = "O B-ORG I-ORG I-LOC O"
RANGOON_UNIVERSITY = "O B-LOC I-ORG I-ORG O"


def errors(labels: str, name: str) -> int:
    scheme = encoding(name)
    return sum(1 for _ in invalid_steps(scheme, [scheme.parse(label) for label in labels.split()]))


def chunks(text: str) -> list[tuple[int, int, str]]:
    """``ORG[1,3) PER[4,6)`` as tuples."""
    return [(int(start), int(end), type_) for type_, start, end in re.findall(r"(\S+)\[(\d+),(\d+)\)", text)]


@pytest.mark.parametrize(
    ("labels", "repair", "repaired"),
    [
        pytest.param(LIBERAL_DEMOCRATS, "begin", "O B-ORG I-ORG I-ORG O O B-MISC B-ORG", id="table 1, begin"),
        pytest.param(LIBERAL_DEMOCRATS, "discard", "O O O O O O B-MISC O", id="table 1, discard"),
        pytest.param(INDUSTRY_SECRETARY, "begin", "O B-ORG I-ORG O B-PER I-PER", id="table 2, begin"),
        pytest.param(INDUSTRY_SECRETARY, "discard", "O O O O B-PER I-PER", id="table 2, discard"),
        pytest.param(OCEANIC_CENTER, "begin", "O B-ORG I-ORG B-LOC O", id="table 3, begin"),
        pytest.param(OCEANIC_CENTER, "discard", "O B-ORG I-ORG O O", id="table 3, discard"),
        pytest.param(RANGOON_UNIVERSITY, "begin", "O B-LOC B-ORG I-ORG O", id="table 4, begin"),
        pytest.param(RANGOON_UNIVERSITY, "discard", "O B-LOC O O O", id="table 4, discard"),
        # The paper's row drops the first mention; Stanza itself, run on these labels, keeps it.
        pytest.param(LIBERAL_DEMOCRATS, "last-type", "O B-ORG I-ORG I-ORG O O B-ORG I-ORG", id="table 1, Stanza"),
    ],
)
def test_repairs_of_tables_1_to_4(labels: str, repair: str, repaired: str) -> None:
    found = decode(labels.split(), "BIO", repair)
    assert encode(found, len(labels.split()), "BIO") == repaired.split()


def test_the_valid_row_of_table_1_is_valid_and_the_invalid_one_has_the_two_errors_in_bold() -> None:
    assert errors("O B-ORG I-ORG I-ORG O O B-MISC B-ORG", "BIO") == 0
    scheme = encoding("BIO")
    assert list(invalid_steps(scheme, [scheme.parse(label) for label in LIBERAL_DEMOCRATS.split()])) == [1, 7]


def test_the_example_of_the_text_is_one_mention_of_the_last_type() -> None:
    assert decode(["B-ORG", "I-ORG", "E-LOC"], "BIOES", "last-type") == [(0, 3, "LOC")]


# How other programs read, measured: labels | errors | begin | discard | last-type.
BIO = """
O I-ORG I-ORG O B-PER I-PER          | 1 | ORG[1,3) PER[4,6)                   | PER[4,6)          | ORG[1,3) PER[4,6)
O B-ORG I-ORG I-LOC O                | 1 | ORG[1,3) LOC[3,4)                   | ORG[1,3)          | LOC[1,4)
O B-LOC I-ORG I-ORG O                | 1 | LOC[1,2) ORG[2,4)                   | LOC[1,2)          | ORG[1,4)
O I-ORG I-ORG I-ORG O O B-MISC I-ORG | 2 | ORG[1,4) MISC[6,7) ORG[7,8)         | MISC[6,7)         | ORG[1,4) ORG[6,8)
I-PER B-PER I-PER                    | 1 | PER[0,1) PER[1,3)                   | PER[1,3)          | PER[0,1) PER[1,3)
I-PER I-LOC I-PER                    | 3 | PER[0,1) LOC[1,2) PER[2,3)          |                   | PER[0,3)
O I-PER I-LOC I-LOC O                | 2 | PER[1,2) LOC[2,4)                   |                   | LOC[1,4)
B-PER I-LOC I-PER O                  | 2 | PER[0,1) LOC[1,2) PER[2,3)          | PER[0,1)          | PER[0,3)
B-PER I-PER I-LOC I-PER B-PER        | 2 | PER[0,2) LOC[2,3) PER[3,4) PER[4,5) | PER[0,2) PER[4,5) | PER[0,4) PER[4,5)
I-creative-work I-creative-work O    | 1 | creative-work[0,2)                  |                   | creative-work[0,2)
"""
IOB1 = """
B-PER I-PER O       | 1 | PER[0,2)                   | PER[1,2)
O B-PER I-PER B-PER | 1 | PER[1,3) PER[3,4)          | PER[2,3) PER[3,4)
I-LOC B-PER I-PER   | 1 | LOC[0,1) PER[1,3)          | LOC[0,1) PER[2,3)
B-PER B-LOC B-LOC   | 2 | PER[0,1) LOC[1,2) LOC[2,3) | LOC[2,3)
"""
BIOES = """
B-PER O S-LOC               | 1 | PER[0,1) LOC[2,3)          | LOC[2,3)            | PER[0,1) LOC[2,3)
O I-PER E-PER O             | 1 | PER[1,3)                   |                     | PER[1,3)
B-PER I-PER I-PER O         | 1 | PER[0,3)                   |                     | PER[0,3)
B-ORG I-ORG E-LOC           | 1 | ORG[0,2) LOC[2,3)          |                     | LOC[0,3)
S-PER E-PER                 | 1 | PER[0,1) PER[1,2)          | PER[0,1)            | PER[0,1) PER[1,2)
B-PER S-PER E-PER           | 2 | PER[0,1) PER[1,2) PER[2,3) | PER[1,2)            | PER[0,1) PER[1,2) PER[2,3)
B-PER B-PER E-PER           | 1 | PER[0,1) PER[1,3)          | PER[1,3)            | PER[0,1) PER[1,3)
B-PER I-LOC E-PER           | 2 | PER[0,1) LOC[1,2) PER[2,3) |                     | PER[0,3)
I-PER                       | 2 | PER[0,1)                   |                     | PER[0,1)
B-MISC E-MISC B-MISC E-MISC | 0 | MISC[0,2) MISC[2,4)        | MISC[0,2) MISC[2,4) | MISC[0,2) MISC[2,4)
"""
TABLES = {"BIO": BIO, "IOB": IOB1, "BIOES": BIOES}
ROWS = [(name, *row.split("|")) for name, table in TABLES.items() for row in table.strip().splitlines()]


@pytest.mark.parametrize(("name", "labels", "count"), [row[:3] for row in ROWS])
def test_the_errors_seqscore_counts(name: str, labels: str, count: str) -> None:
    assert errors(labels, name) == int(count)


@pytest.mark.parametrize(
    ("name", "labels", "repair", "expected"),
    [
        (row[0], row[1], repair, spans)
        for row in ROWS
        for repair, spans in zip(["begin", "discard", "last-type"], row[3:], strict=False)
    ],
)
def test_how_invalid_sequences_are_read(name: str, labels: str, repair: str, expected: str) -> None:
    assert decode(labels.split(), name, repair) == chunks(expected)


def test_the_tables_are_complete() -> None:
    assert [len(table.strip().splitlines()) for table in TABLES.values()] == [10, 4, 10]


# The sample of SeqScore's README: "West Philadelphia" is predicted as two places.
SAMPLE = [["B-ORG", "I-ORG", "I-ORG", "O", "O", "B-LOC", "I-LOC", "O", "B-LOC", "O"]]
SPLIT = [["B-ORG", "I-ORG", "I-ORG", "O", "O", "B-LOC", "B-LOC", "O", "B-LOC", "O"]]


@pytest.mark.parametrize(
    ("schema", "precision", "recall", "f1"),
    [
        ("strict", ".5000", ".6667", ".5714"),
        ("exact", ".5000", ".6667", ".5714"),
        ("partial", ".6250", ".8333", ".7143"),
        ("type", ".7500", "1.0000", ".8571"),
    ],
)
def test_the_four_schemas_on_the_readme_sample(schema: str, precision: str, recall: str, f1: str) -> None:
    counts = schema_counts(score(SAMPLE, SPLIT, encoding="BIO").run.label_runs)[schema]
    values = [number(value) for value in (counts.precision, counts.recall, counts.f1)]
    assert values == [pytest.approx(float(text), abs=5e-5) for text in (precision, recall, f1)]
    assert counts.spurious == 1
    assert counts.partial == (schema == "partial")


# Table 8: with ten runs each, U is a multiple of 1/2, and z = (U - 50) / sqrt(10 * 10 * 21 / 12). The distance of U
# from 50 that gives each p of the table (a half: two runs tie).
@pytest.mark.parametrize(
    ("p", "distance"),
    [
        ("0.0002", 50),
        ("0.0012", 43),
        ("0.0233", 30),
        ("0.0257", Fraction(59, 2)),
        ("0.0452", Fraction(53, 2)),
        ("0.0494", 26),
        ("0.0696", 24),
        ("0.1306", 20),
        ("0.2265", 16),
        ("0.3447", Fraction(25, 2)),
        ("0.5708", Fraction(15, 2)),
        ("0.8206", 3),
        ("0.9397", 1),
    ],
)
def test_the_p_values_of_table_8(p: str, distance: Fraction) -> None:
    test = ten_runs_each(Fraction(distance))
    assert f"{test.p_normal:.4f}" == p
    if distance == 50:
        assert test.p == test.smallest_p == pytest.approx(2 / 184_756)


def ten_runs_each(distance: Fraction) -> RankSum:
    """Two systems whose U is so far from 50: the second's F1 are .02, .04 ... .20, the first's among them."""
    left = 50 + distance
    beaten: list[Fraction] = []
    while len(beaten) < 10:
        beaten.append(min(Fraction(10), left))
        left -= beaten[-1]
    scores = [20 * int(count) + (10 + index if count == int(count) else 20) for index, count in enumerate(beaten)]
    first = [run_of([Counts(1000, 1000, correct)]) for correct in scores]
    second = [run_of([Counts(1000, 1000, 20 * rank)]) for rank in range(1, 11)]
    ours, theirs = (distribution([run.micro.f1 for run in runs]) for runs in (first, second))
    return rank_sum("first", ours, "second", theirs)
