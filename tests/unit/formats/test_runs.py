"""Which files are runs of one system, by their names and folders."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accord.formats.runs import group_runs


@pytest.mark.parametrize(
    ("file", "system"),
    [
        ("out/lantern-3.conll", "lantern"),
        ("bert_seed42.bio", "bert"),
        ("bert-seed-42.bio", "bert"),
        ("xlmr.run2.conll.gz", "xlmr"),
        ("xlmr_run2.conll", "xlmr"),
        ("XLMR_SEED7.conll", "XLMR"),
        ("wnut17", "wnut17"),
        ("wnut17-2", "wnut17"),
        ("arcada", "arcada"),
        ("run1.conll", "run1"),
        ("3.conll", "3"),
        ("bert/run1.conll", "bert"),
    ],
)
def test_the_system_of_a_file(file: str, system: str) -> None:
    assert group_runs([file]).systems == {system: [file]}


@pytest.mark.parametrize(
    ("files", "systems"),
    [
        ("seed42/test.txt seed43/test.txt", {"test": 2}),
        ("run_1/preds.txt run_2/preds.txt", {"preds": 2}),
        ("bert/seed42/test.txt bert/seed43/test.txt xlmr/seed42/test.txt", {"bert": 2, "xlmr": 1}),
        ("bert-seed1/test.txt bert-seed2/test.txt xlmr-seed1/test.txt", {"bert": 2, "xlmr": 1}),
        ("seed1/bert.txt seed1/xlmr.txt seed2/bert.txt", {"bert": 2, "xlmr": 1}),
        ("seed1/out-1.txt seed2/out-2.txt", {"out": 2}),
        ("x/seed1/bert.txt x/seed1/xlmr.txt x/seed2/bert.txt", {"bert": 2, "xlmr": 1}),
        ("bert_seed1_test.txt bert_seed2_test.txt", {"bert_test": 2}),
        ("/tmp/run_3/bert.conll /tmp/run_3/xlmr.conll", {"bert": 1, "xlmr": 1}),
        ("seed1/a.txt a.txt b/a.txt", {"a": 1, "a.txt": 1, "b/a": 1}),
        ("a/lantern-1.conll b/lantern-2.conll", {"a/lantern": 1, "b/lantern": 1}),
        ("a/bert/seed1/t.txt a/bert/seed2/t.txt b/bert/seed1/t.txt", {"a/bert": 2, "b/bert": 1}),
    ],
)
def test_folders_of_seeds_and_runs(files: str, systems: dict[str, int]) -> None:
    assert {system: len(runs) for system, runs in group_runs(files.split()).systems.items()} == systems


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ("seed1/t.txt seed2/t.txt", ["t: 2 runs of one system, for their folders differ only in the number of a seed"]),
        ("a-1.txt a-2.txt", ["a: 2 runs of one system, for their names differ only in a number (by_file=True takes"]),
        (
            "1/t.txt 2/t.txt",
            ["1/t.txt, 2/t.txt: each is taken for a system of its own; if they are runs of one, say so"],
        ),
        ("run1/seed1/t.txt run2/seed1/t.txt", ["run1/seed1/t.txt, run2/seed1/t.txt: each is taken for a system"]),
        ("a.txt b.txt", []),
    ],
)
def test_why_files_are_runs_is_said_and_where_it_is_not_sure(files: str, said: list[str]) -> None:
    notes = group_runs(files.split()).notes
    assert len(notes) == len(said)
    assert all(note.startswith(start) for note, start in zip(notes, said, strict=True))


@given(
    st.lists(st.from_regex(r"\A(?:[ab1]|seed1|run2|a-seed2)(?:/(?:[ab1]|seed1|run2|a-1|a-seed2)){0,3}\Z"), unique=True)
)
def test_every_file_is_in_one_system(files: list[str]) -> None:
    groups = group_runs(files).systems
    assert sorted(file for members in groups.values() for file in members) == sorted(files)


@pytest.mark.parametrize(
    ("files", "systems"),
    [
        (["ner-v1.0.conll", "ner-v2.0.conll"], 2),
        (["ner-v1.1-3.bio", "ner-v1.2-3.bio"], 2),
        (["xlmr.run1.conll", "xlmr.run2.conll"], 1),
        (["bert/seed1.conll", "bert/seed2.conll", "xlmr/seed1.conll", "xlmr/seed2.conll"], 2),
        (["bert/pred.conll", "xlmr/pred.conll"], 2),
        (["out/a/x-1.conll", "out/a/x-2.conll", "out/b/x-1.conll", "out/b/y-1.conll"], 3),
    ],
)
def test_how_many_systems_there_are(files: list[str], systems: int) -> None:
    groups = group_runs(files).systems
    assert len(groups) == systems
    assert sorted(file for members in groups.values() for file in members) == sorted(files)
