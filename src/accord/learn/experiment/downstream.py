"""What comes after a tagger: a second one learns from tokens and from what the first one says of them.

Does a tagger help the next step? Plank, Hovy & Søgaard (2014), Table 2: parts of speech as features of a chunker.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from accord.encoding.scheme import NO_ENCODING
from accord.learn.tagger import Prepared, Tagger

if TYPE_CHECKING:
    from collections.abc import Mapping

    from accord.encoding import Encoding
    from accord.learn.experiment.measures import Split
    from accord.learn.experiment.plan import DownstreamPlan
    from accord.learn.tagger.kernel import Codes
    from accord.learn.tagger.text import Text

_COLUMN = "tag"


@dataclass(frozen=True, slots=True)
class Downstream:
    """Texts with other labels, as they are and as the first tagger sees them."""

    how: DownstreamPlan
    encoding: Encoding | None
    labels: tuple[str, ...]
    """Those of the second tagger."""
    train: tuple[Text, Prepared]
    tests: Mapping[str, tuple[Text, Prepared]]

    @classmethod
    def of(cls, how: DownstreamPlan, other: Split, first: Prepared) -> Downstream:
        """Look at all texts as the first tagger does."""
        labels = Prepared.of(other.train, how.features, encoding=other.encoding).labels
        tests = {name: (text, first.others(text)) for name, text in other.tests.items()}
        return cls(how, other.encoding, labels, (other.train, first.others(other.train)), tests)

    def said(self) -> dict[str, object]:
        """All that could change its predictions, beside data and seed."""
        scheme = self.encoding.name if self.encoding else NO_ENCODING
        return {
            "features": self.how.features,
            "learner": self.how.learner,
            "epochs": self.how.epochs,
            "encoding": scheme,
        }

    def predicted(self, first: Tagger, seed: int) -> dict[str, Codes]:
        """The codes of the labels of each test set, by a tagger that learnt from the first one's labels."""
        train = Prepared.of(_tagged(first, *self.train), self.how.features, encoding=self.encoding)
        second = Tagger.train(train, epochs=self.how.epochs, learner=self.how.learner, seed=seed)
        return {name: second.predict(train.others(_tagged(first, *test))) for name, test in self.tests.items()}


def _tagged(tagger: Tagger, text: Text, seen: Prepared) -> Text:
    labels = [tagger.labels[code] for code in tagger.predict(seen).tolist()]
    return replace(text, columns={_COLUMN: labels})
