"""What a real Excel insists on in a workbook file, beyond what other validators look at.

`faults` reads a file with nothing of the code under test and names the rule that each fault
breaks. Every rule is proven by a planted fault in `tests/test_package_checker.py`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

from tests.support import sheet_rules, workbook_rules
from tests.support.package_parts import Fault, Package

RULES: tuple[Callable[[Package], Iterator[Fault]], ...] = (
    workbook_rules.content_types,
    workbook_rules.reachable,
    workbook_rules.relationship_ids,
    workbook_rules.own_encoding,
    workbook_rules.sheet_list,
    workbook_rules.defined_names,
    workbook_rules.name_extents,
    workbook_rules.element_order,
    workbook_rules.app_titles,
    workbook_rules.calculation_chain,
    sheet_rules.rows_and_cells,
    sheet_rules.formulas,
    sheet_rules.texts,
    sheet_rules.merges,
    sheet_rules.tables,
    workbook_rules.styles,
)


def faults(path: Path) -> list[Fault]:
    """Every rule that the file breaks, in the order of RULES."""
    package = Package(path)
    found = list(package.faults)
    if package.workbook is not None:
        for rule in RULES:
            found += rule(package)
    return found


def new_faults(original: Path, written: Path) -> list[Fault]:
    """What is wrong in `written` and was not in `original`."""
    known = Counter(faults(original))
    return [fault for fault in faults(written) if not known[fault]]
