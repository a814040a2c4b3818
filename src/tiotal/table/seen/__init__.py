"""The only way out of a table: whatever anybody is told or shown of it is made here.

    everybody       what everybody may know of it; no cards
    device          the match that is being played, as one device sees it
    matches         records, reports and steps of matches, for whoever may look at them
    advice          hints
    listing         what lists say of it
    left_behind     what a device has left in its log

Refusals alone come from `table.answers`: they say what the one who asked can see or has asked for.

Cards come from the views of the seats that a device holds, and from nowhere else, until a match is over. Devices are
never named to others.
"""

from __future__ import annotations

from tiotal.table.seen.advice import advice_for, view_for_advice
from tiotal.table.seen.device import Before, match_for, since_entry, since_news, viewers_of, viewers_with
from tiotal.table.seen.everybody import (
    event_for_all,
    event_for_mover,
    event_for_outsiders,
    house_rules_for_all,
    sayings_for_all,
    table_for_all,
    table_for_outsiders,
    turn_for_all,
)
from tiotal.table.seen.left_behind import left_behind
from tiotal.table.seen.matches import (
    eyes_on,
    may_look_at,
    record_for,
    report_of,
    reported,
    seen_match,
    steps_of,
)

__all__ = [
    "Before",
    "advice_for",
    "event_for_all",
    "event_for_mover",
    "event_for_outsiders",
    "eyes_on",
    "house_rules_for_all",
    "left_behind",
    "match_for",
    "may_look_at",
    "record_for",
    "report_of",
    "reported",
    "sayings_for_all",
    "seen_match",
    "since_entry",
    "since_news",
    "steps_of",
    "table_for_all",
    "table_for_outsiders",
    "turn_for_all",
    "view_for_advice",
    "viewers_of",
    "viewers_with",
]
