import { delivery } from './protocol';

export interface Subscriber {
  write(frame: Buffer): void;
}

/** Subscribers by stream and identifier: equal identifiers share one encoded frame. */
export class StreamRegistry {
  readonly #subscribers = new Map<string, Map<string, Set<Subscriber>>>();

  add(stream: string, identifier: string, subscriber: Subscriber) {
    let groups = this.#subscribers.get(stream);
    if (!groups) {
      groups = new Map();
      this.#subscribers.set(stream, groups);
    }
    const group = groups.get(identifier);
    if (group) group.add(subscriber);
    else groups.set(identifier, new Set([subscriber]));
  }

  remove(stream: string, identifier: string, subscriber: Subscriber) {
    const groups = this.#subscribers.get(stream);
    const group = groups?.get(identifier);
    if (!groups || !group?.delete(subscriber) || group.size > 0) return;
    groups.delete(identifier);
    if (groups.size === 0) this.#subscribers.delete(stream);
  }

  /** `json` is the serialized message. */
  deliver(stream: string, json: string) {
    for (const [identifier, group] of this.#subscribers.get(stream) ?? []) {
      const frame = delivery(identifier, json);
      for (const subscriber of group) subscriber.write(frame);
    }
  }

  /** Number of streams with subscribers. */
  get size() {
    return this.#subscribers.size;
  }
}
