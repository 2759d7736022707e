// Acts on offers that work once, with offers made for each turn.
import { productsFor, signIn } from './trade.mjs';

const MAX_SELLERS = 5_000;

/** One offer with one line per row of ($1, $2, $3), which are companies, products and units. */
const INSERT_OFFERS = `
  with wanted as (
    select wanted.*, offers.ship_to_address_id, offers.ship_to, products.seller_id, products.seller_price_cents
      from unnest($1::int[], $2::int[], $3::bigint[]) with ordinality as wanted(buyer_id, product_id, units, i)
      join products on products.id = product_id
      left join lateral (select ship_to_address_id, ship_to from offers
                          where offers.buyer_id = wanted.buyer_id and ship_to is not null
                          order by id desc limit 1) offers on true
  ), made as (
    insert into offers (buyer_id, seller_id, state, submitted_at, expires_at, created_at, ship_to_address_id, ship_to,
        shipping_terms)
    select buyer_id, seller_id, $4, case when $4 <> 'draft' then now() end,
           case when $4 <> 'draft' then now() + interval '20 days' end, now() + i * interval '1 microsecond',
           ship_to_address_id, case when $4 <> 'draft' then ship_to end, case when $4 <> 'draft' then 'seller_pays' end
      from wanted
    returning id, created_at
  ), lines as (
    insert into offer_products (offer_id, product_id, quantity, unit_price_cents, buyer_price_cents, seller_price_cents)
    select made.id, product_id, units, seller_price_cents, seller_price_cents,
           case when $4 <> 'draft' then seller_price_cents end
      from made join wanted on made.created_at = now() + wanted.i * interval '1 microsecond'
  )
  select id from made order by created_at`;

/** A buyer's company of the catalog, its owner signed in, without open offers, such as earlier runs left. */
export async function buyerOf(client, { agent, origin }, number) {
  const email = `buyer-${number}@large.example.com`;
  const { rows } = await client.query('select buyer_id from users where email = $1', [email]);
  const [{ buyer_id: buyerId }] = rows;
  await client.query(`delete from offers where buyer_id = $1 and state not in ('accepted', 'rejected')`, [
    buyerId,
  ]);
  const products = await productsFor(client, MAX_SELLERS, buyerId);
  return { email, buyerId, products, ...(await signIn(agent, origin, email)) };
}

/** The buyers' offers, one per seller and buyer at a time where `count` allows no more. */
async function insertOffers(client, state, buyers, count) {
  const sellers = buyers[0].products.length;
  const rows = Array.from({ length: count }, (_none, n) => {
    const buyer = buyers[Math.floor(n / sellers) % buyers.length];
    return { buyer, product: buyer.products[n % buyer.products.length] };
  });
  const { rows: made } = await client.query(INSERT_OFFERS, [
    rows.map(({ buyer }) => buyer.buyerId),
    rows.map(({ product }) => product.id),
    rows.map(({ product }) => product.least),
    state,
  ]);
  return made.map(({ id }, n) => ({ id, buyer: rows[n].buyer }));
}

/** A scene's `prepare(count)` makes the offers and returns their ids, `exchange(n)` acts on one; `headersOf(buyer, n)` says as whom. */
export function answering(client, { state, act, buyers, headersOf = ({ bearer }) => bearer }) {
  let offers = [];
  return {
    prepare: async (count) => {
      offers = await insertOffers(client, state, buyers, count);
      return offers.map(({ id }) => id);
    },
    exchange: (n) => ({
      method: 'PUT',
      path: `/offers/${offers[n].id}/${act}`,
      headers: headersOf(offers[n].buyer, n),
      body: {},
    }),
  };
}
