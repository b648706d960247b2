"""What helps to decide a case: its document, texts of other files, guidelines, earlier decisions."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from accord.adjudicate.decision import DECIDED
from accord.serve.session import Session

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

EXAMPLES = Path(__file__).parents[3] / "examples"


@pytest.fixture
def opened() -> Iterator[Callable[[Path], Session]]:
    """A session on files, which is not measured."""
    sessions: list[Session] = []

    def start(*paths: Path) -> Session:
        sessions.append(Session([str(path) for path in paths], who="eve"))
        return sessions[-1]

    yield start
    for session in sessions:
        session.close()


@pytest.fixture
def harbour(tmp_path: Path) -> Path:
    shutil.copytree(EXAMPLES / "harbour", tmp_path / "harbour")
    return tmp_path / "harbour"


def look(session: Session, layer: str, item: str, size: int = 300) -> dict[str, Any]:
    desk = session.desk(layer)
    return desk.queue.case_payload(item, desk.decisions, desk.history(item), size) | session.background(
        layer, item, size
    )


def decide(session: Session, layer: str, item: str, version: int = 0, comment: str = "") -> None:
    desk = session.desk(layer)
    case = desk.queue.case(item)
    value, taken = case.versions[version]
    about = {"who": "eve", "value": value, "taken": taken, "comment": comment, "versions": case.fingerprint}
    session.store.decide(desk.file(), item, seen=0, state=DECIDED, **about)


def test_the_text_of_an_item_stands_in_another_file_under_its_id(opened: Any, harbour: Path) -> None:
    found = look(opened(harbour), "urgency", "urgency:d01-s03")["elsewhere"]
    assert (found["what"], found["file"]) == ("sentence", "annotators/ada.conll")
    assert found["text"].startswith("Mrs Henrietta Voss , for whom the ship is named")
    assert found["around"]["after"][0].startswith("Captain Ivo Rusk")
    document = look(opened(harbour), "weather", "weather:d03")["elsewhere"]
    assert (document["what"], document["around"]) == ("document", None)


def test_the_queue_has_the_texts_of_other_files_too(opened: Any, harbour: Path) -> None:
    session = opened(harbour)
    desk = session.desk("urgency")
    rows: Any = desk.queue.payload({}, session.lines("urgency"))["cases"]
    texts = {row["id"]: row["text"] for row in rows}
    assert texts["urgency:d01-s03"].startswith("Mrs Henrietta Voss , for whom the ship is named")
    assert {item: look(session, "urgency", item)["elsewhere"]["text"][:160] for item in texts} == texts
    assert session.lines("annotators") == {}
    only = opened(harbour / "urgency.csv")
    assert only.lines("urgency") == {}
    rows = only.desk("urgency").queue.payload({}, {})["cases"]
    assert rows[0]["text"] == rows[0]["id"].removeprefix("urgency:")


def test_files_that_have_other_texts_under_an_id_are_named_and_none_is_taken(opened: Any, harbour: Path) -> None:
    tree = harbour / "trees" / "ada.conllu"
    text = tree.read_text("utf-8").replace("sent_id = d01-s06", "sent_id = d01-s03")
    tree.write_text(text, encoding="utf-8")
    found = look(opened(harbour), "urgency", "urgency:d01-s03")["elsewhere"]
    assert "text" not in found
    assert "urgency:d01-s03" not in opened(harbour).lines("urgency")
    assert found["unlike"] == [
        "annotators/ada.conll",
        "annotators/bram.conll",
        "annotators/chloe.conll",
        "trees/ada.conllu",
    ]


@pytest.mark.parametrize(("item", "is_found"), [("7", False), ("s7", True)])
def test_an_id_of_digits_alone_says_too_little(opened: Any, tmp_path: Path, item: str, is_found: bool) -> None:
    (tmp_path / "labels.csv").write_text(f"item,ada,bram\n{item},yes,no\n", encoding="utf-8")
    for who in ("ada", "bram"):
        (tmp_path / f"{who}.conll").write_text(f"# sent_id = {item}\nFog\tO\n\n", encoding="utf-8")
    found = look(opened(tmp_path), "labels", f"labels:{item}")["elsewhere"]
    assert (found is not None and found["text"] == "Fog") == is_found


def test_a_document_that_was_named_by_its_number_is_no_text_of_an_item_of_that_name(opened: Any, harbour: Path) -> None:
    (harbour / "more.csv").write_text("item,ada,bram\ndoc1,yes,no\n", encoding="utf-8")
    assert look(opened(harbour), "more", "more:doc1")["elsewhere"] is None


def test_what_stands_around_a_case_is_as_much_as_is_asked_for(opened: Any, harbour: Path) -> None:
    session = opened(harbour)
    near, far = (look(session, "annotators", "doc1:7:9-10", size)["around"] for size in (50, 20_000))
    assert (len(near["before"]), near["after"], near["more"]) == (1, [], True)
    assert (len(far["before"]), far["more"]) == (6, False)
    tree = look(session, "trees/deps", "d03:d03-s03")["around"]
    assert tree["before"] == ["In the cellar of the Blind Pilot the sea rose to the fourth barrel ."]
    text = look(opened(EXAMPLES / "relations"), "relations", "fog:13-22-LOC+35-53-ORG")["around"]
    assert text == {"before": [], "after": [], "more": False, "whole": False}


def test_guidelines_beside_the_data_are_quoted_for_the_labels_of_a_case(opened: Any, harbour: Path) -> None:
    notes = look(opened(harbour), "annotators", "doc5:4:1-1")["notes"]
    assert notes["file"] == "GUIDELINES.md"
    assert notes["sections"][0].startswith("* **Ships named after people** are SHIP")
    assert all("PER" in each or "SHIP" in each for each in notes["sections"])
    (harbour / "GUIDELINES.md").unlink()
    assert look(opened(harbour), "annotators", "doc5:4:1-1")["notes"] is None


def test_guidelines_above_what_was_named_are_not_looked_for(opened: Any, harbour: Path) -> None:
    assert look(opened(harbour / "annotators"), "annotators", "doc5:4:1-1")["notes"] is None
    assert look(opened(harbour / "urgency.csv"), "urgency", "urgency:d01-s03")["notes"] is not None


def test_earlier_decisions_on_the_same_words_and_the_same_labels_are_told(opened: Any, harbour: Path) -> None:
    session = opened(harbour / "annotators")
    cases = session.desk("annotators").queue
    office = [each for each, points in cases.points.items() if points[0].words == "Harbour Office"]
    assert len(office) > 2
    decide(session, "annotators", office[0], comment="it acts")
    found = look(session, "annotators", office[1])["earlier"]
    (same,) = found["words"]
    assert (same["words"], same["item"], same["who"], same["comment"]) == (
        "Harbour Office",
        office[0],
        "eve",
        "it acts",
    )
    assert same["said"] in {"ORG", "LOC"}
    assert look(session, "annotators", office[0])["earlier"]["words"] == []


def test_how_often_each_of_two_labels_was_chosen_is_counted(opened: Any, harbour: Path) -> None:
    session = opened(harbour / "urgency.csv")
    queue = session.desk("urgency").queue
    pair = [each.id for each in queue.cases if {v.value for v in each.versions} == {"notable", "routine"}][:3]
    for item in pair[:2]:
        decide(session, "urgency", item)
    chosen = sorted(queue.case(item).versions[0].value for item in pair[:2])
    (found,) = look(session, "urgency", pair[2])["earlier"]["options"]
    assert found["options"] == ["notable", "routine"]
    assert sorted(label for label, times in found["chosen"] for _ in range(times)) == chosen


def test_earlier_decisions_on_trees_are_about_a_word(opened: Any, harbour: Path) -> None:
    session = opened(harbour / "trees")
    points = session.desk("trees/deps").queue.points["d06:d06-s03"]
    assert [point.words for point in points] == ["Gannet", "out", "with", "Marl", "helm"]
    assert points[2].options == {"mark ← helm", "case ← Marl"}
    (phrase, *_) = session_of_phrases(opened, harbour).points.values()
    assert all(len(point.options) > 1 for point in phrase)


def session_of_phrases(opened: Any, harbour: Path) -> Any:
    return opened(harbour / "phrases").desk("phrases").queue
