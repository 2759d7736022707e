import type { Db } from '../../db/connection';
import { type Listing, ListingIndex } from './listing-index';

/** Bytes of one listing (SQL's listing_bytes). */
const WIDTH = 22;
const CHUNK = 100_000;

function listingsIn(bytes: Buffer): Listing[] {
  return Array.from({ length: bytes.length / WIDTH }, (_none, index) => {
    const at = index * WIDTH;
    return {
      id: bytes.readInt32BE(at),
      cell: bytes.readInt16BE(at + 4),
      createdAt: Number(bytes.readBigInt64BE(at + 6)),
      msrp: Number(bytes.readBigInt64BE(at + 14)),
    };
  });
}

interface State {
  readonly index: ListingIndex;
  /** All that was committed in it is in the index. */
  snapshot: string;
  generation: number;
}

/** The greatest transaction number, exclusive, of a snapshot `xmin:xmax:…`. */
const end = (snapshot: string) => BigInt(snapshot.split(':')[1] ?? 0);

/**
 * The listings as this process knows them. `fresh` asks the database for what was touched since the last time,
 * so that an answer knows everything that was committed before it was asked for.
 */
export class Listings {
  private state: State | null = null;
  private running: Promise<ListingIndex> | null = null;
  private queued: Promise<ListingIndex> | null = null;

  constructor(private readonly db: Db) {}

  /** Those who come while a look is under way share the next one. */
  fresh(): Promise<ListingIndex> {
    if (!this.running) {
      this.running = this.look().finally(() => {
        this.running = null;
      });
      return this.running;
    }
    this.queued ??= this.running
      .catch(() => null)
      .then(() => {
        this.queued = null;
        return this.fresh();
      });
    return this.queued;
  }

  private async look(): Promise<ListingIndex> {
    const { state } = this;
    if (!state) return this.load();
    const { rows } = await this.db.raw<{
      rows: { snapshot: string; generation: number; changed: Buffer | null }[];
    }>('select snapshot::text, generation, changed from listings_since(?::pg_snapshot)', [state.snapshot]);
    const [row] = rows;
    // The log was cut further than we had read it, or the database is an older one than it was.
    if (!row || row.generation > state.generation + 1 || end(row.snapshot) < end(state.snapshot))
      return this.load();
    if (row.changed) {
      this.state = null; // Where applying fails half-way, the next look loads.
      state.index.apply(listingsIn(row.changed));
    }
    state.snapshot = row.snapshot;
    state.generation = row.generation;
    this.state = state;
    return state.index;
  }

  /** Everything, as one snapshot sees it. */
  private async load(): Promise<ListingIndex> {
    this.state = null;
    const index = new ListingIndex();
    const { snapshot, generation } = await this.db.transaction(
      async (tx) => {
        const { rows } = await tx.raw<{ rows: { snapshot: string; generation: number }[] }>(
          'select pg_current_snapshot()::text as snapshot, generation from listing_prunings',
        );
        const [row] = rows;
        if (!row) throw new Error('listing_prunings is empty');
        for (let last = 0; ; ) {
          const chunk = await tx.raw<{ rows: { last: number | null; listings: Buffer | null }[] }>(
            `select max(product_id) as last,
               string_agg(listing_bytes(product_id, cell, created_at, msrp_cents), ''::bytea)
                 filter (where profile_complete and suspended_at is null) as listings
             from (
               select listings.*, profile_complete, suspended_at
               from listings join sellers on sellers.id = listings.seller_id
               where product_id > ? order by product_id limit ?
             ) chunk`,
            [last, CHUNK],
          );
          const [part] = chunk.rows;
          if (!part?.last) return row;
          if (part.listings) index.apply(listingsIn(part.listings));
          last = part.last;
        }
      },
      { isolationLevel: 'repeatable read', readOnly: true },
    );
    this.state = { index, snapshot, generation };
    return index;
  }
}

const known = new WeakMap<Db, Listings>();

export function listingsOf(db: Db): Listings {
  const listings = known.get(db) ?? new Listings(db);
  known.set(db, listings);
  return listings;
}
