import type { Db } from '../../db/connection';
import type { Listing } from './listing-index';

/** Bytes of one listing (SQL's listing_bytes). */
const WIDTH = 22;
const CHUNK = 20_000;

export function* listingsIn(bytes: Buffer): Generator<Listing> {
  for (let at = 0; at < bytes.length; at += WIDTH)
    yield {
      id: bytes.readInt32BE(at),
      cell: bytes.readInt16BE(at + 4),
      createdAt: bytes.readInt32BE(at + 6) * 2 ** 32 + bytes.readUInt32BE(at + 10),
      msrp: bytes.readInt32BE(at + 14) * 2 ** 32 + bytes.readUInt32BE(at + 18),
    };
}

interface Head {
  readonly snapshot: string;
  readonly generation: number;
  /** The greatest id there is; 0 where there is none. */
  readonly last: number;
}

interface Chunk {
  rows: { last: number | null; listings: Buffer | null }[];
}

/** Hands over everything that is listed, in the order of ids, a chunk at a time, as one snapshot sees it. */
export const loadListings = (
  db: Db,
  { begin, take }: { begin: (last: number) => void; take: (chunk: Iterable<Listing>) => void },
): Promise<Head> =>
  db.transaction(
    async (tx) => {
      const { rows } = await tx.raw<{ rows: Head[] }>(
        `select pg_current_snapshot()::text as snapshot, generation,
           coalesce((select max(product_id) from listings), 0) as last from listing_prunings`,
      );
      const [head] = rows;
      if (!head) throw new Error('listing_prunings is empty');
      begin(head.last);
      for (let last: number | null = 0; last !== null; ) {
        const { rows }: Chunk = await tx.raw<Chunk>(
          `select max(product_id) as last,
             string_agg(listing_bytes(product_id, cell, created_at, msrp_cents), ''::bytea order by product_id)
               filter (where profile_complete and suspended_at is null) as listings
           from (
             select listings.*, profile_complete, suspended_at
             from listings join sellers on sellers.id = listings.seller_id
             where product_id > ? order by product_id limit ?
           ) chunk`,
          [last, CHUNK],
        );
        if (rows[0]?.listings) take(listingsIn(rows[0].listings));
        last = rows[0]?.last ?? null;
      }
      return head;
    },
    { isolationLevel: 'repeatable read', readOnly: true },
  );
