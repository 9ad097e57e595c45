"""The regular bot of five-card High Noon plays a pair of queens, the best hand, to the end."""

from sidepot import bots, games, kernel

GAME = games.find("high-noon-5")


def test_a_pair_of_queens_is_bet_kept_and_bet_again() -> None:
    hand, bot, found = GAME.deal(players=2, deck="Qh Qs Ks Js Jh"), bots.find(GAME), []
    for answer in ("call", "keep", "call"):
        action = bot.choose(hand.record(0), kernel.generator(1))
        hand.act(action)
        hand.act(answer)
        found.append(action.kind)
    assert found == ["bet", "keep", "bet"] and hand.over
