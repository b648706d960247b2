from __future__ import annotations

import csv
import io
import json
from typing import TYPE_CHECKING

import pytest

import accord as package
from tests.cli.conftest import HARBOUR

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.cli.conftest import Accord

URGENCY = HARBOUR / "urgency.csv"
TAGGED = "time\tN\tN\nflies\tV\tN\n\nfruit\tN\tN\nflies\tV\tV\nfast\tFLAG\tN\n"


@pytest.fixture
def tagged(write: Callable[..., Path]) -> Path:
    return write("tagged.tsv", TAGGED)


def test_the_matrix_its_range_f1_and_kappa_are_shown(accord: Accord, tagged: Path) -> None:
    done = accord("weights", tagged, "--annotators-by", "columns", "--missing", "FLAG")
    assert done.code == 0
    assert "left out: 1 label 'FLAG'" in done.out
    # three of four agree, by chance two; alpha: 1 - (2 / 8) / (2 * 5 * 3 / (8 * 7))
    assert "0.7500                0.5333         0.5000" in done.out
    assert "V          3  0.6667        0.7500" in done.out
    assert "V     0.750  1.000" in done.out
    assert "weights of errors from 0.7500 to 0.8333" in done.out
    assert "weights:cm-cond|strength:1|smooth:0|labels:2|range:0.75-0.8333|" in done.out


def test_json_csv_file_and_python_say_the_same(accord: Accord, tmp_path: Path) -> None:
    options = ("--kind", "f1", "--strength", 2, "--smooth", 0.5)
    file = tmp_path / "weights.json"
    payload = accord("weights", URGENCY, *options, "--json", "-o", file).json
    rows = list(csv.DictReader(io.StringIO(accord("weights", URGENCY, *options, "-f", "csv").out)))
    ours = package.disagreement(URGENCY).weights("f1", strength=2, smooth=0.5)
    assert payload["matrix"] == ours.matrix.tolist() == json.loads(file.read_text())["matrix"]
    assert [float(row["weight"]) for row in rows] == ours.matrix.ravel().tolist()
    assert rows[0]["signature"] == payload["signature"] == str(package.Weights.load(str(file)).signature)
    assert payload["disagreement"]["alpha"]["value"] == package.agree(URGENCY, "alpha").result.value
    assert "kappa" not in payload["disagreement"]


@pytest.mark.parametrize("format_", ["latex", "markdown"])
def test_other_formats(accord: Accord, format_: str) -> None:
    assert "Krippendorff's alpha" in accord("weights", URGENCY, "--format", format_).out


def test_weights_that_can_hardly_matter_bring_a_warning_even_when_quiet(accord: Accord) -> None:
    done = accord("weights", URGENCY, "--kind", "eps", "--seed", 3, "-q")
    assert done.code == 0
    assert "warning: these weights can hardly matter: all lie between 0.99" in done.err
    assert "seed:3" in done.out


def test_weights_can_go_to_standard_output(accord: Accord) -> None:
    assert accord("weights", URGENCY, "-o", "-").json["format"] == "accord-weights"


@pytest.mark.parametrize(
    ("options", "code", "said"),
    [
        (["--kind", "cmcond"], 2, "unknown weights 'cmcond': did you mean cm-cond?"),
        (["--seed", 1], 2, "--seed is for eps, perm, perm-max and perm-f1"),
        (["--strength", -1], 2, "--strength"),
        (["--annotators", "ada"], 2, "two annotators"),
        (["-o", "-", "--json"], 2, "cannot both go to standard output"),
        (["-o", "none/weights.json"], 2, "cannot write none/weights.json"),
        (["--labels", "urgent"], 2, "not among those given"),
    ],
)
def test_what_cannot_be_done_is_refused(accord: Accord, options: list[object], code: int, said: str) -> None:
    done = accord("weights", URGENCY, *options)
    assert done.code == code
    assert said in done.err
    assert not done.out


def test_one_annotator_is_not_enough(accord: Accord, write: Callable[..., Path]) -> None:
    done = accord("weights", write("one.tsv", "fog\tN\nlifts\tV\n"))
    assert done.code == 2
    assert "two annotators" in done.err


def test_of_many_labels_the_cheapest_errors_are_shown(
    accord: Accord, write: Callable[..., Path], tmp_path: Path
) -> None:
    rows = [f"{number},L{number:02},L{number if number % 2 else (number + 1) % 40:02}" for number in range(40)]
    file, target = write("many.csv", "item,ada,bram\n" + "\n".join([*rows, *rows]) + "\n"), tmp_path / "w.json"
    done = accord("weights", file, "-q", "--top", 5, "-o", target, "--layout", "wide")
    assert done.code == 0
    assert "Weights cm-cond: the errors that cost least" in done.out
    assert "and 35 more (--top 40 shows all)" in done.out
    assert "the whole matrix: --output FILE, or --top 40" in done.out
    assert len(done.out.splitlines()) < 30
    assert "warning: some errors cost nothing: on 20 labels (L00, L02, L04, L06, L08, ...)" in done.err
    assert package.Weights.load(target).matrix.shape == (40, 40)
    assert "gold  L00  L01" in " ".join(
        accord("weights", file, "-q", "--top", 40, "--layout", "wide").out.split(" " * 3)
    )
