"""Are these dice fair: chi-square tests with their p-value, and a plain sentence. Knows no players."""

import math
from collections.abc import Sequence
from typing import NamedTuple

from tavla_cli.words import N_

LEAST_EXPECTED = 5
"""A chi-square test says nothing where fewer than so many are expected in a cell (the usual rule)."""


class Fairness(NamedTuple):
    """`p`: how often fair dice deviate at least this far, 0 to 1; None where the rolls are too few for the test."""

    chi_square: float
    degrees: int
    p: float | None

    @property
    def sentence(self) -> tuple[str, dict[str, object]]:
        """A template and its parameters."""
        if self.p is None:
            return N_("Too few rolls for a test."), {}
        if self.p < 0.001:
            return N_("Fair dice deviate this far in fewer than 1 of 1,000 samples of this size."), {}
        args: dict[str, object] = {"percent": max(1, round(self.p * 100))}
        if self.p < 0.05:
            return N_("Fair dice deviate this far in about {percent} of 100 samples of this size: seldom, but it happens."), args
        return N_("Fair dice deviate this far in about {percent} of 100 samples of this size: nothing unusual."), args


def fairness(counts: Sequence[int], weights: Sequence[int]) -> Fairness:
    """Compare counts with what their weights lead to expect: the faces of a die with (1, 1, 1, 1, 1, 1)."""
    total, whole = sum(counts), sum(weights)
    degrees = len(counts) - 1
    if not total:
        return Fairness(0.0, degrees, None)
    expected = [total * weight / whole for weight in weights]
    found = sum((count - mean) ** 2 / mean for count, mean in zip(counts, expected, strict=True))
    return Fairness(found, degrees, upper_tail(found, degrees) if min(expected) >= LEAST_EXPECTED else None)


def upper_tail(chi_square: float, degrees: int) -> float:
    """The chance that chi-square is at least this large: the incomplete gamma function Q(degrees / 2, chi_square / 2).

    For whole degrees it is a finite sum: Q(a + 1, x) = Q(a, x) + x^a e^-x / gamma(a + 1) (Abramowitz and Stegun 6.5.21), begun at
    Q(1/2, x) = erfc(sqrt x) or Q(1, x) = e^-x; the sums are their 26.4.4 and 26.4.5.
    """
    x = chi_square / 2
    if x <= 0:
        return 1.0
    a, tail = (0.5, math.erfc(math.sqrt(x))) if degrees % 2 else (1.0, math.exp(-x))
    while a < degrees / 2:
        tail += math.exp(a * math.log(x) - x - math.lgamma(a + 1))
        a += 1
    return min(tail, 1.0)
