import type { Knex } from 'knex';
import type { Page } from '../../../db/page';
import type { Person } from '../../accounts/policy';
import type { OwnSearch, OwnSort } from './contract';

/** Whose rows are searched, in SQL. All but values is the project's own text. */
export interface Searched {
  readonly table: 'offers' | 'purchase_orders';
  readonly number: 'offer_number' | 'po_number';
  /** Conditions on `own`, the table's row. */
  readonly where: string;
  readonly values: Readonly<Record<string, unknown>>;
  /** Columns id and product_id, name, upc and sku of the lines of `own`. */
  readonly lines: string;
  readonly order: Readonly<Record<OwnSort, string>>;
}

interface Found {
  readonly ids: number[];
  readonly total: number;
}

interface Words {
  readonly words: readonly string[];
  /** The same as regular expressions for the begin of a word. */
  readonly patterns: readonly string[];
}

/** Words that begin words of the text, folded as product searches fold them; null without a text. */
async function wordsOf(db: Knex, q: string | undefined): Promise<Words | null> {
  if (!q) return null;
  const { rows } = await db.raw<{ rows: { words: string[]; gap: string }[] }>(
    `select array(select distinct word from regexp_split_to_table(listing_fold(regexp_replace(?, '[\\u200b-\\u200d\\u2060\\ufeff\\u00ad]', '', 'g')),
       listing_gap()) word where word <> '') as words, rtrim(listing_gap(), '+') as gap`,
    [q],
  );
  const { words = [], gap = '' } = rows[0] ?? {};
  const needed = words.filter((word) => !words.some((other) => other !== word && other.startsWith(word)));
  return { words: needed, patterns: needed.map((word) => `(^|${gap})${word}`) };
}

const bitsWhere = (count: number, holds: (place: number) => string) =>
  Array.from({ length: count }, (_, n) => `((${holds(n + 1)})::int::bigint << ${n})`).join(' | ');

/** One bit per word. The plain look-up spares most rows the slower expression. */
const bitsOf = (text: string, count: number) =>
  `(select ${bitsWhere(
    count,
    (place) => `strpos(body, (:words::text[])[${place}]) > 0 and body ~ (:patterns::text[])[${place}]`,
  )} from (select listing_fold(${text}) as body offset 0) folded)`;

/** Numbers need no folding: they are letters, a hyphen and digits. */
const numberBits = (number: string, count: number) =>
  bitsWhere(
    count,
    (place) =>
      `strpos(' ' || lower(replace(own.${number}, '-', ' ')), ' ' || (:words::text[])[${place}]) > 0`,
  );

const partyBits = (kind: 'buyer' | 'seller', count: number) => `${kind}_bits as materialized (
  select id as ${kind}_id, ${bitsOf('name', count)} as bits from ${kind}s
   where id in (select ${kind}_id from own))`;

const OTHER_PARTIES: Record<Person['kind'], readonly ('buyer' | 'seller')[]> = {
  buyer: ['seller'],
  seller: ['buyer'],
  staff: ['buyer', 'seller'],
};

/** Each product's text is folded once, however many lines have it. */
function matching({ number, lines }: Searched, kind: Person['kind'], count: number): string {
  const parties = OTHER_PARTIES[kind];
  const bits = [numberBits(number, count), 'coalesce(line_bits.bits, 0)'].concat(
    parties.map((party) => `${party}_bits.bits`),
  );
  return `, ${parties.map((party) => partyBits(party, count)).join(', ')},
    lines as materialized (${lines}),
    goods as materialized (
      select product_id, name, upc, sku, ${bitsOf("concat_ws(' ', name, upc, sku)", count)} as bits
        from (select distinct product_id, name, upc, sku from lines) goods),
    line_bits as materialized (
      select lines.id, bit_or(goods.bits) as bits from lines
        join goods on goods.product_id = lines.product_id and goods.name = lines.name and goods.upc = lines.upc
          and goods.sku is not distinct from lines.sku
       where goods.bits <> 0 group by lines.id),
    found as materialized (
      select own.* from own left join line_bits on line_bits.id = own.id
        ${parties.map((party) => `join ${party}_bits on ${party}_bits.${party}_id = own.${party}_id`).join(' ')}
       where (${bits.join(' | ')}) = :whole)`;
}

const NEXT_DAY = `(:to::date + 1)::timestamp at time zone 'UTC'`;

const inDays = ({ from, to }: OwnSearch) =>
  [
    from ? `own.created_at >= :from::date::timestamp at time zone 'UTC'` : 'true',
    to ? `own.created_at < ${NEXT_DAY}` : 'true',
  ].join(' and ');

/** Ids in the search's order, and how many there are. Without a page all of them. */
export async function findOwn(
  db: Knex,
  kind: Person['kind'],
  searched: Searched,
  search: OwnSearch,
  page?: Page,
): Promise<Found> {
  const asked = await wordsOf(db, search.q);
  const count = asked?.words.length ?? 0;
  if (asked && count === 0) return { ids: [], total: 0 };
  const { rows } = await db.raw<{ rows: Found[] }>(
    `with own as materialized (select own.* from ${searched.table} own where ${searched.where} and ${inDays(search)})
     ${asked ? matching(searched, kind, count) : ', found as (select * from own)'}
     select (select count(*)::int from found) as total,
       array(select found.id from found order by ${searched.order[search.sort ?? 'newest']}
         ${page ? 'limit :limit offset :offset' : ''}) as ids`,
    {
      ...searched.values,
      from: search.from ?? null,
      to: search.to ?? null,
      ...asked,
      whole: String((1n << BigInt(count)) - 1n),
      limit: page?.limit ?? null,
      offset: page?.offset ?? null,
    },
  );
  return rows[0] ?? { ids: [], total: 0 };
}
