import { delivery } from './protocol';

export interface Subscriber {
  write(frame: Buffer): void;
}

/** Who reads which stream, by identifier: everyone who subscribed in the same words gets the same bytes. */
export class StreamRegistry {
  readonly #readers = new Map<string, Map<string, Set<Subscriber>>>();

  add(stream: string, identifier: string, reader: Subscriber) {
    let groups = this.#readers.get(stream);
    if (!groups) {
      groups = new Map();
      this.#readers.set(stream, groups);
    }
    const group = groups.get(identifier);
    if (group) group.add(reader);
    else groups.set(identifier, new Set([reader]));
  }

  remove(stream: string, identifier: string, reader: Subscriber) {
    const groups = this.#readers.get(stream);
    const group = groups?.get(identifier);
    if (!groups || !group?.delete(reader) || group.size > 0) return;
    groups.delete(identifier);
    if (groups.size === 0) this.#readers.delete(stream);
  }

  /** `json` is the message already written. */
  deliver(stream: string, json: string) {
    for (const [identifier, group] of this.#readers.get(stream) ?? []) {
      const frame = delivery(identifier, json);
      for (const reader of group) reader.write(frame);
    }
  }

  /** Streams with a reader; for tests, which look for leaks. */
  get size() {
    return this.#readers.size;
  }
}
