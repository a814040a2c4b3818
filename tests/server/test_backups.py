"""A copy of the games while they are played, and the way back."""

from __future__ import annotations

import asyncio
import stat
from pathlib import Path

import pytest

from tests.kit.server import Device, Server, play_on, running, two_players
from tiotal.cli import main


def run(*arguments: str) -> int:
    with pytest.raises(SystemExit) as ended:
        main(["data", *arguments])
    return int(ended.value.code or 0)


Output = pytest.CaptureFixture[str]


def test_games_are_copied_while_they_are_played_and_put_back(tmp_path: Path, capsys: Output) -> None:
    """What was acknowledged before the backup began is in it; devices are known as before."""
    backup = tmp_path / "backup.db"
    folder = tmp_path / "server"
    folder.mkdir()

    async def play(server: Server) -> tuple[str, str, int]:
        async with two_players(server.url) as (table_id, host, guest):
            await play_on([host, guest], lambda legal: legal[0], 6)
            number = host.last
            copying = asyncio.create_task(asyncio.to_thread(run, "backup", str(backup), "--database", server.database))
            await play_on([host, guest], lambda legal: legal[0], 20)
            assert await copying == 0
            return table_id, host.token, number

    with running(folder) as server:
        table_id, token, number = asyncio.run(play(server))
        assert stat.S_IMODE(backup.stat().st_mode) == 0o600
        assert run("restore", str(backup), "--database", server.database, "--yes") == 2  # it is running
        assert "already serving" in capsys.readouterr().err
        server.kill()
        assert run("restore", str(backup), "--database", server.database) == 2
        assert "To put the backup in their place, add --yes" in capsys.readouterr().err
        assert run("restore", str(backup), "--database", server.database, "--yes") == 0
        assert "tiotal.db.before-1" in capsys.readouterr().out
        assert (folder / "tiotal.db.before-1").exists()
        server.start()
        seen = Device(server.url, token).get(f"/api/tables/{table_id}").json()
        assert number <= seen["turn"]["number"] <= number + 20
        assert seen["mine"] == [0]


def test_what_is_no_backup_is_refused(tmp_path: Path, capsys: Output) -> None:
    target = f"sqlite:///{tmp_path}/games.db"
    text = tmp_path / "text"
    text.write_text("not games")
    assert run("restore", str(text), "--database", target) == 2
    assert "is not a backup of games" in capsys.readouterr().err
    assert run("restore", str(tmp_path / "nothing"), "--database", target) == 2
    assert run("backup", str(tmp_path / "copy"), "--database", target) == 2
    assert "There is no database" in capsys.readouterr().err
    assert run("backup", str(text), "--database", "postgresql://nobody@nowhere/games") == 2
    assert "pg_dump" in capsys.readouterr().err
    assert text.read_text() == "not games"
    assert not (tmp_path / "games.db").exists()
