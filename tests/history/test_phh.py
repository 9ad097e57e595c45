"""PHH, both ways: files of other programs replay here, and ours in PokerKit."""

from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import pytest

from sidepot import games
from sidepot.engine.naming import WINS
from sidepot.errors import BadHistory, UserError
from sidepot.history import History, phh, read
from sidepot.history.stepping import steps
from sidepot.history.units import amount
from tests.cases import often
from tests.history.against import random_hand, replayed, rewritten

FILES = sorted(Path(__file__).parent.glob("real/*.phh*"))
REAL = {f"{file.stem} {found.label}": found for file in FILES for found in read(file)}
ALONE = ("tables 11",)
"""Hands that PokerKit does not take: cards dealt one by one, and checks where it asks nobody."""
MADE_OF = ("won", "split", "won_side", "split_side")
TABLE = """
variant = "NT"
antes = [0, 0, 0]
blinds_or_straddles = [0.25, 0.5, 0]
min_bet = 0.5
starting_stacks = [20, 30.75, 4]
actions = []
"""
DEAL = ("d dh p1 AsAd", "d dh p2 ????", "d dh p3 7c2d")
TO_THE_FLOP = (*DEAL, "p3 f", "p1 cc", "p2 cc", "d db 2c3c4c")
TO_THE_END = (*TO_THE_FLOP, "p1 cc", "p2 cc", "d db 5h", "p1 cc", "p2 cc", "d db Jd")


def hand(*actions: str, **changes: object) -> History:
    """A hand at the table."""
    return replace(History.parse(TABLE), actions=actions, **changes)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", REAL)
def test_hands_of_real_tables_replay(name: str) -> None:
    found = REAL[name]
    assert isinstance(found.hand, History)
    wanted = tuple(map(amount, found.hand.others["_finishing_stacks"]))
    done = found.hand.replay()
    assert done.finishing_stacks == wanted
    assert replace(found.hand, finishing_stacks=done.finishing_stacks).replay().hand.over
    if name not in ALONE:
        assert tuple(replayed(found.hand.text()).stacks) == wanted


@pytest.mark.parametrize("name", REAL)
def test_a_history_is_written_as_it_was_read(name: str) -> None:
    found = REAL[name]
    assert isinstance(found.hand, History)
    again = History.parse(found.hand.text())
    assert again == found.hand
    assert again.text() == found.hand.text()
    assert "2.50, 2.50" in found.hand.text() or 2.5 not in found.hand.antes


SEEDS = [range(50, 150), pytest.param(range(3_000), marks=pytest.mark.soak)]


@pytest.mark.parametrize("seeds", SEEDS)
def test_pokerkit_replays_what_we_write_and_we_what_it_writes(seeds: range) -> None:
    same = shared = 0
    for seed in seeds:
        ours = random_hand(seed)
        text = History.from_hand(ours).text()
        assert History.parse(text).replay().finishing_stacks == ours.stacks
        kinds = {event.kind for event in ours.events()}
        if "mucked" in kinds:  # PokerKit lets the chips of pots vanish that nobody is left to win
            continue
        for stacks in (
            replayed(text).stacks,
            History.parse(rewritten(text)).replay().finishing_stacks,
        ):
            if kinds & {"split", "split_side"}:  # C4: odd chips one each, in PokerKit all to one
                shared += 1
                pairs = zip(stacks, ours.stacks, strict=True)
                assert all(abs(a - b) <= len(stacks) for a, b in pairs)
            else:
                same += 1
                assert tuple(stacks) == ours.stacks
    assert same > 10 * shared > 0


def test_mucks_are_written_and_who_mucks_cannot_win() -> None:
    seen = 0
    for seed in range(300):
        ours = random_hand(seed)
        mucked = {event.seat for event in ours.events() if event.kind == "mucked"}
        if mucked:
            seen += 1
            text = History.from_hand(ours).text()
            assert all(f'"p{seat + 1} sm"' in text for seat in mucked)
            again = History.parse(text).replay().hand
            assert again.stacks == ours.stacks
            assert not any(History.parse(text).replay().before(1).game.numbers["mucks"])
            assert not any(e.seat in mucked and e.kind in MADE_OF for e in again.events())
    assert seen > 15


def test_a_hand_that_was_called_off_is_a_hand_that_others_can_read() -> None:
    ours = games.find("holdem-no-limit").deal(players=3, seed=1)
    history = History.from_hand(ours)
    assert history.others == {phh.CALLED_OFF: True} and "void" not in history.actions
    done = History.parse(history.text()).replay()
    assert done.called_off and done.finishing_stacks == ours.starting_stacks
    assert replayed(history.text()).status


def test_bets_that_follow_from_the_blinds_are_the_games_own() -> None:
    told = hand(*DEAL, "p3 f", "p1 f")
    assert told.scale == 100
    assert told.replay().hand.game.numbers["min_bet"] == 0
    dearer = hand(*DEAL, "p3 f", "p1 f", stakes={**told.stakes, "min_bet": 1})
    assert dearer.replay().hand.game.numbers["min_bet"] == 100


def test_amounts_are_reported_as_they_are_written() -> None:
    done = hand(*DEAL, "p3 cbr 1.25", "p1 f", "p2 f").replay()
    told = [(event.kind, event.amount) for verb in done.events for event in verb if event.amount]
    assert told[:3] == [
        ("posted", Decimal("0.25")),
        ("posted", Decimal("0.5")),
        ("raised", Decimal("1.25")),
    ]
    assert done.finishing_stacks == (Decimal("19.75"), Decimal("30.25"), Decimal("4.75"))


def test_shown_cards_stand_for_unknown_ones() -> None:
    done = hand(*TO_THE_END, "p1 cc", "p2 cc", "p1 sm AsAd", "p2 sm 6h7d").replay()
    assert done.finishing_stacks == (Decimal("19.5"), Decimal("31.25"), 4)
    assert not done.made_up
    assert {"6h", "7d"} < {event.card for verb in done.events for event in verb}


@pytest.mark.parametrize(
    "shown", [("p2 sm",), ("p2 sm ????", "p1 sm AsAd"), ("p1 sm -", "p2 sm 6h")]
)
def test_a_player_who_does_not_show_a_whole_hand_cannot_win(shown: tuple[str, ...]) -> None:
    done = hand(*TO_THE_END, "p1 cc", "p2 cc", *shown).replay()
    assert done.finishing_stacks == (Decimal("20.5"), Decimal("30.25"), 4)


def test_when_all_throw_their_hands_away_the_last_wins() -> None:
    done = hand(*TO_THE_END, "p1 cc", "p2 cc", "p2 sm", "p1 sm").replay()
    assert done.finishing_stacks == (Decimal("20.5"), Decimal("30.25"), 4)


CLOSED = (*TO_THE_END, "p1 cc", "p2 cc")
WRONG: dict[str, tuple[History, int, str, str]] = {
    "out of turn": (hand(*DEAL, "p1 cc"), 4, "not the turn of p1", "p3 may fold, call 0.5 or"),
    "below the minimum": (hand(*DEAL, "p3 cbr 0.75"), 4, "not possible", "raise to 1 to 4"),
    "above the stack": (hand(*DEAL, "p3 cbr 4.01"), 4, "not possible", "raise to 1 to 4"),
    "a bet of a smaller coin": (hand(*DEAL, "p3 cbr 0.001"), 4, "not possible", "raise to 1 to 4"),
    "not reopened": (
        hand(*DEAL, "p3 cc", "p1 cbr 3.5", "p2 cc", "p3 cbr 4", "p1 cbr 10"),
        8,
        "not possible",
        "p1 may fold or call 0.5",
    ),
    "a third card": (hand(*DEAL[:2], "d dh p3 7c2d3d"), 3, "3 cards at once", "d dh p3 CARDS"),
    "a card for nobody": (hand(*DEAL, "d dh p4 7d"), 4, "no card is dealt", "p3 may"),
    "a flop of four": (hand(*TO_THE_FLOP[:-1], "d db 2c3c4c5c"), 7, "4 cards at once", "3 cards"),
    "a card twice": (hand(*TO_THE_FLOP[:-1], "d db 2c3cAs"), 7, "As is dealt already", "3 cards"),
    "no flop": (
        hand(*TO_THE_FLOP[:-1], "p1 cc"),
        7,
        "a card comes before",
        "3 cards for the board",
    ),
    "a discard": (hand(*DEAL, "p3 sd 7c"), 4, "not possible", "p3 may fold"),
    "shown before the end": (hand(*TO_THE_FLOP, "p1 sm AsAd"), 8, "shown when", "p1 may"),
    "shown by who was not dealt it": (hand(*CLOSED, "p1 sm AsKd"), 16, "was not dealt", "over"),
    "shown twice over": (hand(*CLOSED, "p1 sm AsAdAh"), 16, "was not dealt", "over"),
    "shown by two": (hand(*CLOSED, "p2 sm KsKd", "p3 sm Kd"), 17, "was not dealt", "over"),
    "mucked by who has folded": (hand(*CLOSED, "p2 sm 9h9d", "p3 sm"), 17, "who is out", "over"),
    "unknown and live": (hand(*CLOSED), 2, "nobody saw", "2 cards for p2"),
    "a check of who has folded": (hand(*CLOSED, "p3 cc", "p2 sm"), 16, "any more", "over"),
    "a check too many": (
        hand(*CLOSED, "p1 cc", "p2 sm"),
        16,
        "nobody is to act",
        "over",
    ),
}
FIELDS = {
    "no blinds": ("blinds_or_straddles", "_x", "blinds_or_straddles is missing"),
    "blinds for two": ("[0.25, 0.5, 0]", "[0.25, 0.5]", "has 2 entries for 3 players"),
    "no min_bet": ("min_bet", "_x", "min_bet is missing"),
    "nothing as min_bet": ("min_bet = 0.5", "min_bet = 0", "an amount above 0"),
    "a text as min_bet": ("min_bet = 0.5", "min_bet = '1'", "an amount above 0"),
    "less than any stack": ("30.75", "-inf", "starting_stacks is a list of amounts"),
    "no number": ("30.75", "nan", "starting_stacks is a list of amounts"),
    "too fine": ("30.75", "30.0000000001", "starting_stacks is a list of amounts"),
    "too much": ("30.75", "1e999999999", "starting_stacks is a list of amounts"),
    "too much to play with": ("30.75", "1e15", "from 0 to 1000000000000 chips"),
    "a number for all": ("[0, 0, 0]", "0", "antes is a list of amounts"),
    "an ante below nothing": ("[0, 0, 0]", "[0, 0, -1]", "antes is a number"),
    "no truth": ("min_bet", "ante_trimming_status = 1\nmin_bet", "is true or false"),
    "nothing in front": ("30.75", "0", "nobody is dealt in"),
    "alone": ("variant", "variant", "too early"),
}


@pytest.mark.parametrize("case", often(WRONG, always={*WRONG} - {"shown by who was not dealt it"}))
def test_a_wrong_action_is_named_with_the_reason_and_the_legal_ones(case: str) -> None:
    history, number, why, legal = WRONG[case]
    with pytest.raises(BadHistory) as refusal:
        history.replay()
    said = str(refusal.value)
    assert said.startswith(f'action {number} "{history.actions[number - 1]}": ')
    assert why in said.rpartition(";")[0]
    assert legal in said.rpartition(";")[2]


@pytest.mark.parametrize("case", FIELDS)
def test_a_field_that_is_missing_or_wrong_is_named(case: str) -> None:
    what, instead, why = FIELDS[case]
    with pytest.raises(UserError, match=why):
        History.parse(TABLE.replace(what, instead)).replay()


@pytest.mark.parametrize("code", phh.OTHERS)
def test_games_of_phh_that_are_not_played_here_are_refused_with_those_that_are(code: str) -> None:
    with pytest.raises(
        BadHistory, match=f"hands of {code} cannot be replayed; .* NT, FT, FB and F7S can"
    ):
        History.parse(TABLE.replace("NT", code))


def test_every_code_has_its_game() -> None:
    assert {game.code for game in games.registry().values()} == {*phh.CODES, None}


RUN_OUT = [
    "d dh p1 7h2d",
    "d dh p2 AsKs",
    "p2 cbr 40",
    "p1 cc",
    "d db Ad9c3h",
    "d db 9d",
    "d db 2s",
]


LINES = range(2, len(RUN_OUT) + 1)


@pytest.mark.parametrize(
    "case",
    [
        *((lines, "7h2d") for lines in LINES),
        *often([(lines, "????") for lines in LINES], always=[(4, "????"), (7, "????")]),
    ],
    ids=str,
)
def test_a_hand_may_be_called_off_anywhere_while_the_board_is_run_out(
    case: tuple[int, str],
) -> None:
    lines, known = case
    history = hand(
        *(line.replace("7h2d", known) for line in RUN_OUT[:lines]),
        antes=(0, 0),
        starting_stacks=(40, 40),
        finishing_stacks=(40, 40),
        stakes={phh.BLINDS: (1, 2), "min_bet": 2},
        players=None,
        others={phh.CALLED_OFF: True},
    )
    done = history.replay()
    assert done.called_off and done.finishing_stacks == (40, 40)
    told = [event for verb in done.events for event in verb]
    assert not [e for e in told if e.kind in WINS or (e.kind == "shown" and e.card == "??")]
    board = [event.card for event in told if event.kind == "board"]
    assert "".join(map(str, board)) == "".join(line[5:] for line in RUN_OUT[4:lines])
    *_, last = steps(done)
    assert not last.view.result and "called off" in str(last.said[-1])
    assert History.parse(history.text()) == done.history == history


def test_a_void_line_may_stand_while_the_board_is_run_out() -> None:
    game = games.find("high-noon-standoff")
    ours = game.deal(stacks=[5, 5], seed=1)
    while not ours.over:
        ours.act("keep")
    history = History.from_hand(ours)
    boards = [n for n, line in enumerate(history.actions) if line.startswith("d db")]
    cut = replace(history, actions=(*history.actions[: boards[-1]], "void"), finishing_stacks=None)
    done = cut.replay()
    assert done.called_off and done.finishing_stacks == (5, 5)
    assert not [event for event in done.events[-1] if event.kind in (*WINS, "board", "shown")]
