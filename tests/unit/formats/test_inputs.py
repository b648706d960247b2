from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

from accord.formats import Columns
from accord.formats.inputs import Inputs
from accord.verbs.read import Campaign

Lay = Callable[[Mapping[str, str]], list[str]]

TABLE = "item,ada,bram\n1,x,x\n2,x,y\n"


def test_a_run_reads_a_file_once_and_the_next_run_reads_it_anew(lay: Lay) -> None:
    (path,) = lay({"a.csv": TABLE})
    inputs = Inputs.of(Columns())
    first = inputs.content(path)
    Path(path).write_text(TABLE.replace("y", "z"))
    again = inputs.content(path)
    assert first is not None
    assert again is not None
    assert first.answers[None, "bram"] is again.answers[None, "bram"]
    other = Inputs.of(Columns()).content(path)
    assert other is not None
    assert other.answers[None, "bram"].labels == {"1": "x", "2": "z"}


def test_a_file_is_parsed_anew_for_another_way_to_read_it(lay: Lay) -> None:
    (path,) = lay({"a.csv": "item,ada,bram,chloe\n1,x,x,y\n2,x,y,y\n"})
    inputs = Inputs.of(None)
    whole, part = (each.content(path) for each in (inputs, replace(inputs, label=["ada", "bram"])))
    assert whole is not None
    assert part is not None
    assert (len(whole.annotators), len(part.annotators)) == (3, 2)
    assert inputs.told(Columns(label="bram")).source(path) is inputs.source(path)
    assert inputs.told(Columns(file_encoding="latin-1")).source(path) is not inputs.source(path)


def test_columns_that_a_caller_keeps_hold_nothing_of_a_run(lay: Lay) -> None:
    (path,) = lay({"a.csv": TABLE})
    campaign = Campaign(columns=Columns())
    before = campaign.read([path])
    Path(path).write_text(TABLE.replace("2,", "3,"))
    assert campaign.read([path]) != before


def test_answers_in_several_files_are_put_together_as_often_as_they_are_read(lay: Lay) -> None:
    paths = lay({"a.csv": "item,annotator,label\n1,ada,x\n", "b.csv": "item,annotator,label\n2,ada,y\n"})
    campaign = Campaign("rows", Inputs.of(None))
    assert campaign.read(paths) == campaign.read(paths)
    assert campaign.read(paths[:1]) != campaign.read(paths)


def test_only_so_many_files_are_held_at_a_time(lay: Lay) -> None:
    paths = lay({f"{number}.conll": "EU B-ORG\n" for number in range(200)})
    inputs = Inputs.of(None)
    corpus = Campaign("files", inputs).read(paths)
    assert len(corpus.annotators) == 200
    assert len(inputs.run.sources) == 128
