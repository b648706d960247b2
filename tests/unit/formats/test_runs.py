"""Which files are runs of one system, by their names and folders."""

from __future__ import annotations

import pytest

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
    assert group_runs([file]) == {system: [file]}


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
    groups = group_runs(files)
    assert len(groups) == systems
    assert sorted(file for members in groups.values() for file in members) == sorted(files)
