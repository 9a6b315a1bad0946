"""The layers of the package, read from its source: imports go downward and never in a circle."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

LAYERS = (
    ("tiles", "dice"),
    ("variants",),
    ("rules", "strategies"),
    ("turn", "bag_solver", "large_solver", "disk_cache", "solver"),
    ("notation", "turn_lists", "estimate", "analysis", "players", "hindsight"),
    ("matches", "simulate", "exact_play", "exercises", "practice", "practice_round", "sums"),
    (
        "facts",
        "lesson_parts",
        "lesson_words",
        "lesson_blocks",
        "lessons",
        "frames",
        "positions",
        "published",
        "store",
        "printing",
        "i18n",
        "supports",
    ),
    ("charts",),
    ("ui",),
    ("pages", "app"),
)
"""Lowest first. A module imports from lower layers, or from its own without a circle."""

LEVEL = {name: level for level, names in enumerate(LAYERS) for name in names}

TYPE_ONLY = {("dice", "variants")}
"""The one upward import, for a type hint alone."""

SCREEN = {"ui", "pages", "app"}
"""The only parts that know Streamlit."""

STATE_MODULE = "shutbox.ui.state"
STATE = {"session_state", "query_params"}


def module_name(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


SOURCES = {
    module_name(path): path
    for path in sorted(
        [*ROOT.glob("shutbox/**/*.py"), *ROOT.glob("pages/**/*.py"), ROOT / "app.py"]
    )
    if path.exists()
}
each_module = pytest.mark.parametrize("module", SOURCES)


@cache
def tree(module: str) -> ast.Module:
    return ast.parse(SOURCES[module].read_text("utf-8"))


def part(module: str) -> str:
    """The name in the table of layers: ``shutbox.ui.state`` belongs to ``ui``."""
    parts = module.split(".")
    return parts[1] if parts[0] == "shutbox" and len(parts) > 1 else parts[0]


def type_checking_nodes(module: str) -> set[ast.AST]:
    """Everything inside ``if TYPE_CHECKING:``."""
    blocks = (
        statement
        for node in ast.walk(tree(module))
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)
        for statement in node.body
    )
    return {node for block in blocks for node in ast.walk(block)}


def absolute(module: str, node: ast.ImportFrom) -> str:
    """The full name of the module that ``from ... import`` names."""
    if not node.level:
        return node.module or ""
    is_package = SOURCES[module].name == "__init__.py"
    parents = module.split(".")
    base = parents[: len(parents) - node.level + is_package]
    return ".".join([*base, *([node.module] if node.module else [])])


def imported_names(module: str) -> Iterator[tuple[str, ast.AST]]:
    """Every imported dotted name; for ``from a import b`` this is ``a.b``."""
    for node in ast.walk(tree(module)):
        if isinstance(node, ast.Import):
            yield from ((alias.name, node) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from ((f"{absolute(module, node)}.{alias.name}", node) for alias in node.names)


@cache
def public_names() -> dict[str, str]:
    """Where each name comes from that ``shutbox/__init__.py`` offers."""
    return {
        name.rpartition(".")[2]: name
        for name, _ in imported_names("shutbox")
        if name.startswith("shutbox.")
    }


def own_module(name: str) -> str | None:
    """The module of this project that an imported name belongs to, or None."""
    if name.startswith("shutbox.") and name.count(".") == 1 and name not in SOURCES:
        name = public_names().get(name.removeprefix("shutbox."), name)
    while name and name not in SOURCES:
        name = name.rpartition(".")[0]
    return name or None


def own_imports(module: str) -> set[str]:
    """The modules of this project that ``module`` imports when it runs."""
    types_only = type_checking_nodes(module)
    found = set()
    for name, node in imported_names(module):
        target = own_module(name)
        if target is None or target == module:
            continue
        if node in types_only and (part(module), part(target)) in TYPE_ONLY:
            continue
        found.add(target)
    return found


def test_every_module_has_a_layer() -> None:
    unknown = {part(module) for module in SOURCES if module != "shutbox"} - set(LEVEL)
    assert not unknown, f"not in LAYERS of {Path(__file__).name}; give them a place: {unknown}"


@each_module
def test_imports_go_downward(module: str) -> None:
    if module == "shutbox":
        return
    assert part(module) in LEVEL, f"give {part(module)!r} a place in LAYERS"
    level = LEVEL[part(module)]
    for target in own_imports(module):
        assert target != "shutbox", f"{module} imports the package itself, not a module of it"
        assert part(target) in LEVEL, f"give {part(target)!r} a place in LAYERS"
        assert LEVEL[part(target)] <= level, f"{module} may not import {target}, a higher layer"


def test_no_imports_in_a_circle() -> None:
    graph = {module: own_imports(module) for module in SOURCES if module != "shutbox"}
    try:
        order = list(TopologicalSorter(graph).static_order())
    except CycleError as error:
        pytest.fail(f"imports in a circle: {' -> '.join(reversed(error.args[1]))}")
    assert len(order) == len(graph)


def test_the_import_reader_sees_what_is_there() -> None:
    assert own_imports("shutbox.solver") == {
        "shutbox.bag_solver",
        "shutbox.dice",
        "shutbox.disk_cache",
        "shutbox.large_solver",
        "shutbox.rules",
        "shutbox.tiles",
        "shutbox.variants",
    }
    assert own_imports("shutbox.dice") == set()
    assert own_module("shutbox.VARIANTS") == "shutbox.variants"
    assert own_module("numpy.array") is None


@each_module
def test_only_the_screen_knows_streamlit(module: str) -> None:
    if part(module) not in SCREEN:
        names = {name.split(".")[0] for name, _ in imported_names(module)}
        assert "streamlit" not in names


@each_module
def test_only_one_module_touches_the_state(module: str) -> None:
    if module == STATE_MODULE:
        return
    attributes = {node.attr for node in ast.walk(tree(module)) if isinstance(node, ast.Attribute)}
    imported = {name.rpartition(".")[2] for name, _ in imported_names(module)}
    assert not (attributes | imported) & STATE, f"only {STATE_MODULE} may touch these"


Documented = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


def undocumented(node: Documented, name: str) -> Iterator[str]:
    """The names of the module or class, and of what is public in it, that lack a docstring."""
    if ast.get_docstring(node) is None:
        yield name
    if isinstance(node, ast.Module | ast.ClassDef):
        for child in node.body:
            if not isinstance(child, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                continue
            if not child.name.startswith("_"):
                yield from undocumented(child, f"{name}.{child.name}")


@each_module
def test_everything_public_has_a_docstring(module: str) -> None:
    if tree(module).body:  # an __init__.py that is empty says nothing
        assert list(undocumented(tree(module), module)) == []


def test_the_library_loads_no_screen_and_no_store() -> None:
    heavy = ("streamlit", "pandas", "altair", "sqlalchemy", "babel")
    script = f"import shutbox, sys; print([m for m in {heavy} if m in sys.modules])"
    result = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert result.stdout.strip() == "[]"
