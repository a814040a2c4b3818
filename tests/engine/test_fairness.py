"""The fair deal: promised before the first card, mixed with the people's own chance, and proved by the record alone."""

from __future__ import annotations

import functools
import hashlib
import json
import random
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.kit.games import law
from tests.kit.tables import ANNA, BEN, SECRET, SHARES, Sitting, person
from tiotal.engine.errors import BadRecord
from tiotal.engine.fairness import FairDeal, commitment_to, is_chance, mixed_seed, read_deal, secret_of_deal
from tiotal.engine.game import Game
from tiotal.engine.record import read_record, verify_record
from tiotal.games.cento.game import Cento
from tiotal.games.nimmt.game import Nimmt
from tiotal.games.ten.game import Ten
from tiotal.table import requests as ask
from tiotal.table import seen
from tiotal.table.entries import SeatedBot
from tiotal.words import LANGUAGES

GAMES: dict[str, Game] = {
    "cento": Cento(3, preset="race", target=10),
    "nimmt": Nimmt(3, rounds=1),
    "ten": Ten(3),
}
chances = st.binary(min_size=32, max_size=32).map(bytes.hex)


@functools.cache
def finished(name: str) -> tuple[str, str]:
    """The record of a match between two people and a bot, and the commitment that everybody saw before it."""
    sitting = Sitting(GAMES[name], [person(ANNA), SeatedBot("easy", ""), person(BEN)])
    promised = seen.table_for_all(sitting.table)["commitment"]
    sitting.start().play_on(random.Random(name))
    return sitting.table.finished[0].record.to_json(), promised


def document(name: str) -> dict[str, Any]:
    read: dict[str, Any] = json.loads(finished(name)[0])
    return read


def refusal(changed: dict[str, Any]) -> BadRecord:
    with pytest.raises(BadRecord) as caught:
        verify_record(json.dumps(changed))
    assert all(caught.value.sentence(language) for language in LANGUAGES)
    return caught.value


# --- A record proves its deal -----------------------------------------------------------------------------------
@pytest.mark.parametrize("name", GAMES)
def test_the_record_of_a_finished_match_proves_what_was_promised_before_its_first_card(name: str) -> None:
    text, promised = finished(name)
    assert verify_record(text).is_over
    fair = json.loads(text)["fair"]
    assert fair == {
        "commitment": promised,
        "secret": secret_of_deal(SECRET, 1),
        "shares": [SHARES[ANNA], None, SHARES[BEN]],
    }
    deal = read_record(text).deal
    assert deal is not None
    assert deal.seed == json.loads(text)["seed"]
    assert read_record(text).to_json() == text


def test_the_promise_stands_from_the_opening_of_the_table_to_the_end_of_the_match() -> None:
    sitting = Sitting(GAMES["cento"], [person(ANNA)])
    promised = sitting.table.commitment
    sitting.ask(BEN, ask.Sit("Ben", SHARES[BEN]))
    sitting.ask(ANNA, ask.SeatBot(2, "easy"))
    assert sitting.table.commitment == promised
    sitting.start()
    while sitting.table.phase == "playing":
        assert sitting.table.commitment == promised
        sitting.play_on(random.Random(1), 1)
    deal = sitting.table.finished[0].record.deal
    assert deal is not None
    assert deal.commitment == promised


def test_the_record_of_every_match_at_a_table_verifies() -> None:
    sitting = Sitting(GAMES["cento"], [person(ANNA), person(BEN), SeatedBot("easy", "")])
    sitting.start().play_on(random.Random(1))
    promises = []
    for number in range(2, 6):
        promises.append(sitting.table.commitment)
        sitting.ask(ANNA, ask.Again(SHARES[ANNA] if number % 2 else None))
        sitting.ask(BEN, ask.Again(SHARES[BEN]))
        sitting.play_on(random.Random(number))
    deals = []
    for match in sitting.table.finished:
        assert verify_record(match.record.to_json()).is_over
        assert match.record.deal is not None
        deals.append(match.record.deal)
    assert [deal.commitment for deal in deals[1:]] == promises
    assert len({deal.secret for deal in deals}) == len({deal.seed for deal in deals}) == 5


def test_anybody_can_check_the_deal_with_nothing_but_sha_256() -> None:
    """As `docs` may tell it: other programs have to be able to do the same."""
    record = document("ten")
    fair = record["fair"]
    secret = bytes.fromhex(fair["secret"])
    assert hashlib.sha256(b"tiotal commitment " + secret).hexdigest() == fair["commitment"]
    mixed = b"tiotal deal " + secret
    for seat, share in enumerate(fair["shares"]):
        if share is not None:
            mixed += bytes([seat]) + bytes.fromhex(share)
    assert hashlib.sha256(mixed).hexdigest() == record["seed"]


# --- What was tampered with is found ----------------------------------------------------------------------------
def with_digit_changed(text: str, place: int, step: int) -> str:
    digit = f"{(int(text[place], 16) + step) % 16:x}"
    return text[:place] + digit + text[place + 1 :]


@given(st.sampled_from(list(GAMES)), st.sampled_from(["secret", "commitment", "seed", 0, 2]), st.data())
@law(300)
def test_any_changed_digit_is_found(name: str, what: str | int, data: st.DataObject) -> None:
    place, step = data.draw(st.integers(0, 63)), data.draw(st.integers(1, 15))
    record = document(name)
    holder: Any = record if what == "seed" else record["fair"] if isinstance(what, str) else record["fair"]["shares"]
    holder[what] = with_digit_changed(holder[what], place, step)
    promise_broken = what in ("secret", "commitment")
    assert refusal(record).key == ("records.fair_commitment" if promise_broken else "records.fair_seed")


def test_a_secret_that_is_exchanged_together_with_its_commitment_is_found() -> None:
    record = document("nimmt")
    other = secret_of_deal(SECRET, 2)
    record["fair"] |= {"secret": other, "commitment": commitment_to(other)}
    assert refusal(record).key == "records.fair_seed"


def test_shares_that_are_exchanged_left_out_or_made_up_are_found() -> None:
    shares = document("cento")["fair"]["shares"]
    for changed in (
        [shares[2], None, shares[0]],
        [shares[0], shares[2], None],
        [shares[0], None, None],
        [shares[0], 64 * "0", shares[2]],
    ):
        record = document("cento")
        record["fair"]["shares"] = changed
        assert refusal(record).key == "records.fair_seed"


@pytest.mark.parametrize(
    "change",
    [
        {"secret": None},
        {"secret": 64 * "A"},
        {"secret": 63 * "a"},
        {"secret": 62 * "a" + "\n\n"},
        {"secret": 12},
        {"shares": None},
        {"shares": {}},
        {"shares": [None]},
        {"shares": [None, None, None, None]},
        {"shares": [None, None, "beef"]},
        {"shares": [None, None, 7]},
        {"more": 1},
    ],
    ids=str,
)
def test_a_proof_of_another_shape_is_refused(change: dict[str, Any]) -> None:
    record = document("cento")
    record["fair"] |= change
    assert refusal(record).key == "records.fair_shape"


@pytest.mark.parametrize("fair", [None, [], "yes", {}, {"secret": 64 * "0"}], ids=str)
def test_a_proof_that_is_none_is_refused(fair: Any) -> None:
    assert refusal(document("cento") | {"fair": fair}).key == "records.fair_shape"


def test_a_commitment_of_another_kind_is_refused() -> None:
    others: list[Any] = [None, 7, [], "", document("cento")["fair"]["commitment"].upper()]
    for commitment in others:
        record = document("cento")
        record["fair"]["commitment"] = commitment
        assert refusal(record).key == "records.fair_commitment"


def test_a_deal_that_was_dealt_from_a_number_proves_nothing() -> None:
    deal = FairDeal(SECRET, (None, None))
    with pytest.raises(BadRecord, match="seed"):
        read_deal(deal.as_dict(), 7, 2)


# --- Chance -----------------------------------------------------------------------------------------------------
@given(chances, st.lists(st.none() | chances, min_size=2, max_size=8), st.data())
@law(200)
def test_every_share_and_every_seat_counts(secret: str, shares: Sequence[str | None], data: st.DataObject) -> None:
    others = data.draw(st.permutations(shares) | st.lists(st.none() | chances, min_size=2, max_size=8))
    without_last_bots = [_stripped(some) for some in (shares, others)]
    assume(without_last_bots[0] != without_last_bots[1])
    assert mixed_seed(secret, shares) != mixed_seed(secret, others)
    assert mixed_seed(secret, shares) != mixed_seed(commitment_to(secret), shares)


def _stripped(shares: Sequence[str | None]) -> list[tuple[int, str]]:
    return [(seat, share) for seat, share in enumerate(shares) if share is not None]


@given(chances, st.integers(1, 10_000), st.integers(1, 10_000))
@law(100)
def test_the_secrets_of_a_tables_deals_are_all_different_and_none_is_the_tables_own(
    secret: str, n: int, m: int
) -> None:
    assert (secret_of_deal(secret, n) == secret_of_deal(secret, m)) == (n == m)
    assert is_chance(secret_of_deal(secret, n))
    assert secret_of_deal(secret, n) not in (secret, commitment_to(secret), mixed_seed(secret, []))


@pytest.mark.parametrize(
    "text", ["", 64 * "g", 64 * "A", 65 * "0", 63 * "0" + "\n", 64 * "0" + "\n", 7, None, b"0" * 64]
)
def test_chance_is_64_hexadecimal_digits_and_nothing_else(text: Any) -> None:
    assert not is_chance(text)
    assert is_chance(64 * "0")
