"""Annotations such as a format can hold them: chunk labels as spans, and spans as chunk labels."""

from __future__ import annotations

from typing import TYPE_CHECKING

from accord.encoding.repair import NO_REPAIR
from accord.errors import NotApplicable
from accord.formats.formats import FORMATS
from accord.formats.writer import annotation_name, fitting, holding
from accord.kinds.spans.span_tokens import OVERLAPS, spans_of_tokens, tokens_of_spans
from accord.messages import option

if TYPE_CHECKING:
    from collections.abc import Sequence

    from accord.encoding import Encoding
    from accord.formats.writer import Writer
    from accord.model import Corpus

TOKENS, SPANS = "labels of tokens", "spans"


def as_held(
    corpus: Corpus,
    name: str,
    *,
    encoding: str | Encoding | None = None,
    repair: str = NO_REPAIR,
    overlaps: str = OVERLAPS[0],
) -> Corpus:
    """The same annotations such as a format can hold them; refused where it has no place for them."""
    held = held_by(corpus, FORMATS.get(name).writer, encoding=encoding, repair=repair, overlaps=overlaps)
    if held is not None:
        return held
    kind = annotation_name(corpus)
    others = fitting(corpus)
    known = f"write them as {_or(others)}" if others else "no format that accord writes does"
    layers = [each for each in corpus.layers if each != corpus.layer.name]
    other = f", or choose another layer ({option('layer')}: {', '.join(layers)})" if layers else ""
    these = "these " * (kind in FORMATS.get(name).writer.kinds)
    raise NotApplicable(f"{name} has no place for {these}{kind}: {known}{other}")


def held_by(
    corpus: Corpus,
    writer: Writer,
    *,
    encoding: str | Encoding | None = None,
    repair: str = NO_REPAIR,
    overlaps: str = OVERLAPS[0],
) -> Corpus | None:
    """The same annotations such as a writer can hold them; None where it has no place for them."""
    kind = annotation_name(corpus)
    if kind in writer.kinds and writer.holds(corpus):
        return corpus
    if kind == TOKENS and SPANS in writer.kinds:
        return spans_of_tokens(corpus, encoding, repair)
    if kind == SPANS and TOKENS in writer.kinds:
        return tokens_of_spans(corpus, "BIO" if encoding is None else encoding, overlaps=overlaps)
    return None


def held_as_others(corpus: Corpus, *, chunks: bool) -> list[str]:
    """The formats that hold annotations as others: chunk labels as spans, or spans as chunk labels."""
    held = {TOKENS: SPANS if chunks else None, SPANS: TOKENS}.get(annotation_name(corpus))
    return [] if held is None else [name for name in holding(held) if name not in fitting(corpus)]


def _or(names: Sequence[str]) -> str:
    *most, last = names
    return f"{', '.join(most)} or {last}" if most else last
