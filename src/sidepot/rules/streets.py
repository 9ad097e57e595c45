"""Streets: the course of a hand as a table of rows, deals and rounds of betting, for many games.

`down(4), bet(), common(3), bet(), ...` says when cards come and when players bet. The functions
here carry such a table out on a record that `record` makes; `sidepot.engine.streets.street_game`
makes a whole game of it. What no row says stands beside the table, as compiled functions.
"""

from collections.abc import Sequence
from typing import Annotated, Any, NamedTuple

import numpy as np

from sidepot.cards import NONE, RANKS
from sidepot.hands import SUIT_RANKS
from sidepot.kernel import Array, Part, Random, Row, Sizes, compiled, readable
from sidepot.rules import actions, betting, board, chips, deck, holecards, journal, seats, upcards
from sidepot.rules.actions import BET, PAY, Menu
from sidepot.rules.betting import Betting
from sidepot.rules.board import Board
from sidepot.rules.chips import Chips
from sidepot.rules.choices import Choices
from sidepot.rules.deck import Deck
from sidepot.rules.discards import Discards
from sidepot.rules.draws import Draws
from sidepot.rules.holecards import HoleCards
from sidepot.rules.journal import Journal
from sidepot.rules.lows import ace_to_five
from sidepot.rules.seats import NOBODY, Seats
from sidepot.rules.upcards import UpCards

__all__ = [
    "BETS",
    "BIG",
    "BOARD",
    "DECLARATION",
    "DOWN",
    "DRAW",
    "HIGH_CARD",
    "HIGH_HAND",
    "LEFT",
    "LOW_CARD",
    "LOW_HAND",
    "REPLACEMENT",
    "SMALL",
    "UP",
    "Street",
    "begin",
    "bet",
    "burned",
    "common",
    "conceal",
    "declare",
    "down",
    "draw",
    "drawn_cards",
    "goes_on",
    "hidden_cards",
    "menu",
    "own_cards",
    "record",
    "redeal",
    "replace",
    "step",
    "table",
    "up",
    "up_cards",
]

DOWN, UP, BOARD, ROUND, DRAW, DECLARATION, REPLACEMENT = range(7)
BETS = 1
"""`on` in a round of betting; in a draw, a declaration and a replacement the kind of the row."""
SMALL, BIG = range(2)
"""The sizes of bets."""
LEFT, LOW_CARD, HIGH_CARD, HIGH_HAND, LOW_HAND = range(5)
"""The opener of a round: the first on the left of the dealer, or of the blinds; the lowest open
card, or the highest with aces low, which has to bring it in; the best open hand, or the lowest."""
_NAMED_BOARDS = 3
"""Flop, turn and river have names; so have streets of stud, from four cards on."""
_FOURTH = 4
_ACE = len(RANKS) - 1


class Street(NamedTuple):
    """A row of a table: what happens, with how many cards or which bet, and who opens.

    `opens` of a deal face up: the cards face down that come before; of a draw: whether it costs.
    """

    kind: int
    n: int
    opens: int = LEFT


def down(n: int) -> Street:
    """A row: n cards face down for each live player."""
    return Street(DOWN, n)


def up(n: int, *, hidden: int = 0) -> Street:
    """A row: n cards face up for each live player, each after so many `hidden` ones face down."""
    return Street(UP, n, hidden)


def common(n: int) -> Street:
    """A row: n cards face up in the middle."""
    return Street(BOARD, n)


def bet(size: int = SMALL, opens: int = LEFT) -> Street:
    """A row: a round of betting. `size` counts in fixed-limit."""
    return Street(ROUND, size, opens)


def draw(most: int, *, priced: bool = False) -> Street:
    """A row: each live player exchanges up to so many cards face down, as far as the deck goes.

    `priced`: every card costs the option `card_price`, and the price is never returned.
    """
    return Street(DRAW, most, int(priced))


def declare() -> Street:
    """A row: all say at the same time whether they go high, low or both ways (`rules.halves`)."""
    return Street(DECLARATION, 0)


def replace() -> Street:
    """A row: each live player may replace a card at the option `card_price` (`rules.replacing`).

    An open card is replaced by an open one. Those who cannot pay are not asked, and nobody is once
    the deck has no card.
    """
    return Street(REPLACEMENT, 1)


def own_cards(rows: Sequence[Street]) -> int:
    """The cards that each player gets."""
    return up_cards(rows) + sum(map(hidden_cards, rows))


def hidden_cards(row: Street) -> int:
    """The cards that a deal gives each player face down."""
    return row.n if row.kind == DOWN else row.opens if row.kind == UP else 0


def up_cards(rows: Sequence[Street]) -> int:
    """Those of them that lie face up."""
    return sum(row.n for row in rows if row.kind == UP)


def drawn_cards(rows: Sequence[Street]) -> int:
    """The most cards that a player exchanges or replaces."""
    return sum(row.n for row in rows if row.kind in (DRAW, REPLACEMENT))


def burned(rows: Sequence[Street]) -> int:
    """The cards that are burned: one before each deal after the first bet, and for each draw."""
    deals = [row for row in table(rows).tolist() if row[0] in (DOWN, UP, BOARD)]
    return int(sum(row[2] for row in deals)) + sum(row.kind == DRAW for row in rows)


def table(rows: Sequence[Street]) -> Array:
    """The rows as numbers: kind, how many, a card to burn or a price, the name or who opens.

    The fifth number is how many cards come face down before those face up.
    """
    found, boards, own, has_bet, is_dealing = [], 0, 0, False, False
    for kind, n, opens in rows:
        if kind == ROUND:
            found.append((kind, n, 0, opens, 0))
            has_bet, is_dealing = True, False
            continue
        if kind > ROUND:
            found.append((kind, n, opens, NONE, 0))
            is_dealing = False
            continue
        own += n + opens if kind != BOARD else 0
        said = (boards if boards < _NAMED_BOARDS else NONE) if kind == BOARD else own
        is_named = has_bet and not is_dealing and (kind == BOARD or own >= _FOURTH)
        boards += kind == BOARD and is_named
        burns = int(has_bet and not is_dealing)
        found.append((kind, n, burns, said if is_named else NONE, opens))
        is_dealing = True
    return readable(np.array(found, np.int64))


def record(rows: Sequence[Street], options: type[Part], extra: int = 0) -> type[Part]:
    """The part that holds a whole hand of a game with these rows.

    `extra`: the cards that a player may get beside them, face down or up.
    """
    hidden = own_cards(rows) - up_cards(rows)
    middle = sum(row.n for row in rows if row.kind == BOARD) + 1  # a short deck has one in common
    fields: dict[str, Any] = {
        "options": options,
        "seats": Seats,
        "chips": Chips,
        "betting": Betting,
        "row": int,
        "on": int,
        "posted": int,
        "hole": Annotated[HoleCards, Sizes(most=max(hidden + extra, 1))],
        "up": Annotated[UpCards, Sizes(most=max(up_cards(rows) + extra, 1))],
        "board": Annotated[Board, Sizes(most=middle)],
        "strength": Row,
        "low": Row,
        "deck": Deck,
        "journal": Journal,
    }
    kinds = {row.kind for row in rows}
    thrown = Annotated[Discards, Sizes(most=max(drawn_cards(rows), 1))]
    if DRAW in kinds:
        fields |= {"draws": Draws, "thrown": thrown}
    if REPLACEMENT in kinds:
        fields |= {"thrown": thrown, "gone": thrown}
    if DECLARATION in kinds:
        fields["choices"] = Choices
    return type("StreetHand", (Part,), {"__annotations__": fields, "__doc__": record.__doc__})


@compiled
def begin(s: Any) -> None:
    """Collect antes and blinds; the first rows follow (`goes_on`).

    Open cards and lows are left as they are: a game that has them clears them before.
    """
    journal.clear(s.journal)
    deck.rewind(s.deck)
    holecards.clear(s.hole)
    board.clear(s.board)
    betting.clear(s.betting)
    s.strength[:] = 0
    s.row = s.on = s.posted = 0
    chips.ante(s.chips, s.seats, s.journal, s.options.ante)
    if s.options.big_blind > 0 and seats.count(s.seats) > 1:
        _post_blinds(s)


@compiled
def _post_blinds(s: Any) -> None:
    """Open the first round with the blinds; the player after them is the first to act."""
    betting.open_round(s.betting, s.seats, s.options.limit, s.options.small_bet)
    first = seats.next_live(s.seats, s.seats.button)
    if seats.count(s.seats) == 2 and s.seats.live[s.seats.button]:
        first = s.seats.button
    second = seats.next_live(s.seats, first)
    if s.options.small_blind > 0:
        betting.post(s.betting, s.chips, s.journal, first, s.options.small_blind)
    betting.post(s.betting, s.chips, s.journal, second, s.options.big_blind)
    s.seats.actor = second
    s.posted = 1


@compiled
def goes_on(s: Any, rows: Array) -> bool:
    """Carry out the next row, or else stop: somebody has to decide, or the hand is over.

    The actor is `NOBODY` once it is over: at the showdown, or with one player left. Of rows
    after `ROUND` only `on` is set (`rules.street_turns`).
    """
    if s.on:
        s.seats.actor = betting.to_act(s.betting, s.chips, s.seats)
        if seats.count(s.seats) > 1 and s.seats.actor != NOBODY:
            return False
        betting.close_round(s.betting, s.chips, s.seats, s.journal)
        s.on = 0
    if seats.count(s.seats) < 2 or s.row == len(rows):
        betting.close_round(s.betting, s.chips, s.seats, s.journal)
        s.seats.actor = NOBODY
        return False
    row = rows[s.row]
    s.row += 1
    if row[0] == ROUND:
        _open(s, row[1], row[3])
    elif row[0] > ROUND:
        s.on = row[0]
    else:
        _deal(s, row[0], row[1], row[2], row[3], row[4])
    return True


@compiled
def _deal(s: Any, kind: int, n: int, burns: int, said: int, hidden: int) -> None:
    """Deal a row; where the deck has no card for each, one card is common to all."""
    if said != NONE:
        journal.write(s.journal, journal.STREET, NOBODY, 0, NONE, said, 0)
    left, needed = s.deck.size - s.deck.top, (n + hidden) * seats.count(s.seats)
    is_short = kind != BOARD and left < needed
    if burns and left > (1 if is_short else n if kind == BOARD else needed):
        board.burn(s.deck)
    if kind == BOARD or is_short:
        for _ in range(1 if is_short else n):
            board.turn_up(s.board, s.deck, s.journal)
        return
    for i in range(1, s.seats.n + 1):
        p = (s.seats.button + i) % s.seats.n
        for k in range(n + hidden if s.seats.live[p] else 0):
            if kind == UP and k >= hidden:
                upcards.deal(s.up, s.deck, s.journal, p)
            else:
                holecards.deal(s.hole, s.deck, s.journal, p)


@compiled
def _open(s: Any, size: int, opens: int) -> None:
    """Open a round of betting, unless the blinds have; with a bring-in where a card opens."""
    full = s.options.big_bet if size == BIG else s.options.small_bet
    if not s.posted:
        betting.open_round(s.betting, s.seats, s.options.limit, full)
    s.on, s.posted = BETS, 0
    if opens != LEFT:
        s.seats.actor = (_opener(s, opens) - 1) % s.seats.n
    if _is_brought_in(opens) and s.options.bring_in > 0:
        s.betting.to = s.options.bring_in
        if s.betting.to >= s.betting.full:
            s.betting.counted, s.betting.raises = s.betting.to, 1


@compiled
def _is_brought_in(opens: int) -> bool:
    """Whether the opener of a round has to bet."""
    return opens in (LOW_CARD, HIGH_CARD)


@compiled
def _opener(s: Any, opens: int) -> int:
    """The live seat that opens; of equal open hands the first on the dealer's left."""
    if opens == LOW_CARD:
        return upcards.lowest(s.up, s.seats, SUIT_RANKS[0])
    first, most = NOBODY, -1
    for i in range(1, s.seats.n + 1):
        p = (s.seats.button + i) % s.seats.n
        if s.seats.live[p]:
            value = _showing(s, p, opens)
            if value > most:
                first, most = p, value
    return first


@compiled
def _showing(s: Any, p: int, opens: int) -> int:
    """A number by which a seat's open cards compare, the highest opens."""
    if opens == HIGH_CARD:
        card = s.up.card[p, 0]
        return int(card - _ACE * 4 if card >> 2 == _ACE else card + 4)
    if opens == LOW_HAND:
        return ace_to_five(s.up.card[p], s.up.size[p])
    return int(s.up.strength[p])


@compiled
def _brings_in(s: Any, rows: Array) -> bool:
    """Whether the player to act has to bring the betting in: nobody has bet yet."""
    if s.betting.to == 0 or not _is_brought_in(rows[s.row - 1, 3]):
        return False
    bet = 0
    for p in range(s.seats.n):
        bet += s.betting.bet[p]
    return bet == 0


@compiled
def menu(s: Any, m: Menu, rows: Array) -> None:
    """Offer fold, check or call, bet or raise; or the bring-in or a full bet."""
    actions.clear(m)
    if not _brings_in(s, rows):
        betting.offer(s.betting, s.chips, s.seats, m)
        return
    p = s.seats.actor
    owed = min(s.betting.to, s.chips.stack[p])
    actions.offer_range(m, PAY, owed, owed)
    if s.betting.to < s.betting.full and betting.may_raise(s.betting, s.chips, s.seats, p):
        level = min(s.betting.full, s.chips.stack[p])
        actions.offer_range(m, BET, level, level)


@compiled
def step(s: Any, action: int, rows: Array) -> None:
    """Apply an action; a full bet replaces the bring-in."""
    journal.clear(s.journal)
    if actions.kind(action) == BET and _brings_in(s, rows):
        s.betting.to = 0
    betting.act(s.betting, s.chips, s.seats, s.journal, action)


@compiled
def conceal(s: Any, seat: int) -> None:
    """Erase others' cards that lie face down, the burned cards and the deck."""
    holecards.conceal(s.hole, seat)
    deck.hide(s.deck)
    journal.conceal(s.journal, seat)


@compiled
def redeal(s: Any, rng: Random) -> None:
    """Deal the unseen cards anew, all deals equally likely; dead hands' open cards were seen."""
    seen = holecards.mask(s.hole) | upcards.mask(s.up, s.seats) | board.mask(s.board)
    holecards.fill(s.hole, s.deck, deck.restore(s.deck, rng, seen))
