"""Findings in the labels of a sentence: what is no label, and what may not follow what."""

from __future__ import annotations

from typing import TYPE_CHECKING

from accord.encoding import ENCODINGS, Encoding
from accord.encoding.decode import invalid_steps
from accord.encoding.scheme import OUTSIDE, SUFFIX_ENCODINGS, Label
from accord.encoding.shape import is_near_miss, is_near_outside
from accord.messages import column_option, option
from accord.model import UNREAD, Finding, Sentence, Severity

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


_TRANSITION = "invalid-transition"
_REPAIR, _LATER = "accord repair fixes it", "a repair fixes it once all labels can be read"
_EMPTY = "the label is empty", "write O where nothing is marked"


def label_findings(sentence: Sentence, file: str, scheme: Encoding) -> Iterator[Finding]:
    """Everything wrong with the labels of one sentence, in the order of its tokens.

    A label that cannot be read is reported once; the steps from and to it are not judged.
    """
    labels = [scheme.parse(label) for label in sentence.labels]
    invalid = set(invalid_steps(scheme, labels))
    for index, (text, label) in enumerate(zip(sentence.labels, labels, strict=True)):
        if label is None and text != UNREAD:
            code, message, hint = _why_unreadable(text, scheme)
            if sentence.line and sentence.line_of(index) == 1 and _may_be_name(text):
                hint += _if_header()
            yield Finding(code, Severity.ERROR, sentence.place(file, index), message, hint)
        elif index in invalid:
            before = repr(sentence.labels[index - 1]) if index else "start of the sentence"
            yield _transition(sentence, index, file, f"{before} -> {text!r}")
    if len(labels) in invalid:
        yield _transition(sentence, len(labels) - 1, file, f"{sentence.labels[-1]!r} -> end of the sentence")


def _may_be_name(text: str) -> bool:
    """Whether a label may be the name of its column."""
    return len(text) > 1 and text.isidentifier() and not is_near_miss(text)


def empty_labels(sentence: Sentence, file: str) -> Iterator[Finding]:
    """The empty labels of a sentence, which are wrong whatever the other labels are."""
    for index, text in enumerate(sentence.labels):
        if not text:
            yield Finding("empty-label", Severity.ERROR, sentence.place(file, index), *_EMPTY)


def offer_repair(findings: Iterable[Finding]) -> list[Finding]:
    """The findings of a file; a repair is offered where it can be done: where all labels can be read."""
    found = list(findings)
    if all(finding.code == _TRANSITION or finding.severity is not Severity.ERROR for finding in found):
        return found
    return [finding._replace(hint=_LATER) if finding.hint == _REPAIR else finding for finding in found]


def can_repair(findings: Iterable[Finding]) -> bool:
    """Whether ``accord repair`` fixes all that is wrong with some labels."""
    return all(finding.hint == _REPAIR for finding in findings)


def _transition(sentence: Sentence, index: int, file: str, step: str) -> Finding:
    in_columns = sentence.line and not sentence.one_line
    hint = _REPAIR if in_columns else "fix it, or name a repair to read it by"
    place = sentence.place(file, index)
    return Finding(_TRANSITION, Severity.ERROR, place, f"invalid transition {step}", hint)


def _why_unreadable(text: str, scheme: Encoding) -> tuple[str, str, str]:
    """Code, message and hint for a label that is none of the encoding."""
    state, dash, type_ = text.rpartition("-")[::-1] if scheme.suffix else text.partition("-")
    if not text:
        return "empty-label", *_EMPTY
    if joined := scheme.parse_joined(text):
        hint = "these look like the labels of several annotators: keep one per token, or give each annotator a column"
        return "multi-label", f"{text!r} is {len(joined)} labels in one", hint
    if is_near_outside(text):
        return "invalid-label", f"{text!r} does not divide into state and type", f"did you mean {OUTSIDE}?"
    if dash and not type_:
        return (
            "empty-type",
            f"{text!r} has no type after the state",
            "write a type, or the bare state where there are no types",
        )
    meant = [scheme.format(Label(state, type_.strip()))] if dash and state != OUTSIDE else []
    meant += [f"{text[0]}-{text[2:]}"] if len(text) > 1 and text[1] in "_./:" else []
    if written := next(filter(scheme.parse, meant), None):
        return "invalid-label", f"{text!r} does not divide into state and type", f"write {written}"
    if dash and len(state) == 1:
        return "invalid-state", f"invalid state {state!r} in label {text!r}", _state_hint(text, state, scheme)
    other = SUFFIX_ENCODINGS if not scheme.suffix else ENCODINGS
    for candidate in other.values():
        if candidate.parse(text):
            return (
                "invalid-label",
                f"{text!r} is no {scheme.name} label",
                f"it is one of {candidate.name}: say {option('encoding', candidate.name)}",
            )
    hint = f"a label is {OUTSIDE}, or a state ({', '.join(scheme.states[1:])}), a hyphen and a type"
    return "invalid-label", f"{text!r} does not divide into state and type", hint


def _state_hint(text: str, state: str, scheme: Encoding) -> str:
    if state != OUTSIDE and state.upper() in scheme.states[1:]:
        repaired = text[:-1] + state.upper() if scheme.suffix else state.upper() + text[1:]
        return f"did you mean {repaired}?"
    if state == OUTSIDE:
        return f"write {OUTSIDE} alone"
    others = [name for name, other in ENCODINGS.items() if state in other.states]
    known = f"{scheme.name} has the states {', '.join(scheme.states)}"
    return f"{known}; {state} is one of {', '.join(others)}" if others else known


def _if_header() -> str:
    token, label = (column_option(role, keyword="columns") for role in ("token", "label"))
    named = token if token == label else f"{token} {label}"
    return f"; if this row names the columns, call them by name ({named})"
