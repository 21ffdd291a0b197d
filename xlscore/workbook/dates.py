"""The evening that a game belongs to, where dates carry clock times or are left out."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import date, datetime, timedelta
from typing import Union

OVER_MIDNIGHT = timedelta(hours=6)
"""Two times at one table, a midnight between them and less than this, are of one evening."""
ONE_GAME = timedelta(minutes=90)
"""Times of one game lie no farther apart."""
Dates = Sequence[Union[date, None]]


def evenings(moments: Sequence[object], tables: Sequence[object]) -> tuple[Dates, tuple[int, ...]]:
    """The day for each of some dates, with or without a clock time; and the positions of those
    that may be one evening's or two.

    `tables` is what else makes rows one game: a time soon after midnight belongs to the evening
    before only where that table was playing then, by a time or by the bare date of that evening.
    Rows of the bare date in one block, and rows of times in another, are two games, in doubt.
    """
    times: dict[object, dict[datetime, list[int]]] = {}
    dated: dict[object, dict[date, list[int]]] = {}
    for position, (table, moment) in enumerate(zip(tables, moments)):
        if isinstance(moment, datetime):
            times.setdefault(table, {}).setdefault(moment, []).append(position)
        elif isinstance(moment, date):
            dated.setdefault(table, {}).setdefault(moment, []).append(position)
    evening: dict[tuple[object, object], date] = {}
    doubtful: list[int] = []
    for table, distinct in times.items():
        nights, unsure = _nights(distinct, dated.get(table, {}))
        doubtful += unsure
        evening.update(((table, moment), day) for moment, day in _in_turn(distinct, nights))
    return [
        evening.get((table, moment), moment if isinstance(moment, date) else None)
        for table, moment in zip(tables, moments)
    ], tuple(sorted(doubtful))


def _nights(
    times: Mapping[datetime, Sequence[int]], dated: Mapping[date, Sequence[int]]
) -> tuple[dict[date, bool], list[int]]:
    """Whether the times soon after the midnight of a day that a table has without a time are of
    that evening, for each such day that has any; and the rows where they may be of the next."""
    nights: dict[date, bool] = {}
    doubtful: list[int] = []
    for day, rows in dated.items():
        late = _night_after(day, times)
        if late and day + timedelta(days=1) not in dated:
            of_times = [at for moment in late for at in times[moment]]
            nights[day] = _is_mixed(rows, of_times)
            if not nights[day]:
                doubtful += [*rows, *of_times]
    return nights, doubtful


def _in_turn(
    times: Collection[datetime], nights: Mapping[date, bool]
) -> Iterator[tuple[datetime, date]]:
    """Each of a table's times with its evening, which goes on until nobody plays any more."""
    before = datetime.min
    evening = day_of(before)
    for moment in sorted(times):
        goes_on = day_of(moment) == day_of(before) or moment - before < OVER_MIDNIGHT
        evening = evening if goes_on else _evening_of(moment, nights)
        yield moment, evening
        before = moment


def _night_after(day: date, times: Collection[datetime]) -> set[datetime]:
    """The times soon after the midnight of a day on which nobody played before it."""
    if any(day_of(moment) == day for moment in times):
        return set()
    after = day + timedelta(days=1)
    return {one for one in times if day_of(one) == after and day_of(one - OVER_MIDNIGHT) == day}


def _is_mixed(one: Sequence[int], other: Sequence[int]) -> bool:
    """Whether rows lie among others, or one row alone beside them, as those of one game do."""
    among = max(one) > min(other) and max(other) > min(one)
    return among or min(len(one), len(other)) == 1


def _evening_of(moment: datetime, nights: Mapping[date, bool]) -> date:
    """The evening of a time that is the first of its table."""
    evening = day_of(moment - OVER_MIDNIGHT)
    return evening if nights.get(evening) else day_of(moment)


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
