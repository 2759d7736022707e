import type { Duplex } from 'node:stream';
import type { RawData, WebSocket } from 'ws';
import type { CableObserver } from './cable';
import type { Identity } from './channel';
import {
  FrameRateLimit,
  IDENTIFICATION_TIMEOUT_MS,
  MAX_BUFFERED_BYTES,
  MAX_PENDING_CHARACTERS,
} from './limits';
import {
  confirmation,
  disconnectMessage,
  EXTENDED_PROTOCOL,
  extendedWelcome,
  PING_FRAME,
  parseCommand,
  parseFields,
  type Reason,
  WELCOME,
} from './protocol';
import { type ResumableSessions, type SavedSubscription, startsOf } from './resume/resumable-sessions';
import type { Receiver } from './resume/resumable-subscription';
import { type ChannelContext, Subscriptions } from './subscriptions';

export interface ConnectionHost<V extends Identity> extends ChannelContext<V> {
  readonly observer: CableObserver | null;
  readonly sessions: ResumableSessions;
  nextConnectionId(): number;
  subscriptionsChanged(viewer: V): void;
  connectionEnded(connection: Connection<V>): void;
  socketClosed(connection: Connection<V>): void;
}

const NORMAL_CLOSURE = 1000;
const POLICY_VIOLATION = 1008;
const INTERNAL_ERROR = 1011;
const PONG_TIMEOUT_MS = 1_000;

export class Connection<V extends Identity> implements Receiver {
  readonly id: number;
  /** Null but over the extended protocol. */
  readonly sid: string | null;
  readonly subscriptions: Subscriptions<V>;
  readonly #socket: WebSocket;
  readonly #stream: Duplex;
  readonly #host: ConnectionHost<V>;
  readonly #openedAt: number;
  #welcomedAt = 0;
  #viewer: V | null = null;
  #state: 'opening' | 'open' | 'ended' = 'opening';
  #pendingFrames: string[] = [];
  readonly #frameRateLimit = new FrameRateLimit();
  #awaitingPongSince = 0;

  constructor(socket: WebSocket, stream: Duplex, host: ConnectionHost<V>) {
    this.#socket = socket;
    this.#stream = stream;
    this.#host = host;
    this.id = host.nextConnectionId();
    this.#openedAt = host.clock.now();
    const isExtended = socket.protocol === EXTENDED_PROTOCOL;
    this.sid = isExtended ? host.sessions.newSid() : null;
    this.subscriptions = new Subscriptions(host, this, isExtended);
    socket.on('message', (data, isBinary) => this.#receive(data, isBinary));
    socket.on('ping', (data) => this.#onPing(data));
    socket.on('pong', () => this.#markAlive());
    // `ws` sends the close code for protocol errors of the peer.
    socket.on('error', () => this.#markEnded());
    socket.on('close', () => this.#onSocketClosed());
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

  get isSilent() {
    return this.#awaitingPongSince > 0;
  }

  /** From here on a revocation ends the connection. */
  identified(viewer: V) {
    this.#viewer = viewer;
  }

  /** `session`: the subscriptions of the one that it resumes. */
  welcome(viewer: V, session: readonly SavedSubscription[] | null) {
    if (this.#state !== 'opening') return;
    this.#viewer = viewer;
    this.#state = 'open';
    this.#welcomedAt = this.#host.clock.now();
    this.write(
      this.sid === null ? WELCOME : extendedWelcome(this.sid, session && this.#resume(viewer, session)),
    );
    if (this.sid !== null) this.#host.sessions.opened(this.sid, this);
    for (const text of this.#pendingFrames) this.#handleCommand(text);
    this.#pendingFrames = [];
  }

  /** Judges the subscriptions again; returns those that still hold. */
  #resume(viewer: V, session: readonly SavedSubscription[]) {
    const resumed = session.filter((saved) => {
      const params = parseFields(saved.identifier);
      return params && this.subscriptions.resume(viewer, saved.identifier, params, startsOf(saved));
    });
    if (resumed.length > 0) this.#host.subscriptionsChanged(viewer);
    return resumed.map(({ identifier }) => identifier);
  }

  describe(): SavedSubscription[] {
    return [...this.subscriptions.identifiers].map((identifier) => ({
      identifier,
      starts: [...this.subscriptions.startsOf(identifier)],
    }));
  }

  overflow() {
    this.#drop('reads too slowly');
  }

  write(frame: Buffer) {
    if (this.#state === 'ended') return;
    this.#stream.write(frame);
    this.#host.observer?.sent();
    if (this.#stream.writableLength > MAX_BUFFERED_BYTES) this.#drop('reads too slowly');
  }

  end(reason: Reason, reconnect: boolean, code = NORMAL_CLOSURE) {
    this.write(disconnectMessage(reason, reconnect));
    this.#close(code);
  }

  fail() {
    this.#close(INTERNAL_ERROR);
  }

  terminate() {
    this.#socket.terminate();
    this.#onSocketClosed();
  }

  /** Makes the client refetch, and sends it what the histories have. */
  reconfirmSubscriptions() {
    if (this.sid !== null) return this.subscriptions.catchUpAfterGap();
    for (const identifier of this.subscriptions.identifiers) this.write(confirmation(identifier));
  }

  sendHeartbeat(frame: Buffer) {
    if (this.#state === 'open') {
      this.write(frame);
      if (this.sid !== null) this.subscriptions.stopWaiting(this.#host.clock.now());
    } else if (
      this.#state === 'opening' &&
      this.#host.clock.now() - this.#openedAt > IDENTIFICATION_TIMEOUT_MS
    )
      this.fail();
  }

  checkAlive() {
    const now = this.#host.clock.now();
    if (this.#awaitingPongSince > 0) {
      if (now - this.#awaitingPongSince >= PONG_TIMEOUT_MS) this.#drop('no longer answers');
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
    this.#host.observer?.received();
    if (!this.#takeFrameQuota() || isBinary) return;
    const text = data.toString();
    if (this.#state === 'opening') this.#queueFrame(text);
    else this.#handleCommand(text);
  }

  #queueFrame(text: string) {
    this.#pendingFrames.push(text);
    const characters = this.#pendingFrames.reduce((sum, { length }) => sum + length, 0);
    if (characters > MAX_PENDING_CHARACTERS) this.#endForFlooding();
  }

  #onPing(data: Buffer) {
    this.#markAlive();
    if (!this.#takeFrameQuota()) return;
    this.#socket.pong(data);
    if (this.#stream.writableLength > MAX_BUFFERED_BYTES) this.#drop('reads too slowly');
  }

  /** Counts invalid frames, too, because parsing costs time. */
  #takeFrameQuota() {
    if (this.#state === 'ended') return false;
    if (this.#frameRateLimit.take(this.#host.clock.now())) return true;
    this.#endForFlooding();
    return false;
  }

  #endForFlooding() {
    this.#host.log.warn({ userId: this.#viewer?.id }, 'cable: too many commands');
    this.#host.observer?.dropped('too many commands');
    this.end('too_many_commands', true, POLICY_VIOLATION);
  }

  #handleCommand(text: string) {
    const command = parseCommand(text);
    if (!command || !this.#viewer || this.#state !== 'open') return;
    const { identifier, history } = command;
    if (command.command === 'history') return this.subscriptions.catchUp(identifier, history);
    if (command.command === 'unsubscribe') this.subscriptions.remove(identifier);
    else this.subscriptions.add(this.#viewer, command);
    this.#host.subscriptionsChanged(this.#viewer);
  }

  #drop(reason: string) {
    if (this.#state === 'ended') return;
    this.#host.log.info({ userId: this.#viewer?.id, why: reason }, 'cable: connection dropped');
    this.#host.observer?.dropped(reason);
    this.terminate();
  }

  #close(code: number) {
    this.#markEnded({ isResumable: false });
    this.#socket.close(code);
  }

  /** A client that is told to go does not resume its session. */
  #markEnded({ isResumable } = { isResumable: true }) {
    if (this.#state === 'ended') return;
    this.#state = 'ended';
    this.#pendingFrames = [];
    if (this.sid !== null) this.#host.sessions.closed(this.sid, this, isResumable);
    this.subscriptions.clear();
    this.#host.connectionEnded(this);
  }

  #onSocketClosed() {
    this.#markEnded();
    this.#host.socketClosed(this);
  }
}
