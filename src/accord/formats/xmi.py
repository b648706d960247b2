"""What stands in the XMI of a UIMA CAS, and the type system that says what it means, both checked to be safe XML.

An XMI names types and features and does not declare them; a type system (``TypeSystem.xml``) does, which tools put
beside it or into the same zip.
"""

from __future__ import annotations

import io
import re
import warnings
from collections import defaultdict
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from accord.errors import ReadError
from accord.formats.source import Source

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cassis import TypeSystem

_XMI, _CAS, _FILE_TYPES = "http://www.omg.org/XMI", "http:///uima/cas.ecore", ".xml"
_START = re.compile(r"\s*(?:<\?xml[^>]*>\s*|<!--.*?-->\s*)*<(?:\w+:)?XMI[\s>]", re.DOTALL)
_MAX_DEPTH = 20
_OWN_FEATURES = {"id", "sofa", "begin", "end"}
_TYPES_NAME = "typesystem"
_TYPES_FOLDERS = ("", "typesystems", "../typesystems", "..")
_TYPES_KEPT = 16
"""How many type systems are kept in memory for the next file."""
_MAX_TYPES_SIZE = 1 << 24
"""How many bytes a type system may have; that of DKPro and INCEpTION has a hundredth of it."""


class Used(NamedTuple):
    """The types that an XMI uses, and the features of each."""

    features: dict[str, set[str]]

    def missing(self, types: TypeSystem) -> list[str]:
        """What a type system does not declare: types, and features with their types."""
        lost = []
        for name, features in self.features.items():
            if not types.contains_type(name):
                lost.append(name)
                continue
            declared = {feature.name for feature in types.get_type(name).all_features}
            lost += [f"{name}.{each}" for each in sorted(features) if not {each, f"{each}_"} & declared]
        return lost


def is_xmi(source: Source) -> str:
    """Why a file is the XMI of a CAS; nothing where it is not."""
    return "its outermost element is XMI" if _START.match(source.start()) else ""


def scan_xmi(source: Source, data: bytes) -> Used:
    """The types and features that an XMI uses; an error where it is no XML, declares entities, or lies too deep."""
    used: dict[str, set[str]] = defaultdict(set)
    depth = 0

    def start(tag: str, attributes: dict[str, str]) -> None:
        nonlocal depth
        depth += 1
        if depth == 1 and tag != f"{_XMI} XMI":
            raise ReadError(f"{source.name} is no XMI: the outermost element is {tag.rpartition(' ')[2]!r}")
        if depth > _MAX_DEPTH:
            raise ReadError(f"{source.name} is no XMI: elements lie more than {_MAX_DEPTH} deep in each other")
        if depth == 2:
            namespace, _, name = tag.rpartition(" ")
            if namespace != _CAS:
                known = used[_type_name(namespace, name)]
                known.update(each for each in attributes if " " not in each and each not in _OWN_FEATURES)

    def end(_tag: str) -> None:
        nonlocal depth
        depth -= 1

    _parse(source.name, data, start, end)
    return Used(dict(used))


def _type_name(namespace: str, name: str) -> str:
    """The name of a type: ``http:///de/tudarmstadt/x.ecore`` is its package."""
    package = namespace.removeprefix("http:///").removesuffix(".ecore").replace("/", ".")
    return f"{package}.{name}" if package else name


def _parse(name: str, data: bytes, start: object = None, end: object = None) -> None:
    """Go through XML, refusing entities, which can grow without end and fetch other files."""
    from xml.parsers.expat import ExpatError, ParserCreate
    from xml.parsers.expat.errors import messages

    def refuse(*_declared: object) -> None:
        raise ReadError(f"{name} declares its own markup (DOCTYPE), which is not safe: take it out")

    parser = ParserCreate(namespace_separator=" ")
    parser.StartElementHandler = start  # type: ignore[assignment]
    parser.EndElementHandler = end  # type: ignore[assignment]
    parser.StartDoctypeDeclHandler = refuse
    parser.EntityDeclHandler = refuse
    try:
        parser.Parse(data, True)
    except ExpatError as error:
        why = f"line {error.lineno}, column {error.offset + 1}: {messages[error.code]}"
        raise ReadError(f"{name} is no XML ({why}): was it cut short or changed by hand?") from None
    except (LookupError, UnicodeError, ValueError) as error:
        raise ReadError(f"{name} is no XML ({error})") from None


# --- type systems ----------------------------------------------------------------------------------------------------


def type_systems_near(path: str) -> list[Source]:
    """The type systems that lie near an XMI, those beside it and those called like it first."""
    folder, stem = Path(path).parent, Path(path).stem.casefold()
    found: dict[Path, None] = {}
    for near in _TYPES_FOLDERS:
        try:
            inside = sorted((folder / near).iterdir())
        except OSError:
            continue
        xml = [each for each in inside if each.suffix.casefold() == _FILE_TYPES]
        if near in {"", ".."}:
            xml = [each for each in xml if _TYPES_NAME in each.stem.casefold()]
        xml.sort(key=lambda each: each.stem.casefold() != _TYPES_NAME and stem not in each.stem.casefold())
        found |= dict.fromkeys(each.resolve() for each in xml if each.is_file())
    return [Source(str(each)) for each in found if each.stat().st_size <= _MAX_TYPES_SIZE]


def types_for(source: Source, used: Used, candidates: Sequence[Source]) -> TypeSystem:
    """The first type system that declares all that is used, or else all of them together."""
    import cassis

    if not (lost := used.missing(cassis.TypeSystem())):
        return cassis.TypeSystem()
    known = []
    for each in candidates:
        data = each.whole()
        missing = used.missing(types := _load_types(each.name, data))
        if not missing:
            return types
        known.append((each.name, data))
        lost = missing if len(missing) <= len(lost) else lost
    if not known:
        raise ReadError(
            f"{source.name} needs its type system, which declares {_some(lost)}: put TypeSystem.xml beside it"
        )
    merged = _merged(tuple(known))
    if merged is None or (missing := used.missing(merged)):
        lost = lost if merged is None else missing
        raise ReadError(f"{source.name} uses {_some(lost)}, which no type system beside it declares: export both again")
    return merged


def _some(names: Sequence[str]) -> str:
    more = f" and {len(names) - 3} more" if len(names) > 3 else ""
    return ", ".join(names[:3]) + more


@lru_cache(maxsize=_TYPES_KEPT)
def _load_types(name: str, data: bytes) -> TypeSystem:
    """A type system of UIMA, once for all files that use it."""
    _parse(name, data)
    import cassis

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of features named like keywords of Python
        try:
            return cassis.load_typesystem(io.BytesIO(data))
        except Exception as error:  # whatever cassis raises of a file that is none
            why = next(iter(str(error).splitlines()), "") or type(error).__name__
            raise ReadError(f"{name} is no type system of UIMA: {why[:200]}") from None


@lru_cache(maxsize=_TYPES_KEPT)
def _merged(types: tuple[tuple[str, bytes], ...]) -> TypeSystem | None:
    """Several type systems as one; None where they contradict each other."""
    import cassis

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return cassis.merge_typesystems(*(_load_types(*each) for each in types))
        except ReadError:
            raise
        except Exception:  # cassis says it in several ways
            return None
