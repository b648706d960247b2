"""What the page draws of single documents and sentences: alignments and trees."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated


@dataclass(frozen=True, slots=True, kw_only=True)
class AlignedUnit:
    """A unit of one annotator."""

    annotator: Annotated[str, "who marked it"]
    start: Annotated[float, "where it begins"]
    end: Annotated[float, "where it ends"]
    category: Annotated[str, "what it was called"]
    text: Annotated[str | None, "what stands there"]


@dataclass(frozen=True, slots=True, kw_only=True)
class AlignmentLink:
    """Units that are aligned with each other."""

    disorder: Annotated[float, "how far they are apart"]
    members: Annotated[Sequence[int | None], "numbers of units, by annotator; null where one has none"]


@dataclass(frozen=True, slots=True, kw_only=True)
class AlignedDocument:
    """One document with what everyone marked."""

    document: Annotated[str, "its name"]
    length: Annotated[float, "where it ends"]
    text: Annotated[str | None, "the text"]
    tokens: Annotated[Sequence[str] | None, "its tokens, where positions are tokens"]
    text_left_out: Annotated[int, "how many characters or tokens are not held"]
    disorder: Annotated[float, "of its alignment"]
    annotators: Annotated[Sequence[str], "who looked at it"]
    units: Annotated[Sequence[AlignedUnit], "what they marked"]
    alignments: Annotated[Sequence[AlignmentLink], "the worst first"]
    alignments_left_out: Annotated[int, "how many are not held"]


@dataclass(frozen=True, slots=True, kw_only=True)
class AlignerView:
    """Alignments of the documents of most disorder."""

    total: Annotated[int, "how many documents could be aligned"]
    left_out: Annotated[int, "how many are not held"]
    of: Annotated[str, "what positions count"]
    signature: Annotated[str, "how all were aligned"]
    documents: Annotated[Sequence[AlignedDocument], "the worst first"]


@dataclass(frozen=True, slots=True, kw_only=True)
class TreeBracket:
    """A phrase over some tokens."""

    label: Annotated[str, "its label"]
    start: Annotated[int, "its first token"]
    end: Annotated[int, "the token after it"]
    leaf: Annotated[bool, "whether it holds no other phrase"]


@dataclass(frozen=True, slots=True, kw_only=True)
class TreeVersion:
    """The tree of one annotator: heads and labels, or brackets."""

    heads: Annotated[Sequence[int] | None, "of each token, from 1; 0 is the root, -1 a head that is not there"] = None
    labels: Annotated[Sequence[str] | None, "the relation of each token"] = None
    brackets: Annotated[Sequence[TreeBracket] | None, "phrases, the outer ones first"] = None
    file: Annotated[str | None, "where it stands"]
    line: Annotated[int | None, "the line there"]
    tokens: Annotated[Sequence[str] | None, "the annotator's own, where annotators have different ones"] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SentenceTrees:
    """A sentence with the trees of everyone."""

    id: Annotated[str, "that of the item"]
    sentence: Annotated[str, "its name"]
    document: Annotated[str, "where it is"]
    distance: Annotated[float, "how far its trees are apart"]
    tokens: Annotated[Sequence[str], "its words"]
    versions: Annotated[Mapping[str, TreeVersion], "by annotator"]


@dataclass(frozen=True, slots=True, kw_only=True)
class TreesView:
    """Sentences whose trees differ."""

    kind: Annotated[str, "dependencies or phrases"]
    total: Annotated[int, "how many there are"]
    left_out: Annotated[int, "how many are not held"]
    sentences: Annotated[Sequence[SentenceTrees], "the worst first"]
