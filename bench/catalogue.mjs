// A large catalogue, the same every time: `fill(client, products)` on an empty, migrated database.

const LISTS = {
  brand:
    'Northwind Alder Juniper Marlowe Kestrel Bramble Fathom Larkspur Solstice Harbor Tindra Wren Ember Coral Atlas Cedar Willow Onyx Saffron Lumen Meridian Cobalt Pine Orchard Quill Raven Sable Thistle Umber Vesper',
  quality:
    'classic organic recycled handmade premium soft lightweight waterproof vintage modern slim compact reusable natural scented unscented quilted brushed ribbed padded insulated foldable stackable portable cordless rechargeable adjustable seamless breathable durable',
  colour:
    'blue black white red green navy grey teal amber ivory rose olive sand plum rust mint coral gold silver charcoal',
  material:
    'cotton linen bamboo ceramic steel glass leather wool silicone oak walnut copper canvas denim velvet cork rubber paper wicker marble',
  thing:
    'mug shirt towel candle lamp backpack notebook blanket bowl jacket socks bottle pillow puzzle leash collar scarf apron basket speaker shampoo lotion serum granola tea coffee honey sneakers sandals boots bracelet necklace wallet umbrella planner vase clock mirror rug curtain throw teddy blocks kite yoyo brush comb soap balm scrub',
  filler:
    'the and with for every day from our a set of made to last gift box home travel kitchen bath outdoor office family kids pets easy care machine washable sustainably sourced packed by hand in small batches ships ready retail shelf display case pack assorted sizes colours season bestseller limited edition closeout surplus overstock',
};

const arrays = Object.entries(LISTS)
  .map(([name, words]) => `${name} as (select string_to_array('${words}', ' ') as list)`)
  .join(',\n');

const TOOLS = `
  create or replace function pg_temp.dice(i bigint, salt bigint) returns double precision language sql immutable parallel safe as
    'select ((hashint8extended(i, salt) >> 1) & 9007199254740991) / 9007199254740992.0::double precision';
  -- Few words are common, most are rare.
  create or replace function pg_temp.pick(list text[], i bigint, salt bigint) returns text language sql immutable parallel safe as
    'select list[1 + floor(power(pg_temp.dice(i, salt), 1.6) * cardinality(list))::int]';
`;

const PARTIES = `
  insert into sellers (name, category, description, logo, created_at)
    select 'Seller ' || i, 'home', 'Surplus of brand ' || i || ', sold by the case.', 'logo-' || i || '.png',
      '2023-01-01'::timestamptz + i * interval '1 hour'
    from generate_series(1, $1) i;
`;

const PRODUCTS = `
  with ${arrays}
  insert into products (seller_id, name, upc, category, description, photo_1, msrp_cents, wholesale_cents,
      seller_price_cents, units, min_order_units, packaging_type, provisional, created_at, updated_at)
    select seller, name, upc, category, description, photo, msrp, msrp, greatest(1, msrp * (100 - off) / 100), units, 1 + units / 100,
      packaging, false, made, made
    from brand, quality, colour, material, thing, filler, generate_series($1::bigint, $2::bigint) i,
    lateral (select
      1 + floor(power(pg_temp.dice(i, 1), 2) * $3::int)::int as seller,
      concat_ws(' ', pg_temp.pick(brand.list, i, 2), pg_temp.pick(quality.list, i, 3), pg_temp.pick(colour.list, i, 4),
        pg_temp.pick(material.list, i, 5), pg_temp.pick(thing.list, i, 6)) as name,
      lpad((100000000000 + i)::text, 12, '0') as upc,
      (array['apparel', 'home', 'beauty', 'toys', 'consumables', 'pet', 'footwear', 'other category'])
        [1 + floor(power(pg_temp.dice(i, 7), 1.5) * 8)::int] as category,
      '<div>' || (select string_agg(case when n % 3 = 0 then pg_temp.pick(quality.list, i * 64 + n, 8)
          when n % 7 = 0 then pg_temp.pick(thing.list, i * 64 + n, 9) else pg_temp.pick(filler.list, i * 64 + n, 10) end, ' ')
        from generate_series(1, 20 + floor(pg_temp.dice(i, 11) * 30)::int) n) || '.</div>' as description,
      '/demo/' || (i % 240) || '.webp' as photo,
      (100 + power(pg_temp.dice(i, 12), 3) * 15000)::bigint as msrp,
      floor(pg_temp.dice(i, 13) * 96)::bigint as off,
      case when pg_temp.dice(i, 14) < 0.04 then 0 else (5 * power(4000, pg_temp.dice(i, 15)))::bigint end as units,
      (array['retail_ready', 'ecommerce_ready', 'other packaging type'])[1 + floor(power(pg_temp.dice(i, 16), 2) * 3)::int] as packaging,
      '2024-01-01'::timestamptz + i * interval '47 seconds' as made) product
`;

const CHUNK = 50_000;

export async function fill(client, products, say = () => {}) {
  const sellers = Math.max(10, Math.min(6_000, Math.floor(products / 50)));
  await client.query(TOOLS);
  await client.query(`set synchronous_commit = off`);
  await client.query(PARTIES, [sellers]);
  await client.query('alter table products disable trigger user');
  for (let from = 1; from <= products; from += CHUNK) {
    await client.query(PRODUCTS, [from, Math.min(products, from + CHUNK - 1), sellers]);
    say(`${Math.min(products, from + CHUNK - 1)} products`);
  }
  await client.query('alter table products enable trigger user');
  say('listings');
  await client.query('select refill_listings()');
  await client.query(
    `insert into product_tags (tag, product_id) select 'Top Sellers', id from products where id % 997 = 0`,
  );
  await client.query('vacuum analyze');
}
