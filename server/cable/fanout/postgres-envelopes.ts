import pg from 'pg';
import { type Envelope, gapEnvelope, payloadReference, serializeEnvelope } from './envelope';
import type { CableLog } from './fanout';

export const CHANNEL = 'cable';
/** NOTIFY takes fewer than 8,000 bytes; the head is under 60. */
export const MAX_ENVELOPE_BYTES = 7_836;
const INLINE_BYTES = 7_964;
const MAX_BATCH_ENVELOPES = 50;

const NOTIFY = `select pg_notify('${CHANNEL}', envelope) from unnest($1::text[]) envelope`;
const NOTIFY_ROW = `
  with payload as (insert into cable_payloads (body) values ($2) returning id)
  select pg_notify('${CHANNEL}', $1 || id) from payload`;
const SWEEP_INTERVAL = 100;
const SWEEP = "delete from cable_payloads where created_at < now() - interval '10 minutes'";

/** Invalid data, a missing table or an exceeded limit: sending it again cannot succeed. */
const isPermanentError = (error: unknown) =>
  error instanceof pg.DatabaseError && /^(22|42|54)/.test(error.code ?? '');

const isInline = (envelope: Envelope) => Buffer.byteLength(serializeEnvelope(envelope)) < INLINE_BYTES;

function* batches(envelopes: readonly Envelope[]): Generator<[Envelope, ...Envelope[]]> {
  let small: Envelope[] = [];
  for (const envelope of envelopes) {
    const [first, ...rest] = small;
    if (first && (small.length === MAX_BATCH_ENVELOPES || !isInline(envelope))) {
      yield [first, ...rest];
      small = [];
    }
    if (isInline(envelope)) small.push(envelope);
    else yield [envelope];
  }
  const [first, ...rest] = small;
  if (first) yield [first, ...rest];
}

type Query = (text: string, values?: readonly unknown[]) => Promise<unknown>;

export class EnvelopeSender {
  readonly #log: CableLog;
  #largeCount = 0;

  constructor(log: CableLog) {
    this.#log = log;
  }

  async send(query: Query, envelopes: readonly Envelope[]) {
    for (const batch of batches(envelopes)) {
      try {
        await this.#sendBatch(query, batch);
      } catch (error) {
        if (!isPermanentError(error)) throw error;
        this.#log.error({ err: error }, 'cable: messages rejected by PostgreSQL and dropped');
        await query(NOTIFY, [[serializeEnvelope(gapEnvelope(batch))]]);
      }
    }
  }

  async #sendBatch(query: Query, batch: readonly [Envelope, ...Envelope[]]) {
    const [first] = batch;
    if (isInline(first)) return void (await query(NOTIFY, [batch.map(serializeEnvelope)]));
    await query(NOTIFY_ROW, [payloadReference(first.head), first.body]);
    if (this.#largeCount++ % SWEEP_INTERVAL === 0) await query(SWEEP);
  }
}
