import { hash } from 'node:crypto';
import { toJson } from '../contract/json';

interface CachedText {
  text?: string;
  digest?: string;
}

const texts = new WeakMap<readonly unknown[], CachedText>();

export function cacheJson<Item>(list: Item[]): Item[] {
  Object.freeze(list);
  texts.set(list, {});
  return list;
}

function cachedText(list: readonly unknown[]): string | null {
  const cached = texts.get(list);
  if (!cached) return null;
  cached.text ??= toJson(list);
  return cached.text;
}

export const toCachedJson = (value: unknown): string => toJson(value, cachedText);

function digestOf(list: readonly unknown[]): string | null {
  const cached = texts.get(list);
  if (!cached) return null;
  cached.digest ??= hash('sha256', cachedText(list) ?? '', 'base64');
  return cached.digest;
}

/** Equal only for values with equal JSON. A cached list is represented by its digest. */
export const toIdentifyingJson = (value: unknown): string => toJson(value, digestOf);
