import { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { createSession } from '../../../db/session';
import { backoff } from './backoff';
import { type Envelope, SHUTDOWN_STREAM } from './envelope';
import type { CableLog, Fanout, FanoutListener, PublishOptions } from './fanout';
import type { HistoryRequest } from './history';
import { Inbox } from './inbox';
import { Outbox } from './outbox';
import { PeerRegistry } from './peer-registry';
import { CHANNEL, EnvelopeSender, MAX_ENVELOPE_BYTES } from './postgres-envelopes';

const APPLICATION = 'cable';
const RESPONSE_TIMEOUT_MS = 5_000;
const PROBE_INTERVAL_MS = 10_000;

const LIST_PEERS = `
  select pid::text, pid = pg_backend_pid() as mine from pg_stat_activity
   where application_name = $1 and datname = current_database()`;
const FETCH = 'select body from cable_payloads where id = $1';

export interface PostgresFanoutOptions {
  readonly databaseUrl: string;
  readonly log: CableLog;
  readonly responseTimeoutMs?: number;
  readonly probeIntervalMs?: number;
  readonly sweepIntervalMs?: number;
}

class PostgresFanout implements Fanout {
  readonly #databaseUrl: string;
  readonly #responseTimeoutMs: number;
  readonly #probeIntervalMs: number;
  readonly #log: CableLog;
  readonly #outbox: Outbox;
  readonly #sender: EnvelopeSender;
  #listener: FanoutListener | null = null;
  #inbox: Inbox | null = null;
  readonly #peers = new PeerRegistry(() => this.#listener?.gap());
  #id: string | null = null;
  #client: pg.Client | null = null;
  #connected = false;
  #listening = false;
  #lastQuery: Promise<unknown> = Promise.resolve();
  #drop: () => void = () => undefined;
  #attempts = 0;
  #retry: NodeJS.Timeout | undefined;
  #probeTimer: NodeJS.Timeout | undefined;
  #stopping = false;
  #stopped = false;

  constructor({
    databaseUrl,
    log,
    responseTimeoutMs = RESPONSE_TIMEOUT_MS,
    probeIntervalMs = PROBE_INTERVAL_MS,
    sweepIntervalMs,
  }: PostgresFanoutOptions) {
    this.#databaseUrl = databaseUrl;
    this.#responseTimeoutMs = responseTimeoutMs;
    this.#probeIntervalMs = probeIntervalMs;
    this.#log = log;
    this.#sender = new EnvelopeSender(log, sweepIntervalMs);
    this.#outbox = new Outbox((...sending) => this.#send(...sending), MAX_ENVELOPE_BYTES);
    void this.#connect();
  }

  publish(stream: string, json: string, { isKept = false }: PublishOptions = {}) {
    return this.#outbox.put({ stream, json, isKept });
  }

  async readHistory(requests: readonly HistoryRequest[]) {
    const client = this.#client;
    if (!client) throw new Error('not connected');
    return this.#sender.history.read((...query) => this.#query(client, ...query), requests);
  }

  async listen(listener: FanoutListener) {
    if (this.#listener) return;
    this.#listener = listener;
    this.#inbox = new Inbox(listener, this.#peers, (reference) => this.#fetch(reference));
    if (this.#client && this.#connected) await this.#listenOn(this.#client).catch(() => undefined);
  }

  async stop() {
    if (this.#stopping) return;
    this.#stopping = true;
    if (this.#id) void this.publish(SHUTDOWN_STREAM, this.#id);
    await this.#outbox.drain();
    this.#stopped = true;
    clearTimeout(this.#retry);
    clearInterval(this.#probeTimer);
    const client = this.#client;
    this.#client = null;
    // end() waits for the server, which may be frozen.
    await Promise.race([client?.end().catch(() => undefined), delay(1_000, undefined, { ref: false })]);
    this.#drop();
  }

  async #connect() {
    // Created here so that it can be destroyed while the server hangs.
    const socket = new Socket();
    const client = createSession(this.#databaseUrl, APPLICATION, {
      connectionTimeoutMillis: this.#responseTimeoutMs,
      query_timeout: this.#responseTimeoutMs,
      stream: () => socket,
    });
    this.#drop = () => socket.destroy();
    client.on('notification', ({ payload }) => this.#inbox?.receive(payload ?? ''));
    client.on('error', (error) => this.#onDisconnected(client, error));
    client.on('end', () => this.#onDisconnected(client, new Error('the connection was closed')));
    try {
      this.#client = client;
      this.#lastQuery = client.connect();
      await this.#lastQuery;
      this.#connected = this.#client === client;
      if (this.#listener) await this.#listenOn(client);
    } catch (error) {
      this.#onDisconnected(client, error);
      return;
    }
    if (this.#client !== client || this.#stopped) return;
    if (this.#attempts > 0) this.#log.info({ attempts: this.#attempts }, 'cable: fan-out reconnected');
    this.#attempts = 0;
    this.#peers.reset();
    void this.#probePeers(client);
    this.#probeTimer = setInterval(() => void this.#probePeers(client), this.#probeIntervalMs);
    this.#probeTimer.unref();
    this.#outbox.resume();
  }

  async #listenOn(client: pg.Client) {
    await this.#query(client, `listen ${CHANNEL}`);
    this.#listening = this.#client === client;
    this.#listener?.gap();
  }

  isListening() {
    return this.#listening;
  }

  #onDisconnected(client: pg.Client, error: unknown) {
    if (this.#client !== client) return;
    this.#client = null;
    this.#connected = false;
    this.#listening = false;
    clearInterval(this.#probeTimer);
    this.#outbox.pause();
    this.#drop();
    if (this.#stopped) return;
    if (this.#attempts === 0) this.#log.warn({ err: error }, 'cable: fan-out disconnected, reconnecting');
    this.#retry = setTimeout(() => void this.#connect(), backoff(this.#attempts++));
  }

  async #probePeers(client: pg.Client) {
    try {
      const { rows } = await this.#query<{ pid: string; mine: boolean }>(client, LIST_PEERS, [APPLICATION]);
      this.#id = rows.find(({ mine }) => mine)?.pid ?? null;
      this.#peers.update(rows.map(({ pid }) => pid));
    } catch (error) {
      this.#onDisconnected(client, error);
    }
  }

  async #send(envelopes: readonly Envelope[], isRepeated: boolean) {
    const client = this.#client;
    if (!client) throw new Error('not connected');
    try {
      await this.#sender.send((...query) => this.#query(client, ...query), envelopes, isRepeated);
    } catch (error) {
      this.#onDisconnected(client, error);
      throw error;
    }
  }

  async #fetch(reference: string) {
    const client = this.#client;
    const result = client && (await this.#query<{ body: string }>(client, FETCH, [reference]));
    return result?.rows[0]?.body ?? null;
  }

  /** Queues the query, as pg warns about concurrent queries of one client. */
  #query<Row extends pg.QueryResultRow>(
    client: pg.Client,
    text: string,
    values: readonly unknown[] = [],
    name = '',
  ) {
    const result = this.#lastQuery.then(() =>
      client.query<Row>({ text, values: [...values], ...(name && { name }) }),
    );
    this.#lastQuery = result.catch(() => undefined);
    return result;
  }
}

export const postgresFanout = (options: PostgresFanoutOptions): Fanout => new PostgresFanout(options);
