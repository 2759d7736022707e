import { createHash } from 'node:crypto';
import type { Channel, Identity } from './channel';
import type { Clock } from './clock';
import type { CableLog } from './fanout/fanout';
import { confirmation, delivery, rejection } from './protocol';

export interface ChannelContext<V extends Identity> {
  readonly channels: ReadonlyMap<unknown, Channel<V>>;
  readonly streams: StreamRegistry;
  readonly log: CableLog;
  readonly clock: Clock;
  hasRoom(viewer: V, identifier: string): boolean;
  /** Returns the equal string of another tab of the viewer, to share its memory. */
  sharedIdentifier(viewer: V, identifier: string): string;
}

interface Subscription {
  readonly identifier: string;
  readonly channel: string;
  readonly streams: readonly string[];
  readonly confirmedAt: number;
  hash: string | null;
}

export const hashIdentifier = (identifier: string) =>
  createHash('sha256').update(identifier).digest().subarray(0, 8).toString('base64url');

const NONE: ReadonlyMap<string, Subscription> = new Map();

export class Subscriptions<V extends Identity> {
  readonly #context: ChannelContext<V>;
  readonly #subscriber: Subscriber;
  #active: Map<string, Subscription> | null = null;
  #characters = 0;

  constructor(context: ChannelContext<V>, subscriber: Subscriber) {
    this.#context = context;
    this.#subscriber = subscriber;
  }

  get identifiers(): Iterable<string> {
    return (this.#active ?? NONE).keys();
  }

  get channels(): readonly string[] {
    return [...(this.#active ?? NONE).values()].map(({ channel }) => channel);
  }

  get size() {
    return this.#active?.size ?? 0;
  }

  get characters() {
    return this.#characters;
  }

  find(identifier: string) {
    return this.#active?.get(identifier);
  }

  *hashes(): Generator<{ readonly identifier: string; readonly hash: string; readonly confirmedAt: number }> {
    for (const subscription of (this.#active ?? NONE).values()) {
      const { identifier, confirmedAt } = subscription;
      subscription.hash ??= hashIdentifier(identifier);
      yield { identifier, hash: subscription.hash, confirmedAt };
    }
  }

  add(viewer: V, identifier: string, params: Readonly<Record<string, unknown>>) {
    const { channels, clock, log, hasRoom, sharedIdentifier } = this.#context;
    // Confirms again where Rails does not: the stock client would repeat the command every 500 ms.
    if (this.#active?.has(identifier)) return this.#subscriber.write(confirmation(identifier));
    const channel = channels.get(params.channel);
    try {
      const streams = channel?.may(viewer) ? channel.streams(viewer, params) : null;
      if (!channel || !streams || !hasRoom(viewer, identifier))
        return this.#subscriber.write(rejection(identifier));
      const shared = sharedIdentifier(viewer, identifier);
      this.#activate({
        identifier: shared,
        channel: channel.name,
        streams,
        confirmedAt: clock.now(),
        hash: null,
      });
      this.#subscriber.write(confirmation(identifier));
    } catch (error) {
      log.error({ err: error, channel: channel?.name }, 'cable: a channel failed');
    }
  }

  #activate(subscription: Subscription) {
    const { identifier, streams } = subscription;
    this.#active ??= new Map();
    this.#active.set(identifier, subscription);
    this.#characters += identifier.length;
    for (const stream of streams) this.#context.streams.add(stream, identifier, this.#subscriber);
  }

  remove(identifier: string) {
    const subscription = this.find(identifier);
    if (!subscription) return;
    this.#active?.delete(identifier);
    this.#characters -= identifier.length;
    for (const stream of subscription.streams)
      this.#context.streams.remove(stream, identifier, this.#subscriber);
  }

  reject(hashes: ReadonlySet<string>) {
    const rejected = [...this.hashes()].filter(({ hash }) => hashes.has(hash));
    for (const { identifier } of rejected) {
      this.remove(identifier);
      this.#subscriber.write(rejection(identifier));
    }
    return rejected.length > 0;
  }

  clear() {
    for (const identifier of [...this.identifiers]) this.remove(identifier);
  }
}

export interface Subscriber {
  write(frame: Buffer): void;
}

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

  deliver(stream: string, json: string) {
    for (const [identifier, group] of this.#subscribers.get(stream) ?? []) {
      const frame = delivery(identifier, json);
      for (const subscriber of group) subscriber.write(frame);
    }
  }

  get size() {
    return this.#subscribers.size;
  }
}
