"""What the page holds of very large agreements."""

from __future__ import annotations

from accord.campaign.page_layer import shortened_agreement


def test_of_thousands_the_lowest_documents_and_the_busiest_annotators_are_held() -> None:
    documents = [{"document": f"d{each}", "value": None if each == 7 else each / 3000} for each in range(3000)]
    annotators = [{"annotator": f"a{each}", "given": each} for each in range(2500)]
    printed = {"results": [1], "documents": documents, "annotators": annotators}
    held = shortened_agreement(printed, 3)
    assert [row["document"] for row in held["documents"]] == ["d0", "d1", "d2"]
    assert [row["annotator"] for row in held["annotators"]] == ["a2499", "a2498", "a2497"]
    assert (held["documents_left_out"], held["annotators_left_out"], held["results"]) == (2997, 2497, [1])
    assert printed["documents"] == documents


def test_what_is_not_very_large_is_held_whole() -> None:
    printed = {"documents": [{"document": "d", "value": 1.0}] * 2000, "annotators": None}
    assert shortened_agreement(printed, 3) == printed
