import { hash } from 'node:crypto';

/** Larger texts are skipped: they would evict too many others. */
const MAX_PART = 1 / 8;
const MAX_SEEN = 4_000;

/**
 * Caches texts by a digest of their source, evicting the least recently used. Admits a text on its second use, so
 * that one-off texts evict nothing.
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
