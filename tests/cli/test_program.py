from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import accord as package
from accord.cli.main import VERBS
from tests.cli.conftest import HARBOUR, Accord


def test_no_help_loads_numpy_or_rich() -> None:
    code = (
        "import sys\n"
        "from accord.cli.main import VERBS, main\n"
        "for given in (['--help'], *([verb, '--help'] for verb in VERBS)):\n"
        "    try: main(given)\n"
        "    except SystemExit: pass\n"
        "    heavy = sorted({'highspy', 'numba', 'numpy', 'rich', 'scipy'} & set(sys.modules))\n"
        "    if heavy: sys.exit(f'{given} loads {heavy}')\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stderr == ""
    assert all(f"Usage: accord {verb} " in done.stdout for verb in VERBS)


@pytest.mark.parametrize("runs", [["beacon-3"], ["beacon-1", "beacon-2", "lantern-1", "lantern-2"]])
def test_scoring_loads_neither_numpy_nor_rich(runs: list[str]) -> None:
    files = [str(HARBOUR / "systems" / f"{run}.conll") for run in runs]
    arguments = ["score", *files, "-r", str(HARBOUR / "reference.conll"), "--repair", "begin"]
    code = (
        f"import sys\nfrom accord.cli.main import main\ntry: main({arguments})\nexcept SystemExit: pass\n"
        "print(sorted({'numba', 'numpy', 'rich', 'scipy'} & set(sys.modules)), file=sys.stderr)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stderr.strip().splitlines()[-1] == "[]"


@pytest.mark.parametrize("file", ["urgency.csv", "radio.csv"])
def test_agreement_loads_neither_what_pages_hold_nor_the_web(file: str) -> None:
    code = (
        f"import sys\nfrom accord.cli.main import main\ntry: main(['agree', {str(HARBOUR / file)!r}])\n"
        "except SystemExit: pass\n"
        "print(sorted({'accord.payload.layer', 'numba', 'rich', 'ssl'} & set(sys.modules)), file=sys.stderr)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stderr.strip().splitlines()[-1] == "[]"


def test_a_file_is_told_without_loading_every_format() -> None:
    others = ["brat", "cas", "doccano", "inception", "label_studio", "label_studio_writer", "mqm", "webanno"]
    unused = {*(f"accord.formats.{name}" for name in others), "accord.kinds.trees.study", "importlib.metadata"}
    code = (
        f"import sys\nfrom accord.cli.main import main\ntry: main(['check', {str(HARBOUR / 'reference.conll')!r}])\n"
        f"except SystemExit: pass\nprint(sorted({unused!r} & set(sys.modules)), file=sys.stderr)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stderr.strip().splitlines()[-1] == "[]"


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_has_help(accord: Accord, verb: str) -> None:
    done = accord(verb, "--help")
    assert done.code == 0
    assert f"accord {verb}" in done.out


def test_version(accord: Accord) -> None:
    assert package.__version__ in accord("--version").out


@pytest.mark.parametrize("verb", VERBS)
def test_help_lists_how_files_are_read_behind_what_a_verb_does(accord: Accord, verb: str) -> None:
    shown = accord(verb, "--help").out
    headings = [line for line in shown.splitlines() if line.endswith(":") and not line.startswith(" ")]
    assert headings[0] in {"Options:", "Common:", "Figures:"}
    assert headings[-1:] != ["Reading:"] or "--quiet" not in shown
    assert "--input-format" not in shown or shown.index("--input-format") > shown.index("\nReading:")


def test_no_verb_shows_help(accord: Accord) -> None:
    done = accord()
    assert done.code == 2
    assert "Verbs:" in done.err + done.out


def test_a_closed_pipe_is_no_error(tmp_path: Path) -> None:
    command = f"{sys.executable} -m accord text {HARBOUR / 'reference.conll'} {HARBOUR / 'reference.conll'} | head -n 1"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)
    assert done.stdout.startswith("Tuesday 2 March 1926")
    assert done.stderr == ""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no device that is always full")
def test_a_full_disk_is_named(tmp_path: Path) -> None:
    command = f"{sys.executable} -m accord summary {HARBOUR / 'reference.conll'} > /dev/full"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (2, "accord: cannot write the output: no space left on device\n")


def test_explain_knows_all_its_topics(accord: Accord) -> None:
    listing = accord("explain").out
    names = [name for line in listing.splitlines() for name in line.partition(": ")[2].split(", ")]
    assert len(names) > 20
    for name in names:
        done = accord("explain", name)
        assert done.code == 0
        assert len(done.out.split()) > 10
    assert "did you mean begin?" in accord("explain", "begn").err


def test_verbs_of_the_package_can_be_called_again_and_again() -> None:
    for _ in range(2):
        assert package.check(str(HARBOUR / "reference.conll")) == []
        from accord.checks import Finding

        assert Finding.__name__ == "Finding"
    with pytest.raises(AttributeError, match="nothing"):
        getattr(package, "nothing")  # noqa: B009 - the type checker knows that it is not there


@pytest.mark.parametrize(
    ("name", "code", "error"),
    [("SIGINT", 130, "\ninterrupted: nothing was written\n"), ("SIGTERM", 143, "")],
)
def test_a_signal_in_the_middle_of_writing_leaves_nothing_behind(
    tmp_path: Path, name: str, code: int, error: str
) -> None:
    program = (
        "import glob, signal, sys\n"
        "import accord.verbs.rewrite as rewrite\n"
        "from accord.cli.main import main\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"  # jobs of a shell may ignore it
        "def in_the_middle(*_):\n"
        "    print(glob.glob('.out.conll.*'))\n"
        f"    signal.raise_signal(signal.{name})\n"
        "rewrite.relabelled = in_the_middle\n"
        f"main(['convert', {str(HARBOUR / 'reference.conll')!r}, '--to', 'BIOES', '-o', 'out.conll'])\n"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert ".part" in done.stdout
    assert (done.returncode, done.stderr) == (code, error)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("call", "code", "error"),
    [
        ("check {0} >&-", 0, ""),
        ("check {0} --json >&-", 0, ""),
        ("convert {0} --to BIOES -o - -q >&-", 0, ""),
        ("check nothing.conll 2>&-", 2, ""),
        ("check - <&-", 2, "accord: standard input is closed, so - cannot be read\n"),
    ],
)
def test_closed_streams(call: str, code: int, error: str) -> None:
    program = f"{sys.executable} -m accord {call.format(HARBOUR / 'reference.conll')}"
    done = subprocess.run(["sh", "-c", program], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (code, "", error)


@pytest.mark.parametrize("option", ["--encoding", "--repair-reference", "--format"])
def test_what_has_one_value_is_not_given_twice(accord: Accord, option: str) -> None:
    done = accord("score", "a.conll", option, "text", option, "json")
    assert (done.code, done.err) == (2, f"accord score: {option} is given more than once: give it once\n")


def test_flags_and_options_of_several_values_may_be_given_twice(accord: Accord) -> None:
    reference = HARBOUR / "reference.conll"
    assert accord("relabel", reference, "--keep", "PER", "--keep", "LOC", "-o", "-", "-q", "-q").code == 0


def test_json_holds_no_bytes_that_are_no_text(accord: Accord, tmp_path: Path) -> None:
    table = tmp_path / "a.csv"
    table.write_bytes(b"caf\xe9 \xff\n1\n")
    done = accord("check", table, "--json")
    assert done.json[0]["message"] == "there is one column: caf\\xe9 \\xff"
    assert done.out.encode()
