import { Redis, ReplyError } from 'ioredis';
import { backoff } from './backoff';
import { type Envelope, SHUTDOWN_STREAM, textOf } from './envelope';
import type { CableLog, Fanout, FanoutListener } from './fanout';
import { Inbox } from './inbox';
import { Outbox } from './outbox';
import { PeerRegistry } from './peer-registry';

const CHANNEL = 'cable';
/** The name of every process's connection to publish, by which they know each other. */
const PUBLISHER = 'cable-publisher';
const MAX_ENVELOPE_BYTES = 64 * 1024;
const ANSWER_MS = 5_000;
const PROBE_MS = 10_000;

const connection = (redisUrl: string, answerMs: number, connectionName: string) =>
  new Redis(redisUrl, {
    protocol: 2,
    connectionName,
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
  /** How often it is asked whether it is still there, and who else. */
  readonly probeMs?: number;
}

/** Two connections, as Redis wants it: one to publish, and where sockets are served one to listen. */
class RedisFanout implements Fanout {
  readonly #redisUrl: string;
  readonly #answerMs: number;
  readonly #log: CableLog;
  readonly #outbox: Outbox;
  readonly #publisher: Redis;
  readonly #probe: NodeJS.Timeout;
  readonly #census = new PeerRegistry(() => this.#ear?.gap());
  #subscriber: Redis | null = null;
  #ear: FanoutListener | null = null;
  #id: string | null = null;
  #stopped = false;

  constructor({ redisUrl, log, answerMs = ANSWER_MS, probeMs = PROBE_MS }: RedisFanoutOptions) {
    this.#redisUrl = redisUrl;
    this.#answerMs = answerMs;
    this.#log = log;
    this.#publisher = connection(redisUrl, answerMs, PUBLISHER);
    this.#outbox = new Outbox((parcels) => this.#send(parcels), MAX_ENVELOPE_BYTES);
    this.#watch(this.#publisher, 'publisher');
    this.#publisher.on('ready', () => {
      this.#census.forget();
      void this.#ask();
      this.#outbox.resume();
    });
    this.#publisher.on('close', () => this.#outbox.pause());
    this.#probe = setInterval(() => this.#askAll(), probeMs);
    this.#probe.unref();
  }

  publish(stream: string, json: string) {
    return this.#outbox.put({ stream, json });
  }

  async listen(ear: FanoutListener) {
    if (this.#subscriber) return;
    this.#ear = ear;
    const inbox = new Inbox(ear, this.#census, async () => null);
    const subscriber = connection(this.#redisUrl, this.#answerMs, 'cable-subscriber');
    this.#subscriber = subscriber;
    this.#watch(subscriber, 'subscriber');
    subscriber.on('message', (_channel: string, text: string) => inbox.receive(text));
    subscriber.on('ready', () => void this.#subscribe(subscriber, ear));
  }

  async stop() {
    if (this.#stopped) return;
    this.#stopped = true;
    if (this.#id) void this.publish(SHUTDOWN_STREAM, this.#id);
    await this.#outbox.drain();
    clearInterval(this.#probe);
    this.#publisher.disconnect();
    this.#subscriber?.disconnect();
  }

  async #subscribe(subscriber: Redis, ear: FanoutListener) {
    try {
      await subscriber.subscribe(CHANNEL);
      // Whatever was sent before this moment has not been heard here.
      ear.gap();
    } catch {
      subscriber.disconnect(true);
    }
  }

  async #send(parcels: readonly Envelope[]) {
    try {
      for (const parcel of parcels) await this.#publisher.publish(CHANNEL, textOf(parcel));
    } catch (error) {
      // Whether it arrived is not known: on a new connection it is sent again.
      if (this.#publisher.status === 'ready') this.#publisher.disconnect(true);
      throw error;
    }
  }

  /** A frozen server breaks no connection: it only answers no more. Asks who is there, as it has to ask something. */
  async #ask() {
    try {
      const list = String(await this.#publisher.client('LIST'));
      const publishers = list.split('\n').filter((line) => line.includes(` name=${PUBLISHER} `));
      this.#id = String(await this.#publisher.client('ID'));
      this.#census.count(publishers.map((line) => /^id=(\d+)/.exec(line)?.[1] ?? ''));
    } catch (error) {
      // Some hosts forbid the list; then a killed process's last words are not missed.
      if (!(error instanceof ReplyError)) this.#publisher.disconnect(true);
    }
  }

  #askAll() {
    if (this.#publisher.status === 'ready') void this.#ask();
    const subscriber = this.#subscriber;
    if (subscriber?.status === 'ready') subscriber.ping().catch(() => subscriber.disconnect(true));
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
