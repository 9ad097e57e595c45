// A room of boardgame.io in memory: `node server.cjs TABLES` serves tables for six, and prints as
// JSON where they are. Its game has the size of a poker table's view: six seats with chips, cards
// and words, a secret hand each, and a pot; a move pays chips, turns up a card and passes the turn.
const { Server } = require("boardgame.io/server");
const { PlayerView, TurnOrder } = require("boardgame.io/core");

const SEATS = 6;
const CARDS = [..."23456789TJQKA"].flatMap((rank) => [..."cdhs"].map((suit) => rank + suit));
const WORDS = "pays 2 chips and turns up a card, which the next player has to beat or to leave";

function seat(number) {
  return {
    name: `Player ${number}`,
    guest: `guest-${number}-0123456789`,
    stack: 1000000,
    paid: 0,
    bet: 0,
    status: "live",
    marks: [],
    is_ready: false,
    time_bank: 0,
    cards: [0, 1, 2, 3, 4].map(() => ({ card: "??", zone: "hand", dead: false })),
    hand: { key: "hand.pair", values: { first: "Q", second: "Q" }, text: "a pair of queens" },
    best: [],
    place: null,
  };
}

const Table = {
  name: "table",
  minPlayers: SEATS,
  maxPlayers: SEATS,
  setup: () => ({
    seats: Array.from({ length: SEATS }, (_, number) => seat(number)),
    board: [],
    pots: [{ amount: 0, seats: [0, 1, 2, 3, 4, 5] }],
    rules: { title: "A table of the same size", turn: 600, least: 20, most: 1000000 },
    menu: Array.from({ length: 3 }, (_, n) => ({ kind: "buy", lowest: n, cost: 2, text: WORDS })),
    said: [],
    secret: { deck: CARDS },
    players: Object.fromEntries(
      Array.from({ length: SEATS }, (_, number) => [number, { hand: CARDS.slice(5 * number, 5 * number + 5) }]),
    ),
  }),
  playerView: PlayerView.STRIP_SECRETS,
  turn: { order: TurnOrder.DEFAULT, minMoves: 1, maxMoves: 1 },
  moves: {
    buy: ({ G, playerID, ctx }, chips) => {
      const own = G.seats[Number(playerID)];
      own.stack -= chips;
      own.paid += chips;
      G.pots[0].amount += chips;
      own.cards[ctx.turn % 5] = { card: CARDS[ctx.turn % 52], zone: "hand", dead: false };
      G.said = [0, 1, 2].map((line) => ({
        key: "event.bought",
        values: { player: own.name, amount: chips, line, cards: [CARDS[ctx.turn % 52]] },
        text: `${own.name} ${WORDS}.`,
      }));
    },
  },
};

async function main() {
  const server = Server({ games: [Table], origins: [/./] });
  const running = await server.run({ port: 0, callback: () => {} });
  const base = `http://127.0.0.1:${running.appServer.address().port}`;
  const post = async (path, body) => {
    const answer = await fetch(`${base}/games/table/${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    return answer.json();
  };
  const tables = [];
  const memory = process.memoryUsage().rss;
  for (let n = 0; n < Number(process.argv[2]); n += 1) {
    const { matchID } = await post("create", { numPlayers: SEATS });
    const players = [];
    for (let number = 0; number < SEATS; number += 1) {
      const joined = await post(`${matchID}/join`, { playerID: `${number}`, playerName: `P${number}` });
      players.push(joined.playerCredentials);
    }
    tables.push({ table: matchID, credentials: players });
  }
  console.log(JSON.stringify({ base, memory, tables }));
}

process.on("SIGTERM", () => process.exit(0));
main();
