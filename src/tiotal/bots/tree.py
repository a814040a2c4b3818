"""Information-set Monte Carlo tree search: one text for all games and, like the rules, for all forms.

Every iteration imagines a world that fits what the bot knows, walks down a tree of moves in it, and lets the policies
play the rest of the round; what each player's outlook on the match is then goes back up the walk. The tree is shared
by all worlds, so what is learned holds on average over what the bot cannot see. A node is a move as the bot would see
it made: it cannot tell apart, in the tree, what it could not tell apart at the table.

Three things keep the tree narrow where there is much to choose from: a node first has a few children only, those that
the policy finds best, and gets more as it is visited (progressive widening); the policy's opinion counts like some
visits made before (so that it fades); and a player whose move is hidden from the bot moves by policy alone.
"""

from __future__ import annotations

from math import sqrt
from typing import Any

from tiotal.bots.playing import CERTAIN, NOTHING, WIDEST
from tiotal.engine.rollouts import imagine_world, pick, policy_seed
from tiotal.rules.exponentials import log
from tiotal.rules.state import Declared, number, of_the_game, row, rule, scratch

legal = apply = copy = look = worth = round_over = foresee = as_seen = likelihood = of_the_game

NODES = 30_000
DEEPEST = 64
ATTEMPTS = 16  # to imagine a likely world
NONE = 0  # the root is nobody's child or sibling
UNDECIDED = -1


class Tree(Declared):
    """All that one search keeps. Node 0 is the position itself; every other node is a move."""

    # How to search, set before the first iteration.
    seat: int = number()  # who is thinking
    clairvoyant: int = number()  # 1 if the world is the real one (in the lab only)
    noise: int = number(bits=32)  # by how much the policy's judgement is blurred in playouts
    exploration: int = number(bits=32)  # in hundredths
    trust: int = number(bits=32)  # how many visits the policy's opinion counts for, in hundredths
    scale: int = number(bits=32)  # how much worth, to the policy, makes one move much better than another
    widening: int = number(bits=32)  # children of a node: 2 + this many hundredths × √visits
    trials: int = number(bits=32)  # visits from which on moves are chosen by the tree; before, by the policy
    depth: int = number()  # how many moves the tree may go down
    horizon: int = number()  # a playout ends after so many moves for each player; 0: when the round is over

    # What has been found out.
    iterations: int = number(bits=64)
    playouts: int = number(bits=64)
    moves_played: int = number(bits=64)
    nodes: int = number(bits=32)
    move: list[int] = row(NODES, bits=16)
    child: list[int] = row(NODES, bits=32)  # the first one
    sibling: list[int] = row(NODES, bits=32)  # the next one
    visits: list[int] = row(NODES, bits=32)
    chances: list[int] = row(NODES, bits=32)  # how often the move could have been chosen
    value: list[int] = row(NODES, bits=64)  # sum of outlooks of the player who made the move
    squares: list[int] = row(NODES, bits=64)  # sum of their squares
    opinion: list[int] = row(NODES, bits=16)  # the policy's, from 0 to CERTAIN

    path: list[int] = scratch(DEEPEST, bits=32)
    path_seat: list[int] = scratch(DEEPEST)
    judged: list[int] = scratch(WIDEST, bits=32)
    reached: list[int] = scratch(WIDEST, bits=32)


# --- Searching --------------------------------------------------------------------------------------------------
@rule
def plant(trees: Any) -> None:
    """A new tree, in which nothing has been tried."""
    tree = trees[0]
    tree.iterations = 0
    tree.playouts = 0
    tree.moves_played = 0
    tree.nodes = 0
    new_node(tree, 0, NONE, 0)


@rule
def search(states: Any, notes: Any, trees: Any, seed: int, count: int) -> None:
    """So many more iterations from the view in states[0]; states[1] is the world of each."""
    tree = trees[0]
    mind = notes[0]
    for _ in range(count):
        stream = policy_seed(seed + (tree.iterations << 32))
        if tree.clairvoyant:
            copy(states, 1, 0)
        else:
            imagine_likely_world(states, mind, tree.seat, seed + (tree.iterations << 4), stream)
        tree.iterations += 1
        walk(states[1], mind, tree, stream)


@rule
def imagine_likely_world(states: Any, mind: Any, seat: int, seed: int, stream: int) -> None:
    """A world in which the other players have had reason to do what they did; not too hard to find."""
    for attempt in range(ATTEMPTS):
        imagine_world(states, 1, 0, seat, seed + attempt)
        if pick(stream, WIDEST * WIDEST + attempt, CERTAIN) < likelihood(states[1], mind, seat):
            return


@rule
def walk(state: Any, mind: Any, tree: Tree, stream: int) -> None:
    """One iteration: down the tree as far as it goes, by policy from there to the end of the round, and back."""
    node = 0
    deep = 0
    in_tree = True
    decision = 0
    while decision == 0 or not round_over(state):  # the position itself is not over, even if a round is
        n = legal(state)
        seat = state.to_move
        choice = 0
        if n > 1:
            by_tree = in_tree and is_tried(tree, node) and not is_hidden(state, n, seat, tree.seat)
            choice = UNDECIDED
            if by_tree:
                choice = descend(state, tree, node, n)
            if choice == UNDECIDED:
                judge(state, mind, tree, n)
                if by_tree:
                    choice = widen(state, tree, node, n)
                else:
                    choice = blurred_best(tree, n, stream, decision)
        move = state.moves[choice]
        if in_tree:
            node = follow(tree, node, as_seen(state, move, seat, tree.seat))
            tree.path[deep] = node
            tree.path_seat[deep] = seat
            deep += 1
            in_tree = node != NONE and tree.visits[node] > 0 and deep < tree.depth
        apply(state, move)
        decision += 1
        if tree.horizon > 0 and not in_tree and decision - deep == tree.horizon * state.players:
            break
    tree.playouts += 1
    tree.moves_played += decision - deep
    go_back(state, mind, tree, deep)


@rule
def judge(state: Any, mind: Any, tree: Tree, n: int) -> None:
    """What the policy thinks of each of the n moves."""
    look(state, mind, n)
    for i in range(n):
        tree.judged[i] = worth(state, mind, state.moves[i])


@rule
def blurred_best(tree: Tree, n: int, stream: int, decision: int) -> int:
    best = NOTHING
    choice = 0
    for i in range(n):
        value = tree.judged[i] + pick(stream, decision * WIDEST + i, tree.noise)
        if value > best:
            best = value
            choice = i
    return choice


@rule
def is_tried(tree: Tree, node: int) -> bool:
    """Whether enough has been tried from here to tell more than the policy."""
    return node == 0 or tree.visits[node] >= tree.trials


@rule
def is_hidden(state: Any, n: int, seat: int, observer: int) -> bool:
    """Whether the observer would not see all of what this player does."""
    return seat != observer and as_seen(state, state.moves[n - 1], seat, observer) != state.moves[n - 1]


@rule
def go_back(state: Any, mind: Any, tree: Tree, deep: int) -> None:
    foresee(state, mind)
    tree.visits[0] += 1
    for i in range(deep):
        node = tree.path[i]
        if node != NONE:
            value = mind.outlook[tree.path_seat[i]]
            tree.visits[node] += 1
            tree.value[node] += value
            tree.squares[node] += value * value


# --- The tree ---------------------------------------------------------------------------------------------------
@rule
def new_node(tree: Tree, move: int, sibling: int, opinion: int) -> int:
    """A new node, or NONE if there is no room."""
    node = tree.nodes
    if node == NODES:
        return NONE
    tree.nodes += 1
    tree.move[node] = move
    tree.child[node] = NONE
    tree.sibling[node] = sibling
    tree.visits[node] = 0
    tree.chances[node] = 0
    tree.value[node] = 0
    tree.squares[node] = 0
    tree.opinion[node] = opinion
    return node


@rule
def find_child(tree: Tree, node: int, move: int) -> int:
    child = tree.child[node]
    while child != NONE and tree.move[child] != move:
        child = tree.sibling[child]
    return child


@rule
def follow(tree: Tree, node: int, move: int) -> int:
    """The child for a move; a new one if there is none yet."""
    child = find_child(tree, node, move)
    if child == NONE:
        child = new_node(tree, move, tree.child[node], CERTAIN // 2)
        if child != NONE:
            tree.child[node] = child
    return child


@rule
def descend(state: Any, tree: Tree, node: int, n: int) -> int:
    """Which of the n legal moves to try from this node; UNDECIDED if it is time for another child."""
    known = 0
    for i in range(n):
        child = find_child(tree, node, state.moves[i])
        tree.reached[i] = child
        if child != NONE:
            known += 1
            tree.chances[child] += 1
    if known < n and known < 2 + tree.widening * sqrt(float(tree.visits[node])) / 100:
        return UNDECIDED
    best = -1.0
    choice = 0
    for i in range(n):
        child = tree.reached[i]
        if child != NONE:
            promise = promise_of(tree, child)
            if promise > best:
                best = promise
                choice = i
    return choice


@rule
def promise_of(tree: Tree, child: int) -> float:
    """The average so far, the policy's opinion counted in, and room for what has not been tried enough."""
    visits = tree.visits[child] + tree.trust / 100
    average = (tree.value[child] + tree.opinion[child] * tree.trust / 100) / visits
    return average + tree.exploration * 100 * sqrt(log(1.0 + tree.chances[child]) / visits)


@rule
def widen(state: Any, tree: Tree, node: int, n: int) -> int:
    """Add the best move, to the policy, that has no node yet."""
    most = NOTHING
    best = NOTHING
    choice = 0
    for i in range(n):
        value = tree.judged[i]
        most = max(most, value)
        if tree.reached[i] == NONE and value > best:
            best = value
            choice = i
    behind = (most - best) * (CERTAIN // 2) // tree.scale
    child = new_node(tree, state.moves[choice], tree.child[node], max(CERTAIN // 2 - behind, 0))
    if child != NONE:
        tree.child[node] = child
        tree.chances[child] = 1
    return choice
