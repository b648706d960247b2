"""What `import accord` offers: names that can be listed, completed and looked up, each with help."""

from __future__ import annotations

import inspect
import io
import subprocess
import sys
from contextlib import redirect_stdout

import pytest

import accord
from accord.cli.main import main

PUBLIC = [name for name in accord.__all__ if name != "__version__"]


@pytest.mark.parametrize("name", PUBLIC)
def test_a_public_name_has_a_signature_and_help(name: str) -> None:
    public = getattr(accord, name)
    assert callable(public)
    if not (isinstance(public, type) and issubclass(public, Exception)):  # those of exceptions are not to be had
        assert inspect.signature(public) is not None
    assert (inspect.getdoc(public) or "").strip()


def test_all_public_names_are_listed() -> None:
    assert set(PUBLIC) <= set(dir(accord))
    assert {"agree", "read", "report", "Corpus", "Agreement", "Result", "Undefined", "AccordError"} <= set(dir(accord))


def test_the_verb_for_all_kinds_names_their_options() -> None:
    options = inspect.signature(accord.agree).parameters
    assert {"data", "coefficients", "distance", "annotators", "match", "rows", "texts"} <= options.keys()
    assert inspect.Parameter.VAR_KEYWORD not in {each.kind for each in options.values()}


def test_what_the_verbs_give_is_of_the_public_types() -> None:
    agreement = accord.agree({"anna": ["A", "B", "A"], "ben": ["A", "A", "A"]}, "kappa")
    assert isinstance(agreement, accord.Agreement)
    assert isinstance(agreement.results[0], accord.Result)
    assert isinstance(accord.read({"anna": ["A"], "ben": ["A"]}), accord.Corpus)
    with pytest.raises(accord.AccordError):
        accord.agree("nowhere.csv")


def test_explain_returns_what_the_command_prints() -> None:
    printed = io.StringIO()
    with redirect_stdout(printed), pytest.raises(SystemExit):
        main(["explain", "alpha"])
    assert accord.explain("alpha") + "\n" == printed.getvalue()


def test_importing_loads_nothing_that_is_not_used() -> None:
    code = "import sys, accord; dir(accord); sys.exit('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_a_name_that_is_not_there_points_to_the_verb() -> None:
    with pytest.raises(AttributeError, match=r"no attribute 'agree_spans': did you mean accord\.agree\?$"):
        _ = accord.agree_spans
    with pytest.raises(AttributeError, match=r"no attribute 'cohen'$"):
        _ = accord.cohen


@pytest.mark.parametrize("name", ["aggregate", "agree", "align", "calibrate", "experiment"])
def test_progress_has_one_name(name: str) -> None:
    assert "progress" in inspect.signature(getattr(accord, name)).parameters
