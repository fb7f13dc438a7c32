"""The verification plan names tests that exist."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

NAMED = re.findall(r"`(tests/[\w/]+\.py)(?:::(\w+))?`",
                   (ROOT / "tests" / "PLAN.md").read_text(encoding="utf-8"))


@cache
def functions(path):
    return {node.name for node in ast.parse((ROOT / path).read_text(encoding="utf-8")).body
            if isinstance(node, ast.FunctionDef)}


def test_plan_names_many():
    assert len(NAMED) > 50


@pytest.mark.parametrize(("path", "name"), sorted(set(NAMED)))
def test_named_test_exists(path, name):
    assert (ROOT / path).is_file()
    assert not name or name in functions(path)
