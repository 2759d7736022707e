import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';

type Defined = NonNullable<unknown>;

interface SizeBound<Value> {
  readonly maxSize: number;
  readonly maxEntrySize?: number;
  readonly sizeOf: (value: Value) => number;
}

type Bounds<Value> = { readonly max: number } | (SizeBound<Value> & { readonly max?: number });

export function createLru<Key extends Defined, Value extends Defined>(bounds: Bounds<Value>) {
  if (!('sizeOf' in bounds)) return new LRUCache<Key, Value>({ max: bounds.max });
  const { sizeOf, ...limits } = bounds;
  return new LRUCache<Key, Value>({ ...limits, sizeCalculation: (value) => Math.max(1, sizeOf(value)) });
}

/** Larger texts are skipped: they would evict too many others. */
const MAX_PART = 1 / 8;

export interface CacheObserver {
  /** `size` in the cache's own unit, characters or bytes. */
  lookedUp(outcome: 'hit' | 'miss', size: number): void;
}

/**
 * Whether a key was seen among the last `max` others, which should be about as many as the cache holds: what returns later
 * than that would have been evicted meanwhile.
 */
export function createAdmission(max: number): (key: string) => boolean {
  const seen = createLru<string, true>({ max });
  return (key) => {
    if (seen.delete(key)) return true;
    seen.set(key, true);
    return false;
  };
}

interface TextCacheOptions {
  readonly maxCharacters: number;
  readonly maxSeen: number;
  readonly observer?: CacheObserver | undefined;
}

/** Admits a text on its second use within `maxSeen` others. */
export function createTextCache({ maxCharacters, maxSeen, observer }: TextCacheOptions) {
  const texts = createLru<string, string>({
    maxSize: maxCharacters,
    maxEntrySize: Math.floor(maxCharacters * MAX_PART),
    sizeOf: (text) => text.length,
  });
  const isSecond = createAdmission(maxSeen);

  return (source: string, make: () => string): string => {
    const key = hash('sha256', source, 'base64');
    const cached = texts.get(key);
    observer?.lookedUp(cached === undefined ? 'miss' : 'hit', texts.calculatedSize);
    if (cached !== undefined) return cached;
    const text = make();
    if (isSecond(key)) texts.set(key, text);
    return text;
  };
}

/** A value with the versions of its sources; valid while they are identical. */
export interface Versioned<Value> {
  readonly versions: readonly unknown[];
  readonly value: Value;
}

export const valueAt = <Value>(
  entry: Versioned<Value> | null | undefined,
  versions: readonly unknown[],
): Value | undefined =>
  entry?.versions.every((version, at) => version === versions[at]) ? entry.value : undefined;

/** Made by the first call. */
export function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
