import { createHash } from 'node:crypto';
import type { Channel, Identity } from './channel';
import type { Clock } from './clock';
import type { CableLog } from './fanout/fanout';
import { confirmation, type HistoryQuery, rejection } from './protocol';
import type { HistoryReader } from './resume/history-reader';
import { type Receiver, ResumableSubscription, type Starts } from './resume/resumable-subscription';

export interface ChannelContext<V extends Identity> {
  readonly channels: ReadonlyMap<unknown, Channel<V>>;
  readonly streams: StreamRegistry<Subscriber>;
  readonly resumableStreams: StreamRegistry<ResumableSubscription>;
  readonly history: HistoryReader;
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

type Params = Readonly<Record<string, unknown>>;

interface SubscribeCommand {
  readonly identifier: string;
  readonly params: Params;
  readonly history: HistoryQuery | null;
}

const NO_HISTORY: HistoryQuery = { since: null, positions: new Map() };

const NONE: ReadonlyMap<string, Subscription> = new Map();

export class Subscriptions<V extends Identity> {
  readonly #context: ChannelContext<V>;
  readonly #subscriber: Receiver;
  #active: Map<string, Subscription> | null = null;
  /** Those over the extended protocol. */
  readonly #resumable: Map<string, ResumableSubscription> | null;
  #characters = 0;

  constructor(context: ChannelContext<V>, subscriber: Receiver, isExtended: boolean) {
    this.#context = context;
    this.#subscriber = subscriber;
    this.#resumable = isExtended ? new Map() : null;
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

  add(viewer: V, { identifier, params, history }: SubscribeCommand) {
    // Confirms again where Rails does not: the stock client would repeat the command every 500 ms.
    const verdict = this.#active?.has(identifier) ? true : this.#subscribe(viewer, identifier, params, null);
    if (verdict === null) return;
    this.#subscriber.write((verdict ? confirmation : rejection)(identifier));
    if (verdict && history) this.catchUp(identifier, history);
  }

  /** Subscribes without a confirmation; false if the viewer may not, any more. */
  resume(viewer: V, identifier: string, params: Params, starts: Starts) {
    return this.#subscribe(viewer, identifier, params, starts) === true;
  }

  catchUp(identifier: string, history: HistoryQuery | null) {
    void this.#resumable?.get(identifier)?.catchUp(history ?? NO_HISTORY);
  }

  catchUpAfterGap() {
    for (const subscription of this.#resumable?.values() ?? []) void subscription.catchUpAfterGap();
  }

  stopWaiting(now: number) {
    for (const subscription of this.#resumable?.values() ?? []) subscription.stopWaiting(now);
  }

  startsOf(identifier: string): Starts {
    return this.#resumable?.get(identifier)?.starts ?? new Map();
  }

  /** Returns null if the channel fails, which the client is not told. */
  #subscribe(viewer: V, identifier: string, params: Params, starts: Starts | null): boolean | null {
    const { channels, clock, log, hasRoom, sharedIdentifier } = this.#context;
    const channel = channels.get(params.channel);
    try {
      const streams = channel?.may(viewer) ? channel.streams(viewer, params) : null;
      if (!channel || !streams || !hasRoom(viewer, identifier)) return false;
      const shared = sharedIdentifier(viewer, identifier);
      this.#activate(
        { identifier: shared, channel: channel.name, streams, confirmedAt: clock.now(), hash: null },
        starts,
      );
      return true;
    } catch (error) {
      log.error({ err: error, channel: channel?.name }, 'cable: a channel failed');
      return null;
    }
  }

  #activate(subscription: Subscription, starts: Starts | null) {
    const { streams, resumableStreams, history, clock } = this.#context;
    const { identifier } = subscription;
    this.#active ??= new Map();
    this.#active.set(identifier, subscription);
    this.#characters += identifier.length;
    if (!this.#resumable) {
      for (const stream of subscription.streams) streams.add(stream, identifier, this.#subscriber);
      return;
    }
    const resumed = starts && { starts, now: clock.now() };
    const resumable = new ResumableSubscription(subscription, this.#subscriber, history, resumed);
    this.#resumable.set(identifier, resumable);
    for (const stream of subscription.streams) resumableStreams.add(stream, identifier, resumable);
  }

  remove(identifier: string) {
    const subscription = this.find(identifier);
    if (!subscription) return;
    this.#active?.delete(identifier);
    this.#characters -= identifier.length;
    const { streams, resumableStreams } = this.#context;
    const resumable = this.#resumable?.get(identifier);
    for (const stream of subscription.streams)
      if (resumable) resumableStreams.remove(stream, identifier, resumable);
      else streams.remove(stream, identifier, this.#subscriber);
    this.#resumable?.delete(identifier);
    resumable?.end();
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

export class StreamRegistry<S> {
  readonly #subscribers = new Map<string, Map<string, Set<S>>>();

  add(stream: string, identifier: string, subscriber: S) {
    let groups = this.#subscribers.get(stream);
    if (!groups) {
      groups = new Map();
      this.#subscribers.set(stream, groups);
    }
    const group = groups.get(identifier);
    if (group) group.add(subscriber);
    else groups.set(identifier, new Set([subscriber]));
  }

  remove(stream: string, identifier: string, subscriber: S) {
    const groups = this.#subscribers.get(stream);
    const group = groups?.get(identifier);
    if (!groups || !group?.delete(subscriber) || group.size > 0) return;
    groups.delete(identifier);
    if (groups.size === 0) this.#subscribers.delete(stream);
  }

  /** Encodes the frame once for all subscribers with the same identifier. */
  deliver(
    stream: string,
    encode: (identifier: string) => Buffer,
    send: (subscriber: S, frame: Buffer) => void,
  ) {
    for (const [identifier, group] of this.#subscribers.get(stream) ?? []) {
      const frame = encode(identifier);
      for (const subscriber of group) send(subscriber, frame);
    }
  }

  get size() {
    return this.#subscribers.size;
  }
}
