"""The example that learns: it runs as it stands in the docs, and learns something within seconds."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "train_cento.py"


@pytest.mark.thorough
def test_a_network_learns_by_self_play() -> None:
    pytest.importorskip("torch")
    command = [sys.executable, str(EXAMPLE), "--seconds", "15", "--tests", "1000"]
    told = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120).stdout
    found = re.search(r"Wins ([\d.]+) % ± ([\d.]+) of 1,000 matches against random players", told)
    assert found
    assert float(found[1]) - float(found[2]) > 50
