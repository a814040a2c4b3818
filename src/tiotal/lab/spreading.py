"""Work that is cut into numbered pieces, done on all cores or by a cluster; the results come in order.

Whoever does a piece, and wherever: the result is the same, so a worker that is lost costs only the piece it was at.
"""

from __future__ import annotations

import contextlib
import importlib
import itertools
import logging
import multiprocessing
import multiprocessing.connection
import os
import signal
import socket
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, TypeVar

from tiotal.engine.errors import TiotalError, quote

MOST_PROCESSES = 256
SECONDS_TO_ANSWER = 5
FRAME_HEAD, FRAME_TYPE, SETTINGS = 9, 3, 4  # of HTTP/2: bytes, which of them, and what it is
GREETING = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + bytes([0, 0, 0, SETTINGS, 0, 0, 0, 0, 0])
AHEAD = 4  # pieces for each worker, done before anybody asks for them
Piece = TypeVar("Piece")


def cores() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def check_processes(processes: int | None) -> None:
    if processes is not None and not 1 <= processes <= MOST_PROCESSES:
        raise TiotalError("arena.processes", processes=processes, most=MOST_PROCESSES)


def spread(
    work: Callable[[int], Piece], numbers: Iterable[int], *, processes: int | None = None, cluster: str | None = None
) -> Generator[Piece, None, None]:
    """Do the pieces with these numbers. A cluster is one of Ray's, by its address or `auto`."""
    if cluster is not None:
        return _on_cluster(work, iter(numbers), cluster)
    processes = processes or cores()
    return _one_by_one(work, numbers) if processes == 1 else _in_processes(work, iter(numbers), processes)


def _one_by_one(work: Callable[[int], Piece], numbers: Iterable[int]) -> Generator[Piece, None, None]:
    for number in numbers:
        yield work(number)


# --- On all cores -----------------------------------------------------------------------------------------------
def _in_processes(work: Callable[[int], Piece], numbers: Iterator[int], processes: int) -> Generator[Piece, None, None]:
    others = set(multiprocessing.active_children())
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(processes, context, initializer=_begin_work, initargs=(work,))
    finished = False
    try:
        with _interrupts_held_back():  # the workers inherit it: interrupts are for the parent
            waiting: deque[Future[Piece]] = deque(
                pool.submit(_do, number) for number in itertools.islice(numbers, AHEAD * processes)
            )
        while waiting:
            piece = waiting.popleft().result()
            waiting += [pool.submit(_do, number) for number in itertools.islice(numbers, 1)]
            yield piece
        finished = True
    except BrokenProcessPool:
        raise TiotalError("arena.process_died") from None
    finally:
        if not finished:
            for process in set(multiprocessing.active_children()) - others:
                process.terminate()
        pool.shutdown(wait=True, cancel_futures=True)


@contextlib.contextmanager
def _interrupts_held_back() -> Iterator[None]:
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


_work: Callable[[int], Any]  # of this worker


def _begin_work(work: Callable[[int], Any]) -> None:
    global _work  # noqa: PLW0603
    _work = work
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent is told too, and decides
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        multiprocessing.connection.wait([parent.sentinel])
        os._exit(1)


def _do(number: int) -> Any:
    return _work(number)


# --- By a cluster -----------------------------------------------------------------------------------------------
def _on_cluster(work: Callable[[int], Piece], numbers: Iterator[int], address: str) -> Generator[Piece, None, None]:
    with cluster_at(address) as cluster:
        waiting = deque(cluster.begin(work, number) for number in itertools.islice(numbers, AHEAD * cluster.workers))
        while waiting:
            piece: Piece = cluster.result(waiting.popleft())
            waiting += [cluster.begin(work, number) for number in itertools.islice(numbers, 1)]
            yield piece


class Cluster:
    """One of Ray's that this process is connected to."""

    def __init__(self, ray: Any) -> None:
        self._ray = ray
        self._do = ray.remote(max_retries=-1)(_piece_of)  # a worker that is lost is no reason to give up
        self._told: tuple[Any, Any] = (None, None)  # the last work that was handed out, and where it lies
        self.workers = max(1, int(ray.cluster_resources().get("CPU", 1)))

    def begin(self, work: Callable[[Any], Piece], item: Any) -> Any:
        if self._told[0] is not work:
            self._told = work, self._ray.put(work)
        return self._do.remote(self._told[1], item)

    def result(self, begun: Any) -> Any:
        return self._ray.get(begun)

    def map(self, work: Callable[[Any], Piece], items: Iterable[Any]) -> list[Piece]:
        """The results for all of these, in order."""
        begun = [self.begin(work, item) for item in items]
        return [self.result(each) for each in begun]


@contextlib.contextmanager
def cluster_at(address: str) -> Iterator[Cluster]:
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    os.environ.setdefault("RAY_BACKEND_LOG_LEVEL", "fatal")  # what is wrong is said here, in one sentence
    try:
        ray: Any = importlib.import_module("ray")
    except ImportError:
        raise TiotalError("lab.no_ray") from None
    ours = not ray.is_initialized()
    if ours:
        try:
            _knock(address)
            ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR)
        except (OSError, ValueError, RuntimeError):
            raise TiotalError("lab.no_cluster", address=quote(address)) from None
    try:
        yield Cluster(ray)
    finally:
        if ours:
            ray.shutdown()


def _knock(address: str) -> None:
    """Ray itself would wait for minutes for somebody who is not there, or is somebody else, and then end this process.

    A cluster speaks gRPC, so whoever greets it in HTTP/2 is greeted back with its settings.
    """
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if not host:
        return
    with socket.create_connection((host, int(port)), timeout=SECONDS_TO_ANSWER) as line:
        if "RAY_USE_TLS" not in os.environ:  # then it would have to be greeted in another way
            line.sendall(GREETING)
            answer = line.recv(FRAME_HEAD)
            if len(answer) < FRAME_HEAD or answer[FRAME_TYPE] != SETTINGS:
                raise OSError


def _piece_of(work: Callable[[Any], Piece], item: Any) -> Piece:
    return work(item)
