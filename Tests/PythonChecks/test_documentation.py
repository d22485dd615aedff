"""Runs the examples in docstrings, the README, the article on Python and the notebook."""

from __future__ import annotations

import doctest
import importlib
import os
import pkgutil
import re
import shutil
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

import regimen
from conftest import ROOT

#: Modules that import optional packages, and the engine's library, which is not a module.
ELSEWHERE = {"spark", "groups", "shards", "libregimen"}
MODULES = [
    module.name for module in pkgutil.iter_modules(regimen.__path__) if module.name not in ELSEWHERE
]
PAGES = [ROOT / "README.md", ROOT / "Sources/Reporting/Reporting.docc/Python.md"]
NOTEBOOK = ROOT / "Datasets/notebooks/monitoring.ipynb"
#: The folder in which the pictures of the notebook are kept for inspection.
PICTURES = ROOT / ".build/python-checks/notebook"


@pytest.mark.parametrize("name", MODULES)
def test_docstrings_are_true(name: str) -> None:
    found = doctest.testmod(importlib.import_module(f"regimen.{name}"))
    assert found.failed == 0


def test_all_that_is_public_has_an_example() -> None:
    missing = [
        name
        for name in regimen.__all__
        if callable(getattr(regimen, name)) and ">>>" not in (getattr(regimen, name).__doc__ or "")
    ]
    assert missing == ["Cancelled", "EngineError", "Field", "LibraryError", "Records"]


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working directory with the data sets, for the files that examples write."""
    (tmp_path / "Datasets").symlink_to(ROOT / "Datasets")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_page_runs(page: Path, elsewhere: Path) -> None:
    blocks = re.findall(r"^```python\n(.*?)^```", page.read_text(), re.DOTALL | re.MULTILINE)
    assert blocks
    names: dict[str, object] = {}
    for number, block in enumerate(blocks):
        exec(compile(block, f"{page.name}, block {number + 1}", "exec"), names)
    assert sorted(os.listdir(elsewhere)) == ["Datasets", "report.html", "survival.svg"]


def test_notebook_runs(elsewhere: Path) -> None:
    """The notebook runs; its pictures and its page are kept."""
    notebook = nbformat.read(NOTEBOOK, 4)
    assert not any(cell.get("outputs") for cell in notebook.cells)
    NotebookClient(notebook, timeout=120, resources={"metadata": {"path": elsewhere}}).execute()
    shutil.rmtree(PICTURES, ignore_errors=True)
    PICTURES.mkdir(parents=True)
    shown = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    pictures = [o["data"]["image/svg+xml"] for o in shown if "image/svg+xml" in o.get("data", {})]
    for number, picture in enumerate(pictures):
        (PICTURES / f"{number}.svg").write_text(picture)
    shutil.copy(elsewhere / "report.html", PICTURES)
    assert len(pictures) == 3
    specified = [o for o in shown if "application/vnd.vegalite.v6+json" in o.get("data", {})]
    assert len(specified) == 3
