"""accord: how far can I trust these annotations, where do they break, and what do I do about it?

The public verbs, and the types that they give, are loaded when they are first used:

>>> import accord
>>> accord.score([["B-PER", "O"]], [["B-PER", "O"]], encoding="BIO").run.micro.f1
Fraction(1, 1)
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from accord.agreement.agreement import Agreement as Agreement
    from accord.agreement.result import Result as Result
    from accord.agreement.result import Undefined as Undefined
    from accord.campaign.gold import gold as gold
    from accord.campaign.report import report as report
    from accord.errors import AccordError as AccordError
    from accord.formats import Columns as Columns
    from accord.learn.disagreement import Disagreement as Disagreement
    from accord.learn.sequences import expand_sequences as expand_sequences
    from accord.learn.tagger import Tagger as Tagger
    from accord.learn.targets import expand_soft as expand_soft
    from accord.learn.targets import item_weights as item_weights
    from accord.learn.weights import Weights as Weights
    from accord.model import Corpus as Corpus
    from accord.verbs.aggregate import aggregate as aggregate
    from accord.verbs.agree import agree as agree
    from accord.verbs.align import align as align
    from accord.verbs.calibrate import calibrate as calibrate
    from accord.verbs.chance import score_beyond_chance as score_beyond_chance
    from accord.verbs.check import check as check
    from accord.verbs.compare import compare as compare
    from accord.verbs.convert import convert as convert
    from accord.verbs.difficulty import difficulty as difficulty
    from accord.verbs.disagreement import disagreement as disagreement
    from accord.verbs.experiment import experiment as experiment
    from accord.verbs.explain import explain as explain
    from accord.verbs.read import read as read
    from accord.verbs.rewrite import relabel as relabel
    from accord.verbs.rewrite import repair as repair
    from accord.verbs.rounds import compare_agreement as compare_agreement
    from accord.verbs.score import score as score
    from accord.verbs.simulate import simulate as simulate
    from accord.verbs.soft import score_soft as score_soft
    from accord.verbs.soft import write_soft as write_soft
    from accord.verbs.testsets import score_test_sets as score_test_sets

__version__ = "0.1.0"

_PUBLIC = {
    "AccordError": "accord.errors",
    "Agreement": "accord.agreement.agreement",
    "Columns": "accord.formats.columns",
    "Corpus": "accord.model",
    "Disagreement": "accord.learn.disagreement",
    "Result": "accord.agreement.result",
    "Tagger": "accord.learn.tagger",
    "Undefined": "accord.agreement.result",
    "Weights": "accord.learn.weights",
    "aggregate": "accord.verbs.aggregate",
    "agree": "accord.verbs.agree",
    "align": "accord.verbs.align",
    "calibrate": "accord.verbs.calibrate",
    "check": "accord.verbs.check",
    "compare": "accord.verbs.compare",
    "compare_agreement": "accord.verbs.rounds",
    "convert": "accord.verbs.convert",
    "difficulty": "accord.verbs.difficulty",
    "disagreement": "accord.verbs.disagreement",
    "expand_sequences": "accord.learn.sequences",
    "expand_soft": "accord.learn.targets",
    "experiment": "accord.verbs.experiment",
    "explain": "accord.verbs.explain",
    "gold": "accord.campaign.gold",
    "item_weights": "accord.learn.targets",
    "read": "accord.verbs.read",
    "relabel": "accord.verbs.rewrite",
    "repair": "accord.verbs.rewrite",
    "report": "accord.campaign.report",
    "score": "accord.verbs.score",
    "score_beyond_chance": "accord.verbs.chance",
    "score_soft": "accord.verbs.soft",
    "score_test_sets": "accord.verbs.testsets",
    "simulate": "accord.verbs.simulate",
    "write_soft": "accord.verbs.soft",
}
__all__ = ["__version__", *_PUBLIC]  # noqa: PLE0604 - the names are strings, in a dictionary


def __getattr__(name: str) -> Any:
    if name not in _PUBLIC:
        verb = name.partition("_")[0]
        hint = f": did you mean accord.{verb}?" if verb in _PUBLIC else ""
        raise AttributeError(f"module 'accord' has no attribute {name!r}{hint}", name=name)
    found = getattr(import_module(_PUBLIC[name]), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted(__all__)
