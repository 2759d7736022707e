import type { Identity } from './channel';
import type { Connection } from './connection';
import { SOCKETS_PER_USER, SUBSCRIPTIONS_PER_USER } from './limits';

/** The welcomed connections, by user. */
export class Roster<V extends Identity> {
  readonly #users = new Map<number, Set<Connection<V>>>();

  of(userId: number): ReadonlySet<Connection<V>> {
    return this.#users.get(userId) ?? new Set();
  }

  *all(): Generator<Connection<V>> {
    for (const connections of this.#users.values()) yield* connections;
  }

  /** `elsewhere`: sockets of the user in other processes. */
  isFull(userId: number, elsewhere: number) {
    return this.of(userId).size + elsewhere >= SOCKETS_PER_USER;
  }

  users(): Iterable<number> {
    return this.#users.keys();
  }

  add(userId: number, connection: Connection<V>) {
    const connections = this.#users.get(userId);
    if (connections) connections.add(connection);
    else this.#users.set(userId, new Set([connection]));
  }

  remove(userId: number, connection: Connection<V>) {
    const connections = this.#users.get(userId);
    if (connections?.delete(connection) && connections.size === 0) this.#users.delete(userId);
  }

  /** Tabs subscribe alike: what is counted is different subscriptions over all sockets of the user. */
  hasRoom(userId: number, identifier: string) {
    let all = 0;
    for (const { subscriptionCount } of this.of(userId)) all += subscriptionCount;
    if (all < SUBSCRIPTIONS_PER_USER) return true;
    const different = new Set<string>();
    for (const { identifiers } of this.of(userId)) for (const each of identifiers) different.add(each);
    return different.has(identifier) || different.size < SUBSCRIPTIONS_PER_USER;
  }

  get size() {
    return this.#users.size;
  }
}
