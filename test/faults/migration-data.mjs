// Rows of the schema before 0094, written in bulk without triggers.

const STATES = `(array['accepted', 'rejected', 'seller_review', 'buyer_review'])[1 + i % 4]`;

/** `:P` products, `:O` offers, `:S` sellers, `:B` buyers. */
const FILL = `
  set session_replication_role = replica;
  insert into sellers (name, category, description, logo) select 'Seller ' || i, 'home', 'Surplus', 'https://pictures.example.com/logo.png' from generate_series(1, :S) i;
  insert into buyers (name, category) select 'Buyer ' || i, 'home' from generate_series(1, :B) i;
  insert into users (email, status, seller_id, password_digest)
    select 'seller' || i || '@example.com', 'onboarded', i, 'x' from generate_series(1, :S) i;
  insert into users (email, status, buyer_id, password_digest)
    select 'buyer' || i || '@example.com', 'onboarded', i, 'x' from generate_series(1, :B) i;
  insert into products (seller_id, name, upc, sku, category, description, photo_1, msrp_cents, wholesale_cents, seller_price_cents, units, provisional)
    select 1 + i % :S, 'Mug of kind ' || i % 5000, (10000000000 + i)::text, 'SKU-' || i, 'home', 'A mug of kind ' || i % 900,
           'https://pictures.example.com/mug.jpg', 2000, 900, 1000 + i % 900, 1000000, i % 20 = 0 from generate_series(1, :P) i;
  insert into stock_movements (product_id, units, reason) select i, 1000000, 'initial' from generate_series(1, :P) i;
  insert into offers (buyer_id, seller_id, state, expires_at, submitted_at, created_at)
    select 1 + i % :B, 1 + i % :S, ${STATES}, now() + interval '20 days', now(), now() - interval '540 days' * (1 - i::float8 / :O)
      from generate_series(1, :O) i;
  insert into offer_products (offer_id, product_id, quantity, unit_price_cents, buyer_price_cents)
    select i, 1 + (i + line * 7) % :P, 2, 1000, 1000 from generate_series(1, :O) i, generate_series(0, 1) line;
  insert into offer_history (offer_id, actor, event, from_state, to_state, lines)
    select i, 'buyer', 'submit', 'draft', 'seller_review', '[]' from generate_series(1, :O) i;
  insert into purchase_orders (offer_id, buyer_id, seller_id, status, total_cents, fee_bps, fee_cents, total_net_to_seller,
      total_units, sku_count, paid_at, created_at)
    select i, 1 + i % :B, 1 + i % :S, case when i % 3 = 0 then 'completed' when i % 3 = 1 then 'shipped' else 'awaiting_shipment' end,
           4000, 1000, 400, 3600, 4, 2, now(), now() - interval '540 days' * (1 - i::float8 / :O)
      from generate_series(4, :O, 4) i;
  insert into purchase_order_products (purchase_order_id, product_id, quantity, unit_cents, total_cents, net_to_seller, name, upc, category)
    select orders.id, product_id, 2, 1000, 2000, 1800, 'Mug', '10000000001', 'home'
      from purchase_orders orders join offer_products using (offer_id);
  insert into order_history (purchase_order_id, actor, event, to_status)
    select id, 'buyer', 'create', status from purchase_orders;
  insert into sessions (sid, sess, expire)
    select 'session ' || i, json_build_object('passport', json_build_object('user', 1 + i % :B)), now() + interval '7 days'
      from generate_series(1, :B * 100) i;
  set session_replication_role = origin;
  select refill_listings();
  select refill_list_orders();
  select refill_tallies();
  analyze`;

export async function fill(client, { products, offers }) {
  const numbers = { P: products, O: offers, S: Math.max(2, Math.floor(products / 200)), B: 1_000 };
  await client.query(FILL.replaceAll(/:([A-Z])\b/g, (_text, name) => String(numbers[name])));
}
