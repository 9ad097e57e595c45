/** Recorded messages, played back as the session of a table. */

import { TableSession } from '../lib/session.svelte';
import type { FromClient, FromServer, Sentence, View } from '../protocol/socket';
import advice from './advice.json';
import { FakeServer } from './fakeServer';
import played from './played.json';

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
 * A session that has received all messages of a file but the views after the first. `lost=1`: the
 * connection is lost; `away=NAME`: that person's is; `again=1`: the first view follows the last. The
 * coach, who is no part of a view, gives the same advice for every turn; in hold'em that of bets.
 */
export function recorded(name: string, query = new URLSearchParams()): Playback {
  const messages = structuredClone(files[`./fixtures/${name}.json`]!);
  const server = new FakeServer();
  server.answer = (message) => advise(message, name.startsWith('holdem') ? played : advice);
  const session = new TableSession('recorded', server.dial);
  session.open();
  server.socket.accept();
  const views = messages.filter((message): message is View => message.type === 'view');
  for (const message of messages)
    if (message.type !== 'view') server.socket.receive(changed(message));
  const whole = structuredClone(views);
  let version = 0;
  const sentences = views.flatMap((view) => view.said);
  const step = () => {
    if (!views.length && query.has('again')) views.push(...structuredClone(whole));
    const view = views.shift();
    if (view) server.socket.receive({ ...view, version: (version += 1) });
    return !!view;
  };
  step();
  if (query.has('lost')) server.socket.break();
  return { session, server, sentences, step };

  function changed(message: FromServer): FromServer {
    if (message.type !== 'presence') return message;
    const here = message.here.filter((person) => person.name !== query.get('away'));
    return { ...message, here };
  }
}

/** The coach's answer. */
function advise(message: FromClient, found: typeof advice | typeof played): FromServer | null {
  if (message.type !== 'advise') return null;
  const { id, hand, decision } = message;
  return { type: 'advice', id, hand, decision, ...found };
}

/** The last view of a file. */
export function recordedView(name: string): View {
  const last = files[`./fixtures/${name}.json`]!.at(-1)!;
  if (last.type !== 'view') throw new Error(`${name} ends with no view`);
  return structuredClone(last);
}
