import { toJson } from '../contract/json';

const texts = new WeakMap<readonly unknown[], string | null>();

/** A list that will not change any more: its JSON is written once, wherever it stands in an answer. */
export function cacheJson<Item>(list: Item[]): Item[] {
  Object.freeze(list);
  texts.set(list, null);
  return list;
}

function textOf(list: readonly unknown[]): string | null {
  const known = texts.get(list);
  if (known === undefined) return null;
  const text = known ?? toJson(list);
  texts.set(list, text);
  return text;
}

/** toJson, of an answer or of an island's props. */
export const toCachedJson = (value: unknown): string => toJson(value, textOf);
