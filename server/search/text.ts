import type { Db } from '../../db/connection';
import type { SearchQuery } from './contract';
import { encodeIdsSql, type PackedBlock, packedBy, unpackedList } from './index/id-collection';

/** Equal texts are found in the name or the description. */
export interface Words {
  readonly name: string;
  readonly description: string;
}

const HAS_WORD = /[^\p{P}\p{S}\p{Z}\p{C}\p{M}]/u;
const orEmpty = (text: string | undefined) => (text && HAS_WORD.test(text) ? text : '');

export function wordsOf({ name, description }: SearchQuery['search']): Words | null {
  const words = { name: orEmpty(name), description: orEmpty(description) };
  return words.name || words.description ? words : null;
}

const within = (text: string, fields: 'n' | 'd' | 'nd') => ({
  sql: `(select listing_query(listing_words(?), '${fields}'))`,
  bindings: [text],
});

/** SQL of a tsquery: name and description together mean either (docs/rules.md#search). */
export function textQuery({ name, description }: Words) {
  if (name === description) return within(name, 'nd');
  if (!description) return within(name, 'n');
  if (!name) return within(description, 'd');
  const [one, other] = [within(name, 'n'), within(description, 'd')];
  return { sql: `(${one.sql} || ${other.sql})`, bindings: [...one.bindings, ...other.bindings] };
}

interface Packed {
  rows: PackedBlock[];
}

/** Products with the words, of the seller and among the ids if given; includes unlisted ones. */
export async function productsWith(
  db: Db,
  { words, sellerId }: { readonly words: Words | null; readonly sellerId: number | null },
  among: readonly number[] | null = null,
): Promise<readonly PackedBlock[]> {
  const ofSeller = { sql: 'seller_id = ?', bindings: [sellerId] };
  const ofSellerToo = {
    sql: `product_id in (select product_id from listings where seller_id = ?)`,
    bindings: [sellerId],
  };
  const query = words && textQuery(words);
  const conditions = [
    ...(query ? [{ sql: `words @@ ${query.sql}`, bindings: query.bindings }] : []),
    ...(sellerId === null ? [] : [query ? ofSellerToo : ofSeller]),
    ...(among ? [{ sql: 'product_id = any (?::integer[])', bindings: [[...among]] }] : []),
  ];
  const { rows } = await db.raw<Packed>(
    encodeIdsSql(
      `from ${query ? 'listing_texts' : 'listings'} where ${conditions.map(({ sql }) => sql).join(' and ')}`,
    ),
    conditions.flatMap<unknown>(({ bindings }) => bindings) as string[],
  );
  return rows;
}

export async function productsTagged(db: Db, tags: readonly string[]): Promise<Int32Array> {
  const { rows } = await db.raw<Packed>(
    encodeIdsSql(`from (select distinct product_id from product_tags where tag = any (?::citext[])) found`),
    [[...tags]],
  );
  return unpackedList(rows);
}

/** Keyed by the tag in lower case. */
export async function productsByTag(db: Db, tags: readonly string[]): Promise<Map<string, Int32Array>> {
  const { rows } = await db.raw<{ rows: (PackedBlock & { tag: string })[] }>(
    packedBy('lower(tag::text) as tag', 'from product_tags where tag = any (?::citext[])'),
    [[...tags]],
  );
  const found = [...new Set(rows.map(({ tag }) => tag))];
  return new Map(found.map((tag) => [tag, unpackedList(rows.filter((row) => row.tag === tag))]));
}
