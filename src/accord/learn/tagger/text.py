"""Sentences as flat columns: tokens, labels and whatever else is known of each token."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from accord.errors import UsageError
from accord.messages import plural
from accord.model import Corpus, Sentence, labelled_sentences

if TYPE_CHECKING:
    from accord.learn.tagger.kernel import Integers


@dataclass(frozen=True, slots=True)
class Text:
    """The tokens of all sentences one after the other; sentence i runs from ``starts[i]`` to ``starts[i + 1]``."""

    tokens: list[str]
    starts: Integers
    labels: list[str] | None = None
    columns: Mapping[str, list[str]] = field(default_factory=dict)

    def cut(self, values: Sequence[Any]) -> list[list[Any]]:
        """One value a token, as a list for each sentence."""
        ends = self.starts.tolist()
        return [list(values[start:end]) for start, end in pairwise(ends)]

    @classmethod
    def of(cls, sentences: Any, *, labelled: bool) -> Text:
        """Sentences of a corpus or a list.

        With labels, a sentence is ``(tokens, labels)`` or ``(tokens, labels, columns)``; without, its tokens or
        ``(tokens, columns)``; ``columns`` is a mapping of names to one value a token.
        """
        if isinstance(sentences, Corpus):
            if len(sentences.annotators) != 1:
                raise UsageError(f"a corpus of one annotator is needed, this one has {len(sentences.annotators)}")
            sentences = labelled_sentences(sentences, sentences.annotators[0])
        if isinstance(sentences, str | bytes | Mapping) or not isinstance(sentences, Iterable):
            raise UsageError(f"a list of sentences or a corpus is needed, not a {type(sentences).__name__}")
        parts = [_parts(sentence, number, labelled=labelled) for number, sentence in enumerate(sentences)]
        starts = np.zeros(len(parts) + 1, dtype=np.int64)
        np.cumsum([len(tokens) for tokens, _, _ in parts], out=starts[1:])
        names = list(dict.fromkeys(chain.from_iterable(columns for _, _, columns in parts)))
        columns = {
            name: list(chain.from_iterable(values.get(name, [""] * len(tokens)) for tokens, _, values in parts))
            for name in names
        }
        labels = list(chain.from_iterable(labels for _, labels, _ in parts)) if labelled else None
        return cls(list(chain.from_iterable(tokens for tokens, _, _ in parts)), starts, labels, columns)


Parts = tuple[Sequence[str], Sequence[str], Mapping[str, Sequence[str]]]


def _parts(sentence: Any, number: int, *, labelled: bool) -> Parts:
    if isinstance(sentence, Sentence):
        return sentence.tokens, sentence.labels, {}
    if labelled and isinstance(sentence, tuple) and len(sentence) == 2 and _fit(*sentence):
        return (*sentence, {})
    columns: Any = {}
    labels: Any = ()
    tokens = sentence
    if isinstance(sentence, Sequence) and sentence and isinstance(sentence[-1], Mapping):
        *rest, columns = sentence
        tokens = rest if labelled else rest[0] if len(rest) == 1 else None
    if labelled:
        tokens, labels = tokens if isinstance(tokens, Sequence) and len(tokens) == 2 else (None, None)
    for what, values in {"tokens": tokens, "labels": labels, **columns}.items():
        if not _are_strings(values):
            shape = "(tokens, labels)" if labelled else "a list of tokens"
            raise UsageError(f"sentence {number + 1}: {what} must be strings; a sentence is {shape}, columns after it")
        if len(values) != len(tokens) and (what != "labels" or labelled):
            held = plural(len(values), "label") if what == "labels" else f"{plural(len(values), 'value')} of {what}"
            raise UsageError(
                f"sentence {number + 1} has {plural(len(tokens), 'token')} and {held}: there must be one for each"
            )
    return tokens, labels, columns


def _fit(tokens: Any, labels: Any) -> bool:
    """Whether these are surely as many tokens as labels, for most sentences are plain lists."""
    both = isinstance(tokens, list) and isinstance(labels, list) and len(tokens) == len(labels)
    return both and {str}.issuperset(map(type, tokens)) and {str}.issuperset(map(type, labels))


def _are_strings(values: Any) -> bool:
    if not isinstance(values, Sequence) or isinstance(values, str):
        return False
    return {str}.issuperset(map(type, values)) or all(isinstance(value, str) for value in values)
