import { hash } from 'node:crypto';

/** A text that takes so large a part of the memory is not worth those it would displace. */
const MAX_PART = 1 / 8;
const MAX_SEEN = 4_000;

/**
 * Texts that were made twice lately, by what they were made from; those not asked for longest go first. What is asked
 * for but once would only fill the memory.
 */
export function createTextCache(mostCharacters: number) {
  const texts = new Map<string, string>();
  const seen = new Set<string>();
  let characters = 0;

  function forget(key: string, text: string) {
    texts.delete(key);
    characters -= text.length;
  }

  function keep(key: string, text: string) {
    texts.set(key, text);
    characters += text.length;
    for (const [oldest, old] of texts) {
      if (characters <= mostCharacters) return;
      forget(oldest, old);
    }
  }

  function isSecond(key: string) {
    if (seen.delete(key)) return true;
    if (seen.size >= MAX_SEEN) seen.clear();
    seen.add(key);
    return false;
  }

  return (source: string, make: () => string): string => {
    const key = hash('sha256', source, 'base64');
    const before = texts.get(key);
    if (before !== undefined) {
      forget(key, before);
      keep(key, before);
      return before;
    }
    const text = make();
    if (text.length <= mostCharacters * MAX_PART && isSecond(key)) keep(key, text);
    return text;
  };
}
