"""Caches of views and table talk: equal things are one object, and no two are mixed up."""

import functools
import gc
import random
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

import pytest

import sidepot
from sidepot import words
from sidepot.engine import view
from sidepot.engine.direct import direct_of
from sidepot.engine.event import HandEvent
from sidepot.engine.game import Hand
from sidepot.engine.narration import tell
from sidepot.engine.play import RAIL
from sidepot.engine.view import TableView, Views
from sidepot.games import registry
from sidepot.kernel import fields
from sidepot.rules import upcards
from sidepot.words import Message

GAMES = [
    *registry().values(),
    sidepot.game("ricochet-2", suit_order="shdc", card_price=3),
    sidepot.game("poker-roulette", jokers="wild", suit_order="shdc"),
    sidepot.game("poker-roulette", jokers="bug", stock_to_active="yes"),
]
"""The same cards are worth something else at some of these tables."""


def kept() -> list[Any]:
    """All bounded caches of the package."""
    return [
        found
        for found in gc.get_objects()
        if type(found) is functools._lru_cache_wrapper  # a weak reference would ask what is gone
        and found.__module__.startswith("sidepot.")
        and found.cache_parameters()["maxsize"]
    ]


def table(hand: Hand, views: Views, seat: int) -> TableView:
    """The value of `hand.table`, from everybody's views."""
    legal = hand.legal if seat == hand.actor else None
    return views.view(views.seen(seat).fields, seat, legal)


def seen(*, afresh: bool) -> Iterator[tuple[object, ...]]:
    """Everybody's view, table talk and menu in some hands of every game."""
    forgotten = kept() if afresh else []
    for number, game in enumerate(GAMES):
        rng = random.Random(number)
        hand = game.deal(players=min(4, game.most), seed=3)
        for _ in range(12):
            views = Views(hand)
            for seat in (*range(hand.seats), RAIL):
                for cache in forgotten:
                    cache.cache_clear()
                said = [message.text for message in tell(hand.events(seat, -1), hand.names, seat)]
                shown = hand.view(seat) if afresh else table(hand, views, seat)
                yield shown, hand.legal.ranges, str(hand.legal), said
            if hand.over:
                break
            hand.act(rng.choice(list(hand.legal)))


def test_a_cached_value_equals_a_fresh_one() -> None:
    assert list(seen(afresh=False)) == list(seen(afresh=True))


def test_a_key_that_is_too_small_would_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """A key that leaves out the cards: hands at the same place share a value."""
    made: Any = upcards._laid_hand.__wrapped__
    first: dict[int | None, object] = {}

    def broken(card: tuple[int, ...], place: int | None) -> object:
        return first.setdefault(place, made(card, place))

    right = list(seen(afresh=False))
    monkeypatch.setattr(upcards, "_laid_hand", broken)
    assert list(seen(afresh=False)) != right


def stacks_seen_when_one_differs() -> list[int]:
    """One stack as two viewers see it, to the first of whom it looks otherwise."""
    hand = sidepot.game("ricochet-2").deal(players=3, seed=1)
    views, mine = Views(hand), fields(hand.record(0))
    mine.chips.stack[2] = 5
    seen = views.view(mine, 0, None), table(hand, views, 1)
    assert [view.seats[1] for view in seen] == [hand.view(-1).seats[1]] * 2
    return [view.seats[2].stack for view in seen]


def test_chips_that_look_otherwise_to_one_viewer_stay_theirs() -> None:
    assert stacks_seen_when_one_differs() == [5, 199]


def test_views_that_share_more_than_is_equal_would_be_seen(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(view, "bytes", lambda _: b"alike", raising=False)
    assert stacks_seen_when_one_differs() == [5, 5]


def test_equal_things_are_one_object() -> None:
    one, other = (sidepot.game("high-noon-showdown").deal(players=3, seed=1) for _ in range(2))
    for hand in (one, other):
        hand.act("pay")
    assert one.legal is other.legal
    assert one.events(verb=-1)[0] is other.events(verb=-1)[0]
    assert tell(one.events(verb=-1), one.names)[0] is tell(other.events(verb=-1), other.names)[0]
    views = one.view(1), other.view(1)
    assert views[0].menu[0] is views[1].menu[0]
    assert all(a.cards is b.cards for a, b in zip(views[0].seats, views[1].seats, strict=True))


def test_a_menu_is_read_again_when_the_record_has_changed() -> None:
    hand = sidepot.game("ricochet-2").deal(players=3, seed=1)
    assert hand.legal is hand.legal
    twin = hand.copy()
    hand.act("buy 1")
    assert hand.legal.ranges != twin.legal.ranges or hand.actor != twin.actor
    twin._fields.chips.stack[:] = 2
    assert str(twin.legal) == "fold or buy 1 to 2"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (HandEvent("won", 0, amount=2), HandEvent("won", 0, amount=3)),
        (HandEvent("won", 0, amount=Decimal("2.5")), HandEvent("won", 0, amount=Decimal("2.50"))),
        (HandEvent("won", 0, amount=2), HandEvent("won", 0, amount=Decimal("2.00"))),
        (HandEvent("won", 0, amount=2), HandEvent("won", 1, amount=2)),
        (HandEvent("won", 0, amount=2), HandEvent("split", 0, amount=2)),
        (HandEvent("dealt", 0, "Kc", 1), HandEvent("dealt", 0, "Kd", 1)),
        (HandEvent("bought", 0, count=1, amount=2), HandEvent("bought", 0, count=2, amount=2)),
    ],
)
def test_sentences_that_differ_are_not_mixed_up(one: HandEvent, other: HandEvent) -> None:
    assert tell([one], ["Ana", "Bo"])[0].text != tell([other], ["Ana", "Bo"])[0].text


def test_a_sentence_depends_on_the_names_and_on_its_listener() -> None:
    event = HandEvent("folded", 0)
    said = [tell([event], names, who)[0].text for names, who in ((["Ana"], 1), (["Bo"], 1))]
    assert [*said, tell([event], ["Ana"], 0)[0].text] == ["Ana folds.", "Bo folds.", "You fold."]


@pytest.mark.usefixtures("own_words")
def test_a_text_is_made_anew_when_a_game_adds_words() -> None:
    words.add({"fact.moons": "{n} moons"})
    message = Message("fact.moons", {"n": 2})
    assert message.text == "2 moons"
    words.add({"fact.moons": "moons: {n}"})
    assert message.text == "moons: 2"


def test_games_with_other_verbs_share_nothing() -> None:
    """One that takes over all verbs but one must not be played by the other's."""
    game = sidepot.game("kuhn")
    open_cards = game.entry._replace(conceal=lambda rows, seat: None)
    layout = game.layout()
    assert direct_of(game.entry, layout) is direct_of(game.with_options(ante=2).entry, layout)
    assert direct_of(open_cards, layout) is not direct_of(game.entry, layout)
