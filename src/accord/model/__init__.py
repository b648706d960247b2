"""What was annotated: documents, the annotations laid over them, and the places they came from."""

from accord.model.corpus import Corpus, Document, ItemLabels, Spans, TokenLabels, Trees, Units
from accord.model.finding import Finding, Severity
from accord.model.item import item_id
from accord.model.label_source import SentenceTrack, Track, labels_track, sentences_of
from accord.model.place import Place
from accord.model.sentence import SENTENCE_END, UNREAD, Sentence, Stretch, stretches
from accord.model.span import Span
from accord.model.tree import DependencyTree, PhraseTree, Tree
from accord.model.unit import Unit

__all__ = [
    "SENTENCE_END",
    "UNREAD",
    "Corpus",
    "DependencyTree",
    "Document",
    "Finding",
    "ItemLabels",
    "PhraseTree",
    "Place",
    "Sentence",
    "SentenceTrack",
    "Severity",
    "Span",
    "Spans",
    "Stretch",
    "TokenLabels",
    "Track",
    "Tree",
    "Trees",
    "Unit",
    "Units",
    "item_id",
    "labels_track",
    "sentences_of",
    "stretches",
]
