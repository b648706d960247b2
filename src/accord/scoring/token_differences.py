"""What differs between the tokens of a reference and of a prediction, as findings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from accord.messages import call, option, plural
from accord.model import Finding, Place, Severity

if TYPE_CHECKING:
    from collections.abc import Sequence

    from accord.model import Sentence

EXCHANGED = "token-mismatch"
"""A token that stands for another one."""


def difference(ours: Sequence[Sentence], theirs: Sequence[Sentence], file: str) -> Finding:
    """Say in one finding how a region differs."""
    if not theirs:
        return Finding(
            "missing-sentences",
            Severity.ERROR,
            Place(file),
            f"{plural(len(ours), 'sentence')} missing, from {_at(ours[0], 0)}{_words(ours[0])}",
            _cut_short(),
        )
    if not ours:
        return _finding(
            "extra-sentences", theirs[0], 0, file, f"{plural(len(theirs), 'sentence')} that the reference does not have"
        )
    first, other = ours[0], theirs[0]
    if len(theirs) == 1 and first.tokens[: len(other.tokens)] == other.tokens:
        rest = f", and {plural(len(ours) - 1, 'sentence')} missing after it" if len(ours) > 1 else ""
        message = f"truncated: {len(other.tokens)} of {len(first.tokens)} tokens ({_at(first, 0)}){rest}"
        place = other.place(file, max(0, len(other.tokens) - 1))
        return Finding("truncated-sentence", Severity.ERROR, place, message, _cut_short())
    message = f"{_size(theirs)} where the reference has {_size(ours)} ({_at(first, 0)}{_words(first)})"
    return _finding("token-count-mismatch", other, 0, file, message)


def exchanged(ours: Sentence, theirs: Sentence, index: int, file: str) -> Finding:
    """Say that a token stands where the reference has another."""
    expected, found = ours.tokens[index], theirs.tokens[index]
    alike = ", the same letters in another Unicode form" if _normal(found) == _normal(expected) else ""
    message = f"{found!r} where the reference has {expected!r} ({_at(ours, index)}){alike}"
    return _finding(EXCHANGED, theirs, index, file, message)


def _normal(token: str) -> str:
    """A token in one of the forms in which Unicode can write it, the one with the fewest characters."""
    from unicodedata import normalize

    return normalize("NFC", token)


def _size(sentences: Sequence[Sentence]) -> str:
    tokens = sum(len(sentence.tokens) for sentence in sentences)
    return f"{plural(tokens, 'token')} in {plural(len(sentences), 'sentence')}"


def _finding(code: str, sentence: Sentence, index: int, file: str, message: str) -> Finding:
    return Finding(code, Severity.ERROR, sentence.place(file, index), message, _hint())


def _at(sentence: Sentence, index: int) -> str:
    """Where a token of the reference stands."""
    return f"line {sentence.line_of(index)} of the reference" if sentence.line else f"reference{sentence.address}"


def _words(sentence: Sentence) -> str:
    """How a sentence begins, where its words are known."""
    return f", {' '.join(sentence.tokens[:6])!r}" if any(sentence.tokens) else ""


def _cut_short() -> str:
    """What can be done where the end of a prediction is missing."""
    missing, aligned = option("missing", "O"), option("align_tokens", True)
    return f"was the prediction cut short? {missing} takes what it lacks as O, {aligned} leaves it out"


def _hint() -> str:
    return f"{call('score', option('align_tokens', True))} scores what can be aligned"
