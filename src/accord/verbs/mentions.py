"""The mentions of a file, sentence by sentence, with all that is wrong in its labels raised at the end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from accord.checks import can_repair, label_findings, offer_repair
from accord.encoding.decode import UNREADABLE
from accord.errors import ReadError
from accord.messages import plural
from accord.model import Severity, sentences_of
from accord.verbs.label_sources import refuse_findings

if TYPE_CHECKING:
    from collections.abc import Iterator

    from accord.encoding import Decoder, Mention
    from accord.model import Finding, LabelSource, Sentence


def read_mentions(
    label_source: LabelSource, decoder: Decoder, *, repair: bool
) -> Iterator[tuple[Sentence, list[Mention], int]]:
    """Each sentence with its mentions and the number of its invalid transitions.

    Labels that cannot be read, and invalid transitions unless they are to be repaired, are raised together once the
    whole file was read.
    """
    problems: list[Finding] = []
    for sentence in sentences_of(label_source):
        text = decoder.text(sentence.labels)
        mentions, invalid = decoder.read(text)
        if UNREADABLE in text or (invalid and not repair):
            problems += label_findings(sentence, label_source.name, decoder.scheme)
        yield sentence, mentions, invalid
    if any(finding.severity is Severity.ERROR for finding in label_source.findings):
        refuse_findings(sorted([*label_source.findings, *problems], key=lambda finding: finding.place.line or 0))
    if problems:
        problems = offer_repair(problems)
        count = f"{plural(len(problems), 'problem')} in the labels of {label_source.name} ({decoder.scheme.name})"
        raise ReadError(count + (": fix them with accord repair" if can_repair(problems) else ""), problems)
