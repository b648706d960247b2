"""Options that verbs share: how the files of a campaign are read."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click
import pytest
from click.testing import CliRunner

from accord.cli.options import campaign_options, paths
from accord.errors import UsageError
from accord.model import labelled_sentences
from tests.build import items_of
from tests.cli.conftest import HARBOUR

if TYPE_CHECKING:
    from accord.verbs.read import Campaign

Write = Callable[..., Path]


@click.command()
@paths()
@campaign_options
def labels(paths: tuple[str, ...], campaign: Campaign) -> None:
    """Print who labelled what how."""
    corpus = campaign.read(paths)
    for annotator in corpus.annotators:
        for _, item, label in items_of(corpus, annotator):
            click.echo(f"{annotator} {item} {label}")
        for sentence in labelled_sentences(corpus, annotator):
            click.echo(f"{annotator} {' '.join(sentence.tokens)} {' '.join(sentence.labels)}")


def called(*arguments: object) -> list[str]:
    done = CliRunner().invoke(labels, [str(argument) for argument in arguments], catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.output.splitlines()


def test_a_campaign_needs_no_options() -> None:
    assert {line.split()[0] for line in called(HARBOUR / "annotators")} == {"ada", "bram", "chloe"}


def test_every_option_of_a_campaign_reaches_its_reader(write: Write) -> None:
    table = write("t.csv", "k,where,who,what\nx,d,ada,\xe9\n".encode("latin-1"))
    told = ["--column", "item=k", "--column", "document=1", "--column", "annotator=who", "--column", "label=what"]
    assert called(table, *told, "--layout", "long", "--file-encoding", "latin-1") == ["ada x é"]
    assert called(table, *told, "--input-format", "csv", "--file-encoding", "latin-1") == ["ada x é"]
    tokens = write("t.conll", "B-X a B-Y\nO b O\n")
    assert called(tokens, "--column", "token=1", "--column", "label=0", "--column", "label=-1") == [
        "column0 a b B-X O",
        "column2 a b B-Y O",
    ]


def test_columns_are_said_with_their_role(write: Write) -> None:
    table = write("t.csv", "k,who,what\nx,ada,y\n")
    for words, said in {
        ("itm=k",): "no column is called a 'itm': did you mean item?",
        ("item",): "say which column is what, as in --column item=tweet_id",
        ("item=k", "item=who"): "--column says twice which one is the item: k and who",
        ("item=a=b",): "no item column 'a=b'",
        ("start=1",): "start",
    }.items():
        told = [option for word in words for option in ("--column", word)]
        done = CliRunner().invoke(labels, [str(table), *told])
        assert done.exit_code
        assert said in f"{done.output}{done.exception}"


def test_annotators_are_told_apart_as_said(write: Write) -> None:
    files = [write(name, "a\tO\n") for name in ("d1-ada.conll", "d1-bram.conll")]
    assert called(*files, "--annotators-by", "{document}-{annotator}") == ["ada a O", "bram a O"]
    with pytest.raises(UsageError, match="did you mean folders"):
        called(*files, "--annotators-by", "folder")
