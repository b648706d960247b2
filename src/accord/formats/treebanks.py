"""The trees of a campaign: which documents of several files are the same, and all trees with marks of documents."""

from __future__ import annotations

from collections import defaultdict
from itertools import islice
from typing import TYPE_CHECKING

from accord.formats.corpus_part import CorpusPart
from accord.formats.document_identity import numbered
from accord.formats.documents import fewer_documents
from accord.formats.names import distinct_names
from accord.formats.repeats import RepeatedDocuments, twice_hint
from accord.formats.token_columns import MAIN, TokenColumns
from accord.messages import plural
from accord.model import DependencyTree, Document, Finding, Place, Severity, Trees

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from accord.formats.campaign import Part
    from accord.formats.content import Content, Treebank
    from accord.model import Corpus, Tree

    Banks = list[tuple[str, Content, Treebank]]
    """Treebanks with the annotator and the file of each."""

NEW_DOCUMENT = "# newdoc"


def tree_layers(parts: Sequence[tuple[Part, Content]], policy: str = "error") -> CorpusPart:
    """Put the trees of all files together by document and annotator."""
    made = CorpusPart()
    repeated = RepeatedDocuments(policy, ())
    groups: dict[str | None, dict[str, Banks]] = defaultdict(lambda: defaultdict(list))
    for part, content in parts:
        for bank in content.trees:
            annotator = part.annotator or ""
            groups[part.document][annotator].append((annotator, content, bank))
    found: dict[str, dict[str, Trees]] = {}
    for group, annotators in groups.items():
        fullest = max(annotators.values(), key=len)
        for annotator, banks in annotators.items():
            divided = banks if _marked(banks) or not _marked(fullest) else _divided(banks, fullest, made)
            for name, (_, content, bank) in zip(_names(group, divided, parts), divided, strict=True):
                if annotator in found.setdefault(name, {}):
                    place = bank.trees[0].place or Place(content.file)
                    later = repeated.takes_later(place)
                    if repeated.is_error:
                        message = f"{annotator} has the document {name} twice"
                        hint = twice_hint("give each document its own name")
                        made.findings.append(Finding("duplicate-document", Severity.ERROR, place, message, hint))
                    if not later:
                        continue
                found[name][annotator] = Trees(tuple(bank.trees), content.file)
    repeated.say(made)
    everybody = dict.fromkeys(annotator for annotators in groups.values() for annotator in annotators)
    having = {annotator: sum(annotator in held for held in found.values()) for annotator in everybody}
    made.assumptions.extend(fewer_documents(having, len(found)))
    trees = (tree for held in found.values() for each in held.values() for tree in each.trees)
    if found and all(isinstance(tree, DependencyTree) for tree in trees):
        columns = TokenColumns(found)
        made.documents.extend(Document(name, columns.tokens[name]) for name in found)
        made.name, made.beside = MAIN, columns.layers(list(everybody))
    else:
        made.documents.extend(map(Document, found))
    for annotator in everybody:
        made.annotations.update(
            {(name, annotator): held[annotator] for name, held in found.items() if annotator in held}
        )
    return made


def _names(group: str | None, banks: Banks, parts: Sequence[tuple[Part, Content]]) -> list[str]:
    """What documents are called: their names, numbers where they have none; the file's where there are no marks."""
    if not _marked(banks):
        only = distinct_names([content.file for _, content in parts])[0] if len(parts) == 1 else "text"
        return [group or only] * len(banks)
    return ["/".join(filter(None, (group, bank.document or numbered(n)))) for n, (*_, bank) in enumerate(banks, 1)]


def _marked(banks: Banks) -> bool:
    """Whether the file tells documents apart, even if it starts without a mark."""
    return any(bank.marked for *_, bank in banks)


def _divided(banks: Banks, model: Banks, made: CorpusPart) -> Banks:
    """Trees without document marks, cut like those of another annotator, by their text or else by number."""
    (annotator, content, whole), *_ = banks
    cuts = [] if len(banks) > 1 else _same_text(whole.trees, [bank.trees for *_, bank in model])
    sizes = cuts or [len(bank.trees) for *_, bank in model]
    if len(banks) > 1 or len(whole.trees) != sum(sizes):
        message = f"no document marks, but {model[0][1].file} has {plural(len(model), 'document')}, and other sentences"
        finding = Finding(
            "missing-document-marks", Severity.ERROR, Place(content.file), message, "mark where documents start"
        )
        made.findings.append(finding)
        return []
    made.assumptions.append(f"{content.file} has no document marks, and was divided like {model[0][1].file}")
    trees = iter(whole.trees)
    return [
        (annotator, content, bank._replace(trees=list(islice(trees, size))))
        for size, (*_, bank) in zip(sizes, model, strict=True)
    ]


def _same_text(trees: Sequence[Tree], documents: Sequence[Sequence[Tree]]) -> list[int]:
    """How many trees stand over the text of each document, or nothing where a document does not end with a tree."""
    texts = ["".join(map(_characters, document)) for document in documents]
    sizes: list[int] = []
    at = 0
    for text in texts:
        start, length = at, 0
        while at < len(trees) and length < len(text):
            length += len(_characters(trees[at]))
            at += 1
        if not text or "".join(map(_characters, trees[start:at])) != text:
            return []
        sizes.append(at - start)
    return sizes if at == len(trees) else []


def _characters(tree: Tree) -> str:
    """The text that a tree of dependencies stands over, without white space."""
    return "" if tree.dependencies is None else "".join(token.form for token in tree.dependencies.text_tokens())


def marked_trees(corpus: Corpus, annotator: str) -> Iterator[tuple[list[str], Tree]]:
    """Every tree, the first one of a document with the mark of that."""
    for document in corpus.documents:
        layer = corpus.annotations.get((document.id, annotator))
        for number, tree in enumerate(layer.trees if isinstance(layer, Trees) else ()):
            yield [] if number else [f"{NEW_DOCUMENT} id = {document.id}"], tree
