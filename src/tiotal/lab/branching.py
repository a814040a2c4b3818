"""One position, two ways to go on: one text for all games and, like the rules, for both forms.

What bots did and what came of it says little about a choice: those who take something had a reason to. Here both ways
are gone, from the same position, with the same cards and the same chance (paired, counterfactual): only the choice
differs. `choices.py` in the home of a game says what can be asked there:

    QUESTIONS                                     what can be asked, in order (`lab.choices.Question`)
    ask(state, notes, n, move, question, choice)  whether that question comes up before a bot makes a move, one of the n
                                                  in `state.moves`; then write both ways to go on, and what is known of
                                                  the position, into `choice`
    give(state, question)                         where it is not about a move but about having something: give it to
                                                  whoever is to move, who goes on with it, or the other way without
"""

from __future__ import annotations

from typing import Any

from tiotal.bots.playing import level_move, won_share
from tiotal.engine.rollouts import pick, policy_seed, start, step
from tiotal.rules.chance import scramble, seed_chance
from tiotal.rules.state import Declared, number, of_the_game, row, rule

legal = copy = ask = give = of_the_game

NOTHING = -1  # instead of a move: whoever is to move goes on as usual
MOST_FACTS = 6
PLAYED, KEPT, TRIED = 0, 1, 2  # places for states: the match, a position of it, and what comes of one way
NOW, OF_KEPT = 0, 1  # places for choices
ONE, OTHER, NEITHER = 1, 2, 3  # which way the bot went; 0 if nobody was asked
MADE, GAINED, FACTS = 0, 1, 3  # places in a row of `found`


class Choice(Declared):
    """Two ways to go on, and what is known of the position, in whole numbers."""

    ways: list[int] = row(2, bits=16)
    facts: list[int] = row(MOST_FACTS, bits=16)
    made: int = number(bits=16)  # what the bot did
    asked: int = number(bits=32)  # how often the question has come up in this match


@rule
def try_both(
    states: Any,
    minds: Any,
    choices: Any,
    childish: Any,
    seating: Any,
    question: int,
    first_seed: int,
    first_game: int,
    times: int,
    found: Any,
) -> None:
    """In game i of a run, as `play_levels` plays it, find a position where the question comes up, each as likely.

    From there go both ways so many times, with other chance each time and the same for both; the cards that are hidden
    stay where they are. Write into found[i] which way the bot went, what each way has won (in ten-thousandths, all
    times together) and the facts.
    """
    choice = choices[OF_KEPT]
    for i in range(len(found)):
        game = first_game + i
        seed = first_seed + game
        choice.asked = 0
        found[i][MADE] = 0
        start(states[PLAYED], seed)
        tries = 1 + 2 * times
        for number_of_try in range(tries):
            place = TRIED
            stream = policy_seed(seed)
            way = number_of_try % 2
            if number_of_try == 0:
                place = PLAYED
            elif choice.asked == 0:
                break
            else:
                stream = scramble(stream ^ ((number_of_try + 1) // 2))
                copy(states, TRIED, KEPT)
                begin_way(states[TRIED], choice, way, question, stream)
            play_on(states, place, minds, choices, childish, seating, question, game, stream)
            if number_of_try > 0:
                found[i][GAINED + way] += won_share(states[TRIED], states[KEPT].to_move)
        if choice.asked > 0:
            made = choice.made
            found[i][MADE] = ONE if made == choice.ways[0] else OTHER if made == choice.ways[1] else NEITHER
            for fact in range(MOST_FACTS):
                found[i][FACTS + fact] = choice.facts[fact]


@rule
def begin_way(state: Any, choice: Any, way: int, question: int, stream: int) -> None:
    seed_chance(state, stream)
    if choice.ways[way] != NOTHING:
        step(state, choice.ways[way])
    elif way == 0:
        give(state, question)


@rule
def play_on(
    states: Any,
    place: int,
    minds: Any,
    choices: Any,
    childish: Any,
    seating: Any,
    question: int,
    game: int,
    stream: int,
) -> None:
    """To the end of the match; on the way through the match itself, keep one of the positions that are asked for."""
    state = states[place]
    decision = 0
    while not state.over:
        n = legal(state)
        level = seating[(state.to_move + game) % len(seating)]
        move = level_move(state, minds[level], n, childish[level], stream, decision)
        if place == PLAYED and n > 1 and ask(state, minds[level], n, move, question, choices[NOW]):
            choices[OF_KEPT].asked += 1
            if pick(scramble(stream), decision, choices[OF_KEPT].asked) == 0:
                copy(states, KEPT, PLAYED)
                keep(choices, move)
        step(state, move)
        decision += 1


@rule
def keep(choices: Any, move: int) -> None:
    for way in range(2):
        choices[OF_KEPT].ways[way] = choices[NOW].ways[way]
    for fact in range(MOST_FACTS):
        choices[OF_KEPT].facts[fact] = choices[NOW].facts[fact]
    choices[OF_KEPT].made = move
