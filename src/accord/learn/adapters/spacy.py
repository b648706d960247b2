"""Disagreement for spaCy, by copies with drawn labels: it takes neither weights nor soft labels.

spaCy has no hook for weights of tokens or of errors, and both its text categorisers refuse any share of a label but 0
and 1. Their loss is a squared distance, whose gradient is linear in the label, so labels drawn from a soft target teach
that target on average. What copies are worth otherwise is said in `accord.learn.sequences`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from accord.learn.sequences import Copies, expand_sequences

if TYPE_CHECKING:
    from collections.abc import Sequence

    from accord.distance.between import Floats


def text_examples(
    nlp: Any, texts: Sequence[str], targets: Floats, labels: Sequence[str], *, copies: float = 10.0, seed: int = 1
) -> list[Any]:
    """Examples for ``textcat``: copies of the texts, their labels drawn from soft targets (texts, labels)."""
    from spacy.training import Example

    drawn = expand_sequences(texts, [row[None] for row in targets], labels, copies=copies, seed=seed)
    return [
        Example.from_dict(nlp.make_doc(text), {"cats": {label: float(label == given) for label in labels}})
        for text, (given,) in zip(drawn.sentences, drawn.labels, strict=True)
    ]


def tagged_examples(nlp: Any, copies: Copies) -> list[Any]:
    """Examples for ``tagger`` from sentences of words, as `expand_sequences` gives them."""
    from spacy.tokens import Doc
    from spacy.training import Example

    return [
        Example.from_dict(Doc(nlp.vocab, words=list(words)), {"tags": tags})
        for words, tags in zip(copies.sentences, copies.labels, strict=True)
    ]
