"""How hypothesis searches: quickly and always alike, or with ``pytest --hypothesis-profile=thorough`` far and anew.

There is no time limit on a single example, for a busy machine is no defect of the code.
"""

from __future__ import annotations

from hypothesis import HealthCheck, settings

settings.register_profile(
    "quick", deadline=None, max_examples=40, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("thorough", settings.get_profile("quick"), max_examples=2_000, derandomize=False)
settings.load_profile("quick")
