"""Small mutations of formulas, guards and stores, each with the tests that must fail on it.

The list is no measure of all tests; it keeps the ones that matter most from going blind. Add to it what a review or an
attack found that no test saw. ``make mutants`` applies one after another to a copy and runs the tests.
"""

from __future__ import annotations

from typing import NamedTuple


class Mutation(NamedTuple):
    """A text that stands once in a file below ``src/accord``, what stands there instead, and who must notice."""

    file: str
    old: str
    new: str
    tests: str


_APP, _STORE, _JOBS = "unit/serve/test_app.py", "unit/adjudicate/test_store.py", "unit/serve/test_jobs.py"
_PEOPLE, _LABELS = "papers/test_krippendorff_2004.py papers/test_cohen_1960.py", "properties/test_agreement.py"
_SPANS, _CORRECTED = "properties/test_random_spans.py", "properties/test_corrected_f1.py"
_NUMBERS, _TABLES = "unit/formats/test_numbers.py", "unit/formats/test_table.py"
_CHUNKS, _SCORING = "properties/test_encodings.py", "properties/test_scoring.py"
_TREES, _UNITS = "properties/test_trees.py", "properties/test_alignment.py"
_BASELINES = "properties/test_unit_baselines.py"
_MARKS, _SCORED_UNITS = "properties/test_score_spans.py", "properties/test_score_units.py"

GUARD = [
    Mutation(
        "serve/guard.py",
        "origin != f\"{scope['scheme']}://{host}\"",
        "not (origin or '').startswith('http://127.0.0.1:8000')",
        _APP,
    ),
    Mutation("serve/guard.py", "bool(expected) and compare_digest", "compare_digest", _APP),
    Mutation("serve/guard.py", "name == self.cookie and _same(value, self.key)", "_same(value, self.key)", _APP),
    Mutation("serve/guard.py", '    "x-frame-options": "DENY",\n', "", _APP),
    Mutation("serve/guard.py", "; HttpOnly; SameSite=Strict", "; SameSite=Strict", _APP),
    Mutation("serve/guard.py", "self.hosts is not None and host not in self.hosts", "False", _APP),
    Mutation("serve/guard.py", "self.password is None and _same(asked, self.key)", "_same(asked, self.key)", _APP),
    Mutation("serve/guard.py", ">= _MAX_TRIES", "> _MAX_TRIES", _APP),
    Mutation("serve/request.py", '!= "application/json"', '== "image/png"', _APP),
    Mutation("serve/request.py", "len(body) > _MAX_JSON", "False", _APP),
    Mutation(
        "serve/uploads.py", "self.files[upload] >= self.most_files", "False", "unit/serve/test_uploads.py " + _APP
    ),
    Mutation(
        "serve/uploads.py",
        "self.bytes[upload] + size > self.most_bytes",
        "size > self.most_bytes",
        "unit/serve/test_uploads.py " + _APP,
    ),
    Mutation(
        "formats/xml_tree.py",
        "    parser.EntityDeclHandler = refuse\n",
        "",
        "unit/formats/test_tiers.py unit/formats/test_glozz.py",
    ),
]
STORES = [
    Mutation("adjudicate/database.py", "synchronous = FULL", "synchronous = NORMAL", _STORE),
    Mutation("adjudicate/database.py", 'execute("BEGIN IMMEDIATE")', 'execute("BEGIN DEFERRED")', _STORE),
    Mutation("adjudicate/database.py", "_identity(self.path) != self._identity", "False", _STORE),
    Mutation("adjudicate/store.py", "if len(rows) != seen:", "if len(rows) < seen:", _STORE),
    Mutation("serve/jobs.py", "            if job.state != RUNNING:\n                return\n", "", _JOBS),
    Mutation("serve/jobs.py", "id_ not in {None, job.id}", "False", _JOBS),
    Mutation(
        "formats/output.py",
        "            part.replace(target)\n",
        "            shutil.copyfile(part, target)\n",
        "cli/test_rewrite.py",
    ),
    Mutation(
        "formats/output.py", "            part.unlink(missing_ok=True)\n", "            pass\n", "cli/test_rewrite.py"
    ),
    Mutation(
        "formats/output.py",
        "                shutil.copymode(target, part)\n",
        "                pass\n",
        "cli/test_rewrite.py",
    ),
]
READERS = [
    Mutation("formats/numbers.py", "len(written) <= DIGITS and written", "written", _NUMBERS),
    Mutation("formats/numbers.py", r"\d{1,4})?", r"\d+)?", _NUMBERS),
    Mutation("formats/numbers.py", "return number if isfinite(number) else None", "return number", _NUMBERS),
    Mutation("formats/numbers.py", "    except OverflowError:", "    except KeyError:", _NUMBERS),
    Mutation("formats/jsonl.py", "            except RecursionError:", "            except KeyError:", _NUMBERS),
]
EQUATIONS = [
    Mutation("agreement/equation.py", "1 - np.divide(observed", "0 - np.divide(observed", _PEOPLE),
    Mutation("agreement/equation.py", "expected > NOTHING", "expected >= -NOTHING", _LABELS),
    Mutation(
        "chance/labels.py",
        "between.expected(totals, totals), n * (n - 1))",
        "between.expected(totals, totals), n * n)",
        _PEOPLE,
    ),
    Mutation("chance/labels.py", "present * (present - 1)", "present * present", _LABELS),
    Mutation("chance/labels.py", "kinds.labels >= 2", "kinds.labels >= 1", _LABELS),
    Mutation("distance/ordinal.py", "- in_order / 2", "- in_order", _LABELS),
    Mutation(
        "agreement/uncertainty.py",
        "sqrt((count - 1) / count * float",
        "sqrt(count / (count - 1) * float",
        "properties/test_agreement_uncertainty.py",
    ),
    Mutation(
        "agreement/uncertainty.py",
        "-cubes / (6 * sqrt",
        "cubes / (6 * sqrt",
        "properties/test_agreement_uncertainty.py",
    ),
    Mutation("agreement/resample.py", "* (len(p_values) - rank)", "* len(p_values)", "properties/test_resampling.py"),
    Mutation(
        "agreement/resample.py",
        "rng.binomial(self.times, 0.5",
        "rng.binomial(self.times, 0.4",
        "properties/test_resampling.py properties/test_scoring.py",
    ),
    Mutation(
        "scoring/compare.py",
        "np.abs(exchanged) >= abs(observed) - tie",
        "np.abs(exchanged) > abs(observed) + tie",
        "properties/test_resampling.py properties/test_scoring.py unit/scoring",
    ),
    Mutation(
        "scoring/counts.py",
        "ratio(2 * self.correct, self.reference + self.predicted",
        "ratio(2 * self.correct, 2 * self.reference",
        _SCORING,
    ),
    Mutation(
        "scoring/schemas.py",
        "return 2 * self.correct + self.partial",
        "return 2 * self.correct + 2 * self.partial",
        "properties/test_errors_and_schemas.py",
    ),
    Mutation("encoding/repair.py", "before.state not in scheme.closes", "True", _CHUNKS),
    Mutation(
        "encoding/repair.py",
        "yield start, position, label_run[position - 1].type",
        "yield start, position, label_run[start].type",
        _CHUNKS,
    ),
    Mutation("scoring/soft.py", "np.maximum(predicted, clip)", "predicted + clip", "properties/test_soft.py"),
]
MEASURES = [
    Mutation(
        "distance/position.py",
        "/ (lengths[first] + lengths[second])) ** 2",
        "/ (lengths[first] + lengths[second]))",
        _UNITS,
    ),
    Mutation("distance/position.py", "/ (2 * continuum.mean_length)", "/ continuum.mean_length", _UNITS),
    Mutation("alignment/pairs.py", "near = found <= most", "near = found < most", _UNITS),
    Mutation("alignment/pairs.py", 'high[order], side="right")', 'high[order], side="left")', _UNITS),
    Mutation("kinds/units/windows.py", 'start + width, "right")', 'start + width, "left")', _BASELINES),
    Mutation("kinds/units/pk.py", "(reference > 0) != (other > 0)", "reference != other", _BASELINES),
    Mutation(
        "kinds/trees/attachment.py",
        "(head == other_head) & (head != NOWHERE)",
        "(head == other_head)",
        "properties/test_tree_companions.py",
    ),
    Mutation(
        "kinds/trees/attachment.py",
        "found.head & found.label)]",
        "found.label)]",
        "properties/test_tree_companions.py",
    ),
    Mutation("distance/tree_kernel.py", "+ (labels[p] != labels[q])", "+ 1", _TREES),
    Mutation("distance/tree_kernel.py", "np.uint64(same > c + left[q])", "np.uint64(same >= c + left[q])", _TREES),
    Mutation("kinds/spans/match.py", "- np.maximum(0, behind), 0)", "- behind, 0)", _CORRECTED + " " + _SPANS),
    Mutation("kinds/spans/match.py", "(behind == 0) & (first == second)", "behind == 0", _CORRECTED + " " + _SPANS),
    Mutation("kinds/spans/pairing.py", 'theirs, ours, "left") + before', 'theirs, ours, "left")', _MARKS),
    Mutation("kinds/spans/span_measures.py", "times=2)", "times=1)", _MARKS),
    Mutation(
        "kinds/units/scores.py", "np.flatnonzero(pair.right >= 0)", "np.flatnonzero(pair.aligned >= 0)", _SCORED_UNITS
    ),
    Mutation(
        "learn/kinds.py",
        "confusion.sum(0) + confusion.sum(1)",
        "2 * confusion.sum(1)",
        "unit/learn/test_disagreement.py",
    ),
    Mutation("learn/kinds.py", "1 - 0.9 * np.nan_to_num", "1 - np.nan_to_num", "properties/test_disagreement.py"),
]
MUTATIONS = [*GUARD, *STORES, *READERS, *EQUATIONS, *MEASURES]
