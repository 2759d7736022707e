import type { PresenceEntry } from './message';
import type { UserPresence } from './user-limits';

interface Peer {
  receivedAt: number;
  readonly socketCounts: Map<number, number>;
  /** Only of users who have sockets in several processes. */
  readonly details: Map<number, UserPresence>;
}

/** Sockets announced by other processes. */
export class PeerPresence {
  readonly #peers = new Map<string, Peer>();

  has(process: string) {
    return this.#peers.has(process);
  }

  /** Removes earlier entries of the process. */
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

  /** Returns whether the process had no sockets of the user before. */
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

  /** Processes with sockets of the user. */
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
