"""From a study to a result."""

from accord.measure.result import Interval, Result, Undefined, Value
from accord.measure.signature import Signature

__all__ = ["Interval", "Result", "Signature", "Undefined", "Value"]
