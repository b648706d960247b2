"""Measure how much annotators agree on spans, beyond chance."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from os import PathLike
from typing import TYPE_CHECKING, Any

from accord.check import label_findings
from accord.encoding import Decoder
from accord.encoding import encoding as named_encoding
from accord.encoding.decode import UNREADABLE
from accord.encoding.detect import Census
from accord.encoding.repair import NO_REPAIR, REPAIRS
from accord.errors import ReadError, UsageError
from accord.measure.spans.agreement import SpanAgreement
from accord.measure.spans.corrected_f1 import CorrectedF1
from accord.measure.spans.match import match_named
from accord.measure.spans.random_side import Model
from accord.measure.spans.spread import spread
from accord.measure.uncertainty import Uncertainty
from accord.model import Corpus, SentenceTrack, TokenLabels
from accord.study.spans import study_spans
from accord.verbs.given import a_number, a_whole_number, names
from accord.verbs.read import read
from accord.wording import plural, suggestion

if TYPE_CHECKING:
    from collections.abc import Sequence

    from accord.encoding import Encoding
    from accord.model import Finding


def agree_spans(
    data: Any,
    *,
    match: str = "token",
    model: str = "disjoint",
    types: str = "apart",
    gap: int = 0,
    text: str = "sentence",
    reference: str | None = None,
    shared: int | str | None = None,
    by_most: bool = False,
    encoding: str | Encoding | None = None,
    repair: str = NO_REPAIR,
    only: str | Sequence[str] | None = None,
    interval: str | None = "jackknife",
    level: float = 0.95,
    resamples: int = 1_000,
    draws: int = 1_000,
    seed: int = 1,
) -> SpanAgreement:
    """Corrected F1 of the spans that two annotators or more marked in the same texts.

    ``data`` is a corpus or paths: spans, or chunk labels, whose mentions are the spans. ``match`` says when spans match
    (token, union, exact, overlap, iou:0.5, boundary:1), ``model`` whether chance lays them disjoint or with overlap,
    ``types`` whether types are taken apart, joint or ignored, ``text`` within what spans could have lain (sentence,
    document). A ``reference`` is held fixed. ``shared`` counts tokens that so many annotators ("all") marked instead of
    pairs.
    """
    corpus = as_corpus(data)
    drawn = a_whole_number(draws, "draws", least=0)
    measure = CorrectedF1(
        match_named(match),
        Model.named(model, types, a_whole_number(gap, "gap", least=0)),
        reference,
        _shared(shared),
        by_most,
        drawn or 1_000,
        a_whole_number(seed, "seed", least=0),
    )
    chosen = None if only is None else names(only, "only")
    reader = mention_reader(corpus, encoding, repair)
    study = study_spans(corpus, reader.mentions if reader else None, unit=text, only=chosen)
    if reference is not None and reference not in study.annotators:
        hint = suggestion(str(reference), list(study.annotators))
        raise UsageError(f"the reference {reference!r} is none of the annotators: {hint}")
    if (measure.shared or 0) > len(study.annotators):
        raise UsageError(f"{plural(len(study.annotators), 'annotator')} cannot share a mark by {measure.shared}")
    uncertainty = Uncertainty(
        interval or "none",
        a_number(level, "level"),
        True,
        a_whole_number(resamples, "resamples", least=1),
        0,
        a_whole_number(seed, "seed", least=0),
    )
    rows = measure.rows(study)
    chance = spread(study, measure, rows, drawn, uncertainty.seed)
    return SpanAgreement(study, measure, uncertainty, rows, chance, read_by(reader, repair))


def as_corpus(data: Any) -> Corpus:
    """A corpus, or what the files at some paths hold."""
    if isinstance(data, Corpus):
        return data
    if isinstance(data, Mapping) or not isinstance(data, str | PathLike | Iterable):
        raise UsageError(f"spans come as a corpus or as paths, not as a {type(data).__name__}")
    return read(*([data] if isinstance(data, str | PathLike) else data))


def read_by(reader: Decoder | None, repair: str) -> dict[str, object]:
    """How chunk labels were read, for signatures."""
    return {} if reader is None else {"enc": reader.scheme.name, "repair": repair}


def _shared(given: int | str | None) -> int | None:
    if given is None:
        return None
    number = int(given) if isinstance(given, str) and given.isdecimal() else given
    return 0 if given == "all" else a_whole_number(number, "shared", least=2)


def mention_reader(corpus: Corpus, encoding: str | Encoding | None, repair: str) -> Decoder | None:
    """What reads the mentions of chunk labels, after every label was looked at; None where there are none."""
    labelling = dict.fromkeys(who for (_, who), layer in corpus.layers.items() if isinstance(layer, TokenLabels))
    tracks = [SentenceTrack(annotator, list(corpus.sentences(annotator))) for annotator in labelling]
    if not tracks:
        return None
    found = (
        named_encoding(encoding)
        if encoding
        else Census.of(part for track in tracks for part in track.stretches()).best()
    )
    if found is None:
        raise ReadError("the labels are no chunk labels like B-PER, so they mark no spans")
    decoder = Decoder(found, NO_REPAIR if repair == NO_REPAIR else REPAIRS.name(repair))
    problems: list[Finding] = []
    for track in tracks:
        for sentence in track.sentences:
            written = decoder.text(sentence.labels)
            if UNREADABLE in written or (repair == NO_REPAIR and decoder.read(written)[1]):
                problems += label_findings(sentence, corpus.layers[sentence.document, track.name].file, found)
    if problems and encoding is None:
        _refuse_different_encodings(tracks)
    if problems:
        count = f"{plural(len(problems), 'problem')} in the labels ({found.name}): nothing was measured"
        how = f" (say how to read invalid sequences: repair {', '.join(REPAIRS)})" if repair == NO_REPAIR else ""
        raise ReadError(f"{count}{how}", problems)
    return decoder


def _refuse_different_encodings(tracks: Sequence[SentenceTrack]) -> None:
    """Refuse annotators each of whom is right, but in an encoding of their own."""
    fitting = {track.name: Census.of(track.stretches()).best() for track in tracks}
    used = {name: found.name for name, found in fitting.items() if found is not None}
    if len(set(used.values())) > 1:
        said = ", ".join(f"{name} in {encoding}" for name, encoding in used.items())
        raise ReadError(f"the labels look like different encodings ({said}): convert them to one, or say which it is")
