"""The syntax of one sentence as one annotator drew it: heads and labels of tokens, or nested phrases."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from accord.errors import NotApplicable
from accord.model.place import Place

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

ROOT = -1
"""The head of a token that hangs on no other."""
NOWHERE = -2
"""The head of a token that names one that is not there."""
NO_HEAD = -1
"""What a file gives as the head of a token whose head is missing (``_``)."""
NO_WORDS = "\0"
"""The word of a leaf that stands for a token without saying which; no file can hold it."""
Bracket = tuple[str, int, int]
"""A label, the first token it covers, and the first one behind."""


class Change(NamedTuple):
    """A node that gets another label, or that goes (``after`` is None) or comes (``before`` is None)."""

    before: Bracket | None
    after: Bracket | None
    cost: float


class MultiwordToken(NamedTuple):
    """A token of the text that several words of a tree make up together: the ids of the first and last, and its form.

    ``vámonos`` is ``vamos nos`` in Spanish; CoNLL-U writes the token before its words, with the range of their ids.
    """

    first: int
    last: int
    form: str


class TextToken(NamedTuple):
    """A token of the text without white space: the first word it is made of, and the first after it, from 0."""

    form: str
    first: int
    behind: int
    multiword: bool


@dataclass(frozen=True, slots=True)
class DependencyTree:
    """Tokens, each with its head and the label of its relation; perhaps a graph that is no tree.

    ``heads`` and ``ids`` are those of the file, where 0 stands for the root and `NO_HEAD` for none. ``rows`` are all
    the lines of the sentence, if it was read from lines: with comments, multiword ranges, empty nodes and every other
    column. ``lines`` says where each token stands, ``columns`` what else the file says of them, by name;
    ``multiwords`` which of them stand in the text as one.
    """

    words: tuple[str, ...]
    heads: tuple[int, ...]
    labels: tuple[str, ...]
    ids: tuple[int, ...]
    id: str = ""
    place: Place | None = None
    lines: tuple[int, ...] = ()
    rows: tuple[str, ...] = ()
    columns: Mapping[str, tuple[str, ...]] = field(default_factory=dict, compare=False, repr=False)
    multiwords: tuple[MultiwordToken, ...] = field(default=(), compare=False, repr=False)

    def __len__(self) -> int:
        return len(self.words)

    def head_positions(self) -> list[int]:
        """The position of each token's head from 0, `ROOT` or `NOWHERE`.

        >>> DependencyTree(("Fog", "lifts"), (2, 0), ("nsubj", "root"), (1, 2)).head_positions()
        [1, -1]
        """
        if self.ids == tuple(range(1, len(self.ids) + 1)):  # as nearly all are: 0 is ROOT, and -1 NOWHERE
            last = len(self.ids)
            return [head - 1 if -1 <= head <= last else NOWHERE for head in self.heads]
        position = {id_: index for index, id_ in reversed(list(enumerate(self.ids)))} | {0: ROOT}
        return [position.get(head, NOWHERE) for head in self.heads]

    def text_tokens(self) -> list[TextToken]:
        """What stands in the text, token by token, each with the words that it is made of.

        >>> tree = DependencyTree(
        ...     ("vamos", "nos", "ya"),
        ...     (0, 1, 1),
        ...     ("root", "obj", "advmod"),
        ...     (1, 2, 3),
        ...     multiwords=(MultiwordToken(1, 2, "vámonos"),),
        ... )
        >>> [(token.form, token.first, token.behind) for token in tree.text_tokens()]
        [('vámonos', 0, 2), ('ya', 2, 3)]
        """
        place = {id_: index for index, id_ in reversed(list(enumerate(self.ids)))}
        several = {place.get(each.first): (place.get(each.last, -1) + 1, each.form) for each in self.multiwords}
        tokens: list[TextToken] = []
        while not tokens or tokens[-1].behind < len(self):
            word = tokens[-1].behind if tokens else 0
            behind, form = several.get(word, (0, ""))
            of_one = TextToken("".join(self.words[word].split()), word, word + 1, False)
            tokens.append(TextToken("".join(form.split()), word, behind, True) if behind > word else of_one)
        return tokens

    def with_heads(self, positions: Sequence[int]) -> DependencyTree:
        """The same tokens with other heads, by their positions from 0, or `ROOT`."""
        return replace(self, heads=tuple(self.ids[head] if head >= 0 else 0 for head in positions), rows=())

    @property
    def dependencies(self) -> DependencyTree | None:
        """The tree, for it is one of dependencies."""
        return self

    @property
    def structure(self) -> tuple[int, ...]:
        """What hangs on what, however the file numbers its tokens."""
        return tuple(self.head_positions())

    @property
    def edges(self) -> list[tuple[object, ...]]:
        """What is drawn of it: head, token and label of each arc."""
        return list(zip(self.head_positions(), range(len(self)), self.labels, strict=True))

    def brackets(self) -> list[Bracket]:
        """Every label as a bracket around its token."""
        return [(label, token, token + 1) for token, label in enumerate(self.labels)]

    def repeated_ids(self) -> dict[int, int]:
        """The ids that stand there more than once, and how often."""
        return {id_: times for id_, times in Counter(self.ids).items() if times > 1}

    def place_of(self, token: int) -> Place:
        """Where a token stands, or the last one where there are fewer."""
        token = min(token, len(self) - 1)
        return Place(
            self.place.file if self.place else "", self.lines[token] if self.lines else None, self.words[token]
        )


@dataclass(frozen=True, slots=True)
class PhraseTree:
    """Labelled nodes in the order in which their brackets open, each with the number of its parent, or `ROOT`.

    A node without children is a leaf: a token, whose word is known (its label is then a part of speech) or not.
    """

    labels: tuple[str, ...]
    parents: tuple[int, ...]
    words: tuple[str, ...]
    """The word of each leaf, `NO_WORDS` for one that is not known."""
    id: str = ""
    place: Place | None = None

    def __len__(self) -> int:
        return len(self.words)

    @property
    def dependencies(self) -> DependencyTree | None:
        """None, for it is a tree of phrases."""
        return None

    @property
    def structure(self) -> tuple[int, ...]:
        """What hangs on what."""
        return self.parents

    @property
    def edges(self) -> list[tuple[object, ...]]:
        """What is drawn of it: its brackets."""
        return list(self.brackets())

    def repeated_ids(self) -> dict[int, int]:
        """None: phrases have no ids."""
        return {}

    def place_of(self, token: int) -> Place:
        """Where the tree stands, for files do not say where its tokens do."""
        del token
        return self.place or Place("")

    def with_heads(self, positions: Sequence[int]) -> PhraseTree:
        """Refused: phrases have no heads."""
        del positions
        raise NotApplicable("heads are redrawn in dependencies, and these trees are phrases")

    def leaves(self) -> list[bool]:
        """Which nodes are leaves."""
        return [parent < node for node, parent in enumerate((*self.parents[1:], ROOT))]

    def spans(self) -> list[tuple[int, int]]:
        """The first leaf that each node covers, and the first after it.

        >>> tree = PhraseTree(("S", "NP", "VP", "V"), (ROOT, 0, 0, 2), (NO_WORDS,) * 2)
        >>> tree.spans()
        [(0, 2), (0, 1), (1, 2), (1, 2)]
        """
        starts: list[int] = []
        seen = 0
        for is_leaf in self.leaves():
            starts.append(seen)
            seen += is_leaf
        ends = [start + is_leaf for start, is_leaf in zip(starts, self.leaves(), strict=True)]
        for node in range(len(ends) - 1, 0, -1):
            ends[self.parents[node]] = max(ends[self.parents[node]], ends[node])
        return list(zip(starts, ends, strict=True))

    def brackets(self) -> list[Bracket]:
        """Every node as a bracket, leaves too."""
        return [(label, start, end) for label, (start, end) in zip(self.labels, self.spans(), strict=True)]

    def kept(self, keep: Sequence[bool], labels: Sequence[str] | None = None) -> PhraseTree:
        """The same with only some nodes, whose children move up where their parent is not kept, and perhaps new labels.

        A node that is kept must not lose all it covers.
        """
        labels = self.labels if labels is None else labels
        number: dict[int, int] = {ROOT: ROOT}
        chosen: list[int] = []
        for node, parent in enumerate(self.parents):
            number[node] = len(chosen) if keep[node] else number[parent]
            chosen += [node] if keep[node] else []
        leaves = [node for node, is_leaf in enumerate(self.leaves()) if is_leaf]
        return PhraseTree(
            tuple(labels[node] for node in chosen),
            tuple(number[self.parents[node]] for node in chosen),
            tuple(word for node, word in zip(leaves, self.words, strict=True) if keep[node]),
            self.id,
            self.place,
        )


Tree = DependencyTree | PhraseTree


@dataclass(frozen=True, slots=True)
class Trees:
    """The trees that one annotator drew over the sentences of a document, all dependencies or all phrases."""

    kind: ClassVar[str] = "trees"
    trees: tuple[Tree, ...]
    file: str = ""
