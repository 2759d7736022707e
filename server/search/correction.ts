import type { Db } from '../../db/connection';
import { textQuery, type Words } from './query';

const MAX_WORDS = 6;
const MAX_CANDIDATES = 8;
const MAX_TRIES = 32;

/** Returns the likeliest correction, one typing error per word, that finds a listed product. */
export async function correct(
  { db, listedSql }: { readonly db: Db; readonly listedSql: string },
  words: Words,
  sellerId: number | null,
): Promise<Words | null> {
  const [name, description] = await Promise.all([
    splitWords(db, words.name),
    splitWords(db, words.description),
  ]);
  const typed = [...new Set([...name, ...description])];
  const candidates = await candidatesFor(db, typed.slice(0, MAX_WORDS));
  const tries = combinations(candidates, MAX_TRIES)
    .map((list) => new Map(typed.map((word, at) => [word, list[at] ?? word])))
    .filter((meant) => typed.some((word) => meant.get(word) !== word))
    .map((meant) => ({
      name: name.map((word) => meant.get(word) ?? word).join(' '),
      description: description.map((word) => meant.get(word) ?? word).join(' '),
    }));
  const found = await firstFound(db, listedSql, tries, sellerId);
  return found === null ? null : (tries[found] ?? null);
}

async function splitWords(db: Db, text: string): Promise<string[]> {
  if (!text) return [];
  const { rows } = await db.raw<{ rows: { words: string[] }[] }>('select listing_word_list(?) as words', [
    text,
  ]);
  return rows[0]?.words ?? [];
}

/** For each word: itself if it is a known prefix, else its corrections, whole words first. */
async function candidatesFor(db: Db, words: readonly string[]): Promise<string[][]> {
  const spellings = words.map((word) => [word, ...misspellingsOf(word)]);
  const { rows } = await db.raw<{ rows: { spelling: string; whole: boolean }[] }>(
    `select spelling, exists (select from listing_vocabulary where word = spelling) as whole
     from unnest(?::text[]) spelling
     where exists (select from listing_vocabulary
       where word >= spelling collate "C" and word < spelling || chr(1114111) collate "C")`,
    [[...new Set(spellings.flat())]],
  );
  const whole = new Map(rows.map((row) => [row.spelling, row.whole]));
  return spellings.map(([word = '', ...variants]) => {
    const existing = variants.filter((other) => whole.has(other));
    const likeliest = [
      ...existing.filter((other) => whole.get(other)),
      ...existing.filter((other) => !whole.get(other)),
    ];
    if (whole.has(word) || likeliest.length === 0) return [word];
    return likeliest.slice(0, MAX_CANDIDATES);
  });
}

async function firstFound(db: Db, listedSql: string, tries: readonly Words[], sellerId: number | null) {
  if (tries.length === 0) return null;
  const queries = tries.map(textQuery);
  const { rows } = await db.raw<{ rows: { n: number }[] }>(
    `${queries
      .map(
        // Materialized, or the planner reads all texts until one matches.
        ({ sql }, n) => `select ${n} as n where exists (
          with hits as materialized (select product_id from listing_texts where words @@ ${sql})
          select from hits join listings using (product_id) join sellers on sellers.id = seller_id
          where ${listedSql} ${sellerId === null ? '' : 'and seller_id = ?'})`,
      )
      .join(' union all ')} limit 1`,
    queries.flatMap(({ bindings }) => [...bindings, ...(sellerId === null ? [] : [sellerId])]),
  );
  return rows[0]?.n ?? null;
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';
const MIN_LETTERS = 3;
/** Longer words are pasted, not typed. */
const MAX_LETTERS = 24;

function misspellingsOf(word: string): string[] {
  const signs = [...word];
  if (signs.length < MIN_LETTERS || signs.length > MAX_LETTERS) return [];
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
  const spellings = new Set([...swapped, ...wrong, ...missing, ...extra]);
  return [...spellings].filter((other) => other !== word && other.startsWith(signs[0] ?? ''));
}

function combinations(candidates: readonly (readonly string[])[], most: number): string[][] {
  let lists: { words: string[]; cost: number }[] = [{ words: [], cost: 0 }];
  for (const words of candidates) {
    lists = lists
      .flatMap((list) => words.map((word, at) => ({ words: [...list.words, word], cost: list.cost + at })))
      .sort((a, b) => a.cost - b.cost)
      .slice(0, most);
  }
  return lists.map(({ words }) => words);
}
