import pg from 'pg';
import { type Envelope, gapEnvelope, payloadReference, textOf } from './envelope';
import type { CableLog } from './fanout';

export const CHANNEL = 'cable';
/** NOTIFY takes fewer than 8,000 bytes; the head is under 60. */
export const MAX_ENVELOPE_BYTES = 7_836;
const INLINE_BYTES = 7_964;
const PARCELS_AT_ONCE = 50;

const NOTIFY = `select pg_notify('${CHANNEL}', parcel) from unnest($1::text[]) parcel`;
const NOTIFY_ROW = `
  with kept as (insert into cable_payloads (body) values ($2) returning id)
  select pg_notify('${CHANNEL}', $1 || id) from kept`;
const SWEEP = "delete from cable_payloads where created_at < now() - interval '10 minutes'";

/** The server is there but will never take this: a value it refuses, a table that is missing. */
const isPermanentError = (error: unknown) =>
  error instanceof pg.DatabaseError && /^(22|42|54)/.test(error.code ?? '');

const isInline = (parcel: Envelope) => Buffer.byteLength(textOf(parcel)) < INLINE_BYTES;

/** As many parcels as go into one statement: several small ones, or one large. */
function* batches(parcels: readonly Envelope[]): Generator<[Envelope, ...Envelope[]]> {
  let small: Envelope[] = [];
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

type Query = (text: string, values?: readonly unknown[]) => Promise<unknown>;

let large = 0;

async function sendBatch(query: Query, batch: readonly [Envelope, ...Envelope[]]) {
  const [first] = batch;
  if (isInline(first)) return void (await query(NOTIFY, [batch.map(textOf)]));
  await query(NOTIFY_ROW, [payloadReference(first.head), first.body]);
  if (large++ % 100 === 0) await query(SWEEP);
}

/** Sends in order. Rejects where the connection is to blame: then all of it is sent again, and known by its numbers. */
export async function sendEnvelopes(query: Query, parcels: readonly Envelope[], log: CableLog) {
  for (const batch of batches(parcels)) {
    try {
      await sendBatch(query, batch);
    } catch (error) {
      if (!isPermanentError(error)) throw error;
      log.error({ err: error }, 'cable: messages refused and dropped');
      await query(NOTIFY, [[textOf(gapEnvelope(batch))]]);
    }
  }
}
