import type { Knex } from 'knex';
import type { Page } from '../../db/page';
import type { Person } from '../accounts/policy';
import type { ListSearch, ListSort } from './contract';

/** SQL with one bit per word that the text has. */
type BitsOf = (text: string) => string;

/** Whose rows are searched, in SQL. All but values is the project's own text. */
export interface Searched {
  readonly table: 'offers' | 'purchase_orders';
  readonly number: 'offer_number' | 'po_number';
  /** Conditions on `own`, the table's row. */
  readonly where: string;
  readonly values: Readonly<Record<string, unknown>>;
  /** What `order` reads, without id, both parties and created_at. */
  readonly columns: readonly string[];
  /** Selects the id of `own` and bits for each line of it. */
  readonly lines: (bitsOf: BitsOf) => string;
  readonly order: Readonly<Record<ListSort, string>>;
}

interface Found {
  readonly ids: number[];
  readonly total: number;
}

/** What begins words of the text, one space before each, folded as product searches fold; null without a text. */
async function wordsOf(db: Knex, q: string | undefined): Promise<string[] | null> {
  if (!q) return null;
  const { rows } = await db.raw<{ rows: { words: string[] }[] }>(
    `select array(select distinct ' ' || word from regexp_split_to_table(
       search_words(regexp_replace(?, '[\\u200b-\\u200d\\u2060\\ufeff\\u00ad]', '', 'g')), ' ') word where word <> '') as words`,
    [q],
  );
  const { words = [] } = rows[0] ?? {};
  return words.filter((word) => !words.some((other) => other !== word && other.startsWith(word)));
}

const bitsOfWords =
  (count: number): BitsOf =>
  (text) =>
    Array.from(
      { length: count },
      (_, n) => `((strpos(${text}, (:words::text[])[${n + 1}]) > 0)::int::bigint << ${n})`,
    ).join(' | ');

// `offset 0` keeps each text from being worked out once per word.
const partyBits = (kind: 'buyer' | 'seller', bitsOf: BitsOf) => `${kind}_bits as materialized (
  select id, ${bitsOf('body')} as bits
    from (select id, search_words(name) as body from ${kind}s
           where id in (select ${kind}_id from own) offset 0) texts)`;

const OTHER_PARTIES: Record<Person['kind'], readonly ('buyer' | 'seller')[]> = {
  buyer: ['seller'],
  seller: ['buyer'],
  staff: ['buyer', 'seller'],
};

/** Our numbers need no folding: they are letters, a hyphen and digits. The buyer's may be any text. */
function matching({ number, lines }: Searched, kind: Person['kind'], count: number): string {
  const parties = OTHER_PARTIES[kind];
  const bitsOf = bitsOfWords(count);
  const bits = [bitsOf('own.words'), 'coalesce(line_bits.bits, 0)'].concat(
    parties.map((party) => `${party}_bits.bits`),
  );
  return `, ${parties.map((party) => partyBits(party, bitsOf)).join(', ')},
    line_bits as materialized (
      select id, bit_or(bits) as bits from (${lines(bitsOf)}) lines where bits <> 0 group by id),
    found as materialized (
      select own.* from (select own.*, ' ' || lower(replace(own.${number}, '-', ' '))
          || coalesce(search_words(own.buyer_po_number), '') as words from own offset 0) own
        left join line_bits on line_bits.id = own.id
        ${parties.map((party) => `join ${party}_bits on ${party}_bits.id = own.${party}_id`).join(' ')}
       where (${bits.join(' | ')}) = :whole)`;
}

const NEXT_DAY = `(:to::date + 1)::timestamp at time zone 'UTC'`;

/** SQL that takes `:from` and `:to`, of which each may be absent. */
export const inDays = (created: string, { from, to }: Pick<ListSearch, 'from' | 'to'>) =>
  [
    from ? `${created} >= :from::date::timestamp at time zone 'UTC'` : 'true',
    to ? `${created} < ${NEXT_DAY}` : 'true',
  ].join(' and ');

/** Ids in the search's order, and how many there are. Without a page all of them. */
export async function findOwn(
  db: Knex,
  kind: Person['kind'],
  searched: Searched,
  search: ListSearch,
  page?: Page,
): Promise<Found> {
  const words = await wordsOf(db, search.q);
  const count = words?.length ?? 0;
  if (words && count === 0) return { ids: [], total: 0 };
  const columns = [
    'id',
    'buyer_id',
    'seller_id',
    'created_at',
    'buyer_po_number',
    searched.number,
    ...searched.columns,
  ];
  const { rows } = await db.raw<{ rows: Found[] }>(
    `with own as materialized (
       select ${columns.map((column) => `own.${column}`).join(', ')} from ${searched.table} own
        where ${searched.where} and ${inDays('own.created_at', search)})
     ${words ? matching(searched, kind, count) : ', found as (select * from own)'}
     select (select count(*)::int from found) as total,
       array(select found.id from found order by ${searched.order[search.sort ?? 'newest']}
         ${page ? 'limit :limit offset :offset' : ''}) as ids`,
    {
      ...searched.values,
      from: search.from ?? null,
      to: search.to ?? null,
      words,
      whole: String((1n << BigInt(count)) - 1n),
      limit: page?.limit ?? null,
      offset: page?.offset ?? null,
    },
  );
  return rows[0] ?? { ids: [], total: 0 };
}
