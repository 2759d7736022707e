import pg from 'pg';
import { type Envelope, gapEnvelope, payloadReference, serializeEnvelope, sizeOf } from './envelope';
import type { CableLog } from './fanout';
import { PostgresHistory, type Query } from './postgres-history';

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

const isInline = (envelope: Envelope) => sizeOf(envelope) < INLINE_BYTES;

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

export class EnvelopeSender {
  readonly history: PostgresHistory;
  readonly #log: CableLog;
  #largeCount = 0;

  constructor(log: CableLog, sweepIntervalMs?: number) {
    this.#log = log;
    this.history = new PostgresHistory(
      (error) => log.error({ err: error }, 'cable: the history failed, clients refetch instead'),
      sweepIntervalMs,
    );
  }

  async send(query: Query, envelopes: readonly Envelope[], isRepeated: boolean) {
    const unsent = isRepeated ? await this.history.unsent(query, envelopes) : envelopes;
    for (const batch of batches(unsent)) {
      try {
        await this.#sendBatch(query, batch);
      } catch (error) {
        if (!isPermanentError(error)) throw error;
        this.#log.error({ err: error }, 'cable: messages rejected by PostgreSQL and dropped');
        await query(NOTIFY, [[serializeEnvelope(gapEnvelope(batch))]]);
      }
    }
    await this.history.sweep(query);
  }

  async #sendBatch(query: Query, batch: readonly [Envelope, ...Envelope[]]) {
    const [first] = batch;
    const reference = isInline(first) ? null : payloadReference(first.head);
    const isSent = await this.history.send(query, batch, reference);
    if (reference === null) {
      if (!isSent) await query(NOTIFY, [batch.map(serializeEnvelope)]);
      return;
    }
    if (!isSent) await query(NOTIFY_ROW, [reference, first.body]);
    if (this.#largeCount++ % SWEEP_INTERVAL === 0) await query(SWEEP);
  }
}
