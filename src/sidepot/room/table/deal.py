"""Between hands: who is dealt in, the button, the choice of a game, the commitment, the deal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sidepot.engine.game import Game
from sidepot.errors import UserError
from sidepot.room.protocol.table_rules import GamePlan
from sidepot.room.table import commitment, match
from sidepot.room.table import events as e
from sidepot.room.table.clock import SECOND
from sidepot.room.table.context import Context, PendingEvents, Secret, takes_part
from sidepot.room.table.ending import end_table
from sidepot.room.table.play import checksum, deal_hand, follow
from sidepot.room.table.rules import REAL, available_games, game_of
from sidepot.room.table.state import TableState
from sidepot.room.table.waiting_pots import share_dropped
from sidepot.room.table.waiting_values import kept_for


def players(state: TableState, game: Game) -> list[int]:
    """The chairs that are dealt in to a game, from the dealer's left; the dealer is last."""
    able = _dealt_in(state, game.least_stack)
    if not able:
        return []
    first = able.index(_next_button(state, able)) + 1
    return able[first:] + able[:first]


def _dealt_in(state: TableState, unit: int) -> list[int]:
    """The chairs that are dealt in, where the ante is `unit` chips."""
    if state.match:
        return [n for n, chair in state.seated() if match.is_dealt_in(state, chair, unit)]
    return [number for number, chair in state.seated() if takes_part(chair, unit)]


def _next_button(state: TableState, able: list[int]) -> int:
    """The next dealer's chair: the first of `able` to the left of the last dealer."""
    last = state.button
    if last is None:
        return able[-1]
    return next((number for number in able if number > last), able[0])


def is_dealable(state: TableState, plan: GamePlan) -> bool:
    """Is the number of players who would be dealt in one that the game permits (D1)?"""
    try:
        game = game_of(plan)
    except UserError:  # this version does not have it any more
        return False
    return _fits(state, game)


def _fits(state: TableState, game: Game) -> bool:
    """Would as many players be dealt in as the game permits?"""
    return game.least <= len(players(state, game)) <= game.most


def dealable_games(state: TableState) -> list[int]:
    """The games that can be dealt now, by their places in the host's list."""
    return [i for i, plan in enumerate(state.rules.games) if is_dealable(state, plan)]


def _dealer(state: TableState) -> int | None:
    """The chair of the next dealer, who names the game; None if nobody can play."""
    unit = _least_unit(state)
    able = _dealt_in(state, unit)
    return _next_button(state, able) if able else None


def _least_unit(state: TableState) -> int:
    """The fewest chips with which a game on the list deals a player in."""
    return min(game.least_stack for game in available_games(state.rules.games))


def next_hand(state: TableState) -> int | None:
    """When the next hand may be dealt, in milliseconds since 1970.

    None while no game can be dealt, at a table with real cards, while the players must say that
    they are ready first, or while people have chairs but nobody of them plays: bots wait for them.
    A hold counts, and so does the time for which pages show the end of the last hand before its
    pause.
    """
    if state.is_ended or state.paused_at is not None or state.in_play or match.is_stopped(state):
        return None
    if state.rules.cards == REAL:  # somebody says when they have shuffled
        return None
    games = available_games(state.rules.games)
    unit = min((game.least_stack for game in games), default=0)
    seated = [chair for chair in map(state.chairs.__getitem__, match.players(state)) if chair.guest]
    people = [chair for chair in seated if takes_part(chair, unit)]
    if seated and not people:
        return None
    is_wanted = bool(people) and all(chair.is_ready for chair in people)
    if people and not is_wanted and not state.rules.automatic:
        return None
    if match.is_waited_for(state) and not is_wanted and not _is_complete(state):
        return None
    if not any(_fits(state, game) for game in games):
        return None
    at = state.idle_since
    if not is_wanted and not _is_complete(state):
        at = max(at + state.rules.pause * SECOND, state.result_until)
    return max(at, *state.held.values(), 0)


def _is_complete(state: TableState) -> bool:
    """Is this the first hand with every chair taken, so that it need not wait for anyone?"""
    return not state.hands and len(state.chairs) == state.rules.chairs


def next_step(context: Context) -> int | None:
    """When the next step to a deal is due, in milliseconds since 1970; None as for `next_hand`.

    A commitment is made a little before the deal. A deal waits for the seeds, but not for long.
    """
    state = context.state
    at, match_at = next_hand(state), match.due(state)
    if match_at is not None and (at is None or match_at <= at):
        return match_at
    if at is None or any(_stack_repairs(context)):
        return at
    plan = next_game(state)
    if plan is None:
        return at
    chairs, before = players(state, game_of(plan)), state.next_commitment
    silent = commitment.silent(context, before) if before else ()
    if before is None or silent or not commitment.current(context, plan, chairs):
        is_cut = bool(commitment.pledges(context, chairs, silent))
        at = max(at - commitment.LEAD * is_cut, state.idle_since)
    if before and silent:
        return max(at, commitment.silent_at(context, before))
    return max(at, commitment.pledged_at(context, chairs) if before is None else at)


def next_game(state: TableState) -> GamePlan | None:
    """The game that is dealt next; None if the dealer has to choose it first."""
    if state.chosen and is_dealable(state, state.chosen):
        return state.chosen
    return None if state.rules.dealers_choice else state.rules.games[0]


def prepare(context: Context) -> PendingEvents:
    """The events of the next step to a deal: buy-ins, the choice, the commitment, or the deal.

    Before a deal the pots of games that are not played any more are shared.

    Raises whatever a game's own code raises.
    """
    repairs = list(_stack_repairs(context))
    if repairs:
        return PendingEvents(repairs)
    if match.is_over(context.state, context.now):
        return end_table(context)
    plan = next_game(context.state)
    return _commit_or_deal(context, plan) if plan else _choose(context)


def _stack_repairs(context: Context) -> Iterator[e.AnyEvent]:
    """Pots that wait in vain are shared; bots buy in; guests whom no game deals in sit out (C2)."""
    dropped = list(share_dropped(context.state, context.now))
    if dropped:
        yield from dropped
        return
    if context.state.match:
        yield from match.repairs(context.state, context.now)
        return
    units = [game.least_stack for game in context.games]
    for number, chair in context.state.seated():
        if chair.bot and chair.stack < max(units):
            yield e.Bought(at=context.now, chair=number, chips=context.state.rules.most)
        elif chair.guest and chair.is_playing and chair.stack < min(units):
            yield e.SatOut(at=context.now, chair=number, why="chips" if chair.stack else "empty")


def _choose(context: Context) -> PendingEvents:
    """Ask the dealer for the game (D1); a bot names one at random."""
    state = context.state
    number = _dealer(state)
    assert number is not None
    if state.chairs[number].guest:
        return PendingEvents([e.ChoiceAsked(at=context.now, chair=number)])
    choices = dealable_games(state)
    game = choices[context.randomness.below(len(choices))]
    return PendingEvents([e.GameChosen(at=context.now, chair=number, game=game, how="bot")])


def choose_default(context: Context, chair: int) -> PendingEvents:
    """The dealer has not chosen in time: the last game again, or the first dealable one (D1)."""
    state = context.state
    plans, choices = state.rules.games, dealable_games(state)
    last = [i for i in choices if plans[i] == state.game]
    game = [*last, *choices, 0][0]
    return PendingEvents([e.GameChosen(at=context.now, chair=chair, game=game, how="clock")])


def _commit_or_deal(context: Context, plan: GamePlan) -> PendingEvents:
    """Deal if the seeds are in; otherwise commit to new decks, and deal if nobody has pledged."""
    chairs = players(context.state, game_of(plan))
    committed = commitment.current(context, plan, chairs)
    if committed and context.sealed and not commitment.silent(context, committed):
        cut = commitment.dealt(context.table, committed, context.sealed, context.reveals.seeds)
        return _deal(context, plan, chairs, cut)
    committed, sealed = commitment.commit(context, plan, chairs)
    if committed.pledges:
        return PendingEvents([committed], sealed=sealed)
    deal = _deal(context, plan, chairs, commitment.dealt(context.table, committed, sealed, {}))
    return PendingEvents([committed, *deal.events], deal.hand, deal.secret, sealed)


def _deal(
    context: Context, plan: GamePlan, chairs: Sequence[int], cut: commitment.Dealt
) -> PendingEvents:
    """Deal a hand, which may be over at once."""
    state = context.state
    secret = Secret(cut.deck, context.randomness.seed(), cut.second)
    stacks = tuple(state.chairs[number].stack for number in chairs)
    names = tuple(state.chairs[number].name for number in chairs)
    number = state.hands + 1
    kept = kept_for(state, plan, chairs)
    hand = deal_hand(plan, number, stacks, names, secret, kept)
    dealt = e.HandDealt(
        at=context.now,
        hand=number,
        game=plan,
        chairs=tuple(chairs),
        names=names,
        stacks=stacks,
        turn=None if hand.actor is None else chairs[hand.actor],
        checksum=checksum(hand),
        cut=cut.cut,
        kept=kept,
    )
    following = follow(context, hand, number, plan, chairs)
    return PendingEvents([dealt, *following], hand, secret)
