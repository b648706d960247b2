"""Write the system outputs in ``systems/`` from ``reference.conll``.

No model was trained. "lantern" and "beacon" are two imaginary taggers, and each of
their runs is the reference with mistakes put in. The mistakes are of the kinds that
taggers really make:

* a mention is missed;
* its type is mistaken, most often where people argue too (a ship that bears a
  person's name, a public house, the Harbour Office);
* its boundary is wrong (a title taken in, a first or last word lost);
* a capitalised word that names nothing is marked;
* a label does not fit the one before it, as happens without a CRF layer.

The runs of one system share most of their mistakes, as runs of one model with other
seeds do: for every mention there is one outcome drawn for the system and one drawn
for the run, and the run follows its system with probability ``HABIT``.

Only ``random.Random(text).random()`` is used, so the same files come out on every
platform. Usage: ``python make_systems.py [FOLDER]`` (default: ``systems/`` beside
this file).
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

HERE = Path(__file__).resolve().parent
HABIT = 0.8
TITLES = {"Captain", "Constable", "Dr", "Mayor", "Miss", "Mr", "Mrs", "Reverend"}
PRONOUNS = {"He", "His", "I", "It", "She"}
OTHER_SMALL_WORDS = {"A", "All", "By", "From", "High", "In", "No", "On", "The"}
NEVER_MARKED_ALONE = TITLES | PRONOUNS | OTHER_SMALL_WORDS
TWIN = {"PER": "SHIP", "SHIP": "PER", "LOC": "ORG", "ORG": "LOC"}
DEBATABLE = {
    "Alderman Crewe",
    "Blind Pilot",
    "Duchess of Pellwick",
    "Gannet Rock Lifeboat",
    "Harbour Office",
    "Henrietta Voss",
    "Mayor Crewe",
    "Old Customs House",
    "Patience",
    "Weiß & Pym",
}


@dataclass(frozen=True)
class Profile:
    """The habits of one system: how often it makes each kind of mistake."""

    name: str
    miss: float  # share of mentions missed (DATE and single words: twice)
    mistype: float  # share of mentions given another type
    debatable: float  # the same, for the debatable names
    boundary: float  # share of mentions with a wrong boundary
    spurious: float  # share of capitalised words outside mentions that are marked
    misfit: float  # share of mentions with a label that does not fit


@dataclass(frozen=True)
class Mention:
    """The tokens from ``start`` up to, but not including, ``end``."""

    start: int
    end: int
    type: str


LANTERN = Profile(
    name="lantern",
    miss=0.055,
    mistype=0.02,
    debatable=0.30,
    boundary=0.13,
    spurious=0.10,
    misfit=0.05,
)
BEACON = Profile(
    name="beacon",
    miss=0.045,
    mistype=0.01,
    debatable=0.24,
    boundary=0.11,
    spurious=0.07,
    misfit=0.002,
)
MISC_RUN = "lantern-2"  # this run was "trained" on data that has one more type


def find_mentions(labels: Sequence[str]) -> list[Mention]:
    """Return the mentions of one sentence in valid BIO."""
    found: list[Mention] = []
    for index, label in enumerate(labels):
        if label.startswith("B-"):
            found.append(Mention(index, index + 1, label[2:]))
        elif label.startswith("I-"):
            last = found.pop()
            found.append(Mention(last.start, index + 1, last.type))
    return found


def draw(
    mention: Mention,
    tokens: Sequence[str],
    profile: Profile,
    rng: Random,
) -> Mention | None:
    """Draw what the system makes of one mention of the reference; None: missed."""
    start, end, kind = mention.start, mention.end, mention.type
    text = " ".join(tokens[start:end])
    chance, side = rng.random(), rng.random()

    limit = profile.miss * (2 if kind == "DATE" or end - start == 1 else 1)
    if chance < limit:
        return None
    limit += profile.debatable if text in DEBATABLE else profile.mistype
    if chance < limit and kind in TWIN:
        return Mention(start, end, TWIN[kind])
    limit += profile.boundary
    if chance < limit:
        if start > 0 and tokens[start - 1] in TITLES:
            return Mention(start - 1, end, kind)
        if end - start > 1:
            cut = 1 if side < 0.5 else 0
            return Mention(start + cut, end - 1 + cut, kind)
    return mention


def encode(mentions: Sequence[Mention], length: int) -> list[str]:
    """Write mentions, which must not overlap, as BIO labels."""
    labels = ["O"] * length
    for mention in mentions:
        for index in range(mention.start, mention.end):
            labels[index] = ("B-" if index == mention.start else "I-") + mention.type
    return labels


def misfit(labels: list[str], mention: Mention, rng: Random) -> None:
    """Spoil one label of a mention so that it does not follow from the one before."""
    last = mention.end - 1
    if last > mention.start and mention.type in TWIN and rng.random() < 0.6:
        labels[last] = "I-" + TWIN[mention.type]
    elif mention.start == 0 or labels[mention.start - 1] == "O":
        labels[mention.start] = "I-" + mention.type


def capitalised(
    tokens: Sequence[str],
    labels: Sequence[str],
) -> Iterator[tuple[int, int]]:
    """Yield the stretches of capitalised words outside the mentions."""
    start = 0
    for index, (token, label) in enumerate(zip(tokens, labels, strict=True)):
        if label == "O" and token[0].isupper() and token not in NEVER_MARKED_ALONE:
            continue
        if start < index:
            yield start, index
        start = index + 1
    if start < len(tokens):
        yield start, len(tokens)


class Tagger:
    """One run of one system."""

    def __init__(self, profile: Profile, run: int, known: Mapping[str, str]) -> None:
        """Set up run number ``run``; ``known`` maps the names seen to their types."""
        self.name = f"{profile.name}-{run}"
        self.known = known
        self.profile = profile
        self.habit = Random(profile.name)
        self.own = Random(self.name)

    def tag(self, tokens: Sequence[str], reference: Sequence[str]) -> list[str]:
        """Return the labels this run gives to a sentence."""
        guesses: list[Mention] = []
        for mention in find_mentions(reference):
            usual = draw(mention, tokens, self.profile, self.habit)
            fresh = draw(mention, tokens, self.profile, self.own)
            guess = usual if self.own.random() < HABIT else fresh
            if guess is not None:
                guesses.append(guess)

        for start, end in capitalised(tokens, reference):
            if self.own.random() < self.profile.spurious:
                kind = self.known.get(" ".join(tokens[start:end]), "PER")
                if self.name == MISC_RUN and start > 0:
                    kind = "MISC"
                if all(guess.end <= start or guess.start >= end for guess in guesses):
                    guesses.append(Mention(start, end, kind))

        labels = encode(guesses, len(tokens))
        for guess in guesses:
            if self.own.random() < self.profile.misfit:
                misfit(labels, guess, self.own)
        return labels


def read_blocks(text: str) -> Iterator[tuple[list[str], list[str], list[str]]]:
    """Yield the comments, tokens and labels of each block of a CoNLL text."""
    for block in text.strip("\n").split("\n\n"):
        lines = block.split("\n")
        comments = [line for line in lines if line.startswith("# ")]
        rows = [line.split("\t") for line in lines[len(comments) :]]
        yield comments, [row[0] for row in rows], [row[1] for row in rows]


def main(folder: Path) -> None:
    """Write one file per run into ``folder``."""
    blocks = list(read_blocks((HERE / "reference.conll").read_text(encoding="utf-8")))
    known = {
        " ".join(tokens[mention.start : mention.end]): mention.type
        for _, tokens, labels in blocks
        for mention in find_mentions(labels)
    }
    folder.mkdir(parents=True, exist_ok=True)
    for profile, run in product((LANTERN, BEACON), (1, 2, 3)):
        tagger = Tagger(profile, run, known)
        text = ""
        for comments, tokens, labels in blocks:
            is_sentence = tokens != ["-DOCSTART-"]
            tagged = tagger.tag(tokens, labels) if is_sentence else labels
            rows = ["\t".join(row) for row in zip(tokens, tagged, strict=True)]
            text += "\n".join(comments + rows) + "\n\n"
        (folder / f"{tagger.name}.conll").write_bytes(text.encode("utf-8"))


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else HERE / "systems")
