/** Recorded messages, played back as the session of a table. */

import { TableSession } from '../lib/session.svelte';
import { NO_COMMITMENT } from '../fairness/deals';
import { deckByRules } from '../fairness/rules';
import type { Analysis, FromClient, FromServer, Sentence, View } from '../protocol/socket';
import advice from './advice.json';
import { messages as fair, pledgesOf, shuffledDecks } from './dealer';
import { FakeServer } from './fakeServer';
import played from './played.json';

const ID = 'recorded';
const files = import.meta.glob<FromServer[]>('./fixtures/*.json', {
  eager: true,
  import: 'default',
});

export const NAMES = Object.keys(files).map((path) => path.split('/').at(-1)!.replace('.json', ''));

export interface Playback {
  session: TableSession;
  server: FakeServer;
  /** The sentences of all views, played or not. */
  sentences: Sentence[];
  /** Play the next view; false where there is none. */
  step(): boolean;
}

/**
 * A session that has received the messages of a file up to its last view, but of the views only the
 * first; what comes after the last view follows it. `lost=1`: the
 * connection is lost; `away=NAME`: that person's is; `again=1`: the first view follows the last. The
 * coach, who is no part of a view, gives the same advice for every turn; in hold'em that of bets.
 * `fair=1`: the viewer was there when the hand was dealt, and the others cut it.
 */
export function recorded(name: string, query = new URLSearchParams()): Playback {
  const messages = structuredClone(files[`./fixtures/${name}.json`]!);
  const server = new FakeServer();
  server.answer = (message) =>
    advise(message, (name.startsWith('holdem') ? played : advice) as Analysis);
  const session = new TableSession(ID, server.dial);
  session.open();
  server.socket.accept();
  const views = messages.filter((message): message is View => message.type === 'view');
  const end = messages.findLastIndex((message) => message.type === 'view');
  for (const message of messages.slice(0, end))
    if (message.type !== 'view') server.socket.receive(changed(message));
  const whole = structuredClone(views);
  let version = 0;
  const sentences = views.flatMap((view) => view.said);
  const step = () => {
    if (!views.length && query.has('again')) views.push(...structuredClone(whole));
    const view = views.shift();
    if (view) server.socket.receive({ ...view, version: (version += 1) });
    if (view && !views.length)
      for (const message of messages.slice(end + 1)) server.socket.receive(changed(message));
    return !!view;
  };
  if (query.has('fair')) {
    const [before, dealt] = dealtBefore(views.shift()!);
    for (const message of before) server.socket.receive(message);
    views.unshift(dealt);
  }
  step();
  if (query.has('lost')) server.socket.break();
  return { session, server, sentences, step };

  function changed(message: FromServer): FromServer {
    if (message.type !== 'presence') return message;
    const here = message.here.filter((person) => person.name !== query.get('away'));
    return { ...message, here };
  }
}

/** The messages by which the hand of a view is fixed and cut, and the view as that of its deal. */
function dealtBefore(view: View): [FromServer[], View] {
  const { room, chair } = view;
  const hand = view.hand!;
  const guests = room.chairs.map(({ guest }) => guest).filter((guest) => guest !== null);
  const others = guests.filter((guest) => guest !== room.chairs[chair ?? 0]!.guest);
  const seeds = new Map(others.map((guest, n) => [guest, `${n}`.repeat(64)]));
  const decks = shuffledDecks(deckByRules(hand.game, hand.seats.length)!);
  const deal = { at: { table: ID, hand: hand.hand, turn: 1 }, prev: NO_COMMITMENT, decks, seeds };
  const before = { ...view, version: 0, room: { ...room, hand: hand.hand - 1 }, hand: null };
  return [
    [{ ...before, said: [] }, fair.commitment(deal, pledgesOf(seeds)), fair.cut(deal)],
    { ...view, is_whole: false, hand: { ...hand, decision: 0 } },
  ];
}

/** The coach's answer. */
function advise(message: FromClient, analysis: Analysis): FromServer | null {
  if (message.type !== 'advise') return null;
  const { id, hand, decision } = message;
  return { type: 'advice', id, hand, decision, analysis, said: [] };
}

/** The last view of a file. */
export function recordedView(name: string): View {
  const last = files[`./fixtures/${name}.json`]!.findLast(({ type }) => type === 'view');
  if (last?.type !== 'view') throw new Error(`${name} has no view`);
  return structuredClone(last);
}
