"""What a parser scores that cuts the text itself, word by word from the definitions, over a whole document at once.

A sentence is a list of tokens; a token is (form, words), where a single word of the same form is no multi-word token;
a word is a dict with form, head (from 1 within its sentence, 0 for the root), deprel, upos, xpos, feats, lemma.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

Word = dict[str, Any]
Token = tuple[str, list[Word]]
Counts = tuple[int, int, int]

FUNCTION = {"aux", "cop", "mark", "det", "clf", "case", "cc"}
NO_CONTENT = FUNCTION | {"punct"}
LANGUAGE_FEATURES = {"Cxn"}


def laid_out(sentences: Sequence[Sequence[Token]]) -> tuple[list[Word], list[tuple[int, int]], list[tuple[int, int]]]:
    """All words with their characters and their head as another word, the tokens, and the sentences."""
    words: list[Word] = []
    tokens: list[tuple[int, int]] = []
    borders: list[tuple[int, int]] = []
    at = 0
    for sentence in sentences:
        start = at
        own: list[Word] = []
        for form, parts in sentence:
            tokens.append((at, at + len(form)))
            several = len(parts) > 1 or parts[0]["form"] != form
            own += [
                {**part, "span": tokens[-1], "several": several, "number": len(words) + len(own) + i}
                for i, part in enumerate(parts)
            ]
            at += len(form)
        for word in own:
            word["parent"] = own[word["head"] - 1]["number"] if word["head"] else "root"
        words += own
        borders.append((start, at))
    return words, tokens, borders


def aligned(gold: list[Word], system: list[Word]) -> dict[int, int]:
    """The number of the reference's word for each word of the system that has one."""
    covered: dict[int, int] = {}  # character -> which stretch of multi-word tokens that overlap
    for word in [*gold, *system]:
        if word["several"]:
            inside = set(range(*word["span"]))
            touched = {covered[each] for each in inside if each in covered}
            name = min([word["span"][0], *touched])
            covered.update(dict.fromkeys(inside, name))
            covered.update({each: name for each, before in covered.items() if before in touched})

    def stretch(word: Word) -> int | None:
        found = {covered.get(each) for each in range(*word["span"])}
        return found.pop() if len(found) == 1 else None

    found: dict[int, int] = {}
    for name in set(covered.values()):
        ours, theirs = ([word for word in side if stretch(word) == name] for side in (gold, system))
        for one, other in common(ours, theirs):
            found[other["number"]] = one["number"]
    for other in system:
        for one in gold:
            if stretch(one) is None and stretch(other) is None and one["span"] == other["span"]:
                found[other["number"]] = one["number"]
    return found


def common(ours: list[Word], theirs: list[Word]) -> list[tuple[Word, Word]]:
    """A longest common subsequence of forms, whatever their case; without the first of ours where it is not needed."""
    if not ours or not theirs:
        return []
    if ours[0]["form"].lower() == theirs[0]["form"].lower():
        return [(ours[0], theirs[0]), *common(ours[1:], theirs[1:])]
    without_ours, without_theirs = common(ours[1:], theirs), common(ours, theirs[1:])
    return without_ours if len(without_ours) >= len(without_theirs) else without_theirs


def scores(reference: Sequence[Sequence[Token]], predicted: Sequence[Sequence[Token]]) -> dict[str, Counts]:
    """Reference, predicted and correct of every measure, and how many words are aligned of all and of content words."""
    gold, gold_tokens, gold_sentences = laid_out(reference)
    system, system_tokens, system_sentences = laid_out(predicted)
    same = aligned(gold, system)
    pairs = [(gold[one], system[other]) for other, one in sorted(same.items())]

    def content(word: Word) -> bool:
        return word["deprel"].split(":")[0] not in NO_CONTENT

    def features(word: Word) -> set[str]:
        return {
            each for each in word["feats"].split("|") if "=" in each and each.split("=")[0] not in LANGUAGE_FEATURES
        }

    def attached(one: Word, other: Word) -> bool:
        return bool(one["parent"] == ("root" if other["parent"] == "root" else same.get(other["parent"])))

    def lemma(one: Word, other: Word) -> bool:
        return one["lemma"] in {"_", other["lemma"]}

    def hanging(word: Word, side: list[Word], name: Callable[[int], Any]) -> list[Any]:
        return [
            (name(each["number"]), each["deprel"], each["upos"], features(each))
            for each in side
            if each["parent"] == word["number"] and each["deprel"].split(":")[0] in FUNCTION
        ]

    def counted(right: Callable[[Word, Word], bool], of: Callable[[Word], bool] = lambda word: True) -> Counts:
        return (
            sum(map(of, gold)),
            sum(map(of, system)),
            sum(of(one) and right(one, other) for one, other in pairs),
        )

    def las(one: Word, other: Word) -> bool:
        return attached(one, other) and one["deprel"] == other["deprel"]

    def mlas(one: Word, other: Word) -> bool:
        return (
            las(one, other)
            and one["upos"] == other["upos"]
            and features(one) == features(other)
            and hanging(one, gold, lambda each: each) == hanging(other, system, same.get)
        )

    return {
        "tokens": (len(gold_tokens), len(system_tokens), len({*gold_tokens} & {*system_tokens})),
        "sentences": (len(gold_sentences), len(system_sentences), len({*gold_sentences} & {*system_sentences})),
        "words": (len(gold), len(system), len(pairs)),
        "upos": counted(lambda one, other: one["upos"] == other["upos"]),
        "xpos": counted(lambda one, other: one["xpos"] == other["xpos"]),
        "ufeats": counted(lambda one, other: features(one) == features(other)),
        "alltags": counted(
            lambda one, other: (
                (one["upos"], one["xpos"], features(one)) == (other["upos"], other["xpos"], features(other))
            )
        ),
        "lemmas": counted(lemma),
        "uas": counted(attached),
        "las": counted(las),
        "clas": counted(las, content),
        "mlas": counted(mlas, content),
        "blex": counted(lambda one, other: las(one, other) and lemma(one, other), content),
        "aligned-las": (len(pairs), len(pairs), sum(las(*pair) for pair in pairs)),
        "aligned-mlas": (
            sum(content(one) for one, _ in pairs),
            sum(content(one) for one, _ in pairs),
            sum(content(one) and mlas(one, other) for one, other in pairs),
        ),
    }
