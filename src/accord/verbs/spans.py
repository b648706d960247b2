"""Texts with the spans that annotators marked, and what reads the mentions of chunk labels in them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from accord.checks import label_findings
from accord.encoding import Decoder
from accord.encoding import encoding as named_encoding
from accord.encoding.decode import UNREADABLE
from accord.encoding.detect import Census
from accord.encoding.repair import NO_REPAIR, REPAIRS
from accord.errors import ReadError
from accord.kinds.spans.match import match_named
from accord.kinds.spans.random_side import Model
from accord.messages import plural
from accord.model import SentenceSource, TokenLabels, labelled_sentences
from accord.study.spans import study_spans
from accord.verbs.arguments import check_whole_number, names
from accord.verbs.read import as_corpus

if TYPE_CHECKING:
    from collections.abc import Sequence

    from accord.encoding import Encoding
    from accord.kinds.spans.match import Match
    from accord.model import Corpus, Finding
    from accord.study.spans import SpanStudy


class Marked(NamedTuple):
    """Texts with the spans that annotators marked, when two spans match, and how chance lays them."""

    study: SpanStudy
    match: Match
    model: Model
    read_by: dict[str, object]


def marked(
    data: Any,
    *,
    match: str,
    model: str,
    types: str,
    gap: int,
    text: str,
    encoding: str | Encoding | None,
    repair: str,
    only: str | Sequence[str] | None,
    least: int = 2,
) -> Marked:
    """What a caller asks for, of texts that so many annotators or more looked at."""
    corpus = as_corpus(data)
    how = match_named(match), Model.named(model, types, check_whole_number(gap, "gap", least=0))
    chosen = None if only is None else names(only, "only")
    reader = mention_reader(corpus, encoding, repair)
    study = study_spans(corpus, reader.mentions if reader else None, unit=text, only=chosen, least=least)
    return Marked(study, *how, read_by(reader, repair))


def read_by(reader: Decoder | None, repair: str) -> dict[str, object]:
    """How chunk labels were read, for signatures."""
    return {} if reader is None else {"enc": reader.scheme.name, "repair": repair}


def mention_reader(corpus: Corpus, encoding: str | Encoding | None, repair: str) -> Decoder | None:
    """What reads the mentions of chunk labels, after every label was looked at; None where there are none."""
    labelling = dict.fromkeys(who for (_, who), layer in corpus.annotations.items() if isinstance(layer, TokenLabels))
    label_sources = [SentenceSource(annotator, list(labelled_sentences(corpus, annotator))) for annotator in labelling]
    if not label_sources:
        return None
    found = (
        named_encoding(encoding)
        if encoding
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
        how = f"; say how to read invalid sequences: repair {', '.join(REPAIRS)} (--repair, repair=)"
        raise ReadError(f"{count}{how if repair == NO_REPAIR else ''}", problems)
    return decoder


def _refuse_different_encodings(label_sources: Sequence[SentenceSource]) -> None:
    """Refuse annotators each of whom is right, but in an encoding of their own."""
    fitting = {label_source.name: Census.of(label_source.batches()).best() for label_source in label_sources}
    used = {name: found.name for name, found in fitting.items() if found is not None}
    if len(set(used.values())) > 1:
        said = ", ".join(f"{name} in {encoding}" for name, encoding in used.items())
        raise ReadError(f"the labels look like different encodings ({said}): convert them to one, or say which it is")
