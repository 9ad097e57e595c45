"""Buttons and hints of the page, compared with the view that it shows, through random hands."""

from __future__ import annotations

import json

import pytest

from sidepot.engine.first_hand import Hint
from sidepot.engine.rule_pages import hints
from sidepot.games import registry
from tests.browser.person import Crowd
from tests.browser.positions import Json, Puppet, hand_of
from tests.browser.screens import on
from tests.cases import often

PLAYERS = 4
ALWAYS = ["high-noon-shootout"]
SHOWN = """() => {
  /* What has no room is hidden, and has no text. */
  const texts = selector =>
    [...document.querySelectorAll(selector)].map(it => it.innerText.trim()).filter(Boolean);
  const places = name => Object.fromEntries(
    [...document.querySelectorAll(`[data-dock] [data-${name}]`)].map(it => {
      const {left, width, bottom} = it.getBoundingClientRect();
      return [it.dataset[name], [Math.round(left + width / 2), Math.round(bottom)]];
    }));
  return {
    acts: [...document.querySelectorAll('[data-act]')].map(it => it.dataset.act),
    picks: document.querySelectorAll('.actions button[disabled]').length,
    at: places('act'), plans: places('plan'),
    hints: texts('[data-hints] p span'), turn: document.querySelectorAll('.dock.lit').length,
    others: Object.entries(OTHERS).filter(([, one]) => document.querySelector(one))
      .map(([name]) => name),
  };
}"""
OTHERS = {
    "rabbit": "[data-dock] .rabbit",
    "wait": "[data-dock] .hold",
    "nudge": "[data-dock] [data-nudge]",
    "sit": "[data-dock] > .controls > .button.main",
    "offer": "[data-dock] [data-offer]",
    "show one": "[data-dock] [data-show-one]",
}
"""Buttons besides those of actions, by what they do."""


def kinds(rows: list[Json]) -> list[str]:
    return [row["kind"] for row in rows]


def events_of(hand: Json) -> set[tuple[str, bool]]:
    """The events of a view, and whether each concerns the viewer."""
    return {(event["kind"], event["seat"] == hand["seat"]) for event in hand["events"]}


def holds(hint: Hint, hand: Json, before: Json | None) -> bool:
    """Whether a hint holds at a view, or at the one before, if it is about what has happened."""
    offered = set(kinds(hand["menu"]))
    if hint.when == "deal":
        return bool(hand["decision"] <= 1)
    if hint.when == "end":
        return bool(hand["result"])
    if hint.when in ("turn", "choice"):
        return bool(offered) and offered.issuperset(hint.kinds)
    recent = events_of(hand) | (events_of(before) if before else set())
    wanted = {"": (True, False), "you": (True,), "other": (False,)}[hint.whom]
    return any((kind, own) in recent for kind in hint.kinds for own in wanted)


def allowed(view: Json) -> set[str]:
    """Which of the other buttons a view bears out; `sit` is for those without a chair."""
    room, hand = view["room"], view["hand"]
    clock = room["clock"]
    asked = (clock["chairs"] or [clock["chair"]]) if clock else []
    people = {one["chair"] for one in room["chairs"] if one["guest"]} - {view["chair"]}
    own = next((one for one in room["chairs"] if one["chair"] == view["chair"]), None)
    is_over, is_paused = bool(hand["result"]), room["phase"] in ("pause", "waiting")
    found = {
        "rabbit": is_over and room["has_rabbit"] and hand["seat"] is not None,
        "wait": room["phase"] == "pause",
        "nudge": bool(people.intersection(asked)),
        "sit": own is None and not room["is_full"],
        "offer": own is not None and is_paused,
        "show one": is_over and bool(view["showable"]),
    }
    return {name for name, is_allowed in found.items() if is_allowed}


def contradictions(
    view: Json, shown: Json, before: Json | None, known: dict[str, Hint]
) -> list[str]:
    """Whatever the page says or offers that its view does not bear out."""
    hand, found = view["hand"], []
    menu, ahead = kinds(hand["menu"]), kinds(hand["ahead"])
    picking = any(row["cards"] for row in hand["menu"])
    offered = [*dict.fromkeys(shown["acts"])]
    if offered != [kind for kind in menu if not picking or kind in offered]:
        found.append(f"buttons {offered}, menu {menu}")
    if bool(menu) != bool(shown["turn"]) and not hand["result"]:
        found.append(f"lit {shown['turn']}, menu {menu}")
    if beyond := set(shown["others"]) - allowed(view):
        found.append(f"{beyond} in phase {view['room']['phase']}")
    plans = list(shown["plans"])
    if (menu and plans) or set(plans) - set(ahead) or plans == ["fold"]:
        found.append(f"prepared {plans}, menu {menu}, ahead {ahead}")
    for text in shown["hints"]:
        if text not in known or not holds(known[text], hand, before):
            found.append(f"hint {text!r}, menu {menu}, events {sorted(events_of(hand))}")
    return found


@pytest.mark.parametrize("game", often(registry(), ALWAYS))
@on("phone", "desktop across")
def test_nothing_on_the_page_contradicts_its_view(crowd: Crowd, game: str) -> None:
    person = crowd.person("Ana", reduced_motion="reduce")
    puppet = Puppet(person).open()
    known = {hint.text: hint for hint in hints(registry()[game])}
    before: Json | None = None
    plans: Json = {}
    ahead: list[str] = []
    found, seen = list[str](), 0
    for message in hand_of(game, min(PLAYERS, registry()[game].most), folds=0.2):
        puppet.send(message)
        if message["type"] != "view" or not message["hand"]:
            continue
        hand = message["hand"]
        hand["stages"] = []
        person.page.wait_for_selector("[data-dock]")
        person.page.evaluate("new Promise(done => requestAnimationFrame(() => setTimeout(done)))")
        shown: Json = person.page.evaluate(SHOWN.replace("OTHERS", json.dumps(OTHERS)))
        where = f"decision {hand['decision']}: "
        found += [where + one for one in contradictions(message, shown, before, known)]
        if kinds(hand["menu"]) == ahead:
            moved = {kind: (at, shown["at"].get(kind)) for kind, at in plans.items()}
            found += [f"{where}{moved}" for a, b in moved.values() if a != b]
        before, plans, ahead = hand, shown["plans"], kinds(hand["ahead"])
        seen += len(shown["hints"]) + len(shown["acts"])
    assert seen
    assert not found


def test_a_contradiction_is_noticed() -> None:
    hand: Json = {"menu": [], "ahead": [], "events": [], "seat": 0, "result": [], "decision": 3}
    chairs = [{"chair": 0, "guest": "ana"}, {"chair": 1, "guest": None}]
    clock = {"chair": 1, "chairs": []}
    room: Json = {"chairs": chairs, "clock": clock, "phase": "playing", "is_full": False}
    view: Json = {"hand": hand, "room": room, "chair": 0, "showable": []}
    shown: Json = {"acts": [], "plans": {}, "hints": [], "turn": 0, "others": []}
    known = {"You may check.": Hint("choice", ("check",), "", "You may check.")}
    assert contradictions(view, shown, None, known) == []
    faults: list[Json] = [
        {"acts": ["check"]},
        {"plans": {"check": [0, 0]}},
        {"hints": ["You may check."]},
        {"turn": 1},
        *({"others": [name]} for name in OTHERS),
    ]
    for wrong in faults:
        assert contradictions(view, {**shown, **wrong}, None, known)
