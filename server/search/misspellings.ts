/** Spellings one typing error away: swapped, wrong, missing or extra letters, likeliest first. */

const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';
const SHORTEST = 3;
/** Longer words are pasted, not typed. */
const LONGEST = 24;

export function misspellingsOf(word: string): string[] {
  const signs = [...word];
  if (signs.length < SHORTEST || signs.length > LONGEST) return [];
  const letters = new Set([...LETTERS, ...signs]);
  const spliced = (at: number, removed: number, ...added: string[]) =>
    [...signs.slice(0, at), ...added, ...signs.slice(at + removed)].join('');
  const places = signs.map((_sign, at) => at);
  const swapped = places.slice(1).map((at) => spliced(at - 1, 2, signs[at] ?? '', signs[at - 1] ?? ''));
  const wrong = places.flatMap((at) => [...letters].map((letter) => spliced(at, 1, letter)));
  const missing = [...places, signs.length].flatMap((at) =>
    [...letters].map((letter) => spliced(at, 0, letter)),
  );
  const extra = places.map((at) => spliced(at, 1));
  return [...new Set([...swapped, ...wrong, ...missing, ...extra])].filter((other) => other !== word);
}

/** One word of each list: fewest changes first, then earliest in the lists. */
export function combinations(candidates: readonly (readonly string[])[], most: number): string[][] {
  let lists: { words: string[]; cost: number }[] = [{ words: [], cost: 0 }];
  for (const words of candidates) {
    lists = lists
      .flatMap((list) => words.map((word, at) => ({ words: [...list.words, word], cost: list.cost + at })))
      .sort((a, b) => a.cost - b.cost)
      .slice(0, most);
  }
  return lists.map(({ words }) => words);
}
