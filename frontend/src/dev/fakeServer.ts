/** A server for tests and the dev page, with sockets that stay in this process. */

import type { FromClient, FromServer, Pledge, Reveal, View } from '../protocol/socket';

type FairMessage = Pledge | Reveal;

export class FakeServer {
  readonly sockets: FakeSocket[] = [];
  /** The immediate answer to a message, if any. */
  answer: (message: FromClient) => FromServer | null = () => null;

  /** Makes the sockets of a session. */
  readonly dial = (): WebSocket => {
    const socket = new FakeSocket(this);
    this.sockets.push(socket);
    return socket as unknown as WebSocket;
  };

  /** The latest socket. */
  get socket(): FakeSocket {
    return this.sockets.at(-1)!;
  }

  /** Accept the latest socket, and welcome its client. */
  welcome(): void {
    this.socket.accept();
    this.socket.receive({
      type: 'welcome',
      protocol: 2,
      table: 't',
      guest: 'g',
      name: 'Ana',
      chair: null,
      now: 0,
    });
    this.socket.acknowledge();
  }
}

class FakeSocket {
  readyState: number = WebSocket.CONNECTING;
  /** Without what is sent by itself to take part in the deals. */
  readonly sent: FromClient[] = [];
  /** Pledges and seeds. */
  readonly fair: FairMessage[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;

  constructor(private readonly server: FakeServer) {}

  accept(): void {
    this.readyState = WebSocket.OPEN;
    this.onopen?.();
  }

  /** A message from the server. */
  receive(message: FromServer): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  send(text: string): void {
    const message = JSON.parse(text) as FromClient;
    if (message.type === 'pledge' || message.type === 'reveal') {
      this.fair.push(message);
      return;
    }
    this.sent.push(message);
    const answer = this.server.answer(message);
    if (answer) this.receive(answer);
  }

  /** The pledges and seeds so far are taken. */
  acknowledge(): void {
    for (const { id } of this.fair) this.receive({ type: 'ack', id, version: 1 });
  }

  close(): void {
    this.readyState = WebSocket.CLOSED;
  }

  /** The connection is lost. */
  break(): void {
    this.readyState = WebSocket.CLOSED;
    this.onclose?.();
  }
}

/** A view of a table at which nothing has happened. */
export function emptyView(changes: Partial<View> = {}): View {
  return {
    type: 'view',
    table: 't',
    version: 1,
    now: 0,
    chair: null,
    is_whole: false,
    hand: null,
    said: [],
    showable: [],
    room: {
      name: '',
      host: 'g',
      rules: {
        games: [],
        dealers_choice: false,
        chairs: 2,
        least: 40,
        most: 200,
        turn: 30,
        time_bank: 60,
        pause: 6,
        automatic: true,
        public: false,
        bot_pace: 700,
        coach: true,
        rabbit: true,
        match: null,
        worth: null,
        cards: 'dealt',
        real_chips: false,
      },
      games: [],
      phase: 'waiting',
      chairs: [],
      button: null,
      hand: 0,
      game: null,
      clock: null,
      next_hand: null,
      may_show: null,
      shown: {},
      rabbit: [],
      muted: [],
      choices: [],
    },
    ...changes,
  };
}
