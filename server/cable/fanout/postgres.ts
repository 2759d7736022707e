import { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { backoff } from './backoff';
import { type Envelope, SHUTDOWN_STREAM } from './envelope';
import type { CableLog, Fanout, FanoutListener } from './fanout';
import { Inbox } from './inbox';
import { Outbox } from './outbox';
import { PeerRegistry } from './peer-registry';
import { CHANNEL, MAX_ENVELOPE_BYTES, sendEnvelopes } from './postgres-envelopes';

const APPLICATION = 'cable';
const ANSWER_MS = 5_000;
const PROBE_MS = 10_000;

const CENSUS = `
  select pid::text, pid = pg_backend_pid() as mine from pg_stat_activity
   where application_name = $1 and datname = current_database()`;
const FETCH = 'select body from cable_payloads where id = $1';
export interface PostgresFanoutOptions {
  readonly databaseUrl: string;
  readonly log: CableLog;
  /** After how long without an answer the connection counts as broken. */
  readonly answerMs?: number;
  /** How often it is asked whether it is still there, and who else. */
  readonly probeMs?: number;
}

/** One connection, for both directions, rebuilt when it breaks or falls silent. */
class PostgresFanout implements Fanout {
  readonly #databaseUrl: string;
  readonly #answerMs: number;
  readonly #probeMs: number;
  readonly #log: CableLog;
  readonly #outbox: Outbox;
  #ear: FanoutListener | null = null;
  #inbox: Inbox | null = null;
  readonly #census = new PeerRegistry(() => this.#ear?.gap());
  #id: string | null = null;
  #client: pg.Client | null = null;
  #connected = false;
  #turn: Promise<unknown> = Promise.resolve();
  #drop: () => void = () => undefined;
  #tries = 0;
  #retry: NodeJS.Timeout | undefined;
  #probe: NodeJS.Timeout | undefined;
  #stopping = false;
  #stopped = false;

  constructor({ databaseUrl, log, answerMs = ANSWER_MS, probeMs = PROBE_MS }: PostgresFanoutOptions) {
    this.#databaseUrl = databaseUrl;
    this.#answerMs = answerMs;
    this.#probeMs = probeMs;
    this.#log = log;
    this.#outbox = new Outbox((parcels) => this.#send(parcels), MAX_ENVELOPE_BYTES);
    void this.#connect();
  }

  publish(stream: string, json: string) {
    return this.#outbox.put({ stream, json });
  }

  async listen(ear: FanoutListener) {
    if (this.#ear) return;
    this.#ear = ear;
    this.#inbox = new Inbox(ear, this.#census, (reference) => this.#fetch(reference));
    // One that is on its way listens when it is there.
    if (this.#client && this.#connected) await this.#listenOn(this.#client).catch(() => undefined);
  }

  async stop() {
    if (this.#stopping) return;
    this.#stopping = true;
    if (this.#id) void this.publish(SHUTDOWN_STREAM, this.#id);
    await this.#outbox.drain();
    this.#stopped = true;
    clearTimeout(this.#retry);
    clearInterval(this.#probe);
    const client = this.#client;
    this.#client = null;
    // end() waits for an answer, which a frozen server owes for ever.
    await Promise.race([client?.end().catch(() => undefined), delay(1_000, undefined, { ref: false })]);
    this.#drop();
  }

  async #connect() {
    // The socket is made here so that it can be torn down when the server hangs: end() would wait for an answer.
    const socket = new Socket();
    const client = new pg.Client({
      connectionString: this.#databaseUrl,
      application_name: APPLICATION,
      connectionTimeoutMillis: this.#answerMs,
      query_timeout: this.#answerMs,
      keepAlive: true,
      stream: () => socket,
    });
    this.#drop = () => socket.destroy();
    client.on('notification', ({ payload }) => this.#inbox?.receive(payload ?? ''));
    client.on('error', (error) => this.#lost(client, error));
    client.on('end', () => this.#lost(client, new Error('the connection was closed')));
    try {
      this.#client = client;
      this.#turn = client.connect();
      await this.#turn;
      this.#connected = this.#client === client;
      if (this.#ear) await this.#listenOn(client);
    } catch (error) {
      this.#lost(client, error);
      return;
    }
    if (this.#client !== client || this.#stopped) return;
    if (this.#tries > 0) this.#log.info({ tries: this.#tries }, 'cable: fan-out is back');
    this.#tries = 0;
    this.#census.forget();
    void this.#ask(client);
    this.#probe = setInterval(() => void this.#ask(client), this.#probeMs);
    this.#probe.unref();
    this.#outbox.resume();
  }

  async #listenOn(client: pg.Client) {
    await this.#query(client, `listen ${CHANNEL}`);
    // Whatever was sent before this moment has not been heard here.
    this.#ear?.gap();
  }

  #lost(client: pg.Client, error: unknown) {
    if (this.#client !== client) return;
    this.#client = null;
    this.#connected = false;
    clearInterval(this.#probe);
    this.#outbox.pause();
    this.#drop();
    if (this.#stopped) return;
    if (this.#tries === 0) this.#log.warn({ err: error }, 'cable: fan-out is away, connecting again');
    this.#retry = setTimeout(() => void this.#connect(), backoff(this.#tries++));
  }

  /** A frozen server breaks no connection: it only answers no more. Asks who is there, as it has to ask something. */
  async #ask(client: pg.Client) {
    try {
      const { rows } = await this.#query<{ pid: string; mine: boolean }>(client, CENSUS, [APPLICATION]);
      this.#id = rows.find(({ mine }) => mine)?.pid ?? null;
      this.#census.count(rows.map(({ pid }) => pid));
    } catch (error) {
      this.#lost(client, error);
    }
  }

  async #send(parcels: readonly Envelope[]) {
    const client = this.#client;
    if (!client) throw new Error('away');
    try {
      await sendEnvelopes((text, values) => this.#query(client, text, values), parcels, this.#log);
    } catch (error) {
      this.#lost(client, error);
      throw error;
    }
  }

  async #fetch(reference: string) {
    const client = this.#client;
    const result = client && (await this.#query<{ body: string }>(client, FETCH, [reference]));
    return result?.rows[0]?.body ?? null;
  }

  /** A connection answers one query at a time; who asks meanwhile waits. */
  #query<Row extends pg.QueryResultRow>(client: pg.Client, text: string, values: readonly unknown[] = []) {
    const answer = this.#turn.then(() => client.query<Row>(text, [...values]));
    this.#turn = answer.catch(() => undefined);
    return answer;
  }
}

export const postgresFanout = (options: PostgresFanoutOptions): Fanout => new PostgresFanout(options);
