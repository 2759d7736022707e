import { randomBytes } from 'node:crypto';
import { Redis, ReplyError } from 'ioredis';
import { backoff } from './backoff';
import { type Envelope, SHUTDOWN_STREAM } from './envelope';
import type { CableLog, Fanout, FanoutListener, PublishOptions } from './fanout';
import type { HistoryRequest } from './history';
import { Inbox } from './inbox';
import { Outbox } from './outbox';
import { PeerRegistry } from './peer-registry';
import { RedisHistory } from './redis-history';

const CHANNEL = 'cable';
const PUBLISHER = 'cable-publisher';
const MAX_ENVELOPE_BYTES = 64 * 1024;
const RESPONSE_TIMEOUT_MS = 5_000;
const PROBE_INTERVAL_MS = 10_000;

const connection = (redisUrl: string, responseTimeoutMs: number, connectionName: string) =>
  new Redis(redisUrl, {
    protocol: 2,
    connectionName,
    // The outbox queues messages in order and within bounds.
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    autoResubscribe: false,
    maxRetriesPerRequest: 0,
    commandTimeout: responseTimeoutMs,
    connectTimeout: responseTimeoutMs,
    keepAlive: 10_000,
    retryStrategy: backoff,
  });

export interface RedisFanoutOptions {
  readonly redisUrl: string;
  readonly log: CableLog;
  readonly responseTimeoutMs?: number;
  readonly probeIntervalMs?: number;
}

class RedisFanout implements Fanout {
  readonly #redisUrl: string;
  readonly #responseTimeoutMs: number;
  readonly #log: CableLog;
  readonly #outbox: Outbox;
  readonly #publisher: Redis;
  readonly #history: RedisHistory;
  readonly #probeTimer: NodeJS.Timeout;
  readonly #peers = new PeerRegistry(() => this.#listener?.gap());
  #subscriber: Redis | null = null;
  #listener: FanoutListener | null = null;
  #id: string | null = null;
  #stopped = false;
  #listening = false;

  constructor({
    redisUrl,
    log,
    responseTimeoutMs = RESPONSE_TIMEOUT_MS,
    probeIntervalMs = PROBE_INTERVAL_MS,
  }: RedisFanoutOptions) {
    this.#redisUrl = redisUrl;
    this.#responseTimeoutMs = responseTimeoutMs;
    this.#log = log;
    this.#publisher = connection(redisUrl, responseTimeoutMs, PUBLISHER);
    this.#history = new RedisHistory(this.#publisher, CHANNEL, (error) =>
      log.error({ err: error }, 'cable: the history failed, clients refetch instead'),
    );
    this.#outbox = new Outbox((envelopes) => this.#send(envelopes), MAX_ENVELOPE_BYTES);
    this.#logOutages(this.#publisher, 'publisher');
    this.#publisher.on('ready', () => {
      this.#peers.reset();
      void this.#probePeers();
      this.#outbox.resume();
    });
    this.#publisher.on('close', () => this.#outbox.pause());
    this.#probeTimer = setInterval(() => this.#probeAll(), probeIntervalMs);
    this.#probeTimer.unref();
  }

  publish(stream: string, json: string, { isKept = false }: PublishOptions = {}) {
    return this.#outbox.put({ stream, json, isKept });
  }

  readHistory(requests: readonly HistoryRequest[]) {
    return this.#history.read(requests);
  }

  async listen(listener: FanoutListener) {
    if (this.#subscriber) return;
    this.#listener = listener;
    const inbox = new Inbox(listener, this.#peers, async () => null);
    const subscriber = connection(this.#redisUrl, this.#responseTimeoutMs, 'cable-subscriber');
    this.#subscriber = subscriber;
    this.#logOutages(subscriber, 'subscriber');
    subscriber.on('message', (_channel: string, text: string) => inbox.receive(text));
    subscriber.on('ready', () => void this.#subscribe(subscriber, listener));
    subscriber.on('close', () => {
      this.#listening = false;
    });
  }

  isListening() {
    return this.#listening;
  }

  async stop() {
    if (this.#stopped) return;
    this.#stopped = true;
    if (this.#id) void this.publish(SHUTDOWN_STREAM, this.#id);
    await this.#outbox.drain();
    clearInterval(this.#probeTimer);
    this.#publisher.disconnect();
    this.#subscriber?.disconnect();
  }

  async #subscribe(subscriber: Redis, listener: FanoutListener) {
    try {
      await subscriber.subscribe(CHANNEL);
      this.#listening = true;
      listener.gap();
    } catch {
      subscriber.disconnect(true);
    }
  }

  async #send(envelopes: readonly Envelope[]) {
    try {
      for (const envelope of envelopes) await this.#history.send(envelope, randomBytes(4).toString('hex'));
    } catch (error) {
      // It may have arrived; the outbox sends it again on a new connection.
      if (this.#publisher.status === 'ready') this.#publisher.disconnect(true);
      throw error;
    }
  }

  async #probePeers() {
    try {
      const list = String(await this.#publisher.client('LIST'));
      const publishers = list.split('\n').filter((line) => line.includes(` name=${PUBLISHER} `));
      this.#id = String(await this.#publisher.client('ID'));
      this.#peers.update(publishers.map((line) => /^id=(\d+)/.exec(line)?.[1] ?? ''));
    } catch (error) {
      // Some hosts forbid CLIENT LIST; the loss of a peer is not detected there.
      if (!(error instanceof ReplyError)) this.#publisher.disconnect(true);
    }
  }

  #probeAll() {
    if (this.#publisher.status === 'ready') void this.#probePeers();
    const subscriber = this.#subscriber;
    if (subscriber?.status === 'ready') subscriber.ping().catch(() => subscriber.disconnect(true));
  }

  #logOutages(redis: Redis, role: string) {
    let isDisconnected = false;
    redis.on('error', (error: Error) => {
      if (!isDisconnected) this.#log.warn({ err: error, role }, 'cable: fan-out disconnected, reconnecting');
      isDisconnected = true;
    });
    redis.on('ready', () => {
      if (isDisconnected) this.#log.info({ role }, 'cable: fan-out reconnected');
      isDisconnected = false;
    });
  }
}

export const redisFanout = (options: RedisFanoutOptions): Fanout => new RedisFanout(options);
