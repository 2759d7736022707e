import { statement } from '../../../db/sql';
import { LISTED } from '../../products/visibility';

/** A listing for a want. One that is exact is taken, the others are proposed. */
export interface Candidate {
  readonly want_id: number;
  readonly product_id: number;
  /** From 1. */
  readonly rank: number;
  readonly is_exact: boolean;
}

/** SQL: listed, in stock, with a price. */
export const ORDERABLE = `${LISTED} and products.units > 0 and products.seller_price_cents is not null`;

/** SQL: the lowest price that has the quantity, else the most units (docs/rules.md#want-lists). */
export const bestFirst = (product: string) =>
  `${product}.units >= want.quantity desc,
   case when ${product}.units >= want.quantity then ${product}.seller_price_cents end,
   ${product}.units desc, ${product}.seller_price_cents, ${product}.id`;

/** $1: the wants. A UPC-A, an EAN and a GTIN of one item are one. */
export const candidatesByUpc = statement<Candidate>(
  'candidates by UPC',
  `select want.id as want_id, best.id as product_id, 1 as rank, true as is_exact
     from wants want
    cross join lateral (
      select products.id from products join sellers on sellers.id = products.seller_id
       where lpad(products.upc, 14, '0') = want.gtin and ${ORDERABLE}
       order by ${bestFirst('products')} limit 1) best
    where want.id = any($1) and want.gtin is not null`,
);

const MAX_SKU_PROPOSALS = 10;

/** $1: the wants. The best listing of each seller; of several, the one they ordered from is exact. */
export const candidatesBySku = statement<Candidate>(
  'candidates by SKU',
  `with best as (
     select distinct on (want.id, products.seller_id) want.id as want_id, want.buyer_id, want.quantity, lower(want.sku) as sku,
            products.id, products.seller_id, products.units, products.seller_price_cents
       from wants want
       join products on lower(products.sku) = lower(want.sku) and products.sku is not null
       join sellers on sellers.id = products.seller_id
      where want.id = any($1) and want.gtin is null and want.sku is not null and ${ORDERABLE}
      order by want.id, products.seller_id, ${bestFirst('products')}
   ), known as (
     select want_id, id, quantity, units, seller_price_cents, exists (
              select from purchase_orders orders
                join purchase_order_products line on line.purchase_order_id = orders.id
                join products ordered on ordered.id = line.product_id
               where orders.buyer_id = best.buyer_id and orders.seller_id = best.seller_id and orders.status <> 'canceled'
                 and lower(ordered.sku) = best.sku) as was_ordered
       from best
   ), counted as (
     select want_id, id, quantity, units, seller_price_cents, was_ordered, count(*) over sellers as sellers,
            count(*) filter (where was_ordered) over sellers as ordered
       from known window sellers as (partition by want_id)
   ), ranked as (
     select want_id, id, sellers = 1 or (was_ordered and ordered = 1) as is_exact,
            row_number() over (partition by want_id
              order by was_ordered and ordered = 1 desc, ${bestFirst('want')})::int as rank
       from counted want
   )
   select want_id, id as product_id, rank, is_exact from ranked where rank <= ${MAX_SKU_PROPOSALS}
    order by want_id, rank`,
);

const MAX_NAME_PROPOSALS = 3;
/** Of a name of frequent words alone, only some listings are compared; fewer where a word is missing. */
const MAX_COMPARED = 2_000;
const MAX_COMPARED_OF_FEWER_WORDS = 300;

/** SQL: the wants with a name, $1, with how listings write each of their words, where any does. "16 oz" is also "16oz". */
const FORMS = `forms as materialized (
     select want.id, cardinality(want.words) as words,
            '(' || string_agg(distinct quote_literal('n' || known.word), ' | ') || ')' as query
       from wants want
      cross join lateral unnest(want.words) stem
      cross join lateral (
        select stem as key
        union all select stem || unit from unnest(want.words || '{in}') unit where stem ~ '^[0-9]+$' and unit ~ '^[a-z]{1,3}$'
        union all select number || stem from unnest(want.words) number
                   where number ~ '^[0-9]+$' and stem ~ '^[a-z]{1,3}$') asked
       join listing_vocabulary known on want_key(known.word) = asked.key
      where want.id = any($1) and want.words is not null
      group by want.id, stem
   ), known as (
     select id, words, array_agg(query) as queries, count(*)::int as words_known, greatest(2, (words + 1) / 2) as needed
       from forms group by id, words
   )`;

/** SQL: the best listings of `asked`, whose `query` is a text. Those with the fewest other words come first. */
const bestByName = (
  maxCompared: number,
) => `select asked.id as want_id, best.id as product_id, best.rank::int as rank, false as is_exact
     from asked
    cross join lateral (
      select id, row_number() over () as rank
        from (select products.id
                from (select product_id from listing_texts where words @@ asked.query::tsquery limit ${maxCompared}) texts
                join products on products.id = texts.product_id
                join sellers on sellers.id = products.seller_id
               where ${ORDERABLE}
               order by length(products.name) - length(replace(products.name, ' ', '')), products.seller_price_cents, products.id
               limit ${MAX_NAME_PROPOSALS}) sorted) best
    order by want_id, rank`;

/** $1: the wants. Every word that some listing has is in the name: two and half of all at least. */
export const candidatesByName = statement<Candidate>(
  'candidates by name',
  `with ${FORMS}, asked as (
     select id, array_to_string(queries, ' & ') as query from known
      where words_known = words or words_known >= needed
   )
   ${bestByName(MAX_COMPARED)}`,
);

/** $1: the wants. One more word is missing, whichever. */
export const candidatesByFewerWords = statement<Candidate>(
  'candidates by fewer words',
  `with ${FORMS}, asked as (
     select id, (select string_agg('(' || array_to_string(queries[:missing - 1] || queries[missing + 1:], ' & ') || ')', ' | ')
                   from generate_series(1, words_known) missing) as query
       from known where words_known > needed
   )
   ${bestByName(MAX_COMPARED_OF_FEWER_WORDS)}`,
);
