"""A tagger: labels for tokens, learnt from labelled sentences."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy as np

from accord.encoding import Encoding
from accord.encoding import encoding as named_encoding
from accord.errors import UsageError
from accord.learn.tagger.constraint import allowed_steps, refuse_invalid, with_outside
from accord.learn.tagger.features import Extractor, Given, make_extractor
from accord.learn.tagger.kernel import Sample
from accord.learn.tagger.learning import Epoch, Examples, Model, a_gamma, flat_weights, learn
from accord.learn.tagger.settings import L2, LEARNING_RATE, PERCEPTRON, Settings
from accord.learn.tagger.text import Text
from accord.messages import option

if TYPE_CHECKING:
    from collections.abc import Sequence
    from os import PathLike

    from accord.compute.progress import OnProgress
    from accord.learn.tagger.clusters import Clusters
    from accord.learn.tagger.features import Own
    from accord.learn.tagger.gazetteer import Gazetteer
    from accord.learn.tagger.kernel import Codes
    from accord.study.quotient import Floats


@dataclass(frozen=True, slots=True)
class Tagger:
    """A first-order linear tagger whose mistakes may weigh differently.

    The best labels of a sentence are found by Viterbi's algorithm. The perceptron (Collins 2002) moves the weights of
    the features of each wrong token towards the true label and away from the predicted one,

        w += gamma(true, predicted) * (phi(x, true) - phi(x, predicted)).

    Softmax regression and the CRF (Lafferty et al. 2001) move all tokens, by what is expected instead of predicted:

        w += rate * gamma(true, likeliest) * (phi(x, true) - sum over y of P(y | x) phi(x, y)),

    where P is the share of exp(score) among the labels of the token, or among all labellings of the sentence. Weights
    are averaged. gamma is 1, or small for labels that annotators confuse (Plank, Hovy & Søgaard 2014).

    >>> sentences = [(["a", "dog", "barks"], ["DET", "NOUN", "VERB"]), (["a", "cat"], ["DET", "NOUN"])]
    >>> tagger = Tagger.train(sentences, features="pos")
    >>> tagger.tag([["a", "dog"]])
    [['DET', 'NOUN']]
    """

    labels: tuple[str, ...]
    model: Model
    extractor: Extractor
    settings: Settings
    encoding: Encoding | None = None
    curve: tuple[Epoch, ...] = ()

    @classmethod
    def train(
        cls,
        sentences: Any,
        *,
        features: Any = "pos",
        weights: Any = None,
        token_weights: Any = None,
        epochs: int = 5,
        average: str = "update",
        shuffle: bool = True,
        ties: str = "seed",
        regulariser: str | None = None,
        rate: float = 0.1,
        supported_only: bool | None = None,
        learner: str = "perceptron",
        learning_rate: float = LEARNING_RATE,
        l2: float = L2,
        encoding: str | Encoding | None = None,
        labels: Sequence[str] = (),
        gazetteer: Gazetteer | None = None,
        clusters: Clusters | None = None,
        seed: int = 1,
        progress: OnProgress | None = None,
        dev: Any = None,
    ) -> Tagger:
        """Learn from sentences: ``(tokens, labels)`` or ``(tokens, labels, columns)``, a corpus, or `Prepared`.

        ``features`` is "pos", "chunk", "ner" or "lxmls", a function from tokens to strings for each, or two arrays
        ``(indptr, indices)``. ``weights`` are `Weights` (or an array) by gold and predicted label, ``token_weights``
        one number a token. ``learner`` is "perceptron", "softmax" or "crf". ``labels`` come first in the order of
        labels, which matters for ``ties="lowest"`` only.
        ``encoding`` keeps the predictions valid. ``dev`` is one set of sentences, or several by name.
        """
        settings = Settings(
            epochs, average, shuffle, ties, regulariser, rate, supported_only, seed, learner, learning_rate, l2
        )
        data = sentences
        if not isinstance(data, Prepared):
            data = Prepared.of(data, features, encoding=encoding, labels=labels, gazetteer=gazetteer, clusters=clusters)
        names = data.labels
        given = dev if isinstance(dev, Mapping) else {} if dev is None else {"dev": dev}
        held_out = {name: data.others(each).examples for name, each in given.items()}
        if empty := [name for name, examples in held_out.items() if not len(examples)]:
            raise UsageError(f"{empty[0]}: there is not a single token to score")
        model, curve = learn(
            data.examples,
            names,
            data.extractor.width,
            settings,
            gamma=None if weights is None else a_gamma(weights, names),
            token_weights=None if token_weights is None else flat_weights(token_weights, len(data.examples)),
            allowed=None if data.encoding is None else allowed_steps(data.encoding, names),
            dev=held_out,
            done=progress,
        )
        return cls(names, model, data.extractor, settings, data.encoding, curve)

    def tag(self, sentences: Any, *, features: Any = None) -> list[list[str]]:
        """The labels of sentences, each its tokens or ``(tokens, columns)``; features come along if they are arrays."""
        text = Text.of(sentences, labelled=False)
        return text.cut(self.tag_text(text, features))

    def tag_text(self, text: Text, features: Any = None) -> list[str]:
        """The labels of all tokens."""
        names = np.array(self.labels, dtype=object)
        found: list[str] = names[
            self.model.decode(Sample(text.starts, *_rows(self.extractor, text, features)))
        ].tolist()
        return found

    @property
    def has_probabilities(self) -> bool:
        """Whether its scores have a scale."""
        return self.settings.learner != PERCEPTRON

    def probabilities(self, sentences: Any, *, features: Any = None) -> list[Floats]:
        """The probability of each label (in the order of ``labels``) of each token: (tokens, labels) for each sentence.

        Of a perceptron there are none, for its scores have no scale.
        """
        text = Text.of(sentences, labelled=False)
        return np.split(self.shares(text, features), text.starts[1:-1])

    def margins(self, sentences: Any, *, features: Any = None) -> list[list[float]]:
        """How far the best labelling of a sentence lies above the best one with another label of each token."""
        text = Text.of(sentences, labelled=False)
        return text.cut(self.margins_of(text, features).tolist())

    def shares(self, text: Text, features: Any = None) -> Floats:
        """The probabilities of all tokens, (tokens, labels)."""
        if not self.has_probabilities:
            raise UsageError(
                "a perceptron has no probabilities, for its scores have no scale: train with "
                f"{option('learner', 'softmax')} or crf"
            )
        return self.model.shares(Sample(text.starts, *_rows(self.extractor, text, features)))

    def margins_of(self, text: Text, features: Any = None) -> Floats:
        """The margins of all tokens."""
        return self.model.margins(Sample(text.starts, *_rows(self.extractor, text, features)))

    def predict(self, prepared: Prepared) -> Codes:
        """The codes of the labels of all tokens."""
        return self.model.decode(prepared.examples.sample)

    def accuracy(self, sentences: Any, *, features: Any = None) -> float:
        """The share of tokens of labelled sentences whose label is right."""
        if isinstance(sentences, Prepared):
            return self.model.accuracy(sentences.examples)
        text = _labelled(sentences)
        sample = Sample(text.starts, *_rows(self.extractor, text, features))
        return self.model.accuracy(Examples(sample, _codes(text.labels or [], self.labels)))

    def save(self, path: str | PathLike[str]) -> None:
        """Write the tagger into one file, whole or not at all."""
        from accord.learn.tagger.store import save

        save(self, path)

    @classmethod
    def load(cls, path: str | PathLike[str], *, features: Own | None = None) -> Tagger:
        """Read a tagger that was saved; one with features of your own function needs that function again."""
        from accord.learn.tagger.store import load

        return load(path, features)


@dataclass(frozen=True, slots=True)
class Prepared:
    """Labelled sentences with their features, for learning from them more than once."""

    labels: tuple[str, ...]
    extractor: Extractor
    examples: Examples
    encoding: Encoding | None = None

    @classmethod
    def of(
        cls,
        sentences: Any,
        features: Any = "pos",
        *,
        encoding: str | Encoding | None = None,
        labels: Sequence[str] = (),
        gazetteer: Gazetteer | None = None,
        clusters: Clusters | None = None,
    ) -> Prepared:
        """Take sentences to learn from apart; they may come as flat columns (`Text`)."""
        text = _labelled(sentences)
        if not text.tokens or text.labels is None:
            raise UsageError("there is not a single token to learn from")
        if isinstance(labels, str) or not all(isinstance(label, str) for label in labels):
            raise UsageError(f"labels: a list of names is needed, not {labels!r}")
        scheme = None if encoding is None else named_encoding(encoding)
        names = tuple(dict.fromkeys(chain(labels, text.labels)))
        if scheme is not None:
            refuse_invalid(scheme, text.cut(text.labels))
            names = with_outside(names)
        extractor = make_extractor(features, text.columns, gazetteer, clusters)
        rows = _rows(extractor, text, features) if isinstance(extractor, Given) else extractor.rows(text, learn=True)
        return cls(names, extractor, Examples(Sample(text.starts, *rows), _codes(text.labels, names)), scheme)

    @property
    def unknown(self) -> int:
        """How many tokens have none of the labels."""
        return int((self.examples.gold < 0).sum())

    def others(self, sentences: Any, features: Any = None) -> Prepared:
        """Other labelled sentences, with the features and labels of these."""
        if isinstance(sentences, Prepared):
            return sentences
        text = _labelled(sentences)
        rows = _rows(self.extractor, text, features)
        return replace(self, examples=Examples(Sample(text.starts, *rows), _codes(text.labels or [], self.labels)))


def _labelled(sentences: Any) -> Text:
    return sentences if isinstance(sentences, Text) else Text.of(sentences, labelled=True)


def _codes(labels: Sequence[str], names: Sequence[str]) -> Codes:
    """The place of each label among the names, -1 where it is none of them."""
    code = {name: number for number, name in enumerate(names)}
    return np.fromiter((code.get(label, -1) for label in labels), np.int32, len(labels))


def _rows(extractor: Extractor, text: Text, features: Any) -> Any:
    if isinstance(extractor, Given):
        if features is None:
            raise UsageError("this tagger learnt from arrays of features: give those of the new sentences (features=)")
        return extractor.checked(features, len(text.tokens))
    if features is not None:
        raise UsageError("this tagger makes its own features: leave out features=")
    return extractor.rows(text)
