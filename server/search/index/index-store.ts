import { setImmediate as aTurn, setTimeout as pause } from 'node:timers/promises';
import type { Knex } from 'knex';
import type { Logger } from 'pino';
import type { Db } from '../../../db/connection';
import { statement } from '../../../db/sql';
import type { IndexVersion } from '../cards';
import { type Listing, ListingIndex } from './listing-index';
import { type LoadedIndex, withCaches } from './match-caches';

const WARM_WITHIN_MS = 400;

interface State extends IndexVersion {
  readonly loaded: LoadedIndex;
}

const touchedSince = statement<{
  snapshot: string;
  generation: number;
  changed: Buffer | null;
  retagged: boolean;
  moved: boolean;
}>(
  'listings since',
  'select snapshot::text, generation, changed, retagged, moved from listings_since_v2($1::pg_snapshot)',
);

/** Exclusive upper transaction id of a snapshot `xmin:xmax:…`. */
const end = (snapshot: string) => BigInt(snapshot.split(':')[1] ?? 0);

export class IndexStore {
  private state: State | null = null;
  isWarm = false;
  private places = 0;
  private changes = 0;
  private loadMs = 0;
  private comparedAt = 0;
  private running: Promise<LoadedIndex> | null = null;
  private queued: Promise<LoadedIndex> | null = null;

  constructor(
    private readonly db: Db,
    private readonly log: Logger,
    private readonly listedSql: string,
  ) {}

  get current(): LoadedIndex | null {
    return this.state?.loaded ?? null;
  }

  figures() {
    if (!this.current) return null;
    const { size: listings, bytes } = this.current.listings;
    const { changes, loadMs } = this;
    return { listings, bytes, changes, loadMs, ageMs: performance.now() - this.comparedAt };
  }

  get version(): IndexVersion | null {
    return this.state;
  }

  /** Waits briefly, which suffices for a small catalog. Returns whether the index is loaded. */
  async warm(): Promise<boolean> {
    // If the database is unavailable, the next caller retries.
    const first = this.isWarm || (this.running ?? this.fresh()).catch(() => null);
    await Promise.race([first, pause(WARM_WITHIN_MS, null, { ref: false })]);
    return this.isWarm;
  }

  /** Includes everything committed before the call. Callers during a read share the next one. */
  fresh(): Promise<LoadedIndex> {
    if (!this.running) {
      this.running = this.update().finally(() => {
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

  private async update(): Promise<LoadedIndex> {
    const { state } = this;
    if (!state) return this.load();
    const [row] = await touchedSince(this.db, [state.snapshot]);
    // The log was pruned beyond our snapshot, or the database was restored to an older state.
    if (!row || row.generation > state.generation + 1 || end(row.snapshot) < end(state.snapshot))
      return this.load();
    const { listings } = state.loaded;
    if (row.changed) {
      this.state = null; // If applying fails half-way, the next read reloads.
      const changed = listingsIn(row.changed);
      listings.apply(changed);
      this.changes += changed.length;
    }
    if (row.retagged) listings.tagsVersion += 1;
    if (row.moved) this.places += 1;
    const { snapshot, generation } = row;
    this.comparedAt = performance.now();
    this.state = { loaded: state.loaded, snapshot, generation, places: this.places };
    return state.loaded;
  }

  private async load(): Promise<LoadedIndex> {
    this.state = null;
    const began = performance.now();
    const listings = new ListingIndex();
    const { snapshot, generation } = await readInto(listings, this.db, this.listedSql);
    for (const _turn of listings.ordering()) await aTurn();
    const loaded = withCaches({ db: this.db, listedSql: this.listedSql }, listings);
    this.places += 1;
    this.state = { loaded, snapshot, generation, places: this.places };
    this.isWarm = true;
    this.comparedAt = performance.now();
    this.loadMs = Math.round(this.comparedAt - began);
    this.log.info({ listings: listings.size, ms: this.loadMs }, 'loaded the search index');
    return loaded;
  }
}

const LISTING_BYTES = 30;
/** Ids per query: each reads sellers and locations again, and its rows keep the process busy for some 20 ms. */
const CHUNK = 100_000;

const wide = (bytes: Buffer, at: number) => bytes.readInt32BE(at) * 2 ** 32 + bytes.readUInt32BE(at + 4);

/** One object for all listings, valid during a call: a million would outweigh the index. */
function unpack(bytes: Buffer, take: (listing: Listing) => void) {
  const listing = { id: 0, cell: 0, createdAt: 0, msrp: 0, kind: 0, price: 0, percentOff: 0 };
  for (let at = 0; at < bytes.length; at += LISTING_BYTES) {
    listing.id = bytes.readInt32BE(at);
    listing.cell = bytes.readInt16BE(at + 4);
    listing.createdAt = wide(bytes, at + 6);
    listing.msrp = wide(bytes, at + 14);
    // One number: the price above 14 bits, the kind above 8, the percentage from -100.
    const low = bytes.readUInt32BE(at + 26);
    listing.price = bytes.readInt32BE(at + 22) * 2 ** 18 + (low >>> 14);
    listing.kind = (low >>> 8) & 63;
    listing.percentOff = (low & 255) - 100;
    take(listing);
  }
}

function listingsIn(bytes: Buffer): Listing[] {
  const listings: Listing[] = [];
  unpack(bytes, (listing) => listings.push({ ...listing }));
  return listings;
}

interface Head {
  readonly snapshot: string;
  readonly generation: number;
  readonly lastId: number;
}

async function chunkAfter(tx: Knex, listedSql: string, id: number): Promise<Buffer | null> {
  const { rows } = await tx.raw<{ rows: { listings: Buffer | null }[] }>(
    `select string_agg(listing_bytes_v2(product_id, cell, listings.created_at, msrp_cents, kind, price_cents, percent_off),
         ''::bytea order by product_id) as listings
     from listings_v2 listings join sellers on sellers.id = listings.seller_id
     where product_id > ? and product_id <= ? and ${listedSql}`,
    [id, id + CHUNK],
  );
  return rows[0]?.listings ?? null;
}

const HEAD = `select pg_current_snapshot()::text as snapshot, generation,
  coalesce((select max(product_id) from listings), 0) as "lastId" from listing_prunings`;

/** All listings, in id order, from one snapshot. */
const readInto = (listings: ListingIndex, db: Db, listedSql: string): Promise<Head> =>
  db.transaction(
    async (tx) => {
      const { rows } = await tx.raw<{ rows: Head[] }>(HEAD);
      const [head] = rows;
      if (!head) throw new Error('listing_prunings is empty');
      listings.reserve(head.lastId + 1);
      // The database packs the next chunk while this one is unpacked.
      let coming = chunkAfter(tx, listedSql, 0);
      for (let id = 0; id < head.lastId; id += CHUNK) {
        const bytes = await coming;
        if (id + CHUNK < head.lastId) coming = chunkAfter(tx, listedSql, id + CHUNK);
        if (bytes) unpack(bytes, (listing) => listings.take(listing));
      }
      await coming;
      return head;
    },
    { isolationLevel: 'repeatable read', readOnly: true },
  );
