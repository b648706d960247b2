"""docs/experiments.md says all that a plan may hold, and its example is a plan."""

from __future__ import annotations

import re
import tomllib
from dataclasses import fields
from pathlib import Path

import pytest

from accord.errors import UsageError
from accord.formats import Columns
from accord.learn.experiment.plan import DownstreamPlan, make_plan
from accord.learn.experiment.plan_keys import PLAN_KEYS, plan_reference
from accord.learn.kinds import CONTROLS
from accord.learn.tagger.settings import Settings

PAGE = (Path(__file__).parents[2] / "docs" / "experiments.md").read_text(encoding="utf-8")


def test_the_page_prints_the_table_that_the_parser_goes_by() -> None:
    assert plan_reference().strip() in PAGE


def test_the_example_is_a_plan() -> None:
    example, downstream = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)
    plan = make_plan(tomllib.loads(example + downstream), Path("there"))
    assert list(plan.protocols) == ["plain", "dropout"]
    assert plan.controls == ["eps"]
    assert plan.tests == ["dev", "tweets", "chunks-test"]


EVERY = """
title = "t"
seeds = [3]
epochs = 1
features = "ner"
labels = ["X"]
encoding = "BIO"
types = "PER"
[data]
folder = "."
train = ["a"]
agreement = "b"
missing = "FLAG"
[data.test]
c = "c"
[data.columns]
token = 0
label = 1
format = "conll"
file_encoding = "latin-1"
[data.agreement-columns]
token = "word"
label = [1, 2]
annotators_by = "columns"
annotator = 2
item = 3
document = 4
layout = "long"
format = "table"
file_encoding = "utf-8"
[downstream]
train = "d"
encoding = "none"
features = "pos"
learner = "softmax"
epochs = 2
[downstream.test]
e = "e"
[downstream.columns]
label = 3
[protocols.p]
average = "epoch"
shuffle = false
ties = "lowest"
regulariser = "zipf"
rate = 0.2
supported_only = false
learner = "crf"
learning_rate = 0.5
l2 = 2
[weightings.w]
kind = "cm"
strength = 2
smooth = 1
control = true
"""


def test_every_key_is_read_and_no_other() -> None:
    given = tomllib.loads(EVERY)
    tables = {
        "": given,
        "data": given["data"],
        "data.columns": given["data"]["columns"],
        "data.agreement-columns": given["data"]["agreement-columns"],
        "downstream": given["downstream"],
        "protocols.NAME": given["protocols"]["p"],
        "weightings.NAME": given["weightings"]["w"],
    }
    assert {name: set(table) for name, table in tables.items()} == {k: set(keys) for k, keys in PLAN_KEYS.items()}
    plan = make_plan(given, Path())
    assert plan.settings("p", 3) == Settings(1, "epoch", False, "lowest", "zipf", 0.2, False, 3, "crf", 0.5, 2.0)
    assert (plan.encoding, plan.types) == ("BIO", ("PER",))
    assert plan.downstream == DownstreamPlan(("d",), {"e": "e"}, Columns(label=3), "none", "pos", "softmax", 2)
    for table in (*tables.values(), given["downstream"]["columns"]):
        table["sede"] = 1
        with pytest.raises(UsageError, match="there is no 'sede'"):
            make_plan(given, Path())
        del table["sede"]


def test_defaults_are_those_of_the_parser() -> None:
    plan = make_plan({"data": {"train": "a", "test": {"b": "b"}, "agreement": "c"}, "weightings": {"cm": {}}}, Path())
    top = PLAN_KEYS[""]
    assert (plan.title, str(len(plan.seeds)), str(plan.epochs), plan.features) == tuple(
        top[key].default for key in ("title", "seeds", "epochs", "features")
    )
    assert (plan.encoding, plan.types, plan.downstream) == (None, (), None)
    after = make_plan(
        {"data": {"train": "a", "test": {"b": "b"}}, "downstream": {"train": "c", "test": {"d": "d"}}}, Path()
    ).downstream
    assert after is not None
    assert (after.features, after.learner, str(after.epochs), after.encoding) == (
        *(PLAN_KEYS["downstream"][key].default for key in ("features", "learner", "epochs")),
        None,
    )
    weighting = plan.weightings["cm"]
    assert weighting is not None
    assert (weighting.kind, str(weighting.strength), str(weighting.smooth), weighting.control) == (
        "cm",
        "1.0",
        "0.0",
        False,
    )
    protocol = {
        each.name: str(each.default).lower() for each in fields(Settings) if each.name not in ("epochs", "seed")
    }
    protocol |= {"supported_only": "true for perceptron"}
    assert Settings().supported_only
    assert not Settings(learner="crf").supported_only
    assert {name: key.default for name, key in PLAN_KEYS["protocols.NAME"].items()} == protocol
    assert all(kind in PLAN_KEYS["weightings.NAME"]["control"].default for kind in CONTROLS)
