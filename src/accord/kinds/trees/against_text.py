"""Parsers that cut the text into words and sentences themselves, against a reference: aligned by its characters."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

from accord.checks.trees import is_tree
from accord.errors import NotApplicable, ReadError, UsageError
from accord.kinds.trees.study import lacks_heads, trees_of
from accord.kinds.trees.terms import TERMS
from accord.kinds.trees.word_alignment import Text, segments, shared_borders, unlike_token
from accord.kinds.trees.word_run import Columns, score_words
from accord.messages import option, plural
from accord.model import DependencyTree, Finding, Severity, Trees
from accord.scoring.counted_scores import Counted, one_sided

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from accord.kinds.trees.study import Reading
    from accord.kinds.trees.words import WordPairs
    from accord.model import Corpus, Place

    Texts = Mapping[str, Text]
    """The text of a document, as each side cuts it."""

_AROUND = 20
"""How many characters of both sides are shown where they differ."""


def count_aligned_words(corpus: Corpus, files: Mapping[str, str], reading: Reading) -> Counted:
    """The measures of every parser, segment by segment, over words that are aligned."""
    if any(tree.dependencies is None for tree in trees_of(corpus)):
        raise UsageError(f"{option('align_words', True)} is for dependencies, and these trees are phrases")
    reading.refuse_idle(phrases=False)
    (gold, gold_file), *others = files.items()
    trees = {name: _by_document(corpus, name, reading) for name in files}
    if not any(trees[gold].values()):
        raise NotApplicable("there are no trees")
    problems = [
        found
        for name, file in others
        for found in one_sided("document", {who: list(trees[who]) for who in (gold, name)}, file)
    ]
    problems = problems or [found for of in trees.values() for each in of.values() for found in _unlike_tokens(each)]
    texts = (
        {document: {name: Text.of(trees[name][document]) for name in files} for document in trees[gold]}
        if not problems
        else {}
    )
    problems += [found for each in texts.values() for found in _unlike_texts(each, gold)]
    if problems:
        count = plural(len(problems), "difference" if texts else "problem")
        raise ReadError(f"the text of a prediction is not that of {gold_file}: {count}", problems)
    units, lost = _segments(texts, gold)
    return _counted(units, lost, trees, files, reading)


def _counted(
    units: Mapping[str, Sequence[WordPairs]],
    lost: int,
    trees: Mapping[str, Mapping[str, Sequence[DependencyTree]]],
    files: Mapping[str, str],
    reading: Reading,
) -> Counted:
    columns = Columns.of(
        {file: [tree for each in trees[name].values() for tree in each] for name, file in files.items()}
    )
    first = next(iter(units.values()))
    alike = all(len(each.reference.trees) == len(each.predicted.trees) == 1 for of in units.values() for each in of)
    unit = "sentence" if alike else "segment"
    sizes = {
        **({} if alike else {"segments": len(first)}),
        "sentences": sum(len(each.reference.trees) for each in first),
        "words": sum(len(each.reference) for each in first),
    }
    runs = [score_words(files[name], of, columns, sizes, unit) for name, of in units.items()]
    choices: dict[str, object] = {
        "labels": "universal" if reading.universal else "full",
        "align": "words",
        "runs": len(runs),
        "sents": sizes["sentences"],
        "words": sizes["words"],
        **({} if alike else {"segments": len(first)}),
        "ci": "jackknife",
        "data": _digest(trees),
        **columns.choices(),
    }
    notes = [
        *([f"left out: {plural(lost, unit)} in which the reference has words without a head"] if lost else []),
        *_graphs(first, units.values()),
        *([] if alike else [_SEGMENTS.format(count=plural(len(first), "segment"))]),
        *columns.said,
    ]
    return Counted(tuple(runs), choices, tuple(notes), terms=TERMS["las"])


def _graphs(first: Sequence[WordPairs], units: Iterable[Sequence[WordPairs]]) -> Iterator[str]:
    """How many graphs are scored though they are no trees."""
    sides = [each.reference for each in first] + [each.predicted for of in units for each in of]
    if count := sum(not is_tree(tree) for side in sides for tree in side.trees):
        be = "is" if count == 1 else "are"
        yield f"{plural(count, 'graph')} that {be} no tree: scored word by word (accord check says which)"


_SEGMENTS = (
    "{count}: the smallest stretches of text at whose ends all files end a sentence; intervals and tests are over these"
)


def _by_document(corpus: Corpus, name: str, reading: Reading) -> dict[str, list[DependencyTree]]:
    """The trees of one side, as far as they are looked at."""
    found: dict[str, list[DependencyTree]] = {}
    for document in corpus.documents:
        held = corpus.annotations.get((document.id, name))
        if isinstance(held, Trees):
            seen = (reading.seen(tree) for tree in held.trees)
            found[document.id] = [tree for tree in seen if isinstance(tree, DependencyTree)]
    return found


def _unlike_tokens(trees: Sequence[DependencyTree]) -> Iterator[Finding]:
    """Tokens that cannot be placed in the text."""
    for tree in trees:
        if said := unlike_token(tree):
            hint = "number the words from 1, and let every token have a character"
            yield Finding("irregular-ids", Severity.ERROR, tree.place_of(0), said, hint)


def _unlike_texts(texts: Texts, gold: str) -> Iterator[Finding]:
    """Where the characters of a prediction are no longer those of the reference."""
    reference = texts[gold]
    for name, text in texts.items():
        if text.characters != reference.characters:
            at = _differ_at(text.characters, reference.characters)
            ours, theirs = (each.characters[at : at + _AROUND] for each in (reference, text))
            message = f"{name} goes on with {theirs!r} where {gold} has {ours!r} ({_place(reference, at)})"
            hint = "both must have the same characters, white space aside"
            yield Finding("text-mismatch", Severity.ERROR, _place(text, at), message, hint)


def _differ_at(one: str, other: str) -> int:
    """The first character at which two texts differ, or the length of the shorter one."""
    both = enumerate(zip(one, other, strict=False))
    return next((at for at, (here, there) in both if here != there), min(len(one), len(other)))


def _place(text: Text, at: int) -> Place:
    """Where a character stands in its file, or the last token before it."""
    for tree, tokens, end in zip(text.trees, text.tokens, text.ends, strict=True):
        if at < end or tree is text.trees[-1]:
            first = tokens[0].words.start
            token = next((each for each in tokens if at < each.end), tokens[-1])
            return tree.place_of(token.words.start - first)
    raise AssertionError("a text has sentences")


def _segments(texts: Mapping[str, Texts], gold: str) -> tuple[dict[str, list[WordPairs]], int]:
    """The segments of each parser, without those that the reference did not finish, and how many these are."""
    found: dict[str, list[WordPairs]] = {}
    lost = 0
    for document, held in texts.items():
        borders = shared_borders(list(held.values()))
        for name, text in held.items():
            if name != gold:
                found.setdefault(name, []).extend(segments(held[gold], text, borders, document))
    for name, of in found.items():
        finished = [each for each in of if not any(map(lacks_heads, each.reference.trees))]
        lost = len(of) - len(finished)
        if not finished:
            raise NotApplicable(f"{gold} has no {'segment'} in which every word has a head")
        found[name] = finished
    return found, lost


def _digest(trees: Mapping[str, Mapping[str, Sequence[DependencyTree]]]) -> str:
    """Eight digits that change with any word, head or relation of any side."""
    whole = sha256()
    for name, documents in trees.items():
        for document, held in documents.items():
            whole.update(f"{name}\0{document}\0".encode("utf-8", "surrogatepass"))
            for tree in held:
                said = tree.words, tree.structure, tree.labels, tree.multiwords
                whole.update(repr(said).encode("utf-8", "surrogatepass"))
    return whole.hexdigest()[:8]
