"""A slower processor for all that a browser does: browsers slow down pages for tests, but not their workers."""

from __future__ import annotations

import contextlib
import os
import signal
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

TURN = 0.01  # seconds for which the browser runs between two halts


@dataclass
class Slowness:
    """Seconds in which the browser ran, and in which it stood still."""

    ran: float = 0.0
    stood: float = 0.0

    @property
    def times(self) -> float:
        return (self.ran + self.stood) / self.ran


@contextlib.contextmanager
def slowed_down(times: int) -> Iterator[Slowness]:
    """All processes of the browser of this test stand still for most of the time."""
    over = threading.Event()
    slowness = Slowness()

    def halt_and_go() -> None:
        processes = processes_of_browser()
        while not over.is_set():
            began = time.monotonic()
            time.sleep(TURN)
            tell(processes, signal.SIGSTOP)
            halted = time.monotonic()
            known, processes = processes, processes_of_browser()
            time.sleep(max(0.0, halted + (times - 1) * (halted - began) - time.monotonic()))
            tell(known, signal.SIGCONT)
            slowness.ran += halted - began
            slowness.stood += time.monotonic() - halted

    thread = threading.Thread(target=halt_and_go)
    thread.start()
    try:
        yield slowness
    finally:
        over.set()
        thread.join()


def tell(processes: list[int], what: signal.Signals) -> None:
    for process in processes:
        with contextlib.suppress(ProcessLookupError):
            os.kill(process, what)


def memory_of_pages() -> int:
    """Bytes that the processes of pages have in memory."""
    found = 0
    for process in processes_of_browser("--type=renderer"):
        with contextlib.suppress(OSError):
            found += 4096 * int(Path(f"/proc/{process}/statm").read_text().split()[1])
    return found


def processes_of_browser(kind: str = "--no-sandbox") -> list[int]:
    """Those that come from this test: there may be other browsers on the machine."""
    parents, named = {}, []
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError, ValueError):
            parents[int(folder.name)] = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
            if kind.encode() in (folder / "cmdline").read_bytes():
                named.append(int(folder.name))
    return [process for process in named if comes_from_here(process, parents)]


def comes_from_here(process: int, parents: dict[int, int]) -> bool:
    while process in parents:
        if process == os.getpid():
            return True
        process = parents[process]
    return False
