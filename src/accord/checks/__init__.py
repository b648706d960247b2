"""What is wrong with the files: findings, each with its place and what to do."""

from accord.checks.checked import CheckedFile
from accord.checks.labels import can_repair, empty_labels, label_findings, offer_repair
from accord.model import Finding, Severity

__all__ = ["CheckedFile", "Finding", "Severity", "can_repair", "empty_labels", "label_findings", "offer_repair"]
