import type { Channel, Identity } from './channel';
import type { CableLog } from './fanout/fanout';
import { IDENTIFIER_CHARACTERS } from './limits';
import { confirmation, rejection } from './protocol';
import type { Reader, Streams } from './streams';

/** What subscribing asks of those whom the connections of a server share. */
export interface Offerings<V extends Identity> {
  readonly channels: ReadonlyMap<unknown, Channel<V>>;
  readonly streams: Streams;
  readonly log: CableLog;
  /** Whether the viewer may hold one more subscription of this name. */
  hasRoom(viewer: V, identifier: string): boolean;
}

const NONE: ReadonlyMap<string, readonly string[]> = new Map();

/** What one connection listens to: the streams of each identifier, in the words that the client wrote it in. */
export class Subscriptions<V extends Identity> {
  readonly #offerings: Offerings<V>;
  readonly #reader: Reader;
  /** Of thousands of connections many never have any. */
  #held: Map<string, readonly string[]> | null = null;

  constructor(offerings: Offerings<V>, reader: Reader) {
    this.#offerings = offerings;
    this.#reader = reader;
  }

  get identifiers(): Iterable<string> {
    return (this.#held ?? NONE).keys();
  }

  get size() {
    return this.#held?.size ?? 0;
  }

  add(viewer: V, identifier: string, params: Readonly<Record<string, unknown>>) {
    const { channels, streams: all, log } = this.#offerings;
    // Rails stays silent, and the stock client asks again every 500 ms.
    if (this.#held?.has(identifier)) return this.#reader.write(confirmation(identifier));
    const channel = channels.get(params.channel);
    try {
      const isSmall = identifier.length <= IDENTIFIER_CHARACTERS;
      const streams = isSmall && channel?.may(viewer) ? channel.streams(viewer, params) : null;
      if (!streams || !this.#offerings.hasRoom(viewer, identifier))
        return this.#reader.write(rejection(identifier));
      this.#held ??= new Map();
      this.#held.set(identifier, streams);
      for (const stream of streams) all.add(stream, identifier, this.#reader);
      this.#reader.write(confirmation(identifier));
    } catch (error) {
      // As in Rails: nothing on the wire.
      log.error({ err: error, channel: channel?.name }, 'cable: a channel failed');
    }
  }

  remove(identifier: string) {
    const streams = this.#held?.get(identifier);
    if (!streams) return;
    this.#held?.delete(identifier);
    for (const stream of streams) this.#offerings.streams.remove(stream, identifier, this.#reader);
  }

  clear() {
    for (const identifier of [...this.identifiers]) this.remove(identifier);
  }
}
