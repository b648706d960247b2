"""What was annotated: documents, the annotations laid over them, and the places they came from."""

from accord.model.corpus import Annotation, Corpus, Document, Layer
from accord.model.finding import Finding, Severity
from accord.model.item import item_id
from accord.model.label_source import LabelSource, SentenceSource, labels_source, sentences_of
from accord.model.labels import ItemLabels, TokenLabels, labelled_sentences, sentences_by_annotator
from accord.model.place import Place
from accord.model.sentence import UNREAD, Sentence, SentenceBatch, batches
from accord.model.span import Span, Spans
from accord.model.tree import DependencyTree, PhraseTree, Tree, Trees
from accord.model.unit import Unit, Units

__all__ = [
    "UNREAD",
    "Annotation",
    "Corpus",
    "DependencyTree",
    "Document",
    "Finding",
    "ItemLabels",
    "LabelSource",
    "Layer",
    "PhraseTree",
    "Place",
    "Sentence",
    "SentenceBatch",
    "SentenceSource",
    "Severity",
    "Span",
    "Spans",
    "TokenLabels",
    "Tree",
    "Trees",
    "Unit",
    "Units",
    "batches",
    "item_id",
    "labelled_sentences",
    "labels_source",
    "sentences_by_annotator",
    "sentences_of",
]
