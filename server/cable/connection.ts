import type { Duplex } from 'node:stream';
import type { RawData, WebSocket } from 'ws';
import type { Identity } from './channel';
import { PING_FRAME } from './frame';
import { FrameRateLimit } from './frame-rate-limit';
import { BUFFERED_BYTES, EARLY_CHARACTERS, HANDSHAKE_MS } from './limits';
import { confirmation, disconnectMessage, parseCommand, type Reason, WELCOME } from './protocol';
import type { Subscriber } from './stream-registry';
import { type ChannelContext, Subscriptions } from './subscriptions';

/** What the connections of a server share. */
export interface ConnectionHost<V extends Identity> extends ChannelContext<V> {
  nextConnectionId(): number;
  subscriptionsChanged(viewer: V): void;
  /** The connection takes no part any more. */
  left(connection: Connection<V>): void;
  /** Its socket is closed, too. */
  gone(connection: Connection<V>): void;
}

const ORDERLY = 1000;
const POLICY_VIOLATION = 1008;
const INTERNAL_ERROR = 1011;
const MIN_ANSWER_MS = 1_000;

/** One socket, from the upgrade to its end. No timer of its own: the heartbeat looks after it. */
export class Connection<V extends Identity> implements Subscriber {
  /** Unique in the process. */
  readonly id: number;
  readonly subscriptions: Subscriptions<V>;
  readonly #socket: WebSocket;
  /** The stream under the socket, to which whole frames are written as they are. */
  readonly #stream: Duplex;
  readonly #hub: ConnectionHost<V>;
  readonly #openedAt: number;
  #welcomedAt = 0;
  #viewer: V | null = null;
  #state: 'opening' | 'open' | 'ended' = 'opening';
  /** What came before the welcome, for afterwards. */
  #pendingFrames: string[] = [];
  readonly #allowance = new FrameRateLimit();
  #awaitingPongSince = 0;

  constructor(socket: WebSocket, wire: Duplex, hub: ConnectionHost<V>) {
    this.#socket = socket;
    this.#stream = wire;
    this.#hub = hub;
    this.id = hub.nextConnectionId();
    this.#openedAt = hub.clock.now();
    this.subscriptions = new Subscriptions(hub, this);
    socket.on('message', (data, isBinary) => this.#receive(data, isBinary));
    socket.on('ping', (data) => this.#answer(data));
    socket.on('pong', () => this.#markAlive());
    // What the peer did wrong is answered by the library with the close code that it calls for.
    socket.on('error', () => this.#leave());
    socket.on('close', () => this.#gone());
  }

  get viewer() {
    return this.#viewer;
  }

  get welcomedAt() {
    return this.#welcomedAt;
  }

  get isEnded() {
    return this.#state === 'ended';
  }

  /** It has been silent since it was last asked for a sign of life. */
  get isSilent() {
    return this.#awaitingPongSince > 0;
  }

  welcome(viewer: V) {
    if (this.#state !== 'opening') return;
    this.#viewer = viewer;
    this.#state = 'open';
    this.#welcomedAt = this.#hub.clock.now();
    this.write(WELCOME);
    for (const text of this.#pendingFrames) this.#handleCommand(text);
    this.#pendingFrames = [];
  }

  write(frame: Buffer) {
    if (this.#state === 'ended') return;
    this.#stream.write(frame);
    if (this.#stream.writableLength > BUFFERED_BYTES) this.#drop('reads too slowly');
  }

  /** Says why, and closes in order. */
  end(reason: Reason, reconnect: boolean, code = ORDERLY) {
    this.write(disconnectMessage(reason, reconnect));
    this.#close(code);
  }

  /** Closes where we failed: the client tries again by itself. */
  fail() {
    this.#close(INTERNAL_ERROR);
  }

  /** No farewell: nobody hears it. */
  terminate() {
    this.#socket.terminate();
    this.#gone();
  }

  /** Confirms every subscription once more, on which a client looks for what it may have missed. */
  confirmAgain() {
    for (const identifier of this.subscriptions.identifiers) this.write(confirmation(identifier));
  }

  beat(frame: Buffer) {
    if (this.#state === 'open') this.write(frame);
    else if (this.#state === 'opening' && this.#hub.clock.now() - this.#openedAt > HANDSHAKE_MS) this.fail();
  }

  /** Pings the peer; one that had time to answer the last ping is disconnected. */
  ask() {
    const now = this.#hub.clock.now();
    if (this.#awaitingPongSince > 0) {
      if (now - this.#awaitingPongSince >= MIN_ANSWER_MS) this.#drop('no longer answers');
      return;
    }
    this.#awaitingPongSince = now;
    this.write(PING_FRAME);
  }

  #markAlive() {
    this.#awaitingPongSince = 0;
  }

  #receive(data: RawData, isBinary: boolean) {
    this.#markAlive();
    if (!this.#takeFrameQuota() || isBinary) return;
    const text = data.toString();
    if (this.#state === 'opening') this.#keep(text);
    else this.#handleCommand(text);
  }

  #keep(text: string) {
    this.#pendingFrames.push(text);
    const characters = this.#pendingFrames.reduce((sum, { length }) => sum + length, 0);
    if (characters > EARLY_CHARACTERS) this.#stopFlood();
  }

  #answer(data: Buffer) {
    this.#markAlive();
    if (!this.#takeFrameQuota()) return;
    this.#socket.pong(data);
    if (this.#stream.writableLength > BUFFERED_BYTES) this.#drop('reads too slowly');
  }

  /** Counts every frame, whatever is in it: reading it is work, too. */
  #takeFrameQuota() {
    if (this.#state === 'ended') return false;
    if (this.#allowance.take(this.#hub.clock.now())) return true;
    this.#stopFlood();
    return false;
  }

  #stopFlood() {
    this.#hub.log.warn({ userId: this.#viewer?.id }, 'cable: too many commands');
    this.end('too_many_commands', true, POLICY_VIOLATION);
  }

  #handleCommand(text: string) {
    const command = parseCommand(text);
    if (!command || !this.#viewer || this.#state !== 'open') return;
    const { identifier, params } = command;
    if (command.command === 'unsubscribe') this.subscriptions.remove(identifier);
    else this.subscriptions.add(this.#viewer, identifier, params);
    this.#hub.subscriptionsChanged(this.#viewer);
  }

  #drop(why: string) {
    if (this.#state === 'ended') return;
    this.#hub.log.info({ userId: this.#viewer?.id, why }, 'cable: connection cut');
    this.terminate();
  }

  #close(code: number) {
    this.#leave();
    this.#socket.close(code);
  }

  #leave() {
    if (this.#state === 'ended') return;
    this.#state = 'ended';
    this.#pendingFrames = [];
    this.subscriptions.clear();
    this.#hub.left(this);
  }

  #gone() {
    this.#leave();
    this.#hub.gone(this);
  }
}
