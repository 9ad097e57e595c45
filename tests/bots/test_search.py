"""The search by which the regular bot plays games without a bot of their own."""

from pathlib import Path

from sidepot import bots, games, kernel
from sidepot.bots.search import search
from sidepot.engine.action import Action
from sidepot.kernel import Random, Records
from sidepot.odds.sampling import MOST_CHOICES
from sidepot.rules.actions import Menu

AUCTION = games.find(str(Path(__file__).parents[2] / "examples" / "games" / "card_auction.py"))
MOST_DEALS = 10 * MOST_CHOICES


def test_plain_python_searches_a_menu_of_many_amounts_by_few_deals() -> None:
    """A room plays so until a game is compiled: more deals made its bot late."""
    dealt = []

    def redeal(s: Records, rng: Random) -> None:
        dealt.append(1)
        AUCTION.verbs.redeal(s, rng)

    hand = AUCTION.deal(players=AUCTION.most, stacks=200, seed=1)
    views, menus = AUCTION.batch(2), kernel.batch(kernel.record(Menu))
    views[:1] = hand.record(hand.actor or 0)
    choose = search(AUCTION.verbs._replace(redeal=redeal))
    action = choose(views, menus[0], kernel.generator(3)[0])
    assert 5 < len(dealt) <= MOST_DEALS
    bot = bots.find(AUCTION)
    chosen = bot.choose(views[:1], kernel.generator(3))
    assert hand.legal.check(chosen) == hand.legal.check(Action.decode(action)), "the same seed"
