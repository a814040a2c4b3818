"""One run of the simulation: tables are played for a while as things go wrong, then all is calm, then it is checked."""

from __future__ import annotations

import asyncio
import logging
import random
from dataclasses import dataclass

from tests.simulation.checks import PRESENCE_BOUND, faults_in_calm, faults_of
from tests.simulation.devices import Device
from tests.simulation.loop import run_at_once
from tests.simulation.world import World
from tiotal.engine.game import Game
from tiotal.engine.games import game_named
from tiotal.table.answers import open_table
from tiotal.table.entries import Entry, Holder, SeatedBot, SeatedPerson, Started
from tiotal.table.seen.listing import listing_of
from tiotal.table.table import Table

SECONDS_OF_TROUBLE = 1800.0
SECONDS_OF_CALM = 60.0
TABLES = 3


@dataclass(frozen=True)
class Outcome:
    seed: int
    hours: float  # at all tables together
    entries: int
    refusals: int
    faults: tuple[str, ...]


def simulate(seed: int, seconds: float = SECONDS_OF_TROUBLE) -> Outcome:
    logging.disable(logging.WARNING)  # what goes wrong here is meant to
    try:
        outcome, _ = run_at_once(_simulate(seed, seconds))
    finally:
        logging.disable(logging.NOTSET)
    return outcome


async def _simulate(seed: int, seconds: float) -> Outcome:
    world = World(seed, processes=(2, 3, 2, 1)[seed % 4])
    for _ in range(world.wanted):
        await world.start_process()
    tables = {f"table-number-{number:06}": _open(world, number) for number in range(TABLES)}
    devices = {table_id: _people(world, table_id, table) for table_id, table in tables.items()}
    everybody = [device for some in devices.values() for device in some]
    tasks = [asyncio.ensure_future(work) for device in everybody for work in (device.stay_connected(), device.play())]
    tasks.append(asyncio.ensure_future(world.go_wrong(seconds)))
    await asyncio.sleep(seconds)
    for device in everybody:
        device.idles = True
    await world.heal()
    await asyncio.sleep(PRESENCE_BOUND + SECONDS_OF_CALM)
    faults: list[str] = []
    for table_id, some in devices.items():
        faults += faults_of(world, table_id, some) + faults_in_calm(world, table_id, some)
    entries = sum(len(log) for log in world.database.logs.values())
    refusals = sum(len(device.known.refusals) for device in everybody)
    for task in tasks:
        task.cancel()
    return Outcome(seed, TABLES * world.now / 3600, entries, refusals, tuple(faults))


def _open(world: World, number: int) -> Table:
    """A table where a match has begun, with some bots, and sometimes a clock."""
    chance = random.Random(world.chance.random())
    names = ("cento", "nimmt", "ten")
    game: Game = game_named(names[number % len(names)])(chance.choice([2, 3, 4]))
    table_id = f"table-number-{number:06}"
    people = chance.randint(2, game.players)
    seats: list[Holder] = [SeatedPerson(f"device {number}-{seat}", f"Person {seat}") for seat in range(people)]
    seats += [SeatedBot("easy", "") for _ in range(game.players - people)]
    settings: dict[str, int | str] = {"pace": chance.choice([0, 1500])}
    if chance.random() < 0.5:
        settings |= {"clock": chance.choice(["move", "player"]), "seconds": chance.choice([20, 60])}
    opened = open_table(game, settings, seats, "device 0-0", "key", f"{chance.getrandbits(256):064x}")
    listing = listing_of(table_id, None, 0, Table.replay([Entry(1, 1, opened)]))
    world.database.open(listing, Entry(1, 1, opened))
    world.database.append(table_id, Entry(2, 2, Started()))
    return Table.replay(world.database.read(table_id))


def _people(world: World, table_id: str, table: Table) -> list[Device]:
    return [Device(world, table_id, seat.device) for seat in table.seats if seat.device]
