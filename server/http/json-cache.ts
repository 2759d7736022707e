import { toJson } from '../contract/json';

const texts = new WeakMap<readonly unknown[], string | null>();

export function cacheJson<Item>(list: Item[]): Item[] {
  Object.freeze(list);
  texts.set(list, null);
  return list;
}

function cachedText(list: readonly unknown[]): string | null {
  const cached = texts.get(list);
  if (cached === undefined) return null;
  const text = cached ?? toJson(list);
  texts.set(list, text);
  return text;
}

export const toCachedJson = (value: unknown): string => toJson(value, cachedText);
