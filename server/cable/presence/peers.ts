import type { UserPresence } from './surplus';

interface Peer {
  receivedAt: number;
  readonly socketCounts: Map<number, number>;
  /** Only of users who have sockets in several processes. */
  readonly details: Map<number, UserPresence>;
}

export class PeerPresence {
  readonly #peers = new Map<string, Peer>();

  has(process: string) {
    return this.#peers.has(process);
  }

  replace(process: string) {
    this.#peers.set(process, { receivedAt: 0, socketCounts: new Map(), details: new Map() });
  }

  delete(process: string) {
    this.#peers.delete(process);
  }

  clear() {
    this.#peers.clear();
  }

  markReceived(process: string, now: number) {
    const peer = this.#peers.get(process);
    if (peer) peer.receivedAt = now;
  }

  deleteSilent(since: number) {
    for (const [process, { receivedAt }] of this.#peers) if (receivedAt < since) this.#peers.delete(process);
  }

  update(process: string, [userId, socketCount, sockets, identifiers]: PresenceEntry) {
    const peer = this.#peers.get(process);
    if (!peer) return false;
    const isNew = socketCount > 0 && !peer.socketCounts.has(userId);
    if (socketCount > 0) peer.socketCounts.set(userId, socketCount);
    else peer.socketCounts.delete(userId);
    if (sockets && identifiers) peer.details.set(userId, { process, sockets, identifiers });
    else peer.details.delete(userId);
    return isNew;
  }

  processesOf(userId: number) {
    return [...this.#peers].flatMap(([process, { socketCounts }]) =>
      socketCounts.has(userId) ? [process] : [],
    );
  }

  isElsewhere(userId: number) {
    for (const { socketCounts } of this.#peers.values()) if (socketCounts.has(userId)) return true;
    return false;
  }

  countSockets(userId: number) {
    let sockets = 0;
    for (const { socketCounts } of this.#peers.values()) sockets += socketCounts.get(userId) ?? 0;
    return sockets;
  }

  details(userId: number): UserPresence[] {
    const found: UserPresence[] = [];
    for (const { details } of this.#peers.values()) {
      const presence = details.get(userId);
      if (presence) found.push(presence);
    }
    return found;
  }
}

export const PRESENCE_STREAM = 'action_cable/neighbours';

/** Details are left out while the sender knows of no other process with sockets of the user. */
export type PresenceEntry = readonly [
  userId: number,
  socketCount: number,
  sockets?: UserPresence['sockets'],
  identifiers?: UserPresence['identifiers'],
];

export interface PresenceUpdate {
  readonly from: string;
  readonly all: boolean;
  readonly ask: boolean | readonly string[];
  readonly users: readonly PresenceEntry[];
  readonly verify?: readonly number[];
}

/** A NOTIFY takes fewer than 8,000 bytes; the remainder is for the other fields and the envelope. */
const MAX_CHUNK_BYTES = 6_500;
const MAX_NAMED_PROCESSES = 20;

export const isResyncRequested = ({ ask }: PresenceUpdate, process: string) =>
  typeof ask === 'boolean' ? ask : ask.includes(process);

/** Returns the processes to ask for all their entries; true asks all of them, as a long list exceeds a message. */
export const resyncRequest = (processes: readonly string[]): PresenceUpdate['ask'] =>
  processes.length > MAX_NAMED_PROCESSES || (processes.length > 0 && processes);

/** Splits ASCII items into lists that fit one message each; an empty list stays one message. */
export function* inChunks<T>(items: readonly T[]): Generator<readonly T[]> {
  let chunk: T[] = [];
  let bytes = 0;
  for (const item of items) {
    const itemBytes = JSON.stringify(item).length + 1;
    if (chunk.length > 0 && bytes + itemBytes > MAX_CHUNK_BYTES) {
      yield chunk;
      chunk = [];
      bytes = 0;
    }
    chunk.push(item);
    bytes += itemBytes;
  }
  yield chunk;
}
