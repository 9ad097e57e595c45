/** The server's HTTP API. */

import type {
  EveningView,
  GameOffer,
  Guest,
  HandLine,
  InvitationView,
  LedgerView,
  Link,
  NewTable,
  Opened,
  Problem,
  ReplayView,
  RulesPage,
  SeasonLine,
  SeasonView,
  Sessions,
  TableLine,
  Visitor,
} from '../protocol/http';
import { saved } from './saved';
import { language, say } from './words';

/** A request that failed; the message says why, as a sentence for people. */
export class ApiError extends Error {
  /** Did the room not answer at all? */
  isUnreachable = false;
  /** Is it for others than this guest? */
  isForbidden = false;
}

/** The message of an `ApiError`; other errors are thrown on. */
export function errorMessage(error: unknown): string {
  if (error instanceof ApiError) return error.message;
  throw error;
}

/** The address of a game's rules on one side of paper, with a table's options, ready to print. */
export function rulesOnPaper(game: string, options: Record<string, unknown>): string {
  const query = new URLSearchParams({ language: language() });
  for (const [name, value] of Object.entries(options)) query.set(name, String(value));
  return `/api/games/${encodeURIComponent(game)}/paper.html?${query}#print`;
}

/** The most time for a response (ms). */
const TIMEOUT = 15_000;

export const api = {
  visitor: () => json<Visitor>('GET', '/session'),
  register: (name: string) => json<Guest>('POST', '/guests', { name }),
  rename: (name: string) => json<Guest>('PUT', '/me', { name }),
  recovery: () => json<Link>('POST', '/me/recovery'),
  revokeRecovery: (id: string) => json('DELETE', `/me/recovery/${id}`),
  sessions: () => json<Sessions>('GET', '/me/sessions'),
  endSession: (id: string) => json('DELETE', `/me/sessions/${id}`),
  endOtherSessions: () => json('DELETE', '/me/sessions'),
  logOut: () => json('DELETE', '/session'),
  comeBack: (token: string) => json<Guest>('POST', '/session', { token }),
  games: () => json<GameOffer[]>('GET', '/games'),
  rules: (game: string) =>
    saved(`rules ${language()} ${game}`, () =>
      json<RulesPage>('GET', `/games/${encodeURIComponent(game)}/rules`),
    ),
  lobby: () => json<TableLine[]>('GET', '/tables'),
  ownTables: () => json<TableLine[]>('GET', '/me/tables'),
  endedTables: () => json<TableLine[]>('GET', '/me/tables/ended'),
  create: (table: NewTable) => json<Opened>('POST', '/tables', table),
  look: (invitation: string) => json<InvitationView>('POST', '/invitations/look', { invitation }),
  accept: (invitation: string) => json<{ table: string }>('POST', '/invitations', { invitation }),
  join: (table: string) => json<{ table: string }>('POST', `/tables/${table}/guests`),
  invite: (table: string) => json<Link>('POST', `/tables/${table}/invitations`),
  openHouse: () => json('POST', '/house'),
  revoke: (table: string) => json('DELETE', `/tables/${table}/invitations`),
  knocking: (table: string) => json<Guest[]>('GET', `/tables/${table}/knocking`),
  ledger: (table: string) => json<LedgerView>('GET', `/tables/${table}/ledger`),
  replay: (history: string, seat: number | null, is_own = false) =>
    saved(`replay ${language()} ${seat} ${is_own} ${nameOf(history)}`, () =>
      json<ReplayView>('POST', '/replays', { history, seat, is_own }),
    ),
  evening: (table: string) => json<EveningView>('GET', `/tables/${table}/evening`),
  again: (table: string) => json<Opened>('POST', `/tables/${table}/again`),
  seasons: () => json<SeasonLine[]>('GET', '/me/seasons'),
  season: (season: string) => json<SeasonView>('GET', `/seasons/${season}`),
  addToSeason: (table: string, season: string | null, name: string) =>
    json<SeasonView>('POST', `/tables/${table}/season`, { season, name }),
  planSeason: (season: string, at: number | null) =>
    json<SeasonView>('PUT', `/seasons/${season}/plan`, { at }),
  publicLink: (table: string) => json<Link>('GET', `/tables/${table}/link`),
  openSeason: (season: string) => json<Opened>('POST', `/seasons/${season}/table`),
  dropFromSeason: (season: string, table: string) =>
    json('DELETE', `/seasons/${season}/evenings/${table}`),
  hands: (table: string) => json<HandLine[]>('GET', `/tables/${table}/hands`),
};

/** All hands of a table as a `.phhs`, with the cards that the guest may know. */
export async function historiesOf(table: string): Promise<string> {
  return (await request('GET', `/tables/${table}/night.phhs`)).text();
}

/** A finished hand as a `.phh`: as the guest knows it, or as the rail does. */
export async function historyOf(table: string, hand: number, asRail = false): Promise<string> {
  const file = asRail ? `${hand}/rail.phh` : `${hand}.phh`;
  const path = `/tables/${table}/hands/${file}`;
  return saved(path, async () => (await request('GET', path)).text());
}

/** The chart of an evening, as a PNG. */
/** The path of an evening's picture, whose date is that on the clocks of this device. */
export function eveningPicturePath(table: string, began: number | null): string {
  const east = began === null ? 0 : -new Date(began).getTimezoneOffset();
  return `/tables/${table}/evening.png?east=${east}`;
}

export async function eveningPicture(table: string, began: number | null): Promise<Blob> {
  return (await request('GET', eveningPicturePath(table, began))).blob();
}

/** The picture of a game, an SVG of the server's own. */
export async function gamePicture(game: string): Promise<string> {
  return (await request('GET', `/games/${encodeURIComponent(game)}/picture.svg`)).text();
}

/** A short name for a text: equal texts have the same. */
function nameOf(text: string): string {
  let [one, other] = [7, 11];
  for (let n = 0; n < text.length; n++) {
    one = Math.imul(one ^ text.charCodeAt(n), 0x01000193) >>> 0;
    other = Math.imul(other + text.charCodeAt(n), 0x2c1b3c6d) >>> 0;
  }
  return `${text.length}-${one.toString(36)}-${other.toString(36)}`;
}

async function json<T>(method: string, path: string, body?: unknown): Promise<T> {
  return (await (await request(method, path, body)).json()) as T;
}

async function request(method: string, path: string, body?: unknown): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(`/api${path}`, {
      method,
      signal: AbortSignal.timeout(TIMEOUT),
      headers: {
        'accept-language': language(),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  } catch {
    throw Object.assign(new ApiError(say('error.unreachable')), { isUnreachable: true });
  }
  if (!response.ok) throw await errorOf(response);
  return response;
}

async function errorOf(response: Response): Promise<ApiError> {
  try {
    const { reason } = (await response.json()) as Problem;
    const isForbidden = response.status === 403;
    return Object.assign(new ApiError(asSentence(reason.text)), { isForbidden });
  } catch {
    return new ApiError(say('error.status', { status: response.status }));
  }
}

/** A reason of the server, which may be part of a sentence, as a whole one. */
export function asSentence(text: string): string {
  const whole = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(whole) ? whole : `${whole}.`;
}
