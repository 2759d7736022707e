import { setImmediate as aTurn, setTimeout as pause } from 'node:timers/promises';
import type { Db } from '../../../db/connection';
import { statement } from '../../../db/prepared-statement';
import type { IndexVersion } from '../cards';
import { ListingIndex } from './listing-index';
import { listingsIn, loadListings } from './loader';

const WARM_WITHIN_MS = 400;

/** All that was committed in the look's snapshot is in the index. */
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

/** The greatest transaction number, exclusive, of a snapshot `xmin:xmax:…`. */
const end = (snapshot: string) => BigInt(snapshot.split(':')[1] ?? 0);

/**
 * The listings as this process knows them. `fresh` asks the database for what was touched since the last time,
 * so that an answer knows everything that was committed before it was asked for.
 */
export class IndexStore {
  private state: State | null = null;
  private warmed = false;
  private running: Promise<ListingIndex> | null = null;
  private queued: Promise<ListingIndex> | null = null;

  constructor(private readonly db: Db) {}

  /** As of the last look; null before the first. */
  get known(): ListingIndex | null {
    return this.state?.index ?? null;
  }

  /** How far what is known goes. */
  get lastLook(): IndexVersion | null {
    return this.state;
  }

  /**
   * Whether the first look is over, so that no search waits for it; begins it where it is not under way, and waits for
   * its end a moment, which is enough for a small shop.
   */
  async warm(): Promise<boolean> {
    // Should the database be away, the next who asks tries again.
    const first = this.warmed || (this.running ?? this.fresh()).catch(() => null);
    await Promise.race([first, pause(WARM_WITHIN_MS, null, { ref: false })]);
    return this.warmed;
  }

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
    const [row] = await touchedSince(this.db, [state.snapshot]);
    // The log was cut further than we had read it, or the database is an older one than it was.
    if (!row || row.generation > state.generation + 1 || end(row.snapshot) < end(state.snapshot))
      return this.load();
    if (row.changed) {
      this.state = null; // Where applying fails half-way, the next look loads.
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
    // A million take a while: meanwhile the process answers others.
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
