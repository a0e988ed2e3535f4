"""Where the shared facts, real files and probes are, if anywhere."""

import os
from pathlib import Path

import pytest

SHARED = Path(os.environ["TAVLA_SHARED"]).resolve() if os.environ.get("TAVLA_SHARED") else None

needs_shared = pytest.mark.skipif(SHARED is None, reason="TAVLA_SHARED is not set")
