"""Is everything documented, is what is documented true, and do the commands run as printed?"""

from __future__ import annotations

import ast
import re
import shlex
import tomllib
from collections.abc import Iterator
from pathlib import Path
from shutil import copyfile, copytree

import pytest

import xlscore
from docs import make
from tests.support.books import book, header
from tests.support.command_line import Run, run
from xlscore import load_rules
from xlscore.cli.excel import excel
from xlscore.cli.main import commands
from xlscore.hosts.excel.doctor import CHECKS
from xlscore.rules.numbers import NUMBERS
from xlscore.rules.rule_file import RULESETS, rule_set_ids
from xlscore.words import catalog, template

__all__ = ["run"]  # the fixture

PROJECT = Path(__file__).resolve().parents[1]
README = PROJECT / "README.md"
PAGES = [README, *sorted((PROJECT / "docs").glob("*.md"))]
BY_HAND = [page for page in PAGES if page.name != "findings.md"]


def text(*pages: Path) -> str:
    return "\n".join(page.read_text(encoding="utf-8") for page in pages)


def fenced(page: Path, language: str) -> list[str]:
    """What stands in the page's blocks of this language."""
    found = re.findall(rf"^```{language}\n(.*?)^```$", text(page), re.MULTILINE | re.DOTALL)
    return [str(block) for block in found]


# Commands


def command_lines() -> Iterator[tuple[Path, str]]:
    """Every call of xlscore in a shell block, also behind others on its line."""
    for page in PAGES:
        for block in fenced(page, "sh"):
            for line in block.splitlines():
                for part in line.split("&&"):
                    if re.match(r"(\.venv/bin/)?xlscore ", part.strip()):
                        yield page, part.strip()


COMMAND_LINES = list(command_lines())


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with all that the commands name: the samples, a tournament, rules of one's own."""
    copytree(PROJECT / "samples", tmp_path / "samples")
    rows = [(1, 1, "Ann", 10), (1, 1, "Bob", 8), (1, 1, "Cleo", 7), (1, 1, "Dan", 5)]
    for name in ("tournament.xlsx", "spring.xlsx"):
        results = [header("round", "table", "player", "vp"), *rows]
        book(tmp_path, results, tournament={"rule_set": "dsvc-s3", "scenario": "base"}, name=name)
    (tmp_path / "club-night.toml").write_text(example("club-night"), encoding="utf-8")
    page = text(PROJECT / "docs" / "rule-files.md")
    (rules,) = re.findall(r'```\n(id = "club-season"[^`]*)```', page)
    (tmp_path / "club-season.toml").write_text(rules, encoding="utf-8")
    (tmp_path / "evenings").mkdir()
    copyfile(tmp_path / "spring.xlsx", tmp_path / "evenings" / "spring.xlsx")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(("page", "line"), COMMAND_LINES, ids=[line for _, line in COMMAND_LINES])
def test_a_documented_command_runs(run: Run, folder: Path, page: Path, line: str) -> None:
    arguments = shlex.split(line, comments=True)[1:]
    if arguments[0] == "new":
        (folder / arguments[1]).unlink(missing_ok=True)
    ran = run(*arguments)
    assert ran.code == 0, f"{page.name}: {ran.err}"


def test_the_first_command_of_the_readme_prints_standings_and_leaves_the_workbook(
    run: Run, folder: Path
) -> None:
    page, line = COMMAND_LINES[0]
    assert page == README
    ran = run(*shlex.split(line)[1:])
    assert ran.out.startswith("Rank")
    assert len(ran.out.splitlines()) > 60
    (written,) = re.findall("^Written: (.*)$", ran.err, re.MULTILINE)
    assert f"`{written}`" in text(README)
    assert (folder / written).is_file()


def test_the_python_of_the_readme_runs(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    blocks = fenced(README, "python")
    assert blocks
    for block in blocks:
        exec(compile(block, str(README), "exec"), {})
    assert capsys.readouterr().out.strip()
    assert (folder / "scored.xlsx").is_file()


def test_the_readme_stays_short() -> None:
    assert len(text(README).splitlines()) <= 120


def test_links_inside_the_project_lead_somewhere() -> None:
    pages = [*PAGES, *sorted(PROJECT.glob("*.md"))]
    for page in pages:
        for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", text(page)):
            if "://" not in target:
                assert (page.parent / target).exists(), f"{page.name}: {target}"


# Everything has its place in the documentation


@pytest.mark.parametrize("command", list(commands.commands))
def test_every_command_is_documented(command: str) -> None:
    assert f"`xlscore {command}" in text(README)


def test_every_documented_command_exists() -> None:
    named = set(re.findall(r"\bxlscore ([a-z]+)\b", "; ".join(_code(BY_HAND))))
    assert named <= {*commands.commands}


@pytest.mark.parametrize("command", list(excel.commands))
def test_every_command_for_excel_is_documented(command: str) -> None:
    assert f"| `xlscore excel {command}" in text(make.EXCEL_PAGE)


def test_every_documented_option_exists() -> None:
    known = {
        option
        for command in [*commands.commands.values(), *excel.commands.values()]
        for parameter in command.params
        for option in parameter.opts
    }
    calls = " ".join(code for code in _code(BY_HAND) if "xlscore" in code and "pip" not in code)
    assert set(re.findall(r"(?<![\w-])--[a-z][a-z-]+", calls)) <= known


def _code(pages: list[Path]) -> Iterator[str]:
    """Code in running text and the lines of shell blocks."""
    for page in pages:
        yield from re.findall(r"`([^`\n]+)`", text(page))
        for block in fenced(page, "sh"):
            for line in block.splitlines():
                yield from line.split("&&")


@pytest.mark.parametrize("rules", rule_set_ids())
def test_every_rule_set_is_documented(rules: str) -> None:
    assert f"| `{rules}` |" in text(README)


def test_every_criterion_is_documented() -> None:
    page = text(PROJECT / "docs" / "rule-files.md")
    assert [criterion for criterion in NUMBERS if f"`{criterion}`" not in page] == []


def test_every_worksheet_function_is_documented() -> None:
    source = (PROJECT / "xlscore" / "hosts" / "excel" / "udfs.py").read_text(encoding="utf-8")
    functions = {
        node.name: (
            [argument.arg for argument in node.args.args if argument.arg != "called_from"],
            len(node.args.args) - len(node.args.defaults),
        )
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.FunctionDef) and node.name.startswith("CATAN_")
    }
    assert functions
    page = text(PROJECT / "docs" / "excel.md")
    for name, (arguments, needed) in functions.items():
        words = [*arguments[:needed], *(f"[{one}]" for one in arguments[needed:])]
        assert f"`={name}({', '.join(words)})`" in page
    assert set(re.findall(r"CATAN_[A-Z]+", text(*PAGES))) == set(functions)


# Findings


def test_the_page_of_findings_is_current() -> None:
    """After a change of a sentence: ``python -m docs.make``."""
    assert make.TARGET.read_text(encoding="utf-8") == make.text()
    assert make.WORKBOOK_PAGE.read_text(encoding="utf-8") == make.workbook_text()
    assert make.EXCEL_PAGE.read_text(encoding="utf-8") == make.excel_text()


def test_the_page_of_the_api_is_current_and_names_all_that_is_public() -> None:
    """After a change of a docstring: ``python -m docs.make``."""
    page = text(make.API_PAGE)
    assert page == make.api_text()
    public = page.partition("\n# Inside these values\n")[0]
    assert sorted(re.findall(r"^## (\w+)$", public, re.MULTILINE)) == xlscore.__all__


def test_every_cause_of_trouble_in_excel_is_documented() -> None:
    page = text(make.EXCEL_PAGE)
    for cause in (cause for check in CHECKS.values() for cause in check.causes):
        remedy = template(f"doctor-{cause}-remedy", "en")
        assert f" | {remedy} |" in page


def test_every_finding_is_documented_once() -> None:
    assert set(make.LEVELS) == set(catalog("en")["findings"])
    assert sum(map(len, make.SECTIONS.values())) == len(catalog("en")["findings"])
    assert {code for code, levels in make.LEVELS.items() if len(levels) > 1} == set(make.WHEN)


def test_levels_are_those_of_the_source() -> None:
    """Wherever code and level stand side by side."""
    found = set(_levels())
    assert len(found) > 40
    assert {(code, level) for code, level in found if level not in make.LEVELS[code]} == set()


def _levels() -> Iterator[tuple[str, str]]:
    for path in sorted((PROJECT / "xlscore").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                named = [one.value for one in node.args if isinstance(one, ast.Constant)]
                codes = [code for code in named if code in catalog("en")["findings"]]
                levels = [one.id.lower() for one in node.args if isinstance(one, ast.Name)]
                if isinstance(node.func, ast.Name) and node.func.id == "error":
                    levels = ["error"]
                for level in {"error", "warning", "note"} & set(levels):
                    yield from ((code, level) for code in codes)


# Rule files


def example(name: str) -> str:
    """The documented rule file with this id."""
    blocks = fenced(PROJECT / "docs" / "rule-files.md", "toml")
    (found,) = (block for block in blocks if tomllib.loads(block)["id"] == name)
    return found


def test_the_documented_rule_file_loads_and_scores(run: Run, folder: Path) -> None:
    options = ("--rules", folder / "club-night.toml", "--scenario", "base")
    ran = run("score", folder / "tournament.xlsx", *options, "--no-write", "--format", "json")
    assert ran.code == 0
    assert ran.document["rule_set"] == "club-night"
    first = ran.document["standings"][0]
    assert [first[key] for key in ("player", "tournament_points", "share")] == ["Ann", "5", "33.33"]
    words = run("rules", folder / "club-night.toml", "--lang", "de").out
    assert "H1: Ein Dreiertisch spielt um 4, 2,5 und 1." in words


def test_the_documented_league_loads_and_scores(run: Run, tmp_path: Path) -> None:
    rules = tmp_path / "club-league.toml"
    rules.write_text(example("club-league"), encoding="utf-8")
    rows = [
        header("game", "table", "player", "place"),
        *[("Go", 1, name, place) for name, place in (("Ann", 1), ("Ben", 1), ("Cleo", 3))],
    ]
    games = [header("game", "minutes", "level", kind="games"), ("Go", 40, "low")]
    league = book(tmp_path, rows, games=games)
    ran = run("score", league, "--rules", rules, "--no-write", "--format", "json")
    assert ran.code == 0
    points = [one["tournament_points"] for one in ran.document["standings"]]
    assert points == ["1.5", "1.5", "0.5"]  # (4 + 2) / 2 = 3, half a game


def test_every_key_of_a_rule_file_is_documented() -> None:
    page = text(PROJECT / "docs" / "rule-files.md").partition("## Every key")[2]
    page = page.partition("## Criteria")[0]
    documented = set(re.findall(r"`([\w.]+)`", " ".join(re.findall(r"^\| (.*?) \|", page, re.M))))
    used: set[str] = set()
    own = sorted((PROJECT / "samples" / "rules").glob("*.toml"))
    files = [text(path) for path in (*sorted(RULESETS.glob("*.toml")), *own)]
    for data in map(tomllib.loads, [*files, *fenced(PROJECT / "docs" / "rule-files.md", "toml")]):
        for key, value in data.items():
            inside = value if isinstance(value, dict) else {}
            used |= {f"{key}.{part}" for part in inside} or {key}
    used = {re.sub(r"\.\d+$", ".N", key) for key in used}
    assert used <= documented
    unused = {"counting.drop", "share.of", "share.rounding", "victory_points.place_by"}
    assert documented - used <= unused


def test_defaults_are_as_documented(tmp_path: Path) -> None:
    """Each default of the table, in a file that leaves it out."""
    path = tmp_path / "club-night.toml"
    path.write_text(example("club-night"), encoding="utf-8")
    rules = load_rules(path)
    assert rules.share is not None
    assert (rules.larger_tables, rules.points.step, rules.points.minimum) == ("error", None, None)
    assert (rules.place_by, rules.cap_in_final) == ("reached", True)
    assert rules.semi_finals == ()
    assert (rules.share.of, rules.share.rounding, rules.bands) == ("counted", "half-up", ())
