"""``-f conlleval`` prints what conlleval.pl prints, byte for byte: its outputs are stored beside this file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import accord
from accord.reporting.conlleval import as_conlleval

if TYPE_CHECKING:
    from accord.scoring.run import Run

HERE = Path(__file__).parent
HARBOUR = HERE.parents[1] / "examples" / "harbour"

# Token, reference, predicted: as conlleval.pl was given them.
TINY = {
    "no-mentions": """\
Nothing O O
moved O O
. O O

Fog O O
""",
    "only-spurious": """\
Fog O O
on O I-LOC
the O B-PER
quay O I-LOC

Nothing O I-PER
""",
    "long-and-non-ascii-types": """\
Duchess B-vessel-or-bathtub-with-a-name B-vessel-or-bathtub-with-a-name
of I-vessel-or-bathtub-with-a-name I-vessel-or-bathtub-with-a-name
Pellwick I-vessel-or-bathtub-with-a-name I-vessel-or-bathtub-with-a-name
two B-Größe I-Größe
feet I-Größe I-Größe
wide I-Größe O

Zug B-Zeit B-Ärger
um O O
neun B-Zeit I-Zeit
Uhr B-時刻 I-時刻
. O B-siebzehn-Größen
""",
}


def golden(name: str) -> bytes:
    return (HERE / f"{name}.conlleval.txt").read_bytes()


def printed(run: Run) -> bytes:
    return f"{as_conlleval(run)}\n".encode()


@pytest.mark.parametrize("name", ["lantern-2", "beacon-3", "lantern-3"])
def test_a_run_of_the_example(name: str) -> None:
    predicted = HARBOUR / "systems" / f"{name}.conll"
    scores = accord.score(HARBOUR / "reference.conll", predicted, encoding="BIO", repair="begin")
    assert printed(scores.run) == golden(name)


@pytest.mark.parametrize("name", TINY)
def test_a_tiny_case(name: str) -> None:
    sentences = [[row.split(" ") for row in block.splitlines()] for block in TINY[name].split("\n\n")]
    reference, predicted = ([[row[column] for row in rows] for rows in sentences] for column in (1, 2))
    assert printed(accord.score(reference, predicted, encoding="BIO", repair="begin").run) == golden(name)
