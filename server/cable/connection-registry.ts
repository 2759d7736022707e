import type { Identity } from './channel';
import type { Connection } from './connection';
import { MAX_SOCKETS_PER_USER, MAX_SUBSCRIPTIONS_PER_USER, MAX_USER_IDENTIFIER_CHARACTERS } from './limits';

const isWithinLimits = (subscriptions: number, characters: number) =>
  subscriptions <= MAX_SUBSCRIPTIONS_PER_USER && characters <= MAX_USER_IDENTIFIER_CHARACTERS;

function totalLength(texts: Iterable<string>) {
  let length = 0;
  for (const text of texts) length += text.length;
  return length;
}

export class ConnectionRegistry<V extends Identity> {
  readonly #users = new Map<number, Set<Connection<V>>>();

  of(userId: number): ReadonlySet<Connection<V>> {
    return this.#users.get(userId) ?? new Set();
  }

  *all(): Generator<Connection<V>> {
    for (const connections of this.#users.values()) yield* connections;
  }

  isFull(userId: number, elsewhere: number) {
    return this.of(userId).size + elsewhere >= MAX_SOCKETS_PER_USER;
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

  /** Tabs share subscriptions. */
  hasRoom(userId: number, identifier: string) {
    let subscriptions = 1;
    let characters = identifier.length;
    for (const connection of this.of(userId)) {
      subscriptions += connection.subscriptions.size;
      characters += connection.subscriptions.characters;
    }
    if (isWithinLimits(subscriptions, characters)) return true;
    const different = this.#identifiersOf(userId);
    if (different.has(identifier)) return true;
    return isWithinLimits(different.size + 1, totalLength(different) + identifier.length);
  }

  sharedIdentifier(userId: number, identifier: string) {
    for (const { subscriptions } of this.of(userId)) {
      const subscription = subscriptions.find(identifier);
      if (subscription) return subscription.identifier;
    }
    return identifier;
  }

  #identifiersOf(userId: number) {
    const different = new Set<string>();
    for (const { subscriptions } of this.of(userId))
      for (const identifier of subscriptions.identifiers) different.add(identifier);
    return different;
  }

  get size() {
    return this.#users.size;
  }
}
