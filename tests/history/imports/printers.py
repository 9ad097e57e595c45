"""Hands of the house, printed as other programs write theirs."""

from __future__ import annotations

import csv
import io
import random
import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import Path
from typing import Any

import sidepot
from sidepot.engine.game import Hand

NAMES = ("Ana", "Bo", "Bo B", "Cy: the 2nd", "Ñandú [x]", "said")
"""Names that begin like others, or look like other parts of a line."""
STREETS = ("FLOP", "TURN", "RIVER")
SUITS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}


def random_hand(seed: int, game: str = "holdem-no-limit", **options: Any) -> Hand:
    """A hand that was played at random, with short stacks among the players."""
    rng = random.Random(seed)
    n = rng.randint(2, len(NAMES))
    stacks = [rng.choice((1, 2, 3, 7, 20, 45, 100, 300)) for _ in range(n)]
    blinds = {"blinds": "1/2", **options}
    hand = sidepot.game(game, **blinds).deal(players=n, stacks=stacks, names=NAMES[:n], seed=seed)
    while not hand.over:
        choices = list(hand.legal.ranges)
        choice = rng.choice([c for c in choices if c.kind != "fold"] or choices)
        if rng.random() < 0.15:
            choice = choices[0]
        level = rng.choice((choice.lowest, choice.lowest, choice.highest))
        hand.act(choice.at(level))
    return hand


@dataclass
class Step:
    """An action or a street, with chips as a ledger has them."""

    word: str
    name: str = ""
    added: int = 0
    level: int = 0
    before: int = 0
    """The highest level before it."""
    is_all_in: bool = False
    cards: Sequence[str] = ()


@dataclass
class Story:
    """A hand as steps, in the chips of its table."""

    hand: Hand
    steps: list[Step] = field(default_factory=list)
    hole: dict[str, list[str]] = field(default_factory=dict)
    paid: dict[str, int] = field(default_factory=dict)
    folded: set[str] = field(default_factory=set)
    returned: tuple[str, int] | None = None
    posts: list[tuple[str, str, int]] = field(default_factory=list)

    @property
    def names(self) -> Sequence[str]:
        return self.hand.names

    @property
    def board(self) -> list[str]:
        return [card for step in self.steps if step.word == "board" for card in step.cards]

    @property
    def collected(self) -> dict[str, int]:
        """Chips from pots by player, those that win none left out."""
        back = dict([self.returned] if self.returned else [])
        won = {
            name: payoff + self.paid[name] - back.get(name, 0)
            for name, payoff in zip(self.names, self.hand.payoffs, strict=True)
        }
        return {name: chips for name, chips in won.items() if chips}

    @property
    def staying(self) -> list[str]:
        return [name for name in self.names if name not in self.folded]


def story_of(hand: Hand) -> Story:
    """The story of a hand: posts, actions and streets."""
    story, names = Story(hand), hand.names
    left = dict(zip(names, hand.starting_stacks, strict=True))
    story.paid = dict.fromkeys(names, 0)
    levels = dict.fromkeys(names, 0)

    def pay(name: str, chips: int) -> int:
        chips = min(chips, left[name])
        left[name] -= chips
        story.paid[name] += chips
        return chips

    n = len(names)
    order = [names[(n - 1 + i) % n] if n == 2 else names[i] for i in range(n)]
    for what, name, chips in _forced(hand, order):
        paid = pay(name, chips)
        if what != "ante":
            levels[name] = paid
        story.posts.append((what, name, paid))
    for line in hand.history.actions:
        words = line.partition(" # ")[0].split()
        if words[:2] == ["d", "dh"]:
            name = names[int(words[2][1:]) - 1]
            story.hole[name] = [words[3][i : i + 2] for i in range(0, len(words[3]), 2)]
        elif words[:2] == ["d", "db"]:
            levels = dict.fromkeys(names, 0)
            dealt = [words[2][i : i + 2] for i in range(0, len(words[2]), 2)]
            story.steps.append(Step("board", cards=dealt))
        elif words and words[1] in ("f", "cc", "cbr"):
            name, highest = names[int(words[0][1:]) - 1], max(levels.values())
            highest = max(highest, _due(story, hand))
            if words[1] == "cbr":
                level = int(words[2])
            else:
                level = highest if words[1] == "cc" else levels[name]
            added = pay(name, level - levels[name])
            levels[name] += added
            step = Step(words[1], name, added, levels[name], highest, not left[name])
            story.steps.append(step)
            if words[1] == "f":
                story.folded.add(name)
    first, second = sorted(levels.values())[-1], sorted(levels.values())[-2]
    if first > second:
        top = max(levels, key=lambda name: levels[name])
        story.returned = top, first - second
    return story


def _due(story: Story, hand: Hand) -> int:
    """The big blind before the flop, which a short stack does not lower."""
    return 0 if story.board else max(hand.game.numbers["blinds"])


def _forced(hand: Hand, order: Sequence[str]) -> Iterator[tuple[str, str, int]]:
    antes = hand.game.numbers["antes"]
    for name, ante in zip(order, (*antes, *antes * 9) if len(antes) == 1 else antes, strict=False):
        if ante:
            yield "ante", name, int(ante)
    for what, name, blind in zip(
        ("small", "big"), order, hand.game.numbers["blinds"], strict=False
    ):
        yield what, name, int(blind)


def pokerstars(hand: Hand, number: int = 1, rake: int = 0) -> str:
    """A hand as PokerStars writes it."""
    story, game = story_of(hand), hand.game
    unit = Decimal("0.01")

    def money(chips: int) -> str:
        return f"${chips * unit:,.2f}"

    limit = "Limit" if game.name == "holdem-fixed-limit" else "No Limit"
    stakes = (1, 2) if limit == "No Limit" else (2, 4)
    out = [
        f"PokerStars Hand #{number}:  Hold'em {limit} ({money(stakes[0])}/{money(stakes[1])} USD)"
        " - 2026/01/02 3:04:05 ET",
        f"Table 'Alpha' 6-max Seat #{len(story.names)} is the button",
    ]
    starts = zip(story.names, hand.starting_stacks, strict=True)
    out += [
        f"Seat {i}: {name} ({money(chips)} in chips)" for i, (name, chips) in enumerate(starts, 1)
    ]
    asked = {"ante": 0, "small": 1, "big": 2}
    for what, name, paid in story.posts:
        said = {"ante": "the ante", "small": "small blind", "big": "big blind"}[what]
        is_short = story.paid[name] == hand.starting_stacks[story.names.index(name)]
        all_in = " and is all-in" if is_short and what != "ante" and paid < asked[what] else ""
        out.append(f"{name}: posts {said} {money(paid)}{all_in}")
    out.append("*** HOLE CARDS ***")
    out += [f"Dealt to {name} [{' '.join(held)}]" for name, held in story.hole.items()]
    board: list[str] = []
    for step in story.steps:
        if step.word == "board":
            street = STREETS[(len(board) > 2) + (len(board) > 3)]
            old = f"[{' '.join(board)}] " if board else ""
            out.append(f"*** {street} *** {old}[{' '.join(step.cards)}]")
            board += step.cards
            continue
        all_in = " and is all-in" if step.is_all_in and step.added else ""
        if step.word == "f":
            out.append(f"{step.name}: folds")
        elif step.word == "cc":
            said = f"calls {money(step.added)}" if step.added else "checks"
            out.append(f"{step.name}: {said}{all_in}")
        elif step.before:
            by = money(step.level - step.before)
            out.append(f"{step.name}: raises {by} to {money(step.level)}{all_in}")
        else:
            out.append(f"{step.name}: bets {money(step.level)}{all_in}")
    if story.returned:
        out.append(f"Uncalled bet ({money(story.returned[1])}) returned to {story.returned[0]}")
    if len(story.staying) > 1:
        out.append("*** SHOW DOWN ***")
        out += [f"{name}: shows [{' '.join(story.hole[name])}] (a hand)" for name in story.staying]
    pot = sum(story.collected.values())
    taken = rake
    for name, won in story.collected.items():
        out.append(f"{name} collected {money(won - taken)} from pot")
        taken = 0
    out += ["*** SUMMARY ***", f"Total pot {money(pot)} | Rake {money(rake)}"]
    out += [f"Board [{' '.join(board)}]"] * bool(board)
    out += [f"Seat {i}: {name} folded before Flop" for i, name in enumerate(story.names, 1)]
    return "\n".join([*out, "", "", ""])


def poker_now(hands: Sequence[Hand], *, newest_first: bool = True) -> str:
    """Hands as the log of a table of Poker Now."""
    rows: list[str] = []
    for number, hand in enumerate(hands, 1):
        rows += _poker_now_rows(hand, number)
    told = [(row, "2026-01-02T03:04:05.678Z", str(i)) for i, row in enumerate(rows)]
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(("entry", "at", "order"))
    writer.writerows(reversed(told) if newest_first else told)
    return out.getvalue()


def _poker_now_rows(hand: Hand, number: int) -> Iterator[str]:
    story = story_of(hand)
    called = {name: f'"{name} @ id{i}"' for i, name in enumerate(story.names)}

    def shown(cards: Sequence[str]) -> str:
        return ", ".join(card[0].replace("T", "10") + SUITS[card[1]] for card in cards)

    dealer = called[story.names[-1]]
    yield (
        f"-- starting hand #{number} (id: h{number})  No Limit Texas Hold'em (dealer: {dealer}) --"
    )
    starts = zip(story.names, hand.starting_stacks, strict=True)
    seats = [f"#{i} {called[name]} ({chips})" for i, (name, chips) in enumerate(starts, 1)]
    yield "Player stacks: " + " | ".join(seats)
    for what, name, paid in story.posts:
        said = {"ante": "an ante", "small": "a small blind", "big": "a big blind"}[what]
        is_short = story.paid[name] == hand.starting_stacks[story.names.index(name)]
        asked = {"ante": 0, "small": 1, "big": 2}[what]
        all_in = " and go all in" if is_short and paid <= asked else ""
        yield f"{called[name]} posts {said} of {paid}{all_in}"
    board: list[str] = []
    for step in story.steps:
        if step.word == "board":
            street = STREETS[(len(board) > 2) + (len(board) > 3)].capitalize()
            yield f"{street}: {shown(board)} [{shown(step.cards)}]"
            board += step.cards
            continue
        all_in = " and go all in" if step.is_all_in and step.added else ""
        if step.word == "f":
            yield f"{called[step.name]} folds"
        elif step.word == "cc":
            said = f"calls {step.level}" if step.added else "checks"
            yield f"{called[step.name]} {said}{all_in}"
        else:
            said = f"raises to {step.level}" if step.before else f"bets {step.level}"
            yield f"{called[step.name]} {said}{all_in}"
    if story.returned:
        yield f"Uncalled bet of {story.returned[1]} returned to {called[story.returned[0]]}"
    for name in story.names:
        yield f"{called[name]} shows a {shown(story.hole[name])}."
    for name, won in story.collected.items():
        yield f"{called[name]} collected {won} from pot with a Pair (combination: A♣, A♦)"
    yield f"-- ending hand #{number} --"


def pokerth(path: Path, hands: Sequence[Hand]) -> Path:
    """Hands as the database of a session of PokerTH, a game each."""
    database = sqlite3.connect(path)
    seats = [f"Seat_{i}_{what}" for i in range(1, 11) for what in ("Cash", "Card_1", "Card_2")]
    cards = [f"BoardCard_{i}" for i in range(1, 6)]
    for table in (
        "Session (PokerTH_Version, Date, Time, LogVersion)",
        "Player (UniqueGameID, Seat, Player)",
        f"Hand (HandID, UniqueGameID, Dealer_Seat, Sb_Amount, Sb_Seat, Bb_Amount, Bb_Seat,"
        f" {', '.join(seats + cards)})",
        "Action (ActionID INTEGER PRIMARY KEY AUTOINCREMENT, HandID, UniqueGameID, BeRo, Player,"
        " Action, Amount)",
    ):
        database.execute(f"CREATE TABLE {table}")
    database.execute("INSERT INTO Session VALUES ('1.1.2', '2026-01-02', '03:04:05', 1)")
    for game, hand in enumerate(hands, 1):
        _put_pokerth(database, game, hand)
    database.commit()
    database.close()
    return path


def _put_pokerth(database: sqlite3.Connection, game: int, hand: Hand) -> None:
    story = story_of(hand)
    place = {name: i for i, name in enumerate(story.names, 1)}
    fields: dict[str, object] = {"HandID": 1, "UniqueGameID": game, "Sb_Amount": 1, "Bb_Amount": 2}
    fields |= {"Sb_Seat": 1, "Bb_Seat": 2, "Dealer_Seat": len(place)}
    for name, chips in zip(story.names, hand.starting_stacks, strict=True):
        fields[f"Seat_{place[name]}_Cash"] = int(chips)
        for i, card in enumerate(story.hole[name], 1):
            fields[f"Seat_{place[name]}_Card_{i}"] = _number(card)
    fields |= {f"BoardCard_{i}": _number(card) for i, card in enumerate(story.board, 1)}
    marks = ", ".join("?" * len(fields))
    database.execute(f"INSERT INTO Hand ({', '.join(fields)}) VALUES ({marks})", [*fields.values()])
    players = [(game, seat, name) for name, seat in place.items()]
    database.executemany("INSERT INTO Player VALUES (?, ?, ?)", players)
    said = {"small": "posts small blind", "big": "posts big blind"}
    rows: list[tuple[int, str, str, int | None]] = [(0, story.names[-1], "starts as dealer", None)]
    rows += [(0, name, said[what], paid) for what, name, paid in story.posts]
    street = 0
    for step in story.steps:
        if step.word == "board":
            street += 1
        else:
            rows.append((street, step.name, *_pokerth_action(step)))
    rows += [(4, name, "shows", None) for name in story.staying if len(story.staying) > 1]
    back = dict([story.returned] if story.returned else [])
    for name in story.names:
        won = story.collected.get(name, 0) + back.get(name, 0)
        if won:
            rows.append((4, name, "wins", won))
    columns = "HandID, UniqueGameID, BeRo, Player, Action, Amount"
    query = f"INSERT INTO Action ({columns}) VALUES (1, ?, ?, ?, ?, ?)"
    database.executemany(query, [(game, bero, place[n], what, m) for bero, n, what, m in rows])


def _pokerth_action(step: Step) -> tuple[str, int | None]:
    if step.word == "f":
        return "folds", None
    if not step.added:
        return "checks", None
    if step.is_all_in:
        return "is all in with", step.added
    return ("calls" if step.word == "cc" else "bets"), step.added


def _number(card: str) -> int:
    return "23456789TJQKA".index(card[0]) + 13 * "dhsc".index(card[1])
