"""A run on a cluster: real Ray with two nodes on this machine, one of whose workers is killed."""

from __future__ import annotations

import importlib
import os
import signal
import socket
import threading
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tiotal import Cento
from tiotal.bots.bot import Budget
from tiotal.cli import main
from tiotal.lab.arena import Contest, run_arena
from tiotal.lab.matches import Run
from tiotal.lab.runs import Folder, Plan, go_on
from tiotal.lab.training import begin, learn

pytestmark = [pytest.mark.thorough, pytest.mark.filterwarnings("ignore")]  # Ray has some of its own


@pytest.fixture(scope="module")
def cluster() -> Iterator[str]:
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        clusters: Any = importlib.import_module("ray.cluster_utils")
        nodes = clusters.Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
        nodes.add_node(num_cpus=1)
        yield nodes.address
        nodes.shutdown()


def workers() -> list[int]:
    """Processes that are at a piece of work now."""
    found = []
    for process in Path("/proc").iterdir():
        try:
            if process.name.isdecimal() and b"ray::_piece_of" in (process / "cmdline").read_bytes():
                found.append(int(process.name))
        except OSError:
            continue  # it has ended meanwhile
    return found


def files_of(folder: Folder) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for part in (folder.games, folder.tallies) for file in sorted(part.iterdir())}


def test_a_cluster_gives_the_same_byte_for_byte_although_a_worker_is_killed(cluster: str, tmp_path: Path) -> None:
    plan = Plan(Run(Cento(2), ("greedy",), seed=5), 12, portion=1)
    here = Folder.new(tmp_path / "here", plan)
    go_on(here, processes=1)
    there = Folder.new(tmp_path / "there", plan)
    killed: list[int] = []

    def kill_one(done: int) -> None:
        if done and not killed:
            at_work = workers()
            if at_work:
                os.kill(at_work[0], signal.SIGKILL)
                killed.append(at_work[0])

    go_on(there, cluster=cluster, progress=kill_one)
    assert killed, "nobody was at work"
    assert files_of(there) == files_of(here)


def test_an_arena_on_a_cluster_finds_the_same(cluster: str) -> None:
    contest = Contest(Cento(2), ("greedy", "random"), seed=3, budget=Budget(iterations=10))
    here, there = (run_arena(contest, 20, processes=1, cluster=where).as_dict() for where in (None, cluster))
    for report in (here, there):
        for key in ("win_share", "low", "high", "mean_score"):
            assert [bot[key] for bot in here["bots"]] == [bot[key] for bot in report["bots"]]


def test_a_cluster_learns_the_same(cluster: str) -> None:
    found = []
    for where in (None, cluster):
        learned = begin("cento", "hand-set", 5)
        learn(learned, 2, threads=1, cluster=where, size=0.02)
        found.append((learned.weights, learned.as_text()))
    assert found[0] == found[1]


def test_a_cluster_that_does_not_answer_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        main(["lab", "report", "cento", "--ray", "127.0.0.1:9", "--out", str(tmp_path / "run"), "--language", "en"])
    assert stop.value.code == 2
    assert capsys.readouterr().err.strip().splitlines()[-1] == "There is no cluster at '127.0.0.1:9' that answers."
    assert Folder.begun(tmp_path / "run").to_do()  # what was asked for can be gone on with


def test_somebody_who_listens_but_is_no_cluster_is_not_waited_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ray would wait for minutes, whether they say nothing or something else."""
    monkeypatch.setattr("tiotal.lab.spreading.SECONDS_TO_ANSWER", 0.5)
    for place, words in enumerate([b"", b"HTTP/1.1 400 Bad Request\r\n\r\n"]):
        with socket.create_server(("127.0.0.1", 0)) as other:
            address = f"127.0.0.1:{other.getsockname()[1]}"

            def answer(other: socket.socket = other, words: bytes = words) -> None:
                line, _ = other.accept()
                with line:
                    line.sendall(words)
                    line.recv(1_000)
                    line.recv(1_000)  # until they hang up

            listener = threading.Thread(target=answer)
            listener.start()
            with pytest.raises(SystemExit) as ended:
                main(["lab", "report", "cento", "--games", "5", "--out", str(tmp_path / str(place)), "--ray", address])
            listener.join()
        assert ended.value.code == 2
        assert f"'{address}'" in capsys.readouterr().err.strip().splitlines()[-1]
