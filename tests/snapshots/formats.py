"""Files as other programs would have written them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from tests.snapshots.drawing import Mark

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

Sentences = list[tuple[list[str], list[str]]]


def table(*rows: Iterable[object], sep: str = ",") -> str:
    """Rows with their cells divided by a sign."""
    return "".join(sep.join(str(cell) for cell in row) + "\n" for row in rows)


def long_table(coded: Mapping[str, list[str]], documents: int = 0) -> str:
    """One row per label that was given; with documents, items are spread over them."""
    rows: list[list[object]] = []
    for item in range(len(next(iter(coded.values())))):
        document = [f"doc{item % documents + 1}"] if documents else []
        rows += [[*document, f"i{item + 1:02}", who, said[item]] for who, said in coded.items() if said[item]]
    return table([*(["document"] if documents else []), "item", "annotator", "label"], *rows)


def wide_table(coded: Mapping[str, list[str]], sep: str = ",") -> str:
    """One row per item, one column per annotator."""
    rows = zip(*coded.values(), strict=True)
    return table(["item", *coded], *([f"i{item:02}", *row] for item, row in enumerate(rows, 1)), sep=sep)


def json_lines(records: Iterable[Mapping[str, Any]]) -> str:
    """One record per line."""
    return "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records)


def conll(sentences: Sentences, documents: int = 0) -> str:
    """Token and label in two columns; with documents, a mark before each so many sentences."""
    parts: list[str] = []
    for number, (words, labels) in enumerate(sentences):
        if documents and number % documents == 0:
            parts.append("-DOCSTART-\tO\n\n")
        parts.append(f"# sent_id = s{number + 1:02}\n")
        parts.append("".join(f"{word}\t{label}\n" for word, label in zip(words, labels, strict=True)) + "\n")
    return "".join(parts)


def columns(sentences: list[tuple[list[str], list[list[str]]]]) -> str:
    """Token and a column of labels for each annotator."""
    return "".join(
        "".join("\t".join(row) + "\n" for row in zip(words, *labels, strict=True)) + "\n" for words, labels in sentences
    )


def conllu(sentences: Iterable[tuple[list[str], list[str], list[int], list[str]]], *, documents: int = 0) -> str:
    """Words, tags, heads and relations as dependency trees."""
    parts: list[str] = []
    for number, (words, tags, heads, relations) in enumerate(sentences):
        if documents and number % documents == 0:
            parts.append(f"# newdoc id = d{number // documents + 1}\n")
        parts.append(f"# sent_id = s{number + 1:02}\n# text = {' '.join(words)}\n")
        rows = zip(words, tags, heads, relations, strict=True)
        parts += [f"{at}\t{w}\t_\t{t}\t_\t_\t{h}\t{r}\t_\t_\n" for at, (w, t, h, r) in enumerate(rows, 1)]
        parts.append("\n")
    return "".join(parts)


def textgrid(tiers: Mapping[str, list[Mark]], end: float) -> str:
    """Praat's long text; what lies between two marks is an interval without a text."""
    lines = [
        'File type = "ooTextFile"',
        'Object class = "TextGrid"',
        "",
        "xmin = 0",
        f"xmax = {end}",
        "tiers? <exists>",
    ]
    lines += [f"size = {len(tiers)}", "item []:"]
    for number, (name, marks) in enumerate(tiers.items(), 1):
        intervals: list[Mark] = []
        at = 0.0
        for mark in marks:
            intervals += [Mark(at, mark.start, "")] if mark.start > at else []
            intervals.append(mark)
            at = mark.end
        intervals += [Mark(at, end, "")] if end > at else []
        lines += [f"    item [{number}]:", '        class = "IntervalTier"', f'        name = "{name}"']
        lines += ["        xmin = 0", f"        xmax = {end}", f"        intervals: size = {len(intervals)}"]
        for place, (start, stop, text) in enumerate(intervals, 1):
            lines += [f"        intervals [{place}]:", f"            xmin = {start}", f"            xmax = {stop}"]
            lines += [f'            text = "{text}"']
    return "\n".join(lines) + "\n"


def elan(tiers: Mapping[str, list[Mark]]) -> str:
    """ELAN's XML with a tier for each name."""
    times = sorted({at for marks in tiers.values() for mark in marks for at in mark[:2]})
    slots = {at: f"ts{number}" for number, at in enumerate(times, 1)}
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', "<ANNOTATION_DOCUMENT>", '<HEADER TIME_UNITS="milliseconds"/>']
    lines.append("<TIME_ORDER>")
    lines += [f'<TIME_SLOT TIME_SLOT_ID="{slot}" TIME_VALUE="{round(at * 1000)}"/>' for at, slot in slots.items()]
    lines.append("</TIME_ORDER>")
    for name, marks in tiers.items():
        lines.append(f'<TIER TIER_ID="{name}">')
        for number, (start, end, category) in enumerate(marks):
            lines.append(
                f'<ANNOTATION><ALIGNABLE_ANNOTATION ANNOTATION_ID="{name}{number}" TIME_SLOT_REF1="{slots[start]}" '
                f'TIME_SLOT_REF2="{slots[end]}"><ANNOTATION_VALUE>{category}</ANNOTATION_VALUE>'
                "</ALIGNABLE_ANNOTATION></ANNOTATION>"
            )
        lines.append("</TIER>")
    return "\n".join([*lines, "</ANNOTATION_DOCUMENT>"]) + "\n"


def rttm(document: str, marks: list[Mark]) -> str:
    """A line for each turn: its file, start, duration and speaker."""
    return "".join(
        f"SPEAKER {document} 1 {start} {end - start} <NA> <NA> {category} <NA> <NA>\n" for start, end, category in marks
    )


def glozz(marks: list[Mark]) -> str:
    """Glozz's XML over a text that lies beside it."""
    units = [
        f'<unit id="u{number}"><metadata/><characterisation><type>{mark.category}</type><featureSet/>'
        f'</characterisation><positioning><start><singlePosition index="{mark.start}"/></start>'
        f'<end><singlePosition index="{mark.end}"/></end></positioning></unit>'
        for number, mark in enumerate(marks)
    ]
    head = ['<?xml version="1.0"?>', "<annotations>", '<metadata corpusHashcode="1"/>']
    return "\n".join([*head, *units, "</annotations>"]) + "\n"
