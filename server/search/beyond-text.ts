import type { Db } from '../../db/connection';
import type { SellerName } from './contract';
import { type PackedIds, packedIdsSql } from './index/id-collection';
import type { Scope, Words } from './query';

/** What words find outside of names and descriptions (docs/rules.md#search). */
export interface BeyondText {
  /** Listed products with the whole text as UPC or SKU: they come in place of what words find. */
  readonly codes: readonly PackedIds[];
  /** Sellers whose names hold some of the words; products of theirs need only `rest` in their texts. */
  readonly groups: readonly SellerGroup[];
  /** The first sellers whose names hold every word. */
  readonly named: readonly SellerName[];
}

interface SellerGroup {
  readonly ids: readonly number[];
  readonly rest: readonly string[];
  /** The fields in which `rest` is looked for. */
  readonly fields: 'n' | 'nd';
}

export const NOTHING_BEYOND: BeyondText = { codes: [], groups: [], named: [] };

/** More words have no seller's name among them. */
const MAX_WORDS = 6;
const MAX_CODE_LETTERS = 60;
const UPC_LENGTHS = [8, 12, 13, 14];
const CANONICAL_UPC_LENGTH = 14;

interface Codes {
  readonly upc: string | null;
  readonly sku: string | null;
}

/** A SKU has a digit: a seller's SKU "candles" would answer every search for candles. */
function codesIn(text: string): Codes | null {
  const sku = text.trim();
  if (sku.length > MAX_CODE_LETTERS || !/\d/.test(sku)) return null;
  const digits = sku.replace(/[ -]/g, '');
  const isUpc = UPC_LENGTHS.includes(digits.length) && /^\d+$/.test(digits);
  return { upc: isUpc ? digits.padStart(CANONICAL_UPC_LENGTH, '0') : null, sku };
}

export const mayBeCode = (words: Words | null): boolean => words !== null && codesIn(words.name) !== null;

const FIND_SELLERS = `
  with wanted as (select listing_word_list(?) as words)
  select sellers.id, sellers.name,
    array(select word from unnest(words) word
      where not seller_words(sellers.name) @@ ('''' || word || ''':*')::tsquery) as rest
  from wanted, sellers
  where cardinality(words) between 1 and ${MAX_WORDS}
    and seller_words(sellers.name) @@ (select string_agg('''' || word || ''':*', ' | ')::tsquery from unnest(words) word)`;

const findCodes = (listedSql: string) =>
  packedIdsSql(`from listings join products on products.id = product_id join sellers on sellers.id = products.seller_id
  where (lpad(upc, ${CANONICAL_UPC_LENGTH}, '0') = ? or lower(sku) = lower(?))
    and products.deleted_at is null and not products.provisional and ${listedSql}`);

export interface SearchSource {
  readonly db: Db;
  /** A condition on `sellers`. */
  readonly listedSql: string;
}

async function productsWithCode({ db, listedSql }: SearchSource, text: string, sellerId: number | null) {
  const codes = codesIn(text);
  if (!codes) return [];
  const ofSeller = sellerId === null ? '' : 'and products.seller_id = ?';
  const { rows } = await db.raw<{ rows: PackedIds[] }>(`${findCodes(listedSql)} ${ofSeller} group by 1`, [
    codes.upc ?? '',
    codes.sku ?? '',
    ...(sellerId === null ? [] : [sellerId]),
  ]);
  return rows;
}

const MAX_NAMED = 3;

async function sellersWith({ db, listedSql }: SearchSource, words: Words, sellerId: number | null) {
  const ofSeller = sellerId === null ? '' : 'and sellers.id = ?';
  const { rows } = await db.raw<{ rows: (SellerName & { rest: string[] })[] }>(
    `${FIND_SELLERS} and ${listedSql} ${ofSeller} order by length(sellers.name), sellers.id`,
    [words.name, ...(sellerId === null ? [] : [sellerId])],
  );
  const fields = words.name === words.description ? 'nd' : 'n';
  const groups = new Map<string, SellerGroup & { ids: number[] }>();
  for (const { id, rest } of rows) {
    const key = rest.join(' ');
    const group = groups.get(key) ?? { ids: [], rest, fields };
    group.ids.push(id);
    groups.set(key, group);
  }
  const named = rows.filter(({ rest }) => rest.length === 0).slice(0, MAX_NAMED);
  return {
    groups: [...groups.values()],
    named: sellerId === null ? named.map(({ id, name }) => ({ id, name })) : [],
  };
}

export async function findBeyondText(source: SearchSource, { words, sellerId }: Scope): Promise<BeyondText> {
  if (!words?.name) return NOTHING_BEYOND;
  const [codes, sellers] = await Promise.all([
    productsWithCode(source, words.name, sellerId),
    sellersWith(source, words, sellerId),
  ]);
  return codes.length > 0 ? { ...NOTHING_BEYOND, codes } : { codes, ...sellers };
}

interface Statement {
  readonly sql: string;
  readonly bindings: readonly unknown[];
}

/** Selects the `product_id`s of a group. */
const ofGroup = ({ ids, rest, fields }: SellerGroup): Statement =>
  rest.length === 0
    ? { sql: 'select product_id from listings where seller_id = any (?::integer[])', bindings: [[...ids]] }
    : {
        sql: `select product_id from listing_texts join listings using (product_id)
          where words @@ (select listing_query(?::text[], '${fields}')) and seller_id = any (?::integer[])`,
        bindings: [[...rest], [...ids]],
      };

/** Selects the `product_id`s of all groups; null without one. */
export function ofSellers(groups: readonly SellerGroup[]): Statement | null {
  if (groups.length === 0) return null;
  const parts = groups.map(ofGroup);
  return {
    sql: parts.map(({ sql }) => sql).join(' union '),
    bindings: parts.flatMap(({ bindings }) => bindings),
  };
}
