"""The README is true: its example runs, its commands are the two there are, its links lead on."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text("utf-8")


def test_the_example_of_the_library_runs() -> None:
    result = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert result.attempted >= 5
    assert result.failed == 0


def test_two_commands_start_the_app_and_run_the_tests() -> None:
    start, test = re.findall(r"```sh\n(.*?)\n```", README, flags=re.DOTALL)
    assert start.startswith("pip install ")
    assert start.endswith("&& streamlit run app.py")
    assert test == 'pip install -e ".[test]" && pytest'


def test_ci_runs_the_test_command_of_the_readme() -> None:
    assert """grep -x 'pip install .*pytest' README.md""" in (ROOT / ".ci" / "run").read_text()


@pytest.mark.parametrize(
    "document", ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "shutbox/README.md"]
)
def test_every_file_that_a_document_names_is_there(document: str) -> None:
    path = ROOT / document
    text = path.read_text("utf-8")
    linked = re.findall(r"\]\((?!https?:)([^)#]+)\)", text)
    named = re.findall(r"`((?:shutbox|tests|pages|\.ci|\.streamlit)/[\w./-]+)`", text)
    for target in linked:
        assert (path.parent / target).exists(), target
    for target in named:
        if "/nl/" not in target:
            assert (ROOT / target).exists(), target
