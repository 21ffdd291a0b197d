"""The evening that a game belongs to, where dates carry clock times or are left out."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import date, datetime, timedelta
from typing import Union

OVER_MIDNIGHT = timedelta(hours=6)
"""Two times at one table, a midnight between them and less than this, are of one evening."""
ONE_GAME = timedelta(minutes=90)
"""Times of one game lie no farther apart."""
Dates = Sequence[Union[date, None]]


def evenings(moments: Sequence[object], tables: Sequence[object]) -> Dates:
    """The day for each of some dates, with or without a clock time.

    `tables` is what else makes rows one game: a time soon after midnight belongs to the evening
    before only where that table was playing then, by a time or by the bare date of that evening.
    """
    times: dict[object, set[datetime]] = {}
    bare: dict[object, set[date]] = {}
    for table, moment in zip(tables, moments):
        if isinstance(moment, datetime):
            times.setdefault(table, set()).add(moment)
        elif isinstance(moment, date):
            bare.setdefault(table, set()).add(moment)
    evening: dict[tuple[object, object], date] = {}
    for table, distinct in times.items():
        dated = bare.get(table, set())
        first, *later = sorted(distinct)
        evening[table, first] = _evening_of(first, dated)
        for before, moment in zip((first, *later), later):
            day = day_of(moment)
            goes_on = day == day_of(before) or moment - before < OVER_MIDNIGHT
            evening[table, moment] = (
                evening[table, before] if goes_on else _evening_of(moment, dated)
            )
    return [
        evening.get((table, moment), moment if isinstance(moment, date) else None)
        for table, moment in zip(tables, moments)
    ]


def _evening_of(moment: datetime, dated: Collection[date]) -> date:
    """The evening of a time that is the first of its table: the one before, where the table has a
    row of that date alone and none of this."""
    day, evening = day_of(moment), day_of(moment - OVER_MIDNIGHT)
    return evening if evening in dated and day not in dated else day


def day_of(moment: date) -> date:
    """The date without its clock time."""
    return moment.date() if isinstance(moment, datetime) else moment


def told_once(dates: Sequence[object], tables: Sequence[object]) -> Sequence[object]:
    """The dates, where one is left out the only one of its table; "" where a table has none.

    Still None where a table has several: then nobody can tell which is meant.
    """
    known: dict[object, set[object]] = {}
    for table, day in set(zip(tables, dates)):
        known.setdefault(table, set()).update([] if day is None else [day])
    only = {table: next(iter(days), "") for table, days in known.items() if len(days) < 2}
    return [only.get(table) if day is None else day for table, day in zip(tables, dates)]
