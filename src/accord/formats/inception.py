"""Projects of INCEpTION and WebAnno, as a zip or unpacked: the annotations of each user, and the curated ones.

exportedproject….json             documents, users, and who has finished what
annotation/DOCUMENT/USER.zip      what a user annotated: XMI with its type system, JSON, or TSV, in a zip or plain
annotation_ser/DOCUMENT/USER.ser  the same as Java keeps it, which only Java reads
curation/DOCUMENT/CURATION_USER.… what was adjudicated

One document that was exported as XMI is a zip, too: DOCUMENT.xmi beside TypeSystem.xml.
"""

from __future__ import annotations

import json
import os
import re
from collections import defaultdict
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, NamedTuple, Protocol

from accord.errors import ReadError
from accord.formats.archive import Archive, is_zip
from accord.formats.cas import is_json_cas, read_json, read_xmi_with
from accord.formats.content import Content
from accord.formats.formats import Format
from accord.formats.names import CURATION, some
from accord.formats.source import Source
from accord.formats.uima_files import PROJECT, is_type_system, is_unpacked
from accord.formats.webanno import is_webanno, read_webanno
from accord.formats.xmi import is_xmi
from accord.messages import plural
from accord.model import Finding, Place, Severity

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from accord.formats.columns import Columns

    _Key = tuple[str | None, str | None]
    """A document and a user, as far as they have names."""

_OF_USER = re.compile(
    r"(?:.*/)?(?P<kind>annotation|curation)(?P<java>_ser)?/(?P<document>[^/]+)/(?P<user>[^/]+?)"
    r"(?:/(?P<file>[^/]+))?\.(?P<ending>[^./]+)",
    re.DOTALL,
)
_INITIAL = "INITIAL_CAS"
_DONE, _BEGUN = {"FINISHED", "CURATIONFINISHED"}, {"INPROGRESS", "CURATIONINPROGRESS"}
_FORMS = ("xmi", "json", "zip", "tsv")
"""What annotations are read from, the fullest first."""
_MAX_PROJECT = 1 << 28
_EXPORT_AGAIN = "export the project again, with the format UIMA CAS XMI, UIMA CAS JSON or WebAnno TSV 3"


class _Files(Protocol):
    """The files of a project, in a zip or in a folder."""

    @property
    def names(self) -> list[str]: ...
    def source(self, name: str) -> Source: ...
    def inner(self, name: str) -> Archive: ...


@dataclass(frozen=True, slots=True)
class _Folder:
    """An unpacked project."""

    path: Path
    file_encoding: str

    @property
    def names(self) -> list[str]:
        """The files in it and below, none of them behind links."""
        found = ((Path(folder), name) for folder, _, names in os.walk(self.path) for name in sorted(names))
        return [
            (folder / name).relative_to(self.path).as_posix() for folder, name in found if not _is_link(folder / name)
        ]

    def source(self, name: str) -> Source:
        return Source(str(self.path / name), self.file_encoding)

    def inner(self, name: str) -> Archive:
        return Archive.of(self.source(name))


class _Version(NamedTuple):
    """One user's annotations of one document, and the files that hold them by their endings."""

    kind: str
    document: str
    user: str

    def __str__(self) -> str:
        return f"{self.user} of {self.document}"


def _endings(held: Iterable[str]) -> str:
    """What the files of a user are, in words."""
    known = {"ser": ".ser (Java's own serialisation)"}
    return " and ".join(known.get(each, f".{each}") for each in sorted(held))


def is_project(source: Source) -> str:
    """Why a file is a project, or a document in a zip; nothing where it is not."""
    if is_zip(source):
        with Archive.of(source) as archive:
            names = archive.names
        if any(map(PROJECT.fullmatch, names)) or any(map(_OF_USER.fullmatch, names)):
            return "it is a zip with the files of a project"
        xmi = sum(name.casefold().endswith(".xmi") for name in names)
        return f"it is a zip with {plural(xmi, 'XMI file')}" if xmi else ""
    return "its name is that of a project" if is_unpacked(source.path) else ""


def read_inception(source: Source, columns: Columns) -> Content:
    """INCEpTION and WebAnno projects (zip): what each user annotated, and the curation as CURATION_USER.

    Documents that a user has not finished are left out if there are others.
    """
    content = Content(source.name)
    with ExitStack() as open_:
        if is_zip(source):
            files: _Files = open_.enter_context(Archive.of(source))
        else:
            files = _Folder(Path(source.path).parent, source.file_encoding)
        names = files.names
        found = _versions(names)
        if not found and (xmi := [name for name in names if name.casefold().endswith(".xmi")]):
            return _documents(xmi, names, files, source)
        states = _states(names, files)
        chosen = _finished(found, states)
        read: dict[_Version, Content] = {}
        lost: dict[str, list[str]] = defaultdict(list)
        for version in chosen:
            made = _read(found[version], files, columns)
            if made is None:
                lost[_endings(found[version])].append(str(version))
            else:
                read[version] = made
    _put_together(content, {(each.document, each.user): made for each, made in read.items()})
    for endings, versions in lost.items():
        message = f"the annotations by {some(versions)} are there only as {endings}, which cannot be read"
        severity = Severity.WARNING if read else Severity.ERROR
        content.report("unreadable-file", None, message, _EXPORT_AGAIN, severity)
    if not chosen:
        content.report("empty-file", None, "nobody has annotated anything in this project", "is it the right file?")
    content.assumption = _said(found, chosen, read, states)
    return content


def _is_link(path: Path) -> bool:
    return path.is_symlink()


def _versions(names: Iterable[str]) -> dict[_Version, dict[str, list[str]]]:
    """The files of each user and document by their endings."""
    found: dict[_Version, dict[str, list[str]]] = {}
    for name in names:
        if told := _OF_USER.fullmatch(name):
            version = _Version(told["kind"], told["document"], told["user"])
            found.setdefault(version, {}).setdefault(told["ending"].casefold(), []).append(name)
    return found


def _states(names: Iterable[str], files: _Files) -> dict[_Version, str]:
    """How far each user is with each document, as the project says it."""
    name = next(filter(PROJECT.fullmatch, names), None)
    if name is None:
        return {}
    source = files.source(name)
    data = source.whole()
    try:
        if len(data) > _MAX_PROJECT:
            raise ValueError("it is too large")
        project = json.loads(data)
        states = {
            _Version("annotation", str(each["name"]), str(each["user"])): str(each.get("state"))
            for each in project.get("annotation_documents") or ()
        }
        for each in project.get("source_documents") or ():
            states[_Version("curation", str(each["name"]), CURATION)] = str(each.get("state"))
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise ReadError(f"{source.name} is no description of a project ({type(error).__name__}: {error})") from None
    return {version: re.sub(r"[^A-Z]", "", state.upper()) for version, state in states.items()}


def _finished(found: Iterable[_Version], states: dict[_Version, str]) -> list[_Version]:
    """The versions to read: those that are finished, or, where none of their kind is, those that were begun."""
    users = [version for version in found if version.user != _INITIAL]
    chosen: list[_Version] = []
    for kind in ("annotation", "curation"):
        told = [version for version in users if version.kind == kind]
        done = [version for version in told if states.get(version, "FINISHED") in _DONE]
        chosen += done or [version for version in told if states.get(version) in _BEGUN]
    return chosen


def _said(
    found: Iterable[_Version], chosen: Sequence[_Version], read: dict[_Version, Content], states: dict[_Version, str]
) -> str:
    """What was read of a project, and what was left out."""
    users = {version.user for version in read}
    parts = [f"{plural(len({version.document for version in read}), 'document')} by {some(sorted(users))}"]
    begun = [version for version in chosen if states.get(version) in _BEGUN]
    if begun:
        parts.append(f"not finished, as none is: {some(sorted(map(str, begun)))}")
    out = [version for version in found if version not in chosen and version.user != _INITIAL]
    if out:
        parts.append(f"left out, as not finished: {some(sorted(map(str, out)))}")
    if any(version.user == _INITIAL for version in found):
        parts.append(f"{_INITIAL} is no annotator")
    return "; ".join(parts)


# --- files of one user and document ----------------------------------------------------------------------------------


def _read(held: dict[str, list[str]], files: _Files, columns: Columns) -> Content | None:
    """What a user says of a document, from the fullest of the files that hold it; None where none can be read."""
    for form in _FORMS:
        for name in held.get(form, ()):
            made = _read_packed(name, files, columns) if form == "zip" else _read_plain(name, files, columns)
            if made is not None:
                return made
    return None


def _read_packed(name: str, files: _Files, columns: Columns) -> Content | None:
    """The annotations in a zip of its own."""
    with files.inner(name) as archive:
        for form in _FORMS:
            for member in archive.names:
                if member.casefold().endswith(f".{form}") and form != "zip":
                    made = _read_plain(member, archive, columns)
                    if made is not None:
                        return made
    return None


def _read_plain(name: str, files: _Files, columns: Columns) -> Content | None:
    """The annotations in one file, if it is of a format that is read; problems are findings of it."""
    source = files.source(name)
    try:
        if is_xmi(source):
            return read_xmi_with(source, _types(name, files))
        if is_json_cas(source):
            return read_json(source, columns)
        if is_webanno(source):
            return read_webanno(source, columns)
    except ReadError as error:
        content = Content(source.name)
        known = [each for each in error.findings if isinstance(each, Finding)]
        content.findings += known or [Finding("unreadable-file", Severity.ERROR, Place(source.name), error.summary)]
        return content
    return None


def _types(name: str, files: _Files) -> list[Source]:
    """The type systems beside a file, or else anywhere in its archive."""
    known = [each for each in files.names if is_type_system(each)]
    folder = PurePosixPath(name).parent
    beside = [each for each in known if PurePosixPath(each).parent == folder]
    return [files.source(each) for each in beside or known]


def _documents(xmi: Sequence[str], names: Sequence[str], files: _Files, source: Source) -> Content:
    """Documents without users: one has no name, several have those of their files."""
    types = [files.source(name) for name in names if is_type_system(name)]
    contents: dict[_Key, Content] = {}
    for name in xmi:
        document = None if len(xmi) == 1 else PurePosixPath(name).stem
        contents[document, None] = read_xmi_with(files.source(name), types)
    content = Content(source.name)
    _put_together(content, contents)
    content.assumption = next(iter(contents.values())).assumption
    return content


def _put_together(content: Content, contents: dict[_Key, Content]) -> None:
    """All documents of all users in one content; who has nothing of a layer has an empty one."""
    parts = {key: {each.layer: each for each in (made, *made.beside)} for key, made in contents.items()}
    layers = {name: each for held in parts.values() for name, each in held.items() if each.feature is not None}
    for made in contents.values():
        content.findings += made.findings
    for name, like in layers.items() or [("", None)]:
        layer = content.named_layer(name)
        layer.feature = like.feature if like else None
        for (document, user), held in parts.items():
            first = next(iter(held.values()))
            for marking in held[name].markings if name in held else first.markings:
                annotation = marking.annotation
                if name not in held and like is not None and like.markings:
                    annotation = like.markings[0].annotation.nothing_in(annotation.file, annotation.length)
                whole = "/".join(filter(None, (document, marking.document))) or None
                layer.markings.append(marking._replace(annotator=user, document=whole, annotation=annotation))
    content.whole = True


INCEPTION = Format(read_inception, recognise=is_project)
