"""The tags of CoNLL-U agree as the same tags do that are given as lists, whatever stands between and beside them."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given
from hypothesis import strategies as st

import accord
from accord.agreement.result import Undefined

NAMES = ("ada", "bo", "cy")
tags = st.sampled_from(["NOUN", "VERB", "ADJ", "_"])
sentences = st.lists(st.lists(st.tuples(tags, tags, tags), min_size=1, max_size=4), min_size=1, max_size=5)


def rows(sentence: list[tuple[str, str, str]], who: int) -> str:
    """A sentence with a range before its last token, which takes a line and is no token."""
    lines = [f"{n}\tw{n}\t_\t{said[who]}\t_\t_\t{n - 1}\tdep\t_\t_" for n, said in enumerate(sentence, 1)]
    lines.insert(len(lines) - 1, f"{len(lines)}-{len(lines)}\tw\t_\t_\t_\t_\t_\t_\t_\t_")
    return "\n".join(lines) + "\n\n"


@given(sentences, st.sampled_from(["alpha", "fleiss", "ac1"]))
def test_as_lists(drawn: list[list[tuple[str, str, str]]], coefficient: str) -> None:
    lists = {
        name: [None if said[who] == "_" else said[who] for sentence in drawn for said in sentence]
        for who, name in enumerate(NAMES)
    }
    used = [name for name in NAMES if any(lists[name])]
    with TemporaryDirectory() as folder:
        for who, name in enumerate(NAMES):
            text = "".join(rows(sentence, who) for sentence in drawn)
            Path(folder, f"{name}.conllu").write_text(text, encoding="utf-8")
        corpus = accord.read(folder)
    assert ("upos" in corpus.layers) == bool(used)
    if len(used) > 1:
        chosen = corpus.select("upos")
        assert chosen.annotators == tuple(used)
        ours, theirs = (_value(data, coefficient) for data in (chosen, {name: lists[name] for name in used}))
        assert ours == theirs


def _value(data: object, coefficient: str) -> object:
    try:
        value = accord.agree(data, coefficient, interval=None).result.value
    except accord.AccordError as error:
        return type(error)
    return "undefined" if isinstance(value, Undefined) else value
