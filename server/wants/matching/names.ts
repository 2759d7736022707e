import { statement } from '../../../db/sql';
import type { Tx } from '../../../db/transaction';
import { type Candidate, ORDERABLE } from './candidates';

const MAX_NAME_PROPOSALS = 3;
/** Of a name of frequent words alone, only some listings are compared; fewer where a word is missing. */
const MAX_COMPARED = 2_000;
const MAX_COMPARED_OF_FEWER_WORDS = 300;

/** A want with a name. */
interface KnownName {
  readonly want_id: number;
  readonly words: number;
  /** Of each word that listings have: how they write it, as a text of a query. */
  readonly forms: readonly string[];
}

/** $1: the wants. "16 oz" is also "16oz". */
export const knownNames = statement<KnownName>(
  'known words of names',
  `select want_id, words, array_agg(form) as forms
     from (select want.id as want_id, cardinality(want.words) as words,
                  '(' || string_agg(distinct quote_literal('n' || known.word), ' | ') || ')' as form
             from wants want
            cross join lateral unnest(want.words) stem
            cross join lateral (
              select stem as key
              union all select stem || unit from unnest(want.words || '{in}') unit where stem ~ '^[0-9]+$' and unit ~ '^[a-z]{1,3}$'
              union all select number || stem from unnest(want.words) number
                         where number ~ '^[0-9]+$' and stem ~ '^[a-z]{1,3}$') asked
             join listing_vocabulary known on want_key(known.word) = asked.key
            where want.id = any($1) and want.words is not null
            group by want.id, stem) written
    group by want_id, words`,
);

/** $1 and $2: the wants with their queries, $3: how many listings of each are compared. Those with the fewest other words come first. */
const bestListings = statement<Candidate>(
  'candidates by name',
  `select asked.want_id, best.id as product_id, best.rank::int as rank, false as is_exact
     from unnest($1::int[], $2::text[]) as asked (want_id, query)
    cross join lateral (
      select id, row_number() over () as rank
        from (select products.id
                from (select product_id from listing_texts where words @@ asked.query::tsquery limit $3) texts
                join products on products.id = texts.product_id
                join sellers on sellers.id = products.seller_id
               where ${ORDERABLE}
               order by length(products.name) - length(replace(products.name, ' ', '')), products.seller_price_cents, products.id
               limit ${MAX_NAME_PROPOSALS}) sorted) best
    order by want_id, rank`,
);

const every = (forms: readonly string[]) => forms.join(' & ');

const oneLess = (forms: readonly string[], others: readonly string[]) =>
  forms.length === 1 ? every(others) : `${everyButOne(forms)} & ${every(others)}`;

/** By halves, as PostgreSQL takes its time for each word of a query: 24 for one of 8, in place of 56. */
function everyButOne(forms: readonly string[]): string {
  const half = forms.length >> 1;
  const [first, second] = [forms.slice(0, half), forms.slice(half)];
  return `(${oneLess(first, second)} | ${oneLess(second, first)})`;
}

function best(tx: Tx, names: readonly KnownName[], query: typeof every, maxCompared: number) {
  if (names.length === 0) return [];
  const ids = names.map(({ want_id }) => want_id);
  return bestListings(tx, [ids, names.map(({ forms }) => query(forms)), maxCompared]);
}

/** Two and half of all. */
const leastOf = (words: number) => Math.max(2, Math.ceil(words / 2));

/** Every word that some listing has is in the name, or all but one where there is no such listing. */
export async function candidatesByName(tx: Tx, names: readonly KnownName[]): Promise<Candidate[]> {
  const asked = names.filter(({ words, forms }) => forms.length === words || forms.length >= leastOf(words));
  const found = await best(tx, asked, every, MAX_COMPARED);
  const isFound = new Set(found.map(({ want_id }) => want_id));
  const others = asked.filter(
    ({ want_id, words, forms }) => !isFound.has(want_id) && forms.length > leastOf(words),
  );
  return [...found, ...(await best(tx, others, everyButOne, MAX_COMPARED_OF_FEWER_WORDS))];
}
