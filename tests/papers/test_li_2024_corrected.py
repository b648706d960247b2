"""Li, Rosé, Yuan & Zhou (2024), Estimating agreement by chance for sequence annotation: the six simulations.

The paper gives four digits. The second annotator of simulation 4 has an F1 of 32/47 = .68085, which the paper cuts to
.6808; hence its .3005, where .3006 is right.
"""

from __future__ import annotations

from fractions import Fraction

import pytest

from accord.kinds.spans.corrected_f1 import CorrectedF1
from accord.kinds.spans.match import match_named
from accord.kinds.spans.random_side import Model
from accord.kinds.spans.tally import tally
from accord.model import Span
from accord.study.spans import SpanStudy, Text

SIM_1 = ("00011000111000111100", "00111000111100111110")
SIM_2 = ("0" * 6 + "1" * 9 + "0" * 5, "0" * 4 + "1" * 12 + "0" * 4)
SIM_3 = ("0" * 8 + "111" + "0" * 9, "0" * 8 + "1111" + "0" * 8)
GOLD = "11100" * 5 + "1" * 16


@pytest.mark.parametrize(
    ("first", "second", "f1", "chance", "corrected"),
    [
        (*SIM_1, 0.8571, Fraction(302776, 567567), 0.6938),
        (*(side + "0" * 10 for side in SIM_1), 0.8571, Fraction(333913, 942172), 0.7787),
        (*SIM_2, 0.8571, Fraction(122, 189), 0.5970),
        (*SIM_3, 0.8571, Fraction(28, 153), 0.8251),
        (GOLD, "11100" * 5 + "0" * 16, 0.6522, Fraction(23530918963, 46942331436), 0.3026),
        (GOLD, "0" * 25 + "1" * 16, 0.6809, Fraction(1330159, 2446444), 0.3006),
    ],
)
def test_simulations(first: str, second: str, f1: float, chance: Fraction, corrected: float) -> None:
    text = Text("text", len(first), {"first": spans(first), "second": spans(second)})
    measure = CorrectedF1(match_named("token"), Model())
    rows = tally(SpanStudy((text,), ("first", "second"), "sentence", "token"), measure).rows()
    observed, expected, _ = (float(part[0]) for part in measure.parts(rows))
    assert observed == pytest.approx(f1, abs=5e-5)
    assert expected == pytest.approx(float(chance), rel=1e-12)
    assert float(measure.values(rows)[0]) == pytest.approx(corrected, abs=5e-5)


def spans(marks: str) -> tuple[Span, ...]:
    edges = [position for position in range(len(marks) + 1) if f"0{marks}0"[position] != f"0{marks}0"[position + 1]]
    return tuple(Span(start, end) for start, end in zip(edges[::2], edges[1::2], strict=True))
