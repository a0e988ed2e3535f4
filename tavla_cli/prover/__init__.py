"""The prover: shows quickly that a plain `.mat` has no error and no warning, and then gives what an examination gives, or says nothing.

It only saves time: without it everything is the same. It finds no fault and reads nothing but the plain dialects.
"""

from tavla_cli.prover.result import compiled, prove

__all__ = ["compiled", "prove"]
