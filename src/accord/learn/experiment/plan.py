"""What an experiment does: its data, its protocols and its weightings, from a TOML file.

Every weighting is trained under every protocol with every seed, and compared with none and with each control: by a
paired t-test over seeds and by an interval over test sentences, corrected by Holm's method for all tests beside it. A
control has the shape of weights and none of their knowledge; what weights gain beyond it is knowledge.
docs/experiments.md lists all that a plan may hold.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from accord.encoding import encoding
from accord.encoding.scheme import NO_ENCODING
from accord.errors import ReadError, UsageError
from accord.formats import Columns
from accord.formats.numbers import finite_number
from accord.learn import WEIGHTS
from accord.learn.experiment.plan_keys import PLAN_KEYS
from accord.learn.kinds import CONTROLS
from accord.learn.tagger.settings import Settings
from accord.messages import shown, suggestion

if TYPE_CHECKING:
    from collections.abc import Mapping

BASELINE = "none"
"""The weighting that weighs nothing, which every experiment has."""
_MAX_SEEDS = 10_000
_NAME = re.compile(r"\w[\w.-]*")


@dataclass(frozen=True, slots=True)
class Weighting:
    """A kind of weights, and how strong it is; a control has their shape and none of their knowledge."""

    kind: str
    strength: float = 1.0
    smooth: float = 0.0
    control: bool = False


@dataclass(frozen=True, slots=True)
class Data:
    """Files to learn from, to test on, and to estimate disagreement from, with where they keep what."""

    train: tuple[str, ...]
    test: Mapping[str, str]
    agreement: tuple[str, ...] = ()
    columns: Columns = field(default_factory=Columns)
    """Which columns hold tokens and labels."""
    agreement_columns: Mapping[str, Any] = field(default_factory=dict)
    """How the data of several annotators is laid out, as `accord.read` takes it."""
    missing: tuple[str, ...] = ()
    """Labels of the agreement data that mean no answer."""


@dataclass(frozen=True, slots=True)
class DownstreamPlan:
    """Files with other labels, and how a second tagger learns them with the help of the first one's."""

    train: tuple[str, ...]
    test: Mapping[str, str]
    columns: Columns = field(default_factory=Columns)
    encoding: str | None = None
    features: str = "chunk"
    learner: str = "crf"
    epochs: int = 5


@dataclass(frozen=True, slots=True)
class Plan:
    """An experiment: every weighting under every protocol with every seed."""

    title: str
    data: Data
    protocols: Mapping[str, Mapping[str, Any]]
    """How a tagger learns, as `Settings` takes it."""
    weightings: Mapping[str, Weighting | None]
    """By name; the first is the baseline, without weights."""
    seeds: tuple[int, ...]
    epochs: int = 5
    features: str = "pos"
    labels: tuple[str, ...] = ()
    """Labels that come first in the order of labels."""
    encoding: str | None = None
    """That of chunk labels, "none" for labels of tokens; None where it is to be detected."""
    types: tuple[str, ...] = ()
    """Those whose mentions have an F1 of their own."""
    downstream: DownstreamPlan | None = None
    """What is learnt from the labels of each tagger."""

    @property
    def tests(self) -> list[str]:
        """The names of all test sets: those of the tagger, then those downstream."""
        return [*self.data.test, *(self.downstream.test if self.downstream else ())]

    @property
    def controls(self) -> list[str]:
        """The weightings that know nothing."""
        return [name for name, each in self.weightings.items() if each is not None and each.control]

    @property
    def runs(self) -> list[tuple[str, str, int]]:
        """Protocol, weighting and seed of each tagger to train; all weightings of a seed come together."""
        return [
            (protocol, weighting, seed)
            for protocol in self.protocols
            for seed in self.seeds
            for weighting in self.weightings
        ]

    def settings(self, protocol: str, seed: int) -> Settings:
        """How a tagger of this protocol and seed learns."""
        return Settings(epochs=self.epochs, seed=seed, **self.protocols[protocol])


def read_plan(path: str, folder: str | None = None) -> Plan:
    """Read an experiment; its files lie in ``folder``, else in the one it names, beside the TOML file."""
    try:
        given = tomllib.loads(Path(path).read_text(encoding="utf-8"))
    except OSError as error:
        raise UsageError(f"cannot read {path}: {(error.strerror or str(error)).lower()}") from None
    except RecursionError:
        raise ReadError(f"{path}: this is no TOML: lists or tables too deep in each other") from None
    except ValueError as error:  # TOMLDecodeError, UnicodeDecodeError, and a number of thousands of digits
        raise ReadError(f"{path}: this is no TOML: {error}") from None
    try:
        named = _a(str, _table(given, "data"), "folder", ".")
        return make_plan(given, Path(folder) if folder is not None else Path(path).parent / named)
    except UsageError as error:
        raise UsageError(f"{path}: {error}") from None


def make_plan(given: Mapping[str, Any], folder: Path) -> Plan:
    """An experiment from the tables of a TOML file."""
    _known(given, "", "the file")
    weightings = {name: _weighting(name, each) for name, each in _table(given, "weightings").items()}
    protocols = dict(_table(given, "protocols")) or {"default": {}}
    plan = Plan(
        title=_a(str, given, "title", "experiment"),
        data=_data(_table(given, "data"), folder),
        protocols=protocols,
        weightings={BASELINE: None} | {name: each for name, each in weightings.items() if each is not None},
        seeds=_seeds(given.get("seeds", 5)),
        epochs=_a(int, given, "epochs", 5),
        features=_a(str, given, "features", "pos"),
        labels=_strings(given.get("labels", []), "labels"),
        encoding=_encoding(given),
        types=_strings(given.get("types", []), "types"),
        downstream=_downstream(_table(given, "downstream"), folder) if "downstream" in given else None,
    )
    if len(set(plan.tests)) < len(plan.tests):
        raise UsageError("a test set of [data] and one of [downstream] have the same name: name them apart")
    for name, how in protocols.items():
        if not _NAME.fullmatch(name):
            raise UsageError(f"protocol {name!r}: a name of letters, digits, . - _ is needed, for files")
        _known(how, "protocols.NAME", f"protocol {name!r}")
        plan.settings(name, 0)
    weighted = [name for name, each in plan.weightings.items() if each is not None]
    if weighted and not plan.data.agreement:
        raise UsageError(f"{weighted[0]} needs data of several annotators: name it under agreement in [data]")
    return plan


def _data(given: Mapping[str, Any], folder: Path) -> Data:
    _known(given, "data")
    return Data(
        *_files(given, "data", folder),
        tuple(str(folder / each) for each in _strings(given.get("agreement", []), "agreement")),
        Columns(**_known(_table(given, "columns"), "data.columns")),
        _known(_table(given, "agreement-columns"), "data.agreement-columns"),
        _strings(given.get("missing", []), "missing"),
    )


def _downstream(given: Mapping[str, Any], folder: Path) -> DownstreamPlan:
    _known(given, "downstream")
    how = DownstreamPlan(
        *_files(given, "downstream", folder),
        Columns(**_known(_table(given, "columns"), "data.columns", "[downstream.columns]")),
        _encoding(given),
        _a(str, given, "features", "chunk"),
        _a(str, given, "learner", "crf"),
        _a(int, given, "epochs", 5),
    )
    Settings(epochs=how.epochs, learner=how.learner)
    return how


def _files(given: Mapping[str, Any], table: str, folder: Path) -> tuple[tuple[str, ...], dict[str, str]]:
    """The files to learn from, and those to test on by name."""
    train, test = _strings(given.get("train", []), "train"), _table(given, "test")
    if not train or not test:
        raise UsageError(f"[{table}] needs train, a list of files, and [{table}.test], files by name")
    return tuple(str(folder / each) for each in train), {name: str(folder / _a(str, test, name, "")) for name in test}


def _encoding(given: Mapping[str, Any]) -> str | None:
    """The name of an encoding, or "none"; None where it is to be detected."""
    if "encoding" not in given:
        return None
    name: str = _a(str, given, "encoding", NO_ENCODING)
    return name if name == NO_ENCODING else encoding(name).name


def _weighting(name: str, given: Any) -> Weighting | None:
    given = {"kind": given} if isinstance(given, str) else given
    if not isinstance(given, dict):
        raise UsageError(f"weighting {name!r} is a kind, or a table with one")
    _known(given, "weightings.NAME", f"weighting {name!r}")
    kind = _a(str, given, "kind", name)
    if kind == BASELINE:
        return None
    if name == BASELINE:
        raise UsageError(f"a weighting called {BASELINE!r} weighs nothing: give {kind!r} another name")
    return Weighting(
        WEIGHTS.name(kind),
        _a(float, given, "strength", 1.0),
        _a(float, given, "smooth", 0.0),
        _a(bool, given, "control", kind in CONTROLS),
    )


def _seeds(given: Any) -> tuple[int, ...]:
    """So many seeds from 0 on, or those that are listed."""
    if isinstance(given, int) and not isinstance(given, bool) and 1 <= given <= _MAX_SEEDS:
        return tuple(range(given))
    if isinstance(given, list) and given and all(type(each) is int and each >= 0 for each in given):
        if len(set(given)) < len(given):
            raise UsageError("seeds: one of them is named twice, which would count it twice")
        return tuple(given)
    raise UsageError(f"seeds: how many (at most {_MAX_SEEDS:,}), or a list of whole numbers from 0, not {shown(given)}")


def _table(given: Mapping[str, Any], key: str) -> dict[str, Any]:
    table = given.get(key, {})
    if not isinstance(table, dict):
        raise UsageError(f"{key} is a table, not {shown(table)}")
    return table


def _strings(given: Any, what: str) -> tuple[str, ...]:
    listed = [given] if isinstance(given, str) else given
    if not isinstance(listed, list) or not all(isinstance(each, str) for each in listed):
        raise UsageError(f"{what}: a list of strings is needed, not {shown(given)}")
    return tuple(listed)


def _a(kind: type, given: Mapping[str, Any], key: str, default: Any) -> Any:
    """The value of a key, which must be of a type."""
    held = given.get(key, default)
    value = finite_number(held) if kind is float else held
    if type(value) is not kind:
        wanted = {str: "a string", int: "a whole number", float: "a number", bool: "true or false"}[kind]
        raise UsageError(f"{key}: {wanted} is needed, not {shown(held)}")
    return value


def _known(given: Any, table: str, where: str | None = None) -> dict[str, Any]:
    """The keys of a table, all of which `PLAN_KEYS` has."""
    where = where or f"[{table}]"
    if not isinstance(given, dict):
        raise UsageError(f"{where} is a table, not {shown(given)}")
    for key in given:
        if key not in PLAN_KEYS[table]:
            raise UsageError(f"{where}: there is no {key!r}: {suggestion(key, sorted(PLAN_KEYS[table]))}")
    return given
