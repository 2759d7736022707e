import { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { backoff } from './backoff';
import type { CableLog, Ear, Fanout } from './fanout';
import { Inbox } from './inbox';
import { Outbox } from './outbox';
import { gapParcel, type Parcel, referenceTo, textOf } from './parcel';

const CHANNEL = 'cable';
/** NOTIFY takes fewer than 8,000 bytes; the head is under 60. */
const INLINE_BYTES = 7_900;
const PARCELS_AT_ONCE = 50;
const ANSWER_MS = 5_000;
const PROBE_MS = 10_000;

const NOTIFY = `select pg_notify('${CHANNEL}', parcel) from unnest($1::text[]) parcel`;
const NOTIFY_ROW = `
  with kept as (insert into cable_payloads (body) values ($2) returning id)
  select pg_notify('${CHANNEL}', $1 || id) from kept`;
const FETCH = 'select body from cable_payloads where id = $1';
const SWEEP = "delete from cable_payloads where created_at < now() - interval '10 minutes'";

/** The server is there but will never take this: a value it refuses, a table that is missing. */
const isRefusal = (error: unknown) =>
  error instanceof pg.DatabaseError && /^(22|42|54)/.test(error.code ?? '');

const isInline = (parcel: Parcel) => Buffer.byteLength(textOf(parcel)) < INLINE_BYTES + 64;

/** As many parcels as go into one statement: several small ones, or one large. */
function* batches(parcels: readonly Parcel[]): Generator<[Parcel, ...Parcel[]]> {
  let small: Parcel[] = [];
  for (const parcel of parcels) {
    const [first, ...rest] = small;
    if (first && (small.length === PARCELS_AT_ONCE || !isInline(parcel))) {
      yield [first, ...rest];
      small = [];
    }
    if (isInline(parcel)) small.push(parcel);
    else yield [parcel];
  }
  const [first, ...rest] = small;
  if (first) yield [first, ...rest];
}

export interface PostgresFanoutOptions {
  readonly databaseUrl: string;
  readonly log: CableLog;
  /** After how long without an answer the connection counts as broken. */
  readonly answerMs?: number;
}

/** One connection, for both directions, rebuilt when it breaks or falls silent. */
class PostgresFanout implements Fanout {
  readonly #databaseUrl: string;
  readonly #answerMs: number;
  readonly #log: CableLog;
  readonly #outbox: Outbox;
  #ear: Ear | null = null;
  #inbox: Inbox | null = null;
  #client: pg.Client | null = null;
  #drop: () => void = () => undefined;
  #tries = 0;
  #retry: NodeJS.Timeout | undefined;
  #probe: NodeJS.Timeout | undefined;
  #sweep = 0;
  #stopped = false;

  constructor({ databaseUrl, log, answerMs = ANSWER_MS }: PostgresFanoutOptions) {
    this.#databaseUrl = databaseUrl;
    this.#answerMs = answerMs;
    this.#log = log;
    this.#outbox = new Outbox((parcels) => this.#send(parcels), INLINE_BYTES - 64);
    void this.#connect();
  }

  publish(stream: string, json: string) {
    return this.#outbox.put({ stream, json });
  }

  async listen(ear: Ear) {
    if (this.#ear) return;
    this.#ear = ear;
    this.#inbox = new Inbox(ear, (reference) => this.#fetch(reference));
    if (this.#client) await this.#listenOn(this.#client).catch(() => undefined);
  }

  async stop() {
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
      application_name: 'cable',
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
      await client.connect();
      if (this.#ear) await this.#listenOn(client);
    } catch (error) {
      this.#lost(client, error);
      return;
    }
    if (this.#client !== client || this.#stopped) return;
    if (this.#tries > 0) this.#log.info({ tries: this.#tries }, 'cable: fan-out is back');
    this.#tries = 0;
    this.#probe = setInterval(() => void this.#ask(client), PROBE_MS);
    this.#probe.unref();
    this.#outbox.resume();
  }

  async #listenOn(client: pg.Client) {
    await client.query(`listen ${CHANNEL}`);
    // Whatever was sent before this moment has not been heard here.
    this.#ear?.gap();
  }

  #lost(client: pg.Client, error: unknown) {
    if (this.#client !== client) return;
    this.#client = null;
    clearInterval(this.#probe);
    this.#outbox.pause();
    this.#drop();
    if (this.#stopped) return;
    if (this.#tries === 0) this.#log.warn({ err: error }, 'cable: fan-out is away, connecting again');
    this.#retry = setTimeout(() => void this.#connect(), backoff(this.#tries++));
  }

  /** A frozen server breaks no connection: it only answers no more. */
  async #ask(client: pg.Client) {
    await client.query('select 1').catch((error) => this.#lost(client, error));
  }

  async #send(parcels: readonly Parcel[]) {
    const client = this.#client;
    if (!client) throw new Error('away');
    for (const batch of batches(parcels)) {
      try {
        await this.#sendBatch(client, batch);
      } catch (error) {
        // What was sent before a failure is sent again, and known by its number.
        if (!isRefusal(error)) return this.#giveUp(client, error);
        this.#log.error({ err: error }, 'cable: messages refused and dropped');
        await client.query(NOTIFY, [[textOf(gapParcel(batch))]]);
      }
    }
  }

  #giveUp(client: pg.Client, error: unknown): never {
    this.#lost(client, error);
    throw error;
  }

  async #sendBatch(client: pg.Client, batch: readonly [Parcel, ...Parcel[]]) {
    const [first] = batch;
    if (isInline(first)) return void (await client.query(NOTIFY, [batch.map(textOf)]));
    await client.query(NOTIFY_ROW, [referenceTo(first.head), first.body]);
    if (this.#sweep++ % 100 === 0) await client.query(SWEEP);
  }

  async #fetch(reference: string) {
    const result = await this.#client?.query<{ body: string }>(FETCH, [reference]);
    return result?.rows[0]?.body ?? null;
  }
}

export const postgresFanout = (options: PostgresFanoutOptions): Fanout => new PostgresFanout(options);
