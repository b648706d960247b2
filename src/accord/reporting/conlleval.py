"""A run as conlleval.pl prints it, byte for byte.

The numbers are computed and rounded as the script does, in floating point by ``printf``, and an undefined one is 0: in
this layout only, so that outputs can be compared byte by byte. They are equal for BIO and IOB files without document
marks: the script takes ``-DOCSTART-`` for a token, accord does not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from accord.scoring.counts import Counts
    from accord.scoring.run import Run


def as_conlleval(run: Run) -> str:
    """The report of one run."""
    micro = run.micro
    lines = [
        (
            f"processed {run.tokens} tokens with {micro.reference} phrases; "
            f"found: {micro.predicted} phrases; correct: {micro.correct}."
        )
    ]
    if run.tokens:
        accuracy = 100 * (run.tokens - run.differing) / run.tokens
        lines.append(f"accuracy: {accuracy:6.2f}%; {_scores(micro)}")
    for type_, counts in sorted(run.types.items(), key=lambda item: item[0].encode()):
        padding = " " * (17 - len(type_.encode()))
        lines.append(f"{padding}{type_}: {_scores(counts)}  {counts.predicted}")
    return "\n".join(lines)


def _scores(counts: Counts) -> str:
    precision = 100 * counts.correct / counts.predicted if counts.predicted else 0.0
    recall = 100 * counts.correct / counts.reference if counts.reference else 0.0
    both = precision + recall
    f1 = 2 * precision * recall / both if both else 0.0
    return f"precision: {precision:6.2f}%; recall: {recall:6.2f}%; FB1: {f1:6.2f}"
