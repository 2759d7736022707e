import type { Logger } from 'pino';
import type { Db } from '../../db/connection';
import type { Services, ViewCounter } from '../services';

const FLUSH_MS = 5_000;
const BATCH = 5_000;
/** Products and days that are held while the database is away: a few MB. Views of further products are lost. */
const MAX_HELD = 50_000;

/** Sorted, so that two processes take the rows' locks in one order. */
const WRITE = `
  insert into product_views_daily as held (product_id, day, views)
  select * from unnest(?::integer[], ?::date[], ?::integer[])
  on conflict (product_id, day) do update set views = held.views + excluded.views`;

interface Count {
  readonly productId: number;
  readonly day: string;
  views: number;
}

const inOrder = (a: Count, b: Count) => a.productId - b.productId || (a.day < b.day ? -1 : 1);

interface ViewCounterOptions {
  readonly db: Db;
  readonly log: Logger;
  readonly clock: Services['databaseClock'];
  readonly max?: number;
}

/** Holds counts in memory and writes them every 5 s and at `stop`. A batch that fails is kept for the next flush. */
export class BatchedViewCounter implements ViewCounter {
  readonly #db: Db;
  readonly #log: Logger;
  readonly #clock: Services['databaseClock'];
  readonly #max: number;
  #held = new Map<string, Count>();
  #timer: NodeJS.Timeout | undefined;
  #flushing: Promise<void> = Promise.resolve();
  #stopped = false;

  constructor({ db, log, clock, max = MAX_HELD }: ViewCounterOptions) {
    this.#db = db;
    this.#log = log;
    this.#clock = clock;
    this.#max = max;
  }

  count(productId: number) {
    this.#add({ productId, day: this.#clock.now().toISOString().slice(0, 10), views: 1 });
    this.#schedule();
  }

  /** Resolves when all that was counted before is written or kept. */
  flush(): Promise<void> {
    this.#flushing = this.#flushing.then(() => this.#write());
    return this.#flushing;
  }

  async stop() {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.flush();
  }

  #schedule() {
    if (this.#timer || this.#stopped) return;
    this.#timer = setTimeout(() => {
      void this.flush().then(() => {
        this.#timer = undefined;
        if (this.#held.size > 0) this.#schedule();
      });
    }, FLUSH_MS).unref();
  }

  #add({ productId, day, views }: Count) {
    const key = `${productId} ${day}`;
    const count = this.#held.get(key);
    if (count) count.views += views;
    else if (this.#held.size < this.#max) this.#held.set(key, { productId, day, views });
  }

  async #write() {
    const counts = [...this.#held.values()].sort(inOrder);
    this.#held = new Map();
    for (let from = 0; from < counts.length; from += BATCH) {
      try {
        await this.#writeBatch(counts.slice(from, from + BATCH));
      } catch (err) {
        this.#log.warn({ err }, 'views could not be written and wait for the next time');
        for (const count of counts.slice(from)) this.#add(count);
        return;
      }
    }
  }

  #writeBatch(batch: readonly Count[]) {
    const column = <Key extends keyof Count>(key: Key) => batch.map((count) => count[key]);
    return this.#db.raw(WRITE, [column('productId'), column('day'), column('views')]);
  }
}
