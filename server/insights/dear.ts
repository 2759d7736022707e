import type { Knex } from 'knex';

/** What took longer than this to count is dear. */
const DEAR_MS = 250;
/** A dear number is kept this many times as long as it took, */
const KEPT_TIMES = 20;
/** and at most this long. */
const MOST_MS = 30_000;

interface Kept<Value> {
  value: Promise<Value>;
  /** 0 while it is being counted: whoever asks then may have just changed something. */
  until: number;
}

/**
 * Counts anew for whoever asks, unless that is dear: then everybody gets the same count for some seconds.
 */
export function dear<Key extends string | number, Value>(count: (db: Knex, key: Key) => Promise<Value>) {
  const kept = new WeakMap<Knex, Map<Key, Kept<Value>>>();
  return (db: Knex, key: Key): Promise<Value> => {
    const all = kept.get(db) ?? new Map<Key, Kept<Value>>();
    kept.set(db, all);
    const known = all.get(key);
    if (known && known.until > performance.now()) return known.value;
    const began = performance.now();
    const entry: Kept<Value> = { value: count(db, key), until: 0 };
    all.set(key, entry);
    entry.value.then(
      () => {
        const took = performance.now() - began;
        entry.until = performance.now() + (took < DEAR_MS ? 0 : Math.min(MOST_MS, took * KEPT_TIMES));
      },
      () => all.delete(key),
    );
    return entry.value;
  };
}
