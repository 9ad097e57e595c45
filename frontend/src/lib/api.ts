/** The room over HTTP. */

import type {
  GameOffer,
  Guest,
  HandLine,
  LedgerSeen,
  Link,
  NewTable,
  Opened,
  Problem,
  RulesPage,
  TableLine,
  Visitor,
} from '../protocol/http';
import { say } from './words';

/** Something was not done; the message says why, as a sentence for people. */
export class NotDone extends Error {
  constructor(
    message: string,
    /** The status of the answer, 0 where there was none. */
    readonly status: number,
    readonly key = '',
  ) {
    super(message);
  }
}

const PATIENCE = 15_000;

export const api = {
  visitor: () => ask<Visitor>('GET', '/session'),
  register: (name: string) => ask<Guest>('POST', '/guests', { name }),
  rename: (name: string) => ask<Guest>('PUT', '/me', { name }),
  recovery: () => ask<Link>('POST', '/me/recovery'),
  comeBack: (token: string) => ask<Guest>('POST', '/session', { token }),
  games: () => ask<GameOffer[]>('GET', '/games'),
  rules: (game: string) => ask<RulesPage>('GET', `/games/${encodeURIComponent(game)}/rules`),
  lobby: () => ask<TableLine[]>('GET', '/tables'),
  ownTables: () => ask<TableLine[]>('GET', '/me/tables'),
  create: (wanted: NewTable) => ask<Opened>('POST', '/tables', wanted),
  accept: (invitation: string) => ask<{ table: string }>('POST', '/invitations', { invitation }),
  join: (table: string) => ask<{ table: string }>('POST', `/tables/${table}/guests`),
  invite: (table: string) => ask<Link>('POST', `/tables/${table}/invitations`),
  revoke: (table: string) => ask('DELETE', `/tables/${table}/invitations`),
  ledger: (table: string) => ask<LedgerSeen>('GET', `/tables/${table}/ledger`),
  hands: (table: string) => ask<HandLine[]>('GET', `/tables/${table}/hands`),
};

/** The drawing of a game, an SVG of the room's own. */
export async function picture(game: string): Promise<string> {
  return (await fetched('GET', `/games/${encodeURIComponent(game)}/picture.svg`)).text();
}

async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  return (await (await fetched(method, path, body)).json()) as T;
}

async function fetched(method: string, path: string, body?: unknown): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(`/api${path}`, {
      method,
      signal: AbortSignal.timeout(PATIENCE),
      ...(body !== undefined && {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    });
  } catch {
    throw new NotDone(say('error.unreachable'), 0);
  }
  if (!response.ok) throw await problem(response);
  return response;
}

async function problem(response: Response): Promise<NotDone> {
  try {
    const { reason } = (await response.json()) as Problem;
    return new NotDone(sentence(reason.text), response.status, reason.key);
  } catch {
    return new NotDone(say('error.status', { status: response.status }), response.status);
  }
}

/** Reasons come as parts of sentences. */
export function sentence(text: string): string {
  const whole = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(whole) ? whole : `${whole}.`;
}
