"""Things told that cannot be: each gets a sentence, and nothing is changed."""

import pytest
from msgspec.structs import replace

import sidepot
from sidepot.errors import BadEntry, IllegalAction, SidepotError
from sidepot.games import registry
from sidepot.history import History
from sidepot.real import Card, Choice, Entry, Misdeal, Mucked, RealHand, record_of
from sidepot.real.entries import loads
from sidepot.real.table import events, next_step, view
from sidepot.words import speaking
from tests.real.dealer import begun, next_entry, played, told

NAMES = ("Ana", "Bo", "Cy")
NO_CARDS = [
    *(
        "5x",
        "10q",
        "10h",
        "hh",
        "",
        " ",
        "h9",
        "9 h",
        "9h 9h",
        "9hKs",
        "??",
        "ten of hearts",
        "buy 2",
    ),
    *("\N{BLACK HEART SUIT}", "\x00\x1b[2J", "Xx" * 10_000, "9h\n9h"),
]


def _hand(game: str, *entries: str, stacks: int = 100, players: int = 3) -> RealHand:
    """A hand by entries: "9h" is a card, "2 fold" a choice of seat 2."""
    names = [*NAMES, "Di"][:players]
    hand = RealHand.begin(sidepot.game(game), [stacks] * players, names)
    for entry in entries:
        hand.tell(_entry(entry))
    return hand


def _entry(text: str) -> Entry:
    seat, _, action = text.partition(" ")
    return Choice(int(seat), action) if action else Card(text)


def _asked(hand: RealHand) -> str:
    return " ".join(str(message) for message in next_step(hand))


def test_the_lowest_hand_is_named_with_its_choices() -> None:
    hand = _hand("ricochet-2", "9h", "4c", "Ks")
    assert _asked(hand) == "Bo is the lowest: fold or buy 1 to 4."


def test_the_next_card_is_asked_for_until_the_buyer_is_safe() -> None:
    hand = _hand("ricochet-2", "9h", "4c", "Ks", "1 buy 3", "2d")
    assert _asked(hand) == "Deal Bo 1 card more, face up."
    hand.tell(Card("4d"))
    assert _asked(hand) == "Ana is the lowest: fold or buy 1 to 4."


def test_cards_that_follow_others_of_the_same_place_are_asked_for_as_more() -> None:
    hand, steps = _hand("holdem-no-limit", "1 raise to 100", "0 call", players=2), []
    for card in ("As", "Ad", "Ks", "Kd", "2c"):
        hand.tell(Card(card))
        steps.append(_asked(hand))
    assert steps[0] == "Bo shows 1 card more."
    assert steps[1].startswith("Ana shows 2 cards")
    assert steps[3].endswith("Turn up 3 cards for the board.")
    assert steps[4] == "2 cards more for the board."


def test_a_price_is_in_the_pot_before_its_cards_are_dealt() -> None:
    before, bought = (_hand("ricochet-2", "9h", "4c", "Ks", *more) for more in ([], ["1 buy 4"]))
    assert [view(hand).seats[1].stack for hand in (before, bought)] == [99, 95]
    assert [view(hand).pots[0].amount for hand in (before, bought)] == [3, 7]


def test_a_call_lies_in_front_of_the_caller_while_the_flop_is_due() -> None:
    hand = _hand("holdem-no-limit", "2 fold", "0 raise to 10", "1 call")
    assert [(seat.stack, seat.bet) for seat in view(hand).seats] == [(90, 10), (90, 10), (100, 0)]


def test_cards_that_come_face_down_are_dealt_before_anybody_acts() -> None:
    hand = _hand("holdem-no-limit")
    cy = "Cy: fold, call 2 or raise to 4 to 100."
    assert _asked(hand) == f"Deal everybody 2 cards face down. {cy}"
    hand.tell(_entry("2 fold"))
    assert _asked(hand).startswith("Ana: ")
    draw = _hand("five-card-draw", "0 bet 2", "1 call", "2 call", "0 exchange ?? ??")
    assert _asked(draw).startswith("Bo: ")
    for entry in ("1 stand pat", "2 exchange ??"):
        draw.tell(_entry(entry))
    dealt = "Deal Ana 2 cards face down. Deal Cy 1 card face down. "
    assert _asked(draw).startswith(dealt)


def test_cards_face_down_are_dealt_before_those_that_lie_open() -> None:
    hand = _hand("poker-roulette")
    assert _asked(hand) == "Deal everybody 1 card face down. Deal Ana 2 cards face up."


def test_the_board_is_asked_for_up_to_the_next_card_that_is_put_aside() -> None:
    hand = _hand("holdem-no-limit", "2 fold", "0 raise to 100", "1 call", "Ks", "Kd", "As", "Ad")
    assert _asked(hand) == "Put 1 card aside, face down. Turn up 3 cards for the board."


def test_a_hand_that_nobody_wins_ends_with_a_sentence() -> None:
    hand = _hand("five-card-draw", "0 check", "1 check", "2 check")
    assert hand.over
    assert _asked(hand) == "Ana, Bo and Cy get 1 back each."


def test_first_cards_may_be_told_in_any_order() -> None:
    hand = _hand("ricochet-2")
    for seat, card in ((2, "Ks"), (0, "9h"), (1, "4c")):
        hand.tell(Card(card, seat))
    shown = [seat.cards[0].card for seat in view(hand).seats]
    assert shown == ["9h", "4c", "Ks"]


@pytest.mark.parametrize(
    ("game", "before", "wrong", "sentence"),
    [
        ("ricochet-2", "9h", "9h", "9h lies on the table already"),
        ("ricochet-2", "9h,4c,Ks", "2d", "no card comes face up now, so 2d is one too many"),
        ("ricochet-2", "9h,4c", "1 buy 1", "a card is still due before Bo acts"),
        ("ricochet-2", "9h,4c,Ks", "0 fold", "it is the turn of Bo, not of Ana"),
        ("ricochet-2", "9h", "Xx", "Xx is not in this deck"),
        ("kuhn", "", "Ks", "no card comes face up now"),
        ("guts", "0 in,1 in,2 out,Ah,Kh", "Ah", "Ah lies on the table already"),
    ],
)
def test_an_impossible_entry_gets_a_sentence(
    game: str, before: str, wrong: str, sentence: str
) -> None:
    hand = _hand(game, *filter(None, before.split(",")), players=2 if game == "kuhn" else 3)
    log = hand.log
    with pytest.raises(BadEntry, match=sentence):
        hand.tell(_entry(wrong))
    assert hand.log == log


@pytest.mark.parametrize("told", NO_CARDS, ids=range(len(NO_CARDS)))
def test_a_text_that_is_not_one_card_is_refused_with_the_legal_spellings(told: str) -> None:
    hand = _hand("ricochet-2", "9h")
    with pytest.raises(
        BadEntry, match="is not a card; tell one by rank and suit, like 9h"
    ) as refused:
        hand.tell(Card(told))
    assert str(refused.value).isprintable() and len(str(refused.value)) < 200
    assert len(hand.entries) == 1


@pytest.mark.parametrize("told", ["4C", "4c", " 4c "])
def test_a_card_is_told_in_large_or_small_letters(told: str) -> None:
    hand = _hand("ricochet-2", "9h")
    hand.tell(Card(told))
    assert view(hand).seats[1].cards[0].card == "4c"


def test_an_illegal_amount_says_what_is_legal() -> None:
    with pytest.raises(IllegalAction, match="choose buy 1 to 4"):
        _hand("ricochet-2", "9h", "4c", "Ks", "1 buy 5")


def test_a_card_for_a_seat_that_gets_none_is_refused() -> None:
    hand = _hand("ricochet-2", "9h", "4c", "Ks", "1 buy 1")
    with pytest.raises(BadEntry, match="Ana gets no card now"):
        hand.tell(Card("2d", 0))


def test_a_bet_of_one_size_is_told_without_it_and_kept_with_it() -> None:
    hand = _hand("five-card-draw", "0 bet", "1 raise to", "2 fold", "0 call")
    told = [entry.action for entry in hand.entries if isinstance(entry, Choice)]
    assert told == ["bet 2", "raise to 4", "fold", "call"]
    assert [view(hand).seats[seat].stack for seat in range(3)] == [95, 95, 99]


def test_hidden_hands_are_asked_for_at_the_showdown_alone() -> None:
    hand = _hand("guts", "1 in", "0 in", "2 out")
    assert _asked(hand) == "Ana shows 2 cards."
    for card in ("Ah", "Kd", "2c", "2d"):
        hand.tell(Card(card))
    assert hand.hand.winners == (1,)
    assert "Bo" in _asked(hand)
    assert view(hand).seats[2].cards[0].card == "??"


def test_choices_that_all_make_together_may_come_in_any_order() -> None:
    hand = _hand("guts", "2 out")
    assert _asked(hand) == "Ana and Bo all decide now: in or out."


def test_somebody_whose_hand_is_unknown_may_open_with_jacks() -> None:
    hand = _hand("five-card-draw", "0 check", "1 bet 2", "2 fold", "0 fold")
    assert "Bo shows" in _asked(hand)
    with pytest.raises(BadEntry, match="9h cannot lie there"):
        hand.tell(Card("2c"))
        hand.tell(Card("7d"))
        hand.tell(Card("9h"))
    for card in ("Jc", "Jd"):
        hand = hand if card != "Jc" else hand.undo(4)
        hand.tell(Card(card))
    assert hand.over
    assert hand.hand.winners == (1,)


def test_unseen_discards_leave_by_their_number() -> None:
    betting = "0 check", "1 bet 2", "2 call", "0 fold"
    hand = _hand("five-card-draw", *betting, "1 exchange ?? ?? ??")
    cards = view(hand).seats[1].cards
    assert [(card.card, card.zone) for card in cards] == [("??", "hand")] * 2 + [
        ("??", "thrown")
    ] * 3


def test_a_changed_card_says_what_became_impossible() -> None:
    hand = _hand("ricochet-2", "9h", "4c", "Ks", "1 buy 1", "4d")
    changed, lost = hand.change(1, Card("Ac"))
    assert lost is not None
    assert "Entry 4 is not possible any more" in lost.text
    assert _asked(changed) == "Ana is the lowest: fold or buy 1 to 4."


def test_a_change_that_cannot_be_is_refused_and_costs_no_entry() -> None:
    hand = _hand("ricochet-2", "9h", "4c", "Ks", "1 buy 1", "4d")
    for number, wrong in ((1, Card("9h")), (3, Choice(1, "buy 99"))):
        with pytest.raises(SidepotError):
            hand.change(number, wrong)
    assert len(hand.entries) == 5


def test_two_cards_told_the_wrong_way_round_change_places() -> None:
    hand = _hand("ricochet-2", "4c", "9h", "Ks", "0 buy 1", "Kd")
    changed, said = hand.change(1, Card("Ks"))
    assert said is not None
    assert said.text.startswith("Ks was told at entry 3 too, which is 9h now")
    assert [seat.cards[0].card for seat in view(changed).seats] == ["4c", "Ks", "9h"]
    assert len(changed.entries) == 5


@pytest.mark.parametrize("name", sorted(registry()))
def test_a_change_by_mistake_is_changed_back_without_loss(name: str) -> None:
    dealt = played(registry()[name], max(registry()[name].least, 2), 4)
    real = told(dealt)
    for number, entry in enumerate(real.entries):
        try:
            slipped, _ = real.change(number, Card("Kd"))
        except BadEntry:
            continue
        if isinstance(entry, Card):
            back, _ = RealHand(loads(slipped.log.dumps())).change(number, entry)
            assert back.entries == real.entries


def test_entries_cut_off_are_gone_after_another_entry() -> None:
    hand = _hand("ricochet-2", "9h", "4c", "Ks", "1 buy 1", "4d")
    slipped, _ = hand.change(1, Card("Ac"))
    slipped.tell(Choice(0, "fold"))
    assert not slipped.log.cut
    assert len(slipped.change(1, Card("4c"))[0].entries) == 3


def test_wrong_stacks_are_mended_with_the_same_choices() -> None:
    hand = _hand("ricochet-2", "9h", "4c", "Ks", "1 fold", "0 fold")
    mended, lost = hand.with_stacks([50, 60, 70])
    assert lost is None
    assert mended.hand.payoffs == hand.hand.payoffs
    assert mended.hand.starting_stacks == (50, 60, 70)


def test_a_misdeal_gives_all_chips_back() -> None:
    hand = _hand("holdem-no-limit", "2 raise to 40", "0 call")
    hand.tell(Misdeal())
    assert hand.over
    assert _asked(hand) == "The hand is called off; everybody gets their chips back."
    assert [(seat.stack, seat.bet) for seat in view(hand).seats] == [(100, 0)] * 3
    assert not hand.undo().over


@pytest.mark.parametrize("game", sorted(registry()))
def test_a_hand_that_is_called_off_shows_no_card_that_nobody_told(game: str) -> None:
    dealt = played(registry()[game], max(registry()[game].least, 2), seed=6)
    for length in range(12):
        hand = begun(dealt)
        while not hand.over and len(hand.entries) < length:
            hand.tell(next_entry(dealt, hand))
        if hand.over:
            return
        hand.tell(Misdeal())
        told = {"??", *(entry.card for entry in hand.entries if isinstance(entry, Card))}
        table = view(hand)
        lying = [*table.board, *(card for seat in table.seats for card in seat.cards)]
        assert {card.card for card in lying} <= told
        said = {event.card for event in events(hand) if event.card}
        assert {card for cards in said for card in str(cards).split()} <= told
        if hand.numbers:  # else the first deal itself is not known
            assert History.parse(record_of(hand).text()).replay().called_off


def test_two_phones_that_tell_the_same_change_nothing_twice() -> None:
    hand = _hand("ricochet-2", "9h")
    hand.tell(Card("4c"), at=1)
    hand.tell(Card("4c"), at=1)
    assert len(hand.entries) == 2
    with pytest.raises(BadEntry, match="somebody else has told something"):
        hand.tell(Card("5c"), at=1)


@pytest.mark.parametrize("name", sorted(registry()))
def test_whatever_means_the_same_changes_nothing_twice(name: str) -> None:
    dealt = played(registry()[name], max(registry()[name].least, 2), 3)
    real = begun(dealt)
    while not real.over:
        entry, at = next_entry(dealt, real), len(real.entries)
        others: list[Entry] = []
        if isinstance(entry, Card):
            others = [Card(entry.card, real.needs[0].seat)]
        if isinstance(entry, Choice) and "??" not in entry.action:
            said = real.legal.told(entry.action)
            others = [replace(entry, action=text) for text in (entry.action.upper(), str(said))]
        real.tell(entry)
        assert all(real.has_told(other, at) for other in others)
        assert not real.has_told(Mucked(0), at)


def test_an_action_in_the_words_of_a_language_is_kept_in_its_one_form() -> None:
    with speaking("de"):
        hand = _hand("five-card-draw", "0 checken", "1 2 setzen", "2 2 mitgehen", "0 passen")
    assert RealHand(loads(hand.log.dumps())).numbers == hand.numbers


@pytest.mark.parametrize("text", ["", "{}", "[" * 100_000, '{"version": 2}'])
def test_a_text_that_is_no_log_is_refused(text: str) -> None:
    with pytest.raises(BadEntry):
        loads(text)


def test_made_up_cards_are_never_shown() -> None:
    hand = _hand("ricochet-2", "9h")
    shown = [card.card for seat in view(hand).seats for card in seat.cards]
    assert shown == ["9h"]
    assert [event.card for event in events(hand) if event.card] == ["9h"]


def test_a_card_is_burned_before_the_flop() -> None:
    hand = _hand("holdem-no-limit", "2 call", "0 call", "1 check")
    assert _asked(hand) == "Put 1 card aside, face down. Turn up 3 cards for the board."


BETTING = ("2 call", "0 call", "1 check", "Ah", "Kd", "9c")
CHECKS = ("0 check", "1 check", "2 check")


def _river() -> RealHand:
    """Hold'em at the showdown, with a pair of nobody's on the board."""
    return _hand("holdem-no-limit", *BETTING, *CHECKS, "5s", *CHECKS, "2h", *CHECKS)


def test_a_hand_is_thrown_away_unseen_where_the_game_allows_it() -> None:
    hand = _river()
    assert _asked(hand) == "Ana shows 2 cards, or throws the hand away (muck)."
    for entry in (Card("As"), Card("7d"), Mucked(1), Card("Kh"), Card("Qh")):
        hand.tell(entry)
    assert hand.over
    assert hand.hand.winners == (0,)
    assert [card.card for card in view(hand).seats[1].cards] == ["??", "??"]
    assert "sm" in record_of(hand).text()
    assert History.parse(record_of(hand).text()).replay().hand.stacks == hand.hand.stacks
    assert RealHand(loads(hand.log.dumps())).hand.stacks == hand.hand.stacks


def test_a_muck_is_undone_like_any_entry() -> None:
    hand = _river()
    hand.tell(Mucked(0))
    assert "Bo shows 2 cards" in _asked(hand)
    assert "Ana shows 2 cards" in _asked(hand.undo())


def test_nobody_mucks_where_all_have_to_show() -> None:
    hand = _hand("guts", "0 in", "1 in", "2 out")
    with pytest.raises(BadEntry, match="Ana cannot throw a hand away here"):
        hand.tell(Mucked(0))
    with pytest.raises(BadEntry, match="cannot throw"):
        _river().tell(Mucked(7))
