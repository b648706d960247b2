"""Who annotated what, from the paths."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from accord.errors import UsageError
from accord.formats.campaign import Part, assign
from accord.formats.folders import find_files
from accord.formats.names import distinct_names, short_names, stem

Lay = Callable[[Mapping[str, str | bytes]], list[str]]
Whose = list[tuple[str | None, str | None]]


def whose(paths: str, how: str | None = None, same: str | None = None) -> Whose:
    """Document and annotator of each file; ``same`` names the files that hold the same text by a letter each."""
    files = paths.split()
    text = dict(zip(files, same or "", strict=False))
    same_text = (lambda first, second: text[first] == text[second]) if same else None
    return [(part.document, part.annotator) for part in assign(files, how, same_text).parts]


@pytest.mark.parametrize(
    ("paths", "same", "found"),
    [
        ("ada.conll", None, [(None, "ada")]),
        ("x/ada.conll x/bram.conll.gz", None, [(None, "ada"), (None, "bram")]),
        ("ada/d1.conll bram/d1.conll", None, [("d1", "ada"), ("d1", "bram")]),
        ("c/ada/n/d1.conll c/bram/n/d1.conll", None, [("n/d1", "ada"), ("n/d1", "bram")]),
        ("d1/ada.conll d1/bram.conll d2/ada.conll", None, [("d1", "ada"), ("d1", "bram"), ("d2", "ada")]),
        ("x/ada.conll x/bram.conll y/ada.conll", None, [("ada", "x"), ("bram", "x"), ("ada", "y")]),
        ("d1/ada.conll d1/bram.conll d2/ada.conll", "AAB", [("d1", "ada"), ("d1", "bram"), ("d2", "ada")]),
        ("d1-ada.txt d1-bram.txt d2-ada.txt", None, [("d1", "ada"), ("d1", "bram"), ("d2", "ada")]),
        ("d1-ada.txt d1-bram.txt d2-ada.txt", "AAB", [("d1", "ada"), ("d1", "bram"), ("d2", "ada")]),
        ("d-1-ada.txt d-1-bo.txt d-2-bo.txt", "AAB", [("d-1", "ada"), ("d-1", "bo"), ("d-2", "bo")]),
        ("odin_d1.txt thor_d1.txt odin_d2.txt", "AAB", [("d1", "odin"), ("d1", "thor"), ("d2", "odin")]),
        ("odin_d_1.txt thor_d_1.txt odin_d_2.txt", "AAB", [("d_1", "odin"), ("d_1", "thor"), ("d_2", "odin")]),
        ("d1.ada.conll d1.bram.conll d2.bram.conll", None, [("d1", "ada"), ("d1", "bram"), ("d2", "bram")]),
        ("b-1.conll b-2.conll l-1.conll", "AAA", [(None, "b-1"), (None, "b-2"), (None, "l-1")]),
        ("l-1.conll l-2.conll l-3.conll", "AAA", [(None, "l-1"), (None, "l-2"), (None, "l-3")]),
        ("a/x.conll b/y.conll", None, [(None, "x"), (None, "y")]),
        ("ada/d.conll bram/d.conll all.conll", None, [("d", "ada"), ("d", "bram"), (None, "all")]),
        (
            "d/ada.conll d/bram.conll e/ada.conll g.conll",
            "AABA",
            [("d", "ada"), ("d", "bram"), ("e", "ada"), (None, "g")],
        ),
        ("a/x.conll b/y.conll z.conll", None, [(None, "x"), (None, "y"), (None, "z")]),
        ("t.annotated t.conll other", None, [(None, "t.annotated"), (None, "t"), (None, "other")]),
        ("- ada.conll", None, [(None, "stdin"), (None, "ada")]),
    ],
)
def test_the_way_is_found(paths: str, same: str | None, found: Whose) -> None:
    assert whose(paths, same=same) == found


@pytest.mark.parametrize(
    ("paths", "how", "found"),
    [
        ("ada/d1.conll bram/d1.conll", "files", [(None, "ada/d1.conll"), (None, "bram/d1.conll")]),
        ("c/ada/d1.conll c/ada/d2.conll", "folders", [("d1", "ada"), ("d2", "ada")]),
        ("d1-ada.conll d1-bram.conll", "names", [("d1", "ada"), ("d1", "bram")]),
        ("b1.txt b2.txt", "columns", [("b1", None), ("b2", None)]),
        ("b1.csv", "rows", [(None, None)]),
        ("d1/ada.conll d2/ada.conll", "{document}/{annotator}", [("d1", "ada"), ("d2", "ada")]),
        ("x/ada/run-d1.conll y/bram/run-d1.conll", "{annotator}/*-{document}", [("d1", "ada"), ("d1", "bram")]),
        ("ada-d-1.conll", "{annotator}-{document}", [("d-1", "ada")]),
        ("d-1-ada.conll", "{document}-{annotator}.conll", [("d-1", "ada")]),
        ("ada+.conll", "{annotator}+", [(None, "ada")]),
    ],
)
def test_the_way_is_told(paths: str, how: str, found: Whose) -> None:
    assert whose(paths, how) == found


@pytest.mark.parametrize(
    ("paths", "how", "message"),
    [
        ("a.conll", "folder", "did you mean folders"),
        ("ada.conll bram.conll", "names", "cannot be told apart by names"),
        ("ada.conll d-bram.conll", "{document}-{annotator}", r"not named like \{document\}-\{annotator\}: ada.conll"),
        ("a.conll", "{document}", r"needs \{annotator\} once"),
        ("a.conll", "{annotator}{annotator}", r"needs \{annotator\} once"),
        ("a.conll", "{annotator}-{who}", "nothing else in braces"),
    ],
)
def test_a_way_that_does_not_fit_is_a_mistake_of_the_caller(paths: str, how: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        assign(paths.split(), how)


@pytest.mark.parametrize(
    ("paths", "same", "sentence"),
    [
        ("ada.conll bram.conll", None, "2 annotators (ada, bram), one per file"),
        ("ada/d.conll bram/d.conll", None, "2 annotators (ada, bram), one per folder"),
        (
            "ada/d.conll bram/d.conll all.conll",
            None,
            "2 annotators (ada, bram), one per folder, and 1 annotator (all), one per file",
        ),
        ("d1-ada.x d2-ada.x d1-bo.x", "ABA", "2 annotators (ada, bo), from names read as {document}-{annotator}"),
        ("a.x b.x c.x d.x e.x f.x g.x", None, "7 annotators (a, b, c, d, e and 2 more), one per file"),
    ],
)
def test_it_is_said_what_was_assumed(paths: str, same: str | None, sentence: str) -> None:
    files = paths.split()
    text = dict(zip(files, same or "", strict=False))
    assert assign(files, None, lambda first, second: text[first] == text[second]).assumption == sentence


def test_stems() -> None:
    assert stem("a/b.c/doc.v2.conll.gz") == "doc.v2"
    assert stem("doc.ada") == "doc.ada"
    assert stem("doc.ada", ["doc.ada", "x.ada"]) == "doc"
    assert stem(".conll") == ".conll"
    assert stem("-") == "stdin"


def test_names_stay_apart() -> None:
    assert distinct_names(["a/x.conll", "a/x.tsv", "b/y.conll"]) == ["x.conll", "x.tsv", "y"]
    assert distinct_names(["a/x.conll", "b/x.conll"]) == ["a/x.conll", "b/x.conll"]


def test_short_names_leave_out_what_all_share() -> None:
    assert short_names(["c/a/x", "c/b/y"]) == {"c/a/x": "a/x", "c/b/y": "b/y"}
    assert short_names(["c/a/x"]) == {"c/a/x": "x"}
    assert short_names(["-"]) == {"-": "standard input"}


def test_a_folder_is_its_files_in_order(lay: Lay) -> None:
    lay({"c/b.conll": "", "c/a/x.txt": "", "c/README.md": "", "c/make.py": "", "c/License.txt": "", "c/.hidden": ""})
    lay({"c/.git/config": "", "c/__pycache__/x": "", "z.md": ""})
    files = find_files(["z.md", "c"])
    assert files.paths == ("z.md", "c/a/x.txt", "c/b.conll")
    assert files.found == {"c/a/x.txt", "c/b.conll"}
    assert files.skipped == ("c/License.txt", "c/README.md", "c/make.py")


def test_many_files_beside_folders_are_not_held_against_each_other() -> None:
    class Path(str):
        compared = 0
        __slots__ = ()
        __hash__ = str.__hash__

        def __eq__(self, other: object) -> bool:
            Path.compared += 1
            return str.__eq__(self, other)

    beside = [Path(f"f{number}.conll") for number in range(300)]
    paths = [*beside, *(Path(f"{who}/{name}.conll") for who in ("ada", "bram") for name in ("d1", "d2"))]
    assert [part.annotator for part in assign(paths).parts][:6] == ["ada", "ada", "bram", "bram", "f0", "f1"]
    assert Path.compared < 10 * len(paths)


def test_nothing_in_a_folder_and_a_file_given_twice(lay: Lay) -> None:
    lay({"c/README.md": "", "d/x.conll": ""})
    with pytest.raises(UsageError, match="there are no data files in the folder c"):
        find_files(["c"])
    with pytest.raises(UsageError, match=r"d/x\.conll is given twice"):
        find_files(["d", "./d/x.conll"])


def test_a_part_is_plain() -> None:
    assert assign(["ada.conll"]).parts == (Part("ada.conll", None, "ada"),)
