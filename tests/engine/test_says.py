"""Games name actions and events in words of their own, in every front end."""

from dataclasses import replace

import msgspec
import pytest
from msgspec import structs

from sidepot import games, words
from sidepot.designer.laws import laws
from sidepot.designer.laws.conformance import cases
from sidepot.designer.laws.trace import play
from sidepot.engine.event import HandEvent
from sidepot.engine.narration import tell
from sidepot.engine.view import TableView
from sidepot.errors import EngineError, IllegalAction, LawBroken
from sidepot.room.client.decode import in_known_words
from sidepot.room.views.encode import events_json
from sidepot.terminal.answer import action_text
from sidepot.terminal.table import explain
from sidepot.words.wire import decode_hook, encode

STUD = games.find("seven-card-stud")
DECK = "Ac 9d Kh Qs Jd 4c"


def test_an_action_is_offered_typed_and_announced_under_the_games_own_name() -> None:
    hand = STUD.deal(players=2, deck=DECK)
    [bring_in, bet] = hand.view(1).menu
    assert (bring_in.kind, bring_in.said, bring_in.key) == ("pay", "bring_in", "p")
    assert bet.key == "b"
    own = replace(STUD, keys={"pay": "i"}).deal(players=2, deck=DECK)
    assert own.view(1).menu[0].key == "i"
    assert str(bring_in.text) == "bring in 2"
    assert str(explain(bring_in)).startswith("  p, bring in: pay 2")
    for typed in ("bring in", "Bring  in", "bring_in", "pay", action_text("p", hand.view(1).menu)):
        assert hand.legal.check(typed).kind == "pay"
    with pytest.raises(IllegalAction):
        hand.act("bring")
    told = tell(hand.act("bring in"), hand.names, 1)
    assert str(told[0]) == "You bring it in for 2."


@pytest.mark.parametrize(("language", "label"), [("en", "Bring in {n}"), ("de", "Bring-in {n}")])
def test_a_button_says_it_in_the_readers_language(language: str, label: str) -> None:
    hand = STUD.deal(players=2, deck=DECK)
    with words.speaking(language):
        [sent, other] = hand.view(1).menu
        assert str(sent.label) == label
    assert sent.said == "bring_in"
    assert (other.said, other.label) == ("", None)


COMPLETED = [
    ("en", "complete to 4", "Complete to {n}", "You complete to 4.", "completes"),
    (
        "de",
        "auf 4 komplettieren",
        "Komplettieren auf {n}",
        "Du komplettierst auf 4.",
        "komplettiert",
    ),
    ("es", "completar a 4", "Completar a {n}", "Completas a 4.", "completa"),
]


@pytest.mark.parametrize(("language", "offered", "button", "told", "at_the_seat"), COMPLETED)
def test_a_raise_that_completes_is_called_so_everywhere(
    language: str, offered: str, button: str, told: str, at_the_seat: str
) -> None:
    hand = STUD.deal(players=2, deck=DECK)
    hand.act("bring in")
    with words.speaking(language):
        row = hand.view(0).menu[-1]
        assert (row.kind, row.key, str(row.text)) == ("raise_to", "r", offered)
        assert str(explain(row)).startswith("  r, complete to 4: ")
        assert str(row.label) == button
        assert action_text("r", hand.view(0).menu) == "raise to 4"
        assert str(hand.legal.told("raise to 4")) == offered
        events = hand.act("complete to 4")
        assert [str(said) for said in tell(events, hand.names, 0)] == [told]
        sent = msgspec.json.decode(events_json(events[:1]))
        assert (sent["kind"], sent["said"]) == ("raised", "completed")
        assert sent["label"]["text"] == at_the_seat
        assert hand.view(1).menu[-1].said == "", "what comes after it is a raise"


def test_a_completing_raise_is_stored_and_checksummed_as_a_raise() -> None:
    """The name came later: hands in a room's log have checksums from before it."""
    hand = STUD.deal(players=2, deck=DECK)
    hand.act("bring in")
    [event] = hand.act("complete to 4")
    assert (event.kind, event.count, event.amount) == ("raised", 0, 4)
    assert str(hand.actions[-1][1]) == "raise to 4"


def test_a_games_own_name_for_a_raise_is_also_that_of_one_that_completes() -> None:
    game = replace(STUD, says={**STUD.says, "raise_to": "stand_pat", "raised": "stood_pat"})
    hand = game.deal(players=2, deck=DECK)
    hand.act("bring in")
    assert hand.legal.ranges[-1].said == "stand_pat"
    assert hand.act("raise to 4")[0].said == "stood_pat"


def test_a_client_without_the_words_says_it_as_usual() -> None:
    sent = HandEvent("paid", 0, None, 0, 2, "guessed")
    view = structs.replace(STUD.deal(players=2, deck=DECK).view(0), events=(sent,))
    told = msgspec.json.decode(encode(view), type=TableView, dec_hook=decode_hook)
    assert [str(said) for said in tell(in_known_words(told).events, ["Ana"])] == ["Ana pays 2."]


def test_a_name_for_an_unknown_action_or_event_is_refused() -> None:
    with pytest.raises(EngineError, match="shoot"):
        replace(STUD, says={"shoot": "bang"})
    with pytest.raises(EngineError, match="anted"):
        replace(STUD, keys={"anted": "a"})


@pytest.mark.parametrize(
    "says", [pytest.param({"pay": "unheard"}, marks=pytest.mark.soak), {"paid": "unheard"}]
)
def test_a_name_without_its_sentences_is_caught_by_the_law_of_faces(says: dict[str, str]) -> None:
    game = replace(STUD, says=says)
    traces = [play(case) for case, _ in zip(cases(game), range(6), strict=False)]
    with pytest.raises(LawBroken, match="unheard"):
        laws.faces(traces)
