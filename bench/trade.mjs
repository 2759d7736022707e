// A buyer of the large catalog buys and reads their orders, signed in by bearer token and by cookie.

import { ask } from './load.mjs';
import { DEMO_PASSWORD } from './password.mjs';

const cookiesOf = ({ headers }) => [headers['set-cookie'] ?? []].flat().map((cookie) => cookie.split(';')[0]);

/** Returns `{bearer, cookie}`; the CSRF token comes from the page. */
export async function signIn(agent, origin, email) {
  const form = await ask(agent, origin, { path: '/sign_in', headers: { accept: 'text/html' } });
  const jar = new Map(cookiesOf(form).map((cookie) => [cookie.split('=')[0], cookie]));
  const token = /name="csrf-token" content="([^"]+)"/.exec(form.content)?.[1] ?? '';
  const answer = await ask(agent, origin, {
    method: 'POST',
    path: '/login',
    headers: { cookie: [...jar.values()].join('; '), 'x-csrf-token': token },
    body: { user: { email, password: DEMO_PASSWORD } },
  });
  for (const cookie of cookiesOf(answer)) jar.set(cookie.split('=')[0], cookie);
  return {
    bearer: { authorization: answer.headers.authorization },
    cookie: { cookie: [...jar.values()].join('; ') },
    form: { cookie: cookiesOf(form).join('; '), 'x-csrf-token': token },
  };
}

export async function productsFor(client, most, buyerId) {
  const { rows } = await client.query(
    `select distinct on (p.seller_id) p.id, p.seller_id, u.id as seller_user_id, p.seller_price_cents::text as price,
       coalesce(p.min_order_units, 1)::text as least
     from products p join listings l on l.product_id = p.id join users u on u.seller_id = p.seller_id
     where p.units > 5000 and coalesce(p.min_order_units, 1) * p.seller_price_cents between 100 and 5000000
       and not exists (select from offers o where o.seller_id = p.seller_id and o.buyer_id = $1 and o.state = 'draft')
     order by p.seller_id, p.id desc limit $2`,
    [buyerId, most],
  );
  return rows;
}

export const addToCart = ({ id, seller_user_id, price, least }, headers) => ({
  method: 'POST',
  path: '/offers',
  headers,
  body: `{"offer":{"seller_user_id":${seller_user_id},"offer_products_attributes":[{"product_id":${id},"quantity":${least},"unit_price":${price}}]}}`,
});

/** `play(name, exchanges)` runs exchanges that work once. */
export async function trade(client, { agent, origin, email, most }, play) {
  const { bearer } = await signIn(agent, origin, email);
  const {
    rows: [{ buyer_id: buyerId }],
  } = await client.query('select buyer_id from users where email = $1', [email]);
  const products = await productsFor(client, most, buyerId);
  const about = { buyerId, products };
  await play(
    'add to cart (new offer)',
    products.map((item) => addToCart(item, bearer)),
    about,
  );
  const { rows: drafts } = await client.query(
    `select id from offers where buyer_id = $1 and state = 'draft' order by id`,
    [buyerId],
  );
  const half = Math.floor(drafts.length / 2);
  const put =
    (act) =>
    ({ id }) => ({ method: 'PUT', path: `/offers/${id}/${act}`, headers: bearer, body: {} });
  await play('send an offer', drafts.slice(0, half).map(put('submit')), about);
  await play('accept: Buy Now', drafts.slice(half).map(put('accept')), about);
  return about;
}

/** One statement that creates an offer with a line: the least that it costs the database. */
export const bareOffer = (buyerId, { id, seller_id, price, least }) => ({
  text: `with made as (insert into offers (buyer_id, seller_id, state) values ($1, $2, 'rejected') returning id)
    insert into offer_products (offer_id, product_id, quantity, unit_price_cents, buyer_price_cents)
    select id, $3, $4, $5, $5 from made`,
  values: [buyerId, seller_id, id, least, price],
});

/** Recognized by having no history. */
export const withoutBareOffers = `
  with bare as (
    select id from offers
     where buyer_id = $1 and state = 'rejected'
       and not exists (select from offer_history where offer_history.offer_id = offers.id)
  ), lines as (
    delete from offer_products where offer_id in (select id from bare) returning offer_id
  )
  delete from offers where id in (select offer_id from lines)`;
