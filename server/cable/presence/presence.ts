import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../clock';
import {
  inChunks,
  isResyncRequested,
  PeerPresence,
  type PresenceEntry,
  type PresenceUpdate,
  resyncRequest,
} from './peers';
import { hasRoomFor, type UserPresence } from './surplus';

export interface PresenceHost {
  readonly clock: Clock;
  send(update: PresenceUpdate): void;
  countSockets(userId: number): number;
  describe(userId: number): Omit<UserPresence, 'process'>;
  users(): Iterable<number>;
  endSurplus(userId: number, own: UserPresence, elsewhere: readonly UserPresence[]): boolean;
}

const TICK_MS = 150;
const ALIVE_MS = 4_000;
const MAX_SILENCE_MS = 12_000;
const REPLY_MS = 2_000;
const POLL_MS = 25;

export class PresenceTracker {
  readonly #name: string = randomUUID();
  readonly #host: PresenceHost;
  readonly #peers = new PeerPresence();
  /** Users to announce, to check and to verify, and processes to ask, at the next tick. */
  readonly #changed = new Set<number>();
  readonly #unchecked = new Set<number>();
  readonly #unverified = new Set<number>();
  readonly #unknownPeers = new Set<string>();
  readonly #recounts = new Map<number, { readonly silent: Set<string>; readonly completed: Promise<void> }>();
  readonly #stopTicking: () => void;
  #mustSendAll = false;
  #sentAt = 0;

  constructor(host: PresenceHost) {
    this.#host = host;
    this.#stopTicking = host.clock.every(TICK_MS, () => this.#tick());
  }

  stop() {
    this.#stopTicking();
    this.#send([], { all: true, ask: false });
  }

  socketsChanged(userId: number) {
    this.#changed.add(userId);
  }

  /** Other processes need the identifiers only of users whom they serve, too. */
  identifiersChanged(userId: number) {
    if (this.#peers.isElsewhere(userId)) this.#changed.add(userId);
  }

  countElsewhere(userId: number) {
    return this.#peers.countSockets(userId);
  }

  hasRoomFor(userId: number, identifier: string) {
    const elsewhere = this.#peers.details(userId);
    return elsewhere.length === 0 || hasRoomFor(identifier, [this.#describe(userId), ...elsewhere]);
  }

  receive(update: PresenceUpdate) {
    const { from, all, users, verify = [] } = update;
    if (from === this.#name) return;
    if (isResyncRequested(update, this.#name)) this.#mustSendAll = true;
    for (const userId of verify) this.#changed.add(userId);
    if (all) this.#peers.replace(from);
    // Without its other users an update is incomplete, and after a gap it may be old.
    if (!this.#peers.has(from)) return void this.#unknownPeers.add(from);
    this.#peers.markReceived(from, this.#host.clock.now());
    if (all) for (const { silent } of this.#recounts.values()) silent.delete(from);
    for (const entry of users) this.#update(from, entry);
  }

  resync() {
    this.#peers.clear();
    this.#sendAll(true);
  }

  /** Asks for the user's sockets again. The sockets of a process that does not reply no longer count. */
  recount(userId: number): Promise<void> | undefined {
    const running = this.#recounts.get(userId);
    if (running) return running.completed;
    const silent = new Set(this.#peers.processesOf(userId));
    if (silent.size === 0) return undefined;
    const completed = this.#deleteSilent(silent).finally(() => this.#recounts.delete(userId));
    this.#recounts.set(userId, { silent, completed });
    this.#unverified.add(userId);
    return completed;
  }

  async #deleteSilent(silent: ReadonlySet<string>) {
    for (let waited = 0; waited < REPLY_MS && silent.size > 0; waited += POLL_MS) await delay(POLL_MS);
    for (const process of silent) this.#peers.delete(process);
  }

  #update(from: string, entry: PresenceEntry) {
    const [userId] = entry;
    this.#recounts.get(userId)?.silent.delete(from);
    const isNew = this.#peers.update(from, entry);
    if (this.#host.countSockets(userId) === 0) return;
    this.#unchecked.add(userId);
    if (isNew) this.#changed.add(userId);
  }

  #tick() {
    const now = this.#host.clock.now();
    this.#peers.deleteSilent(now - MAX_SILENCE_MS);
    this.#enforceLimits();
    const hasChanges = this.#changed.size + this.#unknownPeers.size > 0;
    if (this.#mustSendAll) this.#sendAll(resyncRequest([...this.#unknownPeers]));
    else if (hasChanges || now - this.#sentAt >= ALIVE_MS) this.#sendChanges();
    if (this.#unverified.size > 0) this.#sendVerify();
  }

  #enforceLimits() {
    const userIds = new Set([...this.#unchecked, ...this.#changed]);
    this.#unchecked.clear();
    for (const userId of userIds) {
      const elsewhere = this.#peers.details(userId);
      if (elsewhere.length === 0 || this.#host.countSockets(userId) === 0) continue;
      if (this.#host.endSurplus(userId, this.#describe(userId), elsewhere)) this.#changed.add(userId);
    }
  }

  #sendAll(ask: PresenceUpdate['ask']) {
    this.#mustSendAll = false;
    this.#changed.clear();
    this.#unknownPeers.clear();
    this.#send([...this.#host.users()], { all: true, ask });
  }

  #sendChanges() {
    const userIds = [...this.#changed];
    const ask = resyncRequest([...this.#unknownPeers]);
    this.#changed.clear();
    this.#unknownPeers.clear();
    this.#send(userIds, { all: false, ask });
  }

  #sendVerify() {
    for (const verify of inChunks([...this.#unverified]))
      this.#host.send({ from: this.#name, all: false, ask: false, users: [], verify });
    this.#unverified.clear();
  }

  #send(userIds: readonly number[], { all, ask }: Pick<PresenceUpdate, 'all' | 'ask'>) {
    this.#sentAt = this.#host.clock.now();
    let isFirst = true;
    for (const users of inChunks(userIds.map((userId) => this.#entryOf(userId)))) {
      this.#host.send({ from: this.#name, all: all && isFirst, ask: isFirst && ask, users });
      isFirst = false;
    }
  }

  #describe(userId: number): UserPresence {
    return { process: this.#name, ...this.#host.describe(userId) };
  }

  #entryOf(userId: number): PresenceEntry {
    const socketCount = this.#host.countSockets(userId);
    if (socketCount === 0 || !this.#peers.isElsewhere(userId)) return [userId, socketCount];
    const { sockets, identifiers } = this.#host.describe(userId);
    return [userId, socketCount, sockets, identifiers];
  }
}
