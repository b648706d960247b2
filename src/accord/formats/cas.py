"""UIMA CAS as XMI or JSON, read by dkpro-cassis (the extra ``cas``): a text, and annotations of any type over it.

What becomes of the types is the same as in WebAnno TSV: `uima_layers`. Tokens and sentences are only what others refer
to, and what tools write about a document is no annotation of it.
"""

from __future__ import annotations

import gc
import io
import json
import re
import warnings
from collections import Counter
from collections.abc import Iterable
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

from accord.errors import ReadError, UsageError
from accord.formats.cas_writer import JSON_WRITER, XMI_WRITER
from accord.formats.content import Content
from accord.formats.formats import Format
from accord.formats.uima_layers import AnnotatedText, Arc, UimaAnnotation, UimaLayer, add_layers
from accord.formats.xmi import is_xmi, scan_xmi, type_systems_near, types_for
from accord.messages import plural

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Sequence
    from types import ModuleType

    from cassis.cas import View
    from cassis.typesystem import Feature, FeatureStructure, Type

    from accord.formats.columns import Columns
    from accord.formats.source import Source

ANNOTATION, _DOCUMENT = "uima.tcas.Annotation", "uima.tcas.DocumentAnnotation"
DKPRO = "de.tudarmstadt.ukp.dkpro.core.api."
TOKEN, SENTENCE = f"{DKPRO}segmentation.type.Token", f"{DKPRO}segmentation.type.Sentence"
_POS = f"{DKPRO}lexmorph.type.pos.POS"
_ASIDE = ("org.dkpro.core.api.xml.type.", "de.tudarmstadt.ukp.clarin.webanno.", f"{DKPRO}metadata.type.")
"""Types of what tools note down for themselves: markup of the original, versions, tag sets."""
_ENDS = (("Governor", "Dependent"), ("source", "target"), ("governor", "dependent"))
"""What the ends of a relation are called, from where it leads first."""
_LINKS = {"next", "first"}
_UNCOUNTED = {"sofa", "begin", "end", "referenceRelation", *_LINKS}
_RESERVED = {"self", "type"}
_CHAIN = "referenceRelation"
_PLAIN = {"String", "Boolean", "Integer", "Float", "Double", "Long", "Short", "Byte"}
_OVER, _LEFT_OUT = ("token", "sentence"), ("slot", "list")
_ARRAY, _NO_ELEMENTS = re.compile(r"\[\]$|Array$"), re.compile(rb'(?:\[\]|Array)"\s*\}')
_JSON = re.compile(r'\s*\{\s*"%(?:TYPES|FEATURE_STRUCTURES|VIEWS|HEADER)"')


def read_xmi(source: Source, _: Columns) -> Content:
    """UIMA CAS as XMI with its type system: spans and relations, a layer for each type and each feature with values."""
    return read_xmi_with(source, type_systems_near(source.path))


def read_xmi_with(source: Source, types: Sequence[Source]) -> Content:
    """The same with the type systems that are given."""
    cassis, data = cassis_library(), source.whole()
    known = types_for(source, scan_xmi(source, data), types)
    return _read(source, "XMI", lambda: cassis.load_cas_from_xmi(io.BytesIO(data), typesystem=known))


def read_json(source: Source, _: Columns) -> Content:
    """UIMA CAS as JSON: spans and relations, a layer for each type and each of its features with values."""
    cassis, data = cassis_library(), source.whole()
    if b'"%TYPES"' not in data:
        raise ReadError(f"{source.name} holds no type system (%TYPES), which says what is in it: export it with that")
    return _read(source, "JSON", lambda: cassis.load_cas_from_json(_with_elements(data)))


def _with_elements(data: bytes) -> io.BytesIO:
    """The same with the elements of empty arrays, which UIMA does not write, and cassis needs."""
    if _NO_ELEMENTS.search(data):
        document = json.loads(data)
        found = document.get("%FEATURE_STRUCTURES", ())
        for each in found.values() if isinstance(found, dict) else found:
            if _ARRAY.search(each["%TYPE"]):
                each.setdefault("%ELEMENTS", [])
        data = json.dumps(document).encode()
    return io.BytesIO(data)


def is_json_cas(source: Source) -> str:
    """Why a file is a CAS in JSON; nothing where it is not."""
    return "its keys are those of UIMA CAS JSON" if _JSON.match(source.start()) else ""


def cassis_library() -> ModuleType:
    """dkpro-cassis, where it is installed."""
    try:
        return import_module("cassis")
    except ImportError:
        raise UsageError("UIMA CAS is read and written by an extra: pip install 'accord[cas]'") from None


def _read(source: Source, form: str, load: Any) -> Content:
    """A file as content, whatever cassis says of it."""
    gc.collect(0)  # cassis holds objects in circles, and those of the file before would stay while nobody searches
    content = Content(source.name, is_document=True)
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        try:
            cas = load()
        except ReadError:
            raise
        except Exception as error:  # cassis checks little, and fails in many ways where a file is broken
            why = next(iter(str(error).splitlines()), "")
            said_so = f"{type(error).__name__}: {why[:200]}" if why else type(error).__name__
            raise ReadError(f"{source.name} is no CAS that can be read ({said_so})") from None
    lost = [str(each.message) for each in said if "external offset" in str(each.message)]
    if lost:
        offset = re.search(r"\[(\d+)\]", lost[0])
        message = f"{plural(len(lost), 'offset')} at no character, the first {offset[1] if offset else '?'}"
        content.report("offset-mismatch", None, message, "was the text changed? export it again")
        return content
    views = [view for view in cas.views if view.sofa.sofaString is not None]
    aside: Counter[str] = Counter()
    for view in views:
        name = None if len(views) == 1 else view.sofa.sofaID
        aside += _View(view, content).add(name)
    if not views:
        content.report("empty-file", None, "there is no text in it", "is it the right file?")
    over, left_out = ([plural(aside[what], what) for what in kinds if aside[what]] for kinds in (_OVER, _LEFT_OUT))
    beneath = f" over {' and '.join(over)}" if over else ""
    aside_said = f"; not measured: {' and '.join(left_out)}" if left_out else ""
    content.assumption = f"layers of UIMA CAS {form}{beneath}{aside_said}"
    return content


class _Known(NamedTuple):
    """What is known of a type: its layer, whether it is one of relations, and its features that may hold several."""

    layer: UimaLayer
    is_relation: bool
    others: list[str]


class _View:
    """One text of a CAS with what is annotated in it."""

    def __init__(self, view: View, content: Content) -> None:
        self.view, self.content, self.text = view, content, view.sofa.sofaString or ""
        self.layers: dict[str, UimaLayer] = {}
        self.tokens: dict[Hashable, UimaAnnotation] = {}
        self.parts_of_speech: dict[Hashable, Hashable] = {}
        """The annotation of its part of speech that each token has."""
        self.relations: list[tuple[UimaLayer, FeatureStructure]] = []
        self.known: dict[str, _Known] = {}
        self.slots = self.lists = 0

    def add(self, document: str | None) -> Counter[str]:
        """Add the layers of the view, and say how many tokens, sentences and things that are not measured it has."""
        sentences = 0
        held = self.view.get_all_fs()
        types = {each.type.name: each.type for each in held}
        taken = {name for name, type_ in types.items() if _is_a(type_, ANNOTATION) and not _is_aside(type_)}
        found = [each for each in held if each.type.name in taken]
        placed = [each for each in found if isinstance(each.begin, int) and isinstance(each.end, int)]
        if nowhere := len(found) - len(placed):
            message = f"{plural(nowhere, 'annotation')} without a whole number as begin or end"
            self.content.report("offset-mismatch", None, message, "was the file changed by hand? export it again")
        for each in sorted(placed, key=lambda each: (each.begin, each.end, each.xmiID)):
            name = each.type.name
            if not 0 <= each.begin <= each.end <= len(self.text):
                message = f"{name} from {each.begin} to {each.end}, in a text of {plural(len(self.text), 'character')}"
                self.content.report("offset-mismatch", None, message, "was the text changed? export it again")
            elif name == TOKEN:
                self.tokens[each.xmiID] = UimaAnnotation(each.begin, each.end)
                if (pos := each.get("pos")) is not None:
                    self.parts_of_speech[each.xmiID] = pos.xmiID
            elif name == SENTENCE:
                sentences += 1
            else:
                self._take(each)
        for layer, each in self.relations:
            self._relate(layer, each)
        if not self.content.has_errors:
            add_layers(self.content, self.layers.values(), AnnotatedText(self.text, self.tokens), document)
        return Counter({"token": len(self.tokens), "sentence": sentences, "slot": self.slots, "list": self.lists})

    def _take(self, each: FeatureStructure) -> None:
        """Put an annotation into its layer; a relation waits until all that it may link are known."""
        if each.type.name not in self.known:
            type_ = _layer_type(each.type)
            features = tuple(sorted(_name(feature) for feature in type_.all_features if _is_plain(feature)))
            layer = self.layers.setdefault(type_.name, UimaLayer(type_.name, features))
            others = [each.name for each in type_.all_features if not _is_plain(each) and each.name not in _UNCOUNTED]
            self.known[each.type.name] = _Known(layer, bool(_ends(type_)), others)
        layer, is_relation, others = self.known[each.type.name]
        if is_relation:
            self.relations.append((layer, each))
            return
        for name in others:
            self._count(each.get(name))
        layer.annotations[each.xmiID] = UimaAnnotation(each.begin, each.end, _values(layer, each))

    def _count(self, value: Any) -> None:
        """Count what fills the slots of an annotation, and the lists of values that it has."""
        elements = getattr(value, "elements", value)
        if not isinstance(elements, Iterable) or isinstance(elements, str | bytes):
            return
        held = [each for each in elements if each is not None]
        filled = [each for each in held if hasattr(each, "type")]
        self.slots += sum(each.get("target") is not None for each in filled if hasattr(each, "target"))
        self.lists += bool(held) and not filled

    def _relate(self, layer: UimaLayer, each: FeatureStructure) -> None:
        """Add a relation; one between tokens is one between their parts of speech, where they have any."""
        source, target = (each.get(name) for name in _ends(each.type))
        bases = {end.type.name for end in (source, target) if end is not None}
        of_tokens = bases == {TOKEN} and layer.name.startswith(DKPRO)
        if layer.base is None or layer.base == TOKEN:
            base = next((end.type for end in (source, target) if end is not None), None)
            layer.base = _POS if of_tokens else "" if base is None else _layer_type(base).name
        ends = [None if end is None else end.xmiID for end in (source, target)]
        if of_tokens:
            ends = [self.parts_of_speech.get(end, end) for end in ends]
        layer.arcs.append(Arc(ends[0], ends[1], _values(layer, each)))


def _values(layer: UimaLayer, each: FeatureStructure) -> dict[str, str]:
    """The values of the features of an annotation as TSV has them; none where there is none."""
    given = ((name, each.get(f"{name}_" if name in _RESERVED else name)) for name in layer.features)
    return {name: _as_text(value) for name, value in given if value is not None}


def _as_text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _name(feature: Feature) -> str:
    """The name of a feature as the file has it: cassis puts an underscore after those that it needs itself."""
    name: str = feature.name
    return name[:-1] if name[:-1] in _RESERVED else name


def _is_plain(feature: Feature) -> bool:
    """Whether a feature holds one value that can be a label, as far as the annotation itself says it."""
    own = feature.name not in {"sofa", "begin", "end", _CHAIN, *_LINKS}
    range_ = feature.rangeType.name
    return own and (range_.removeprefix("uima.cas.") in _PLAIN or _is_a(feature.rangeType, "uima.cas.String"))


def _lineage(type_: Type) -> Iterator[Type]:
    """A type and those above it."""
    found: Type | None = type_
    while found is not None:
        yield found
        found = found.supertype


def _is_a(type_: Type, name: str) -> bool:
    return any(each.name == name for each in _lineage(type_))


def _is_aside(type_: Type) -> bool:
    return type_.name.startswith(_ASIDE) or _is_a(type_, _DOCUMENT)


def _layer_type(type_: Type) -> Type:
    """The type whose layer an annotation is in: DKPro has types for tags, such as POS_NOUN, that are below those."""
    for each in _lineage(type_):
        above = each.supertype
        if each.features or not each.name.startswith(DKPRO) or above is None or above.name == ANNOTATION:
            return each
    return type_


def _ends(type_: Type) -> tuple[str, str] | tuple[()]:
    """The features that a relation links with; none where a type is no relation."""
    held = {feature.name for feature in type_.all_features if not _is_plain(feature)}
    return next((ends for ends in _ENDS if held.issuperset(ends)), ())


XMI = Format(read_xmi, writer=XMI_WRITER, recognise=is_xmi)
CAS_JSON = Format(read_json, writer=JSON_WRITER, recognise=is_json_cas)
