"""What stands beside annotations: columns, comments of sentences and documents, fields of records, cells of tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from accord.formats.attributes import NO_VALUE, Attribute, read_attribute
from accord.formats.inputs import Inputs

if TYPE_CHECKING:
    from pathlib import Path

CONLL = "#hash\tHT\tO\n\n# genre = news\n# newpar\nAda\tNE\tB-PER\n#low\tHT\tO\n\n# irony = yes\nHull\tNE\tB-LOC\n"
DOCUMENTS = (
    "# newdoc id = a\n# genre = news\nAda\tB-PER\n\nHull\tB-LOC\n\n-DOCSTART-\tO\n\n# genre = chat\nBo\tB-PER\n\n"
    "x\tO\n\n# newdoc id = c\nx\tO\n"
)


def found(tmp_path: Path, name: str, text: str, key: str) -> Attribute | list[str]:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8", newline="")
    return read_attribute(Inputs.of(None), str(path), key)


def values(tmp_path: Path, name: str, text: str, key: str) -> dict[int, str]:
    attribute = found(tmp_path, name, text, key)
    assert isinstance(attribute, Attribute)
    return dict(attribute.values)


def test_a_column_of_tokens_is_known_by_its_line(tmp_path: Path) -> None:
    attribute = found(tmp_path, "g.conll", CONLL, "1")
    assert isinstance(attribute, Attribute)
    assert attribute.values == {1: "HT", 5: "NE", 6: "HT", 9: "NE"}
    assert attribute.tokens == {1: "#hash", 5: "Ada", 6: "#low", 9: "Hull"}


def test_a_comment_is_about_its_sentence(tmp_path: Path) -> None:
    assert values(tmp_path, "g.conll", CONLL, "irony") == {1: NO_VALUE, 5: NO_VALUE, 6: NO_VALUE, 9: "yes"}
    assert values(tmp_path, "g.conll", CONLL, "Genre")[5] == "news"


def test_a_comment_of_first_sentences_only_is_about_documents(tmp_path: Path) -> None:
    expected = {3: "news", 5: "news", 10: "chat", 12: "chat", 15: NO_VALUE}
    assert values(tmp_path, "g.conll", DOCUMENTS, "genre") == expected
    crlf = DOCUMENTS.replace("\n", "\r\n")
    assert values(tmp_path, "crlf.conll", crlf, "genre") == expected


def test_a_comment_that_some_later_sentence_has_is_about_sentences(tmp_path: Path) -> None:
    text = DOCUMENTS.replace("Hull\t", "# genre = x\nHull\t")
    assert list(values(tmp_path, "g.conll", text, "genre").values()) == ["news", "x", "chat", NO_VALUE, NO_VALUE]


def test_names_of_columns_and_of_conllu(tmp_path: Path) -> None:
    named = "# global.columns = FORM POS NER\nAda\tNE\tB-PER\nsails\tVB\tO\n"
    assert values(tmp_path, "g.conll", named, "pos") == {2: "NE", 3: "VB"}
    row = "1\tAda\tada\tPROPN\t_\t_\t0\troot\t_\t_\n"
    assert values(tmp_path, "g.conllu", f"# sent_id = 1\n# text = Ada\n{row}", "upos") == {3: "PROPN"}


def test_fields_of_records_also_within_others(tmp_path: Path) -> None:
    text = (
        '{"id": "d1", "text": "Ada", "spans": [], "meta": {"year": 1926, "ok": true}}\n\n'
        '{"id": "d2", "text": "Bo", "spans": [], "meta": {}}\n'
    )
    attribute = found(tmp_path, "g.jsonl", text, "meta.year")
    assert isinstance(attribute, Attribute)
    assert attribute.values == {1: "1926", 3: NO_VALUE}
    assert (attribute.documents["d1"], attribute.documents["d2"]) == ("1926", NO_VALUE)
    assert found(tmp_path, "g.jsonl", text, "year") == ["id", "text", "meta.year", "meta.ok"]


def test_cells_of_tables(tmp_path: Path) -> None:
    text = 'item,label,genre\n1,a,"new\ns"\n2,b,\n'
    assert values(tmp_path, "g.csv", text, "genre") == {2: "new\ns", 4: NO_VALUE}


@pytest.mark.parametrize("text", ["", "\n\n", "Ada\tB-PER\n"])
def test_nothing_of_that_name(tmp_path: Path, text: str) -> None:
    assert found(tmp_path, "g.conll", text, "genre") in ([], ["1"])
