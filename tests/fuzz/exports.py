"""Small exports in the formats of many tools: what accord writes of some campaigns, and what only others write."""

from __future__ import annotations

import io
import json
import tempfile
from functools import cache
from pathlib import Path
from zipfile import ZipFile

from accord.errors import AccordError
from accord.formats.formats import FORMATS
from accord.verbs.convert import convert
from tests.snapshots.campaigns import CAMPAIGNS
from tests.snapshots.drawing import Draw

_SOURCES = ("spans-three", "relations-two", "labels-five-missing", "labels-sets", "chunks-three", "units-many")
_TSV_3 = """#FORMAT=WebAnno TSV 3.3
#T_SP=custom.Name|value|identifier
#T_RL=custom.Link|role|BT_custom.Name


#Text=Ann \N{GRINNING FACE} met Bo.
1-1	0-3	Ann	PER[1]	*[1]	_	_
1-2	4-6	\N{GRINNING FACE}	PER[1]	*[1]	_	_
1-3	7-10	met	_	_	_	_
1-4	11-13	Bo	LOC	_	sees	1-1[1]
1-5	13-14	.	_	_	_	_
"""
_TSV_2 = """ # de.tudarmstadt.ukp.dkpro.core.api.ner.type.NamedEntity | value
#id=1
#text=Ann met Bo.
1-1	Ann	B-PER
1-2	met	O
1-3	Bo	B-LOC
1-4	.	O
"""
_XMI = """<?xml version="1.0" encoding="UTF-8"?>
<xmi:XMI xmlns:cas="http:///uima/cas.ecore" xmlns:tcas="http:///uima/tcas.ecore" xmlns:xmi="http://www.omg.org/XMI"
 xmi:version="2.0"><cas:NULL xmi:id="0"/><tcas:Annotation xmi:id="2" sofa="1" begin="0" end="3"/>
<cas:Sofa xmi:id="1" sofaNum="1" sofaID="_InitialView" mimeType="text" sofaString="Ann met Bo."/>
<cas:View sofa="1" members="2"/></xmi:XMI>
"""
_CAS = {
    "%TYPES": {"c.Name": {"%NAME": "c.Name", "%SUPER_TYPE": "uima.tcas.Annotation", "value": {"%RANGE": "String"}}},
    "%FEATURE_STRUCTURES": [
        {"%ID": 1, "%TYPE": "uima.cas.Sofa", "sofaNum": 1, "sofaID": "_InitialView", "sofaString": "Ann met Bo."},
        {"%ID": 2, "%TYPE": "c.Name", "@sofa": 1, "begin": 0, "end": 3, "value": "PER"},
    ],
    "%VIEWS": {"_InitialView": {"%SOFA": 1, "%MEMBERS": [2]}},
}
_STATES = {
    "name": "p",
    "annotation_documents": [{"name": "d.txt", "user": who, "state": "FINISHED"} for who in ("ada", "bram")],
    "source_documents": [{"name": "d.txt", "state": "CURATION_FINISHED"}],
}


def _packed(files: dict[str, bytes]) -> bytes:
    stream = io.BytesIO()
    with ZipFile(stream, "w") as made:
        for name, content in files.items():
            made.writestr(name, content)
    return stream.getvalue()


def _of_others() -> dict[str, dict[str, bytes]]:
    tsv = _TSV_3.encode()
    project = {
        "annotation/d.txt/ada.tsv": tsv,
        "annotation/d.txt/bram.zip": _packed({"bram.tsv": tsv.replace(b"LOC", b"PER")}),
        "curation/d.txt/CURATION_USER.tsv": tsv,
        "exportedproject.json": json.dumps(_STATES).encode(),
    }
    return {
        "webanno": {"ada/d.tsv": tsv, "bram/d.tsv": tsv.replace(b"LOC", b"PER")},
        "webanno-2": {"ada.tsv": _TSV_2.encode(), "bram.tsv": _TSV_2.replace("B-LOC", "O").encode()},
        "xmi": {"ada/d.xmi": _XMI.encode(), "bram/d.xmi": _XMI.replace('end="3"', 'end="7"').encode()},
        "uima-json": {"ada/d.json": json.dumps(_CAS).encode(), "bram/d.json": json.dumps(_CAS).encode()},
        "inception": {"project.zip": _packed(project)},
    }


@cache
def exports() -> dict[str, dict[str, bytes]]:
    """Files by their names, by what they are."""
    found = _of_others()
    for campaign in _SOURCES:
        with tempfile.TemporaryDirectory() as root:
            for name, text in CAMPAIGNS[campaign].draw(Draw(campaign)).items():
                path = Path(root, "data", name)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8")
            for format_ in sorted(FORMATS):
                if FORMATS.get(format_).writer is not None:
                    made = _written(Path(root), format_)
                    found |= {f"{campaign} as {format_}": made} if made else {}
    return found


def _written(root: Path, format_: str) -> dict[str, bytes]:
    """The data of a folder in another format; nothing where that has no place for them, or needs what is not here."""
    out = root / format_
    try:
        convert([str(root / "data")], str(out), format_)
    except AccordError:
        return {}
    if out.is_dir():
        return {str(each.relative_to(out)): each.read_bytes() for each in sorted(out.rglob("*")) if each.is_file()}
    writer = FORMATS.get(format_).writer
    return {f"data{writer.ending if writer else ''}": out.read_bytes()} if out.exists() else {}
