"""The time of a table: what its entries are dated with, and its clocks run by."""

from __future__ import annotations

from tiotal.service.host import Clock
from tiotal.table.table import Table

JUMP = 2_000  # milliseconds by which a clock that is only being corrected may be wrong


class TableTime:
    """That of the machine; but while something is timed, it goes on evenly, however far the machine's clock jumps.

    It never goes back behind the last entry, also if that was written by a machine whose clock was ahead.
    """

    def __init__(self, clock: Clock, table: Table) -> None:
        self._clock = clock
        self._table = table
        self._at = max(clock.now(), table.at)
        self._since = clock.seconds()

    def happened(self) -> None:
        """There is another entry: time counts from there."""
        self._at = self._table.at
        self._since = self._clock.seconds()

    def now(self) -> int:
        """Milliseconds since 1970."""
        told = self._clock.now()
        even = self._at + round(1000 * (self._clock.seconds() - self._since))
        jumped = self._table.is_timed and abs(told - even) > JUMP
        return even if jumped else max(told, even if told < self._at else self._table.at)
