import { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { backoff } from './backoff';
import type { CableLog, Ear, Fanout } from './fanout';
import { Inbox } from './inbox';
import { Outbox } from './outbox';
import { type Parcel, referenceTo, textOf } from './parcel';

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

/** One connection, for both directions, rebuilt when it breaks or falls silent. */
class PostgresFanout implements Fanout {
  readonly #databaseUrl: string;
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

  constructor(databaseUrl: string, log: CableLog) {
    this.#databaseUrl = databaseUrl;
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
    this.#stopped = true;
    clearTimeout(this.#retry);
    clearInterval(this.#probe);
    await this.#outbox.drain();
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
      connectionTimeoutMillis: ANSWER_MS,
      query_timeout: ANSWER_MS,
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
    try {
      for (let index = 0; index < parcels.length; ) index += await this.#sendSome(client, parcels, index);
    } catch (error) {
      if (isRefusal(error)) return this.#log.error({ err: error }, 'cable: messages refused and dropped');
      this.#lost(client, error);
      throw error;
    }
  }

  /** Answers how many went. What was sent before a failure is sent again, and known by its number. */
  async #sendSome(client: pg.Client, parcels: readonly Parcel[], from: number) {
    const first = parcels[from];
    if (first && !isInline(first)) {
      await client.query(NOTIFY_ROW, [referenceTo(first.head), first.body]);
      if (this.#sweep++ % 100 === 0) await client.query(SWEEP);
      return 1;
    }
    const some = parcels.slice(from, from + PARCELS_AT_ONCE);
    const end = some.findIndex((parcel) => !isInline(parcel));
    const inline = end < 0 ? some : some.slice(0, end);
    await client.query(NOTIFY, [inline.map(textOf)]);
    return inline.length;
  }

  async #fetch(reference: string) {
    const result = await this.#client?.query<{ body: string }>(FETCH, [reference]);
    return result?.rows[0]?.body ?? null;
  }
}

export const postgresFanout = ({ databaseUrl, log }: { databaseUrl: string; log: CableLog }): Fanout =>
  new PostgresFanout(databaseUrl, log);
