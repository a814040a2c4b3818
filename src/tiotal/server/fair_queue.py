"""Who is next: addresses take turns, and within each of them tables and devices do.

So whoever asks for a thousand things waits for most of them, and nobody else does.
"""

from __future__ import annotations

from collections import Counter, deque
from typing import Generic, TypeVar

from tiotal.service.host import Whose

Job = TypeVar("Job")


class FairQueue(Generic[Job]):
    """Not safe by itself: threads share it under a lock."""

    def __init__(self) -> None:
        self._addresses: dict[str, dict[str, deque[Job]]] = {}  # each in the order of their next turns
        self._by_address: Counter[str] = Counter()
        self._size = 0

    def __len__(self) -> int:
        return self._size

    def waiting_for(self, whose: Whose) -> tuple[int, int]:
        """How many jobs there are of the address, and of the table or device there."""
        return self._by_address[whose.address], len(self._addresses.get(whose.address, {}).get(whose.what, ()))

    def put(self, whose: Whose, job: Job) -> None:
        self._addresses.setdefault(whose.address, {}).setdefault(whose.what, deque()).append(job)
        self._by_address[whose.address] += 1
        self._size += 1

    def next(self) -> Job:
        """The job whose turn it is; its address, and there its table or device, are last from now on."""
        address, parts = next(iter(self._addresses.items()))
        what, jobs = next(iter(parts.items()))
        job = jobs.popleft()
        del parts[what]
        if jobs:
            parts[what] = jobs
        del self._addresses[address]
        if parts:
            self._addresses[address] = parts
        self._taken(address)
        return job

    def remove(self, whose: Whose, job: Job) -> bool:
        """Nobody waits for it any more; whether it was still there."""
        parts = self._addresses.get(whose.address, {})
        jobs = parts.get(whose.what)
        if jobs is None or job not in jobs:
            return False
        jobs.remove(job)
        if not jobs:
            del parts[whose.what]
        if not parts:
            del self._addresses[whose.address]
        self._taken(whose.address)
        return True

    def _taken(self, address: str) -> None:
        self._size -= 1
        self._by_address[address] -= 1
        if not self._by_address[address]:
            del self._by_address[address]
