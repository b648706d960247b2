"""How the mentions of chunk labels are read: by which encoding, and repaired by which method where they need it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from accord.checks import label_findings, offer_repair
from accord.encoding import Decoder
from accord.encoding import encoding as named_encoding
from accord.encoding.decode import UNREADABLE
from accord.encoding.detect import Census
from accord.encoding.repair import NO_REPAIR, REPAIRS
from accord.encoding.scheme import OUTSIDE
from accord.errors import ReadError
from accord.messages import option, plural
from accord.model import Finding, SentenceSource, TokenLabels, sentences_by_annotator

if TYPE_CHECKING:
    from collections.abc import Sequence

    from accord.encoding import Encoding
    from accord.model import Corpus

_REPAIRABLE = "invalid-transition"
"""The only thing wrong with labels that a repair can put right."""


def read_by(reader: Decoder | None, repair: str) -> dict[str, object]:
    """How chunk labels were read, for signatures."""
    return {} if reader is None else {"enc": reader.scheme.name, "repair": repair}


def mention_reader(corpus: Corpus, encoding: str | Encoding | None, repair: str) -> Decoder | None:
    """What reads the mentions of chunk labels, after every label was looked at; None where there are none."""
    label_sources = [SentenceSource(who, list(sentences)) for who, sentences in sentences_by_annotator(corpus).items()]
    if not label_sources:
        return None
    found = (
        named_encoding(encoding)
        if encoding is not None
        else Census.of(part for label_source in label_sources for part in label_source.batches()).best()
    )
    if found is None:
        raise ReadError("the labels are no chunk labels like B-PER, so they mark no spans")
    decoder = Decoder(found, NO_REPAIR if repair == NO_REPAIR else REPAIRS.name(repair))
    problems: list[Finding] = []
    for label_source in label_sources:
        for sentence in label_source.sentences:
            written = decoder.text(sentence.labels)
            if UNREADABLE in written or (repair == NO_REPAIR and decoder.read(written)[1]):
                problems += label_findings(
                    sentence, corpus.annotations[sentence.document, label_source.name].file, found
                )
    if problems and encoding is None:
        _refuse_different_encodings(label_sources)
    if problems:
        count = f"{plural(len(problems), 'problem')} in the labels ({found.name}): nothing was measured"
        how = f"; say how to read invalid sequences: repair {', '.join(REPAIRS)} ({option('repair')})"
        transitions = all(finding.code == "invalid-transition" for finding in problems)
        raise ReadError(f"{count}{how if transitions else ''}", offer_repair(problems))
    return decoder


class DifferentEncodings(ReadError):
    """Annotators each of whom is right, but in an encoding of their own."""


def _refuse_different_encodings(label_sources: Sequence[SentenceSource]) -> None:
    """Refuse annotators each of whom is right, but in an encoding of their own."""
    fitting = {label_source.name: Census.of(label_source.batches()).best() for label_source in label_sources}
    used = {name: found.name for name, found in fitting.items() if found is not None}
    if len(set(used.values())) > 1:
        said = ", ".join(f"{name} in {encoding}" for name, encoding in used.items())
        raise DifferentEncodings(
            f"the labels look like different encodings ({said}): convert them to one, or say which it is"
        )


class Mentions(NamedTuple):
    """How chunk labels are to be read as mentions: as they are, or repaired where they need it; None for other labels.

    Chunk labels that no repair can put right count as others, and ``why_not`` says why; so do labels that mark nothing.
    Where encodings are ``mixed``, somebody has to say which it is.
    """

    how: str | None
    why_not: str | None = None
    mixed: bool = False


def mentions_of(corpus: Corpus, repair: str) -> Mentions:
    """How the mentions of a corpus are to be read, by a method of repair where they need one."""
    labelled = [each for each in corpus.annotations.values() if isinstance(each, TokenLabels)]
    if all(label == OUTSIDE for each in labelled for labels in each.labels for label in labels):
        return Mentions(None)
    try:
        mention_reader(corpus, None, NO_REPAIR)
    except DifferentEncodings as error:
        return Mentions(None, str(error), mixed=True)
    except ReadError as error:
        problems = [finding for finding in error.findings if isinstance(finding, Finding)]
        beyond = [finding for finding in problems if finding.code != _REPAIRABLE]
        if problems and not beyond and repair != NO_REPAIR:
            return Mentions(repair)
        first = beyond[0] if beyond else problems[0] if problems else None
        return Mentions(None, first and f"{first.place}: {first.message}")
    return Mentions(NO_REPAIR)
