import type { Channel, Identity } from './channel';
import type { Clock } from './clock';
import type { CableLog } from './fanout/fanout';
import { hashIdentifier } from './presence/user-limits';
import { confirmation, rejection } from './protocol';
import type { StreamRegistry, Subscriber } from './stream-registry';

/** What subscribing asks of those whom the connections of a server share. */
export interface ChannelContext<V extends Identity> {
  readonly channels: ReadonlyMap<unknown, Channel<V>>;
  readonly streams: StreamRegistry;
  readonly log: CableLog;
  readonly clock: Clock;
  /** Whether the viewer may hold one more subscription of this name. */
  hasRoom(viewer: V, identifier: string): boolean;
  /** Returns the string that another tab of the viewer already holds, so that equal identifiers share memory. */
  sharedIdentifier(viewer: V, identifier: string): string;
}

interface Subscription {
  readonly identifier: string;
  readonly streams: readonly string[];
  readonly confirmedAt: number;
  /** Computed when another process has to know it. */
  hash: string | null;
}

const NONE: ReadonlyMap<string, Subscription> = new Map();

/** What one connection listens to: the streams of each identifier, in the words that the client wrote it in. */
export class Subscriptions<V extends Identity> {
  readonly #offerings: ChannelContext<V>;
  readonly #reader: Subscriber;
  /** Of thousands of connections many never have any. */
  #held: Map<string, Subscription> | null = null;
  #characters = 0;

  constructor(offerings: ChannelContext<V>, reader: Subscriber) {
    this.#offerings = offerings;
    this.#reader = reader;
  }

  get identifiers(): Iterable<string> {
    return (this.#held ?? NONE).keys();
  }

  get size() {
    return this.#held?.size ?? 0;
  }

  /** Total length of the identifiers. */
  get characters() {
    return this.#characters;
  }

  find(identifier: string) {
    return this.#held?.get(identifier);
  }

  /** The identifiers as other processes know them. */
  *hashes(): Generator<{ readonly identifier: string; readonly hash: string; readonly confirmedAt: number }> {
    for (const subscription of (this.#held ?? NONE).values()) {
      const { identifier, confirmedAt } = subscription;
      subscription.hash ??= hashIdentifier(identifier);
      yield { identifier, hash: subscription.hash, confirmedAt };
    }
  }

  add(viewer: V, identifier: string, params: Readonly<Record<string, unknown>>) {
    const { channels, clock, log, hasRoom, sharedIdentifier } = this.#offerings;
    // Rails stays silent, and the stock client asks again every 500 ms.
    if (this.#held?.has(identifier)) return this.#reader.write(confirmation(identifier));
    const channel = channels.get(params.channel);
    try {
      const streams = channel?.may(viewer) ? channel.streams(viewer, params) : null;
      if (!streams || !hasRoom(viewer, identifier)) return this.#reader.write(rejection(identifier));
      const shared = sharedIdentifier(viewer, identifier);
      this.#hold({ identifier: shared, streams, confirmedAt: clock.now(), hash: null });
      this.#reader.write(confirmation(identifier));
    } catch (error) {
      // As in Rails: nothing on the wire.
      log.error({ err: error, channel: channel?.name }, 'cable: a channel failed');
    }
  }

  #hold(subscription: Subscription) {
    const { identifier, streams } = subscription;
    this.#held ??= new Map();
    this.#held.set(identifier, subscription);
    this.#characters += identifier.length;
    for (const stream of streams) this.#offerings.streams.add(stream, identifier, this.#reader);
  }

  remove(identifier: string) {
    const subscription = this.find(identifier);
    if (!subscription) return;
    this.#held?.delete(identifier);
    this.#characters -= identifier.length;
    for (const stream of subscription.streams)
      this.#offerings.streams.remove(stream, identifier, this.#reader);
  }

  /** Ends subscriptions that were confirmed before another process told of older ones. */
  reject(hashes: ReadonlySet<string>) {
    const rejected = [...this.hashes()].filter(({ hash }) => hashes.has(hash));
    for (const { identifier } of rejected) {
      this.remove(identifier);
      this.#reader.write(rejection(identifier));
    }
    return rejected.length > 0;
  }

  clear() {
    for (const identifier of [...this.identifiers]) this.remove(identifier);
  }
}
