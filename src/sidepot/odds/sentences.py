"""The sentences of an `Analysis`, the same in every front end."""

from __future__ import annotations

from sidepot import hands
from sidepot.cards import RANKS, parse
from sidepot.odds import result
from sidepot.odds.result import (
    ActionValue,
    Analysis,
    Bank,
    FinalHand,
    Outlook,
    Price,
    shown_error,
    shown_percent,
)
from sidepot.words import Message


def sentences(analysis: Analysis, *, you: bool = False) -> tuple[Message, ...]:
    """The findings as sentences; `you`: to the player to act."""
    values = _values(analysis) if analysis.choices else _chances(analysis)
    ahead = outlook_sentences(analysis.outlook) if analysis.outlook else ()
    return (_turn(analysis, you=you), *_by_game(analysis), *ahead, *values)


def _turn(analysis: Analysis, *, you: bool) -> Message:
    told: dict[str, object] = {"player": f"p{analysis.seat + 1}", "pot": analysis.pot}
    if not analysis.cards:
        return Message("odds.to_act_you", told) if you else Message("odds.to_act", told)
    told["hand"] = hands.name(parse(" ".join(analysis.cards)))
    return Message("odds.turn_you", told) if you else Message("odds.turn", told)


def _by_game(analysis: Analysis) -> tuple[Message, ...]:
    return (
        *(
            Message("odds.escape", {"n": k, "chance": shown_percent(chance, 2)})
            for k, chance in enumerate(analysis.escape, 1)
        ),
        *([Message("odds.short")] if analysis.is_short else []),
        *(_bank(analysis.bank) if analysis.bank else []),
    )


def _bank(bank: Bank) -> list[Message]:
    return [
        Message("odds.bank_in") if bank.is_in else Message("odds.bank_out"),
        Message("odds.ahead", {"chance": shown_percent(bank.ahead, 2)}),
        Message("odds.bonus", {"bonus": result.shown(bank.bonus, 4)}),
    ]


def _values(analysis: Analysis) -> list[Message]:
    """Each choice, the best one, the method."""
    rows = [_value(choice, analysis.method) for choice in analysis.choices]
    return [*rows, *_left_out(analysis), *_advice(analysis), *_method(analysis)]


def _left_out(analysis: Analysis) -> list[Message]:
    """The number of exchanges that have no row."""
    n = analysis.left_out
    return [Message("odds.left_out", {"n": n})] if n else []


def _value(choice: ActionValue, method: str) -> Message:
    if choice.share is None:
        return Message("odds.choice", {"choice": choice.action, "value": choice.text})
    value = Message("odds.without_error", {"value": choice.text})
    if choice.error:
        error = shown_error(choice.error)
        value = Message("odds.with_error", {"value": choice.text, "error": error})
    share = shown_percent(choice.share)
    told = {"choice": choice.action, "value": value, "share": share}
    is_judged = method == "judged"
    return Message("odds.tried_by_rule", told) if is_judged else Message("odds.tried", told)


def _advice(analysis: Analysis) -> list[Message]:
    """The best choice, or those that may be the best, and which of them to take."""
    told = {"choice": analysis.advice}
    close = [choice for choice in analysis.choices if choice.action in analysis.undecided]
    if not close:
        return [Message("odds.best", told)]
    favourite = max(close, key=lambda choice: choice.share or 0.0)
    if not favourite.share or favourite.action != analysis.advice:
        taken = Message("odds.in_doubt", told)
    elif analysis.method == "judged":
        taken = Message("odds.preferred_by_rule", told)
    else:
        taken = Message("odds.preferred", told)
    choices = {"choices": list(analysis.undecided)}
    if not any(choice.error for choice in close):
        return [Message("odds.equal", choices), taken]
    return [Message("odds.undecided", choices), taken]


def _method(analysis: Analysis) -> list[Message]:
    """The method and the error of the values."""
    told = {"error": shown_error(analysis.error)}
    match analysis.method:
        case "sampled":
            return [Message("odds.sampled", told)]
        case "estimate":
            return [Message("odds.estimate")]
        case "exact" if analysis.error:
            return [Message("odds.bound", {"bound": told["error"]})]
        case "solved":
            return [Message("odds.solved")]
        case "exact":
            return [Message("odds.exact")]
    return _assumed(analysis)


def _assumed(analysis: Analysis) -> list[Message]:
    """The strategy or the rule that everybody is taken to play by."""
    told = {"n": analysis.samples, "error": shown_error(analysis.error)}
    if analysis.method == "judged":
        found = [Message("odds.played_by_rule", told)]
    else:
        found = [Message("odds.played", told), *_nearest(analysis)]
    return [*found, *([Message("odds.played_unseen")] if analysis.is_without_past else [])]


def _nearest(analysis: Analysis) -> list[Message]:
    """The differences between the hand and what the strategy was trained for."""
    players, options = analysis.trained_for, list(analysis.trained_with)
    found = []
    if players is not None and options:
        told: dict[str, object] = {"players": players, "options": options}
        found.append(Message("odds.near_both", told))
    elif options:
        found.append(Message("odds.near_options", {"options": options}))
    elif players is not None:
        found.append(Message("odds.near_players", {"players": players}))
    if analysis.trained_stacks is not None:
        least, most = analysis.trained_stacks
        found.append(Message("odds.near_stacks", {"least": least, "most": most}))
    return found


def _chances(analysis: Analysis) -> list[Message]:
    """Chances to win and the price of a call, where no choice has a value."""
    price = analysis.price
    rows = [
        Message(
            "odds.chance",
            {
                "choice": chance.action,
                "win": shown_percent(chance.win, chance.digits),
                "tie": shown_percent(chance.tie, chance.digits),
            },
        )
        for chance in analysis.chances
    ]
    error = f"{shown_error(100 * analysis.error)}%"
    return [
        *([Message("odds.against", {"n": analysis.others}), *rows] if rows else []),
        *_left_out(analysis),
        *([Message("odds.kept")] if analysis.keeps else []),
        *([Message("odds.chances", {"error": error})] if analysis.error else []),
        *([_pot_odds(price)] if price else []),
        Message("odds.no_strategy"),
    ]


def kind_name(one: FinalHand) -> Message:
    """A kind of final hand in words."""
    high = _kind_name(one.hand)
    return Message("hand.high_low", {"high": high, "low": _kind_name(one.low)}) if one.low else high


def _kind_name(hand: str) -> Message:
    return KINDS.get(hand) or Message("kind.own", {"hand": hand})


KINDS = {
    "high_card": Message("kind.high_card"),
    "pair": Message("kind.pair"),
    "two_pair": Message("kind.two_pair"),
    "trips": Message("kind.trips"),
    "straight": Message("kind.straight"),
    "flush": Message("kind.flush"),
    "full_house": Message("kind.full_house"),
    "quads": Message("kind.quads"),
    "straight_flush": Message("kind.straight_flush"),
    "royal_flush": Message("kind.royal_flush"),
    "five_alike": Message("kind.five_alike"),
    "jokers": Message("kind.jokers"),
    "badugi": Message("kind.badugi"),
    "badugi_less": Message("kind.badugi_less"),
    "low": Message("kind.low"),
    "low_pair": Message("kind.low_pair"),
    **{f"low_{rank}": Message("kind.low_of", {"first": rank}) for rank in RANKS},
}
"""Kinds of hands by their keys, and lows by their highest card."""


def outlook_sentences(found: Outlook) -> tuple[Message, ...]:
    """The chance to win and the final hands, if all stay in, each with its method."""
    error = f"{shown_error(100 * found.error)}%"
    digits = result.digits_of_percent(found.error)
    told = {
        "n": found.others,
        "win": shown_percent(found.win, digits),
        "tie": shown_percent(found.tie, digits),
    }
    hands_told = {"n": found.hands_deals, "error": f"{shown_error(100 * found.hands_error)}%"}
    rows = [
        Message("odds.final", {"hand": kind_name(one), "share": final_share(found, one)})
        for one in found.hands
    ]
    counted = {"deals": found.deals}
    sampled = {"deals": found.deals, "error": error, "seconds": f"{found.seconds:.1f}"}
    if found.error:
        method = Message("odds.sampled_ends", sampled)
    else:
        method = Message("odds.counted", counted)
    by = Message("odds.finals_sampled", hands_told) if found.hands_error else Message("odds.finals")
    return (
        *([Message("odds.ahead_of", told), method] if found.deals else []),
        *([by, *rows] if rows else []),
    )


def final_share(found: Outlook, one: FinalHand) -> str:
    """The probability of a final hand, with the decimals that its error allows."""
    return shown_percent(one.share, result.digits_of_percent(found.hands_error))


def _pot_odds(price: Price) -> Message:
    return Message("odds.price", {"cost": price.cost, "needs": shown_percent(price.needs, 1)})
