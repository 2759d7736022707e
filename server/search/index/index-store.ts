import { setImmediate as aTurn, setTimeout as pause } from 'node:timers/promises';
import type { Db } from '../../../db/connection';
import { statement } from '../../../db/prepared-statement';
import type { IndexVersion } from '../cards';
import { ListingIndex } from './listing-index';
import { listingsIn, loadListings } from './loader';

const WARM_WITHIN_MS = 400;

/** The index includes everything committed in the snapshot. */
interface State extends IndexVersion {
  readonly index: ListingIndex;
}

const touchedSince = statement<{
  snapshot: string;
  generation: number;
  changed: Buffer | null;
  retagged: boolean;
}>(
  'listings since',
  'select snapshot::text, generation, changed, retagged from listings_since($1::pg_snapshot)',
);

/** Exclusive upper transaction id of a snapshot `xmin:xmax:…`. */
const end = (snapshot: string) => BigInt(snapshot.split(':')[1] ?? 0);

/**
 * Keeps one process's index current. `fresh` reads the change log, so a search sees everything committed before it.
 */
export class IndexStore {
  private state: State | null = null;
  private warmed = false;
  private running: Promise<ListingIndex> | null = null;
  private queued: Promise<ListingIndex> | null = null;

  constructor(private readonly db: Db) {}

  /** As of the last read; null before the first. */
  get known(): ListingIndex | null {
    return this.state?.index ?? null;
  }

  get lastLook(): IndexVersion | null {
    return this.state;
  }

  /** Loads the index and waits briefly, which suffices for a small catalog. Returns whether it is loaded. */
  async warm(): Promise<boolean> {
    // If the database is unavailable, the next caller retries.
    const first = this.warmed || (this.running ?? this.fresh()).catch(() => null);
    await Promise.race([first, pause(WARM_WITHIN_MS, null, { ref: false })]);
    return this.warmed;
  }

  /** Callers during a read share the next one. */
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
    const [row] = await touchedSince(this.db, [state.snapshot]);
    // The log was pruned beyond our snapshot, or the database was restored to an older state.
    if (!row || row.generation > state.generation + 1 || end(row.snapshot) < end(state.snapshot))
      return this.load();
    if (row.changed) {
      this.state = null; // If applying fails half-way, the next read reloads.
      state.index.apply(listingsIn(row.changed));
    }
    if (row.retagged) state.index.tagsVersion += 1;
    const { index } = state;
    this.state = { index, snapshot: row.snapshot, generation: row.generation };
    return index;
  }

  private async load(): Promise<ListingIndex> {
    this.state = null;
    const index = new ListingIndex();
    const { snapshot, generation } = await loadListings(this.db, {
      begin: (last) => index.reserve(last + 1),
      take: (...listing) => index.take(...listing),
    });
    // Yields: a million listings take a while.
    for (const _turn of index.ordering()) await aTurn();
    this.state = { index, snapshot, generation };
    this.warmed = true;
    return index;
  }
}

const known = new WeakMap<Db, IndexStore>();

export function listingsOf(db: Db): IndexStore {
  const listings = known.get(db) ?? new IndexStore(db);
  known.set(db, listings);
  return listings;
}
