from __future__ import annotations

import pickle
import sys

import numpy as np
import pytest

from accord.errors import MissingExtra, UsageError
from accord.learn.disagreement import Disagreement
from accord.learn.weights import Weights

pytestmark = pytest.mark.peer
LABELS = ("A", "B", "C")
WEIGHTS = Weights(LABELS, np.array([[1, 0.5, 0.9], [0.2, 1, 0.7], [0.4, 0.6, 1]]))


def test_without_torch_the_message_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "accord.learn.adapters.losses", raising=False)
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(MissingExtra, match=r"pip install 'accord\[torch\]'"):
        WEIGHTS.torch_loss()


def test_uniform_weights_are_torchs_own_loss() -> None:
    torch = pytest.importorskip("torch", reason="PyTorch is not installed")
    torch.manual_seed(1)
    logits, gold = torch.randn(4, 7, 3), torch.randint(0, 3, (4, 7))
    gold[0, :3] = -100
    own = torch.nn.functional.cross_entropy(logits.reshape(-1, 3), gold.reshape(-1))
    assert Weights(LABELS, np.ones((3, 3))).torch_loss()(logits, gold).item() == pytest.approx(own.item())


def test_f1_weights_are_torchs_class_weights() -> None:
    torch = pytest.importorskip("torch", reason="PyTorch is not installed")
    torch.manual_seed(2)
    dis = Disagreement.from_pairs(list("AABBCCCA"), list("ABBBCCAA"))
    logits, gold = torch.randn(20, 3, dtype=torch.float64), torch.randint(0, 3, (20,))
    class_weight = torch.tensor(list(dis.f1().values()), dtype=torch.float64)
    own = torch.nn.functional.cross_entropy(logits, gold, weight=class_weight, reduction="none")
    found = dis.weights("f1").torch_loss(reduction="none")(logits, gold)
    assert found.tolist() == pytest.approx(own.tolist())


def test_soft_targets_are_torchs_probability_targets() -> None:
    torch = pytest.importorskip("torch", reason="PyTorch is not installed")
    torch.manual_seed(3)
    dis = Disagreement.from_pairs(list("AABBCCCA"), list("ABBBCCAA"))
    soft = dis.soft_targets(LABELS, 0.5, labels=LABELS)
    logits, gold = torch.randn(20, 3, dtype=torch.float64), torch.randint(0, 3, (20,))
    own = torch.nn.functional.cross_entropy(logits, torch.tensor(soft)[gold])
    uniform = dis.weights("uniform")
    assert uniform.torch_loss(soft=soft)(logits, gold).item() == pytest.approx(own.item())
    assert uniform.torch_loss()(logits, torch.tensor(soft)[gold]).item() == pytest.approx(own.item())


def test_every_token_costs_its_loss_times_its_weight() -> None:
    torch = pytest.importorskip("torch", reason="PyTorch is not installed")
    logits = torch.tensor([[2.0, 1.0, 0.0], [0.0, 3.0, 1.0], [0.0, 1.0, 5.0]], dtype=torch.float64)
    gold = torch.tensor([1, 1, -100])
    log_p = np.log(np.exp(logits.numpy()) / np.exp(logits.numpy()).sum(axis=1, keepdims=True))
    by_hand = [-0.2 * log_p[0, 1], -1 * log_p[1, 1], 0]
    assert WEIGHTS.torch_loss(reduction="none")(logits, gold).tolist() == pytest.approx(by_hand)
    assert WEIGHTS.torch_loss(reduction="sum")(logits, gold).item() == pytest.approx(sum(by_hand))
    assert WEIGHTS.torch_loss()(logits, gold).item() == pytest.approx(sum(by_hand) / 2)


def test_gradients_are_those_of_the_loss_with_weights_held_fixed() -> None:
    torch = pytest.importorskip("torch", reason="PyTorch is not installed")
    torch.manual_seed(4)
    soft = np.array([[0.8, 0.1, 0.1], [0.0, 1.0, 0.0], [0.3, 0.3, 0.4]])
    gold = torch.tensor([[0, 1, 2, -100], [2, 2, 0, 1]])
    logits = torch.randn(2, 4, 3, dtype=torch.float64, requires_grad=True)
    for loss in (WEIGHTS.torch_loss(), WEIGHTS.torch_loss(soft=soft)):
        assert torch.autograd.gradcheck(lambda given, loss=loss: loss(given, gold), (logits,))
    gradient = torch.autograd.grad(WEIGHTS.torch_loss()(logits, gold), logits)[0]
    assert (gradient[0, 3] == 0).all()
    assert (gradient[1] != 0).all()


def test_a_batch_of_ignored_tokens_costs_nothing_and_has_gradients() -> None:
    torch = pytest.importorskip("torch", reason="PyTorch is not installed")
    logits = torch.randn(2, 3, requires_grad=True)
    for gold in (torch.tensor([-100, -100]), torch.zeros(2, 3)):
        loss = WEIGHTS.torch_loss()(logits, gold)
        assert loss.item() == 0
        loss.backward()


def test_labels_of_the_model_come_in_its_order() -> None:
    torch = pytest.importorskip("torch", reason="PyTorch is not installed")
    torch.manual_seed(5)
    logits, gold = torch.randn(9, 3, dtype=torch.float64), torch.randint(0, 3, (9,))
    turned = [2, 0, 1]
    place = torch.tensor([turned.index(code) for code in range(3)])
    there = WEIGHTS.torch_loss([LABELS[code] for code in turned])
    assert there(logits[:, turned], place[gold]).item() == pytest.approx(WEIGHTS.torch_loss()(logits, gold).item())


def test_what_does_not_fit_is_refused() -> None:
    pytest.importorskip("torch", reason="PyTorch is not installed")
    with pytest.raises(UsageError, match="mean, sum or none"):
        WEIGHTS.torch_loss(reduction="median")
    with pytest.raises(UsageError, match="rows and columns"):
        WEIGHTS.torch_loss(soft=np.ones((2, 2)))
    for soft in (np.full((3, 3), np.nan), np.ones((3, 3)), np.array([[2, -1, 0], [0, 1, 0], [0, 0, 1]])):
        with pytest.raises(UsageError, match="sum to 1"):
            WEIGHTS.torch_loss(soft=soft)
    with pytest.raises(UsageError, match="named twice"):
        WEIGHTS.torch_loss(["A", "B", "A"])


def test_an_impossible_label_costs_what_torch_says() -> None:
    torch = pytest.importorskip("torch", reason="PyTorch is not installed")
    logits = torch.tensor([[1.0, 2.0, -torch.inf]], dtype=torch.float64, requires_grad=True)
    for gold in (torch.tensor([0]), torch.tensor([[0.25, 0.75, 0.0]], dtype=torch.float64)):
        code = gold if gold.ndim == 1 else torch.tensor([[0.25, 0.75]], dtype=torch.float64)
        own = torch.nn.functional.cross_entropy(logits if gold.ndim == 1 else logits[:, :2], code)
        found = Weights(LABELS, np.ones((3, 3))).torch_loss()(logits, gold)
        assert found.item() == pytest.approx(own.item())
        gradients = [torch.autograd.grad(loss, logits)[0].flatten().tolist() for loss in (found, own)]
        assert gradients[0] == pytest.approx(gradients[1])


@pytest.mark.parametrize(
    ("shape", "gold", "message"),
    [
        ((2, 3), [0, -1], "gold codes are from 0 to 2, or -100"),
        ((2, 3), [0, 3], "gold codes are from 0 to 2, or -100"),
        ((1, 3), [0, 1], r"gold of logits \(1, 3\) is \(1,\), and this is \(2,\)"),
        ((2, 4), [0, 1], "one number for each of 3 labels"),
        ((1, 3), [[0.5, float("nan"), 0.5]], "numbers from 0"),
        ((1, 3), [[0.5, 1.5, -1.0]], "numbers from 0"),
        ((2, 3), [[0.5, 0.5, 0.0]], r"is \(2, 3\), and this is \(1, 3\)"),
    ],
)
def test_gold_that_does_not_fit_is_refused(shape: tuple[int, ...], gold: list[object], message: str) -> None:
    torch = pytest.importorskip("torch", reason="PyTorch is not installed")
    with pytest.raises(UsageError, match=message):
        WEIGHTS.torch_loss()(torch.zeros(shape), torch.tensor(gold))


def test_the_loss_is_a_module_that_moves_with_a_model_and_pickles() -> None:
    torch = pytest.importorskip("torch", reason="PyTorch is not installed")
    torch.manual_seed(6)
    logits, gold = torch.randn(5, 3), torch.tensor([0, 1, 2, -100, 1])
    for loss, given in ((WEIGHTS.torch_loss(), logits), (WEIGHTS.compute_loss_func(), (logits,))):
        assert isinstance(loss, torch.nn.Module)
        again = pickle.loads(pickle.dumps(loss))
        assert again(given, gold).item() == loss(given, gold).item()
    assert {each.dtype for each in WEIGHTS.torch_loss().half().buffers()} == {torch.float16}
    assert not WEIGHTS.torch_loss().state_dict()


def test_the_loss_compiles_in_one_graph() -> None:
    torch = pytest.importorskip("torch", reason="PyTorch is not installed")
    torch.manual_seed(7)
    loss = WEIGHTS.torch_loss(reduction="none")
    compiled = torch.compile(loss, backend="eager", fullgraph=True)
    logits, gold = torch.randn(5, 3), torch.tensor([0, 1, 2, -100, 1])
    assert compiled(logits, gold).tolist() == loss(logits, gold).tolist()
    strange = compiled(logits, torch.tensor([0, -1, 3, -100, 1]))
    assert strange.isnan().tolist() == [False, True, True, False, False]
    shares = torch.tensor([[0.5, 0.5, 0.0], [0.5, -0.5, 1.0], [torch.nan, 0.0, 1.0], [0.0, 0.0, 0.0], [1.0, 0.0, 0.0]])
    assert compiled(logits, shares).isnan().tolist() == [False, True, True, False, False]


@pytest.mark.parametrize("labels", [["LABEL_0", "LABEL_1", "LABEL_2"], ["a", "b", "c"], ["A", "B", "C", "D"]])
def test_labels_that_the_weights_do_not_know_are_refused(labels: list[str]) -> None:
    pytest.importorskip("torch", reason="PyTorch is not installed")
    for make in (WEIGHTS.torch_loss, WEIGHTS.compute_loss_func):
        with pytest.raises(UsageError, match=f"the weights know A, B, C, and not .*{labels[-1]}.*id2label"):
            make(labels)


def test_a_common_factor_of_errors_is_no_learning_rate_here() -> None:
    """Right answers keep their weight: const makes errors count less beside them, as ``accord explain`` says."""
    torch = pytest.importorskip("torch", reason="PyTorch is not installed")
    dis = Disagreement.from_pairs(list("AABB"), list("ABBB"))
    logits = torch.tensor([[2.0, 0.0], [2.0, 0.0]], dtype=torch.float64)
    right, wrong = dis.weights("const").torch_loss(reduction="none")(logits, torch.tensor([0, 1])).tolist()
    plain = torch.nn.functional.cross_entropy(logits, torch.tensor([0, 1]), reduction="none").tolist()
    assert right == pytest.approx(plain[0])
    assert wrong == pytest.approx(0.9 * plain[1])
