import { Redis } from 'ioredis';
import { backoff } from './backoff';
import type { CableLog, Ear, Fanout } from './fanout';
import { Inbox } from './inbox';
import { Outbox } from './outbox';
import { type Parcel, textOf } from './parcel';

const CHANNEL = 'cable';
const PARCEL_BYTES = 64 * 1024;
const ANSWER_MS = 5_000;
const PROBE_MS = 10_000;

const connection = (redisUrl: string, answerMs: number) =>
  new Redis(redisUrl, {
    protocol: 2,
    // Our own outbox keeps what cannot be sent, with its order and its bounds.
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    autoResubscribe: false,
    maxRetriesPerRequest: 0,
    commandTimeout: answerMs,
    connectTimeout: answerMs,
    keepAlive: 10_000,
    retryStrategy: backoff,
  });

export interface RedisFanoutOptions {
  readonly redisUrl: string;
  readonly log: CableLog;
  /** After how long without an answer the connection counts as broken. */
  readonly answerMs?: number;
}

/** Two connections, as Redis wants it: one to publish, and where sockets are served one to listen. */
class RedisFanout implements Fanout {
  readonly #redisUrl: string;
  readonly #answerMs: number;
  readonly #log: CableLog;
  readonly #outbox: Outbox;
  readonly #publisher: Redis;
  readonly #probe: NodeJS.Timeout;
  #subscriber: Redis | null = null;

  constructor({ redisUrl, log, answerMs = ANSWER_MS }: RedisFanoutOptions) {
    this.#redisUrl = redisUrl;
    this.#answerMs = answerMs;
    this.#log = log;
    this.#publisher = connection(redisUrl, answerMs);
    this.#outbox = new Outbox((parcels) => this.#send(parcels), PARCEL_BYTES);
    this.#watch(this.#publisher, 'publisher');
    this.#publisher.on('ready', () => this.#outbox.resume());
    this.#publisher.on('close', () => this.#outbox.pause());
    this.#probe = setInterval(() => this.#askAll(), PROBE_MS);
    this.#probe.unref();
  }

  publish(stream: string, json: string) {
    return this.#outbox.put({ stream, json });
  }

  async listen(ear: Ear) {
    if (this.#subscriber) return;
    const inbox = new Inbox(ear, async () => null);
    const subscriber = connection(this.#redisUrl, this.#answerMs);
    this.#subscriber = subscriber;
    this.#watch(subscriber, 'subscriber');
    subscriber.on('message', (_channel: string, text: string) => inbox.receive(text));
    subscriber.on('ready', () => void this.#subscribe(subscriber, ear));
  }

  async stop() {
    await this.#outbox.drain();
    clearInterval(this.#probe);
    this.#publisher.disconnect();
    this.#subscriber?.disconnect();
  }

  async #subscribe(subscriber: Redis, ear: Ear) {
    try {
      await subscriber.subscribe(CHANNEL);
      // Whatever was sent before this moment has not been heard here.
      ear.gap();
    } catch {
      subscriber.disconnect(true);
    }
  }

  async #send(parcels: readonly Parcel[]) {
    try {
      for (const parcel of parcels) await this.#publisher.publish(CHANNEL, textOf(parcel));
    } catch (error) {
      // Whether it arrived is not known: on a new connection it is sent again.
      if (this.#publisher.status === 'ready') this.#publisher.disconnect(true);
      throw error;
    }
  }

  /** A frozen server breaks no connection: it only answers no more. */
  #askAll() {
    for (const redis of [this.#publisher, this.#subscriber])
      if (redis?.status === 'ready') redis.ping().catch(() => redis.disconnect(true));
  }

  #watch(redis: Redis, role: string) {
    let away = false;
    redis.on('error', (error: Error) => {
      if (!away) this.#log.warn({ err: error, role }, 'cable: fan-out is away, connecting again');
      away = true;
    });
    redis.on('ready', () => {
      if (away) this.#log.info({ role }, 'cable: fan-out is back');
      away = false;
    });
  }
}

export const redisFanout = (options: RedisFanoutOptions): Fanout => new RedisFanout(options);
