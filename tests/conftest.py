"""What all tests share: solutions that are kept on disk go to a folder of this run."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from shutbox.disk_cache import FOLDER_VARIABLE


@pytest.fixture(autouse=True, scope="session")
def solutions_of_this_run(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    folder = tmp_path_factory.mktemp("solutions")
    before = os.environ.get(FOLDER_VARIABLE)
    os.environ[FOLDER_VARIABLE] = str(folder)
    yield folder
    if before is None:
        del os.environ[FOLDER_VARIABLE]
    else:
        os.environ[FOLDER_VARIABLE] = before


LONGEST = ("test_pages.py", "test_solver.py", "test_analysis.py", "test_charts.py")
"""The files that take longest of those without a browser."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put what takes longest first, so that no worker waits for another at the end.

    Tests with a browser share what they start.
    """
    items.sort(
        key=lambda item: (
            item.get_closest_marker("browser") is None,
            item.path.name not in LONGEST,
        )
    )
