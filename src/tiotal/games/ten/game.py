"""10 (Special Retro Edition) for people and programs: its options, written moves and how its state is told."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, NamedTuple

from tiotal.engine.errors import BadOption, TiotalError
from tiotal.engine.game import Came, Fact, Game, LogEntry, Secret, Went, fact
from tiotal.engine.moves import Move
from tiotal.engine.options import CardGroup, Choice, Number
from tiotal.engine.sheets import Sheet
from tiotal.games.ten import rules
from tiotal.rules.state import NOBODY, UNKNOWN

CARDS = (*(str(value) for value in range(11)), *(f"P{value}" for value in range(1, 9)), "J")
SEATS = range(rules.MAX_PLAYERS)
CHIPS = range(1, rules.MAX_CHIPS + 1)
LAYINGS = tuple((way, chips) for way in ("up", "down") for chips in range(3))


def _lay(card: str, way: str, chips: int) -> Move:
    told = ("hidden" if card == "?" else way) + ("_protected" if chips else "")
    return Move(f"{card}:{way}{f'+{chips}' if chips else ''}", "lay", card, choice=way, chips=chips, told=told)


MOVES = (
    *(_lay(card, way, chips) for card in CARDS for way, chips in LAYINGS),
    Move("pass", "pass"),
    *(Move(f"swap:{seat}", "swap", seat=seat, chips=1) for seat in SEATS),
    *(Move(f"bid:{seat}:{chips}", "bid", seat=seat, chips=chips) for seat in SEATS for chips in CHIPS),
    *(Move(f"raise:{chips}", "raise", chips=chips) for chips in CHIPS),
    *(Move(f"protect:{chips}", "protect", chips=chips) for chips in (1, 2)),
    *(Move(verb, verb) for verb in ("keep", "show", "hide")),
    *(Move(f"add:{card}", "add", card) for card in CARDS),
    Move("stand", "stand"),
    *(Move(f"start:{seat}", "start", seat=seat) for seat in SEATS),
)


class Ten(Game):
    """Come as near to 10 as you can, bluff, and bid for other people's cards. 2 to 7 players."""

    name = "ten"
    title = "10"
    rules: ClassVar[Any] = rules
    most_players = rules.MAX_PLAYERS
    declared_options = (
        Number("starter", 0, rules.MAX_PLAYERS - 1, default=0),
        Choice("spare_jokers", ("in", "out")),
    )
    points: ClassVar[dict[str, int]] = dict(zip(CARDS, rules.PENALTY, strict=True)) | {
        f"R{number}": number for number in range(1, 11)
    }
    groups = (
        CardGroup("numbers", tuple((card, rules.COPIES[CARDS.index(card)]) for card in (*CARDS[:11], "J"))),
        CardGroup("penalty", tuple((card, 1) for card in CARDS[11:-1])),
        CardGroup("rounds", tuple((f"R{number}", 1) for number in range(1, rules.ROUNDS + 1))),
    )
    usual_players = 4
    sheets = (Sheet("match", "own", "lowest", rounds=1, chips=-2),)  # all is counted once, at the end
    moves = MOVES
    example_move = "5:down+1"
    variants = (
        *((players, {}) for players in range(2, rules.MAX_PLAYERS + 1)),
        *((players, {"spare_jokers": "out"}) for players in (2, 4)),
    )

    def settle_options(self, options: dict[str, Any]) -> None:
        if options["starter"] >= self.players:
            raise BadOption("options.starter", most=self.players - 1, starter=options["starter"])

    @property
    def last_round(self) -> int:
        return rules.ROUNDS

    def set_up(self, state: rules.State) -> None:
        state.players = self.players
        state.first_starter = self.options["starter"]
        state.spares_out = int(self.options["spare_jokers"] == "out")

    # --- Telling the state --------------------------------------------------------------------------------------
    def describe(self, state: rules.State) -> dict[str, Any]:
        auction = None
        if state.owner != NOBODY:
            auction = {"owner": state.owner, "bidder": state.bidder, "bid": state.bid}
        return {
            "round": state.round,
            "phase": state.phase,
            "round_card": None if state.phase == 5 else f"R{state.round_cards[rules.ROUNDS - state.round]}",
            "starter": state.starter,
            "to_move": _seat(state.to_move),
            "hands": [_hand(state, seat) for seat in range(self.players)],
            "table": [_table(state, seat) for seat in range(self.players)],
            "chips": state.chips[: self.players],
            "pot": state.pot,
            "auction": auction,
            "asked_to_protect": _seat(state.asked_to_protect),
            "taken": [_taken(state, seat) for seat in range(self.players)],
            "stock": state.stock_size,
            "scores": state.scores[: self.players] if state.over else None,
            "over": bool(state.over),
        }

    def shown(self, state: rules.State, seat: int | None, memory_aid: bool) -> dict[str, Any]:
        return _for_people(self.describe(state))

    def opened(self, state: rules.State) -> dict[str, Any]:
        return _for_people(self.describe(state))

    def decks(self, state: rules.State) -> list[list[Any]]:
        size = state.stock_size + (rules.HAND - 1) * self.players
        return [
            [f"R{number}" for number in reversed(state.round_cards)],
            [CARDS[card] for card in reversed(state.stock[:size])],
        ]

    def round_result(self, state: rules.State) -> dict[str, Any]:
        if state.phase != 5:
            return {}
        cards = [
            [CARDS[card] for card in (state.first[seat], state.second[seat]) if card != rules.NO_CARD]
            for seat in range(self.players)
        ]
        seats = range(self.players)
        taken = [rules.points_taken(state, seat) for seat in seats]
        worth = [rules.worth_of_chips(state, seat) for seat in seats]
        result: dict[str, Any] = {
            "round": state.round,
            "round_card": f"R{state.round_cards[rules.ROUNDS - state.round]}",
            "cards": cards,
            "totals": state.totals[: self.players],
            "winner": state.winner,
            "loser": state.loser,
            "pot": state.winnings,
            # On paper: the penalty points of this round and of all so far, the chips, and what they leave together.
            "points": [_fallen(state, cards) if seat == state.loser else 0 for seat in seats],
            "taken": taken,
            "chips": state.chips[: self.players],
            "worth": worth,
            "standing": [points - off for points, off in zip(taken, worth, strict=True)],
        }
        if state.over:
            result["in_hand"] = [rules.points_in_hand(state, seat) for seat in seats]
            result["scores"] = state.scores[: self.players]
        return result

    # --- What comes of a move -----------------------------------------------------------------------------------
    def witness(self, state: rules.State, action: int) -> Callable[[], Came]:
        seat, phase, pot = state.to_move, state.phase, state.pot
        protection = state.protection[: self.players]
        sale = _sale(state, action)

        def came() -> Came:
            first, swapped = _alone(state, seat, action, phase), Came()
            if sale and state.owner == NOBODY:
                if sale.price:
                    first = [fact("auction", seat=sale.buyer, other=sale.owner, n=sale.price)]
                swapped = _swapped(state, sale)
            collected = state.pot - pot - (1 if sale and not sale.price else 0)
            last = [fact("to_pot", n=collected)] if phase == 3 and state.phase == 4 and collected else []
            whole = None if swapped.whole is None else (*first, *swapped.whole, *last)
            went = self._went(state, action, seat, phase, protection, sale if state.owner == NOBODY else None)
            return Came((*first, *swapped.public, *last), whole, swapped.known_to, went)

        return came

    def _went(
        self, state: rules.State, action: int, seat: int, phase: int, protection: list[int], sale: Sale | None
    ) -> tuple[Went, ...]:
        """Cards and chips, as everybody sees them change places."""
        hand, chips, first = f"hand:{seat}", f"chips:{seat}", f"first:{seat}"
        went = []
        if phase == 2:
            went = [Went("card", hand, first), Went("chips", chips, first, action % 3)]
        elif rules.PROTECTIONS <= action < rules.KEEP:
            went = [Went("chips", chips, first, 1 + action - rules.PROTECTIONS - protection[seat])]
        elif rules.SECONDS <= action < rules.STAND:
            went = [Went("card", hand, f"second:{seat}")]
        if sale:
            own, theirs = f"first:{sale.buyer}", f"first:{sale.owner}"
            paid_to = f"chips:{sale.owner}" if sale.price else "pot"
            went += [Went("card", own, theirs), Went("card", theirs, own)]
            went.append(Went("chips", f"chips:{sale.buyer}", paid_to, sale.price or 1))
        if phase == 3 and state.phase == 4:
            went += [Went("chips", f"first:{owner}", "pot", n) for owner, n in enumerate(protection)]
        if phase == 4 and state.phase == 5:
            went.append(Went("chips", "pot", f"chips:{state.winner}", state.winnings))
        return tuple(each for each in went if each.n > 0)

    def will_come(self, state: rules.State, action: int) -> list[Fact]:
        """What chips on a card are good for."""
        if action >= rules.PASS or state.phase != 2:
            return []
        chips = action % 3
        return [fact("protected", n=chips) if chips else fact("unprotected")]

    def round_came(self, result: Mapping[str, Any]) -> list[Fact]:
        """Whoever has the highest total wins, whoever has the lowest loses and alone takes penalty points."""
        highest, lowest = max(result["totals"]), min(result["totals"])
        won = {"seat": result["winner"], "round": result["round"], "total": highest}
        loser = result["loser"]
        is_early = "scores" in result and result["round"] < rules.ROUNDS
        return [
            fact("won_pot", **won, n=result["pot"]) if result["pot"] else fact("won_with", **won),
            fact("lost_round", seat=loser, total=lowest, card=result["round_card"]),
            *([fact("early_end", seat=loser)] if is_early else []),  # T10
            fact("penalty", n=sum(result["points"])),
        ]

    # --- What is hidden in moves --------------------------------------------------------------------------------
    def public_move(self, action: int) -> Move:
        if action < rules.PASS and action % 6 >= rules.FACE_DOWN:
            return _lay("?", *LAYINGS[action % 6])
        return self.move(action)

    def share_secrets(self, secrets: dict[int, Secret], log: list[LogEntry], state: rules.State) -> None:
        """At the reckoning all cards are turned up."""
        if state.phase == 5:
            for number, secret in secrets.items():
                log[number] = secret.move
            secrets.clear()

    def uncovered(self, state: rules.State) -> tuple[int, ...]:
        """Who buys a card looks at it; at the reckoning all cards are turned up, and then a new round card."""
        owners = sum(state.owned_by[seat].bit_count() - 1 for seat in range(self.players) if state.laid[seat])
        return state.round, state.over, state.phase // 5, owners

    # --- Why a move is refused ----------------------------------------------------------------------------------
    def meant(self, state: rules.State, card: str | None, place: str | None, whose: int | None) -> str | None:
        """To lay or add a card, or to get somebody else's, at the least price that it has."""
        if card in CARDS:
            return f"{card}:up" if state.phase == 2 else f"add:{card}"
        if whose is None or whose not in SEATS:
            return None
        protection = state.protection[whose]
        return f"bid:{whose}:{protection}" if protection else f"swap:{whose}"

    def why_not(self, state: rules.State, action: int) -> TiotalError | None:
        seat = state.to_move
        hand = state.hands[seat][: state.hand_size[seat]]
        if action < rules.PASS and state.phase == 2:
            if action // 6 not in hand:
                return TiotalError("moves.not_held", of=self.name, card=CARDS[action // 6])
            return _few_chips(state.chips[seat])
        if rules.SECONDS <= action < rules.STAND and state.phase == 4 and state.up[seat]:
            card = action - rules.SECONDS
            if card not in hand:
                return TiotalError("moves.not_held", of=self.name, card=CARDS[card])
            return TiotalError("ten.why.above", card=CARDS[card], first=CARDS[state.first[seat]])
        if state.phase == 3 and state.asked_to_protect == NOBODY:
            return self._why_no_bid(state, action)
        return None

    def _why_no_bid(self, state: rules.State, action: int) -> TiotalError | None:
        chips = state.chips[state.to_move]
        if state.owner != NOBODY:
            if rules.RAISES <= action < rules.PROTECTIONS:
                raised = 1 + action - rules.RAISES
                return _few_chips(chips) if raised > chips else TiotalError("ten.why.bid_more", bid=state.bid)
            return None
        swap = rules.SWAPS <= action < rules.OPENING_BIDS
        if not swap and not rules.OPENING_BIDS <= action < rules.RAISES:
            return None
        seat = action - rules.SWAPS if swap else (action - rules.OPENING_BIDS) // rules.MAX_CHIPS
        if seat >= state.players:
            return TiotalError("ten.why.nobody")
        if seat == state.to_move:
            return TiotalError("ten.why.own_card")
        protection = state.protection[seat]
        if swap != (protection == 0):
            return TiotalError("ten.why.protected" if swap else "ten.why.unprotected")
        bid = 1 if swap else 1 + (action - rules.OPENING_BIDS) % rules.MAX_CHIPS
        if bid < protection:
            return TiotalError("ten.why.open_higher", bid=protection)
        return _few_chips(chips)


def _fallen(state: rules.State, cards: list[list[str]]) -> int:
    """Penalty points of the cards on the table and of the round card; at an early end of all that are left (T10)."""
    points = sum(Ten.points[card] for laid in cards for card in laid)
    last = rules.ROUNDS if state.over else state.round
    return points + sum(state.round_cards[rules.ROUNDS - number] for number in range(state.round, last + 1))


class Sale(NamedTuple):
    """Two cards that may change places with a move."""

    buyer: int
    owner: int
    price: int  # in an auction; 0: one chip into the pot


def _sale(state: rules.State, action: int) -> Sale | None:
    """What the move leads to if nobody is left to bid more."""
    if state.phase != 3 or state.asked_to_protect != NOBODY:
        return None
    if rules.SWAPS <= action < rules.OPENING_BIDS:
        return Sale(state.to_move, action - rules.SWAPS, 0)
    if rules.OPENING_BIDS <= action < rules.RAISES:
        owner, above = divmod(action - rules.OPENING_BIDS, rules.MAX_CHIPS)
        return Sale(state.to_move, owner, 1 + above)
    if state.owner == NOBODY:
        return None
    if action == rules.PASS:
        return Sale(state.bidder, state.owner, state.bid)
    return Sale(state.to_move, state.owner, 1 + action - rules.RAISES)


def _swapped(state: rules.State, sale: Sale) -> Came:
    """A card that lies face down is known to the two who have owned it now (it may be known to others too)."""
    buyer, owner = sale.buyer, sale.owner
    people = {"seat": buyer, "other": owner}
    whole = (fact("swapped", **people, card=CARDS[state.first[buyer]], theirs=CARDS[state.first[owner]]),)
    if state.up[buyer] and state.up[owner]:
        return Came(whole)
    seen = [CARDS[state.first[seat]] if state.up[seat] else "?" for seat in (buyer, owner)]
    public = (fact("swapped", **people, card=seen[0], theirs=seen[1]),) if seen != ["?", "?"] else ()
    return Came(public, whole, frozenset([buyer, owner]))


def _alone(state: rules.State, seat: int, action: int, phase: int) -> list[Fact]:
    """What comes of a move that is about one's own card."""
    if phase == 2 and action % 3:
        return [fact("protected", n=action % 3)]
    if rules.PROTECTIONS <= action < rules.KEEP and state.phase == 3:
        return [fact("protected", n=1 + action - rules.PROTECTIONS)]
    if action == rules.SHOW:
        return [fact("shows", card=CARDS[state.first[seat]])]
    if rules.SECONDS <= action < rules.STAND:
        return [fact("makes", total=rules.total_of(state, seat))]
    if action >= rules.STARTERS:
        return [fact("round_card", n=state.round_cards[rules.ROUNDS - state.round])]
    return []


def _few_chips(chips: int) -> TiotalError:
    return TiotalError("ten.why.few_chips", n=chips) if chips else TiotalError("ten.why.no_chips")


def _seat(seat: int) -> int | None:
    return None if seat == NOBODY else seat


def _card(card: int) -> str | None:
    return None if card in (rules.NO_CARD, UNKNOWN) else CARDS[card]


def _hand(state: rules.State, seat: int) -> list[str | None]:
    return [_card(card) for card in state.hands[seat][: state.hand_size[seat]]]


def _for_people(table: dict[str, Any]) -> dict[str, Any]:
    """What a trace calls the table is here a part of one: the place before each seat."""
    return {("places" if name == "table" else name): value for name, value in table.items()}


def _table(state: rules.State, seat: int) -> dict[str, Any] | None:
    if not state.laid[seat]:
        return None
    return {
        "card": _card(state.first[seat]),
        "up": bool(state.up[seat]),
        "protection": state.protection[seat],
        "second": _card(state.second[seat]),
    }


def _taken(state: rules.State, seat: int) -> list[str]:
    """Round cards first, ascending, then the others in deck-table order."""
    rounds = [f"R{number}" for number in range(1, rules.ROUNDS + 1) if state.rounds_taken[seat] >> number & 1]
    return rounds + [CARDS[card] for card in range(rules.KINDS) for _ in range(state.taken[seat][card])]
