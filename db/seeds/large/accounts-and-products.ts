/** People, addresses and products in bulk. Bindings: :products, :buyers, :sellers, :per, :first_*, :digest. */

const MAKERS =
  'Alderbrook Ashgrove Bayberry Birchfield Blackfen Bramwell Briarcliff Calder Cedarholm Clearwater Cobalt Copperline Crestwood Dovetail Driftwood Eastmere Elmhurst Everton Fairlane Foxglove Gablestone Glenhaven Goldleaf Granary Greywick Harborne Hawthorn Highmoor Inkwell Ironbridge Juniper Kestrel Kingsley Larkspur Lindenhall Lowfield Marigold Meadowlark Millbrook Moorland Northgate Oakhaven Orchard Pemberton Quarry Ravenhill Redfern Rookwood Saltmarsh Silverton Stonecroft Summerfield Thistle Underwood Vale Wainwright Westerly Wildwood Willowby Yarrow';

const LOTS =
  'Overstock Lot|Closeout|Assorted Sizes|Case Pack|Open Stock|Gift Edition|Spring Edit|Fall Edit|Second Season|Outlet Exclusive|Value Pack|Travel Size|Family Pack|Limited Run|Showroom Sample|Display Ready';

const list = (words: readonly string[]) => `array[${words.map((word) => `'${word}'`).join(',')}]`;

/** Deterministic numbers: a hash of the row's number and a label. */
export const RANDOM_FUNCTIONS = `
  create or replace function pg_temp.chance(i bigint, what bigint) returns float8 language sql immutable parallel safe as
    'select (hashint8extended(i, what) & 9007199254740991)::float8 / 9007199254740992.0';
  create or replace function pg_temp.pick(i bigint, what bigint, n bigint) returns bigint language sql immutable parallel safe as
    'select (hashint8extended(i, what) & 9223372036854775807) % n';
  create or replace function pg_temp.checked(digits text) returns text language sql immutable parallel safe as
    'select digits || ((10 - (3 * (substr(digits, 1, 1)::int + substr(digits, 3, 1)::int + substr(digits, 5, 1)::int + substr(digits, 7, 1)::int
       + substr(digits, 9, 1)::int + substr(digits, 11, 1)::int) + substr(digits, 2, 1)::int + substr(digits, 4, 1)::int
       + substr(digits, 6, 1)::int + substr(digits, 8, 1)::int + substr(digits, 10, 1)::int) % 10) % 10)'`;

export const ACCOUNTS_AND_PRODUCTS = {
  buyers: `
    insert into buyers (id, name, category, created_at) overriding system value
      select :first_buyer + i, (${list(MAKERS.split(' '))})[1 + pg_temp.pick(i, 51, 60)] || ' '
             || (array['Trading', 'Outlet', 'Wholesale', 'Closeouts', 'Resale', 'General Store', 'Supply', 'Bargains'])[1 + pg_temp.pick(i, 52, 8)] || ' ' || i,
             (array['Off-price retail', 'Online reseller', 'Discount store', 'Liquidator', 'Exporter', 'Other', 'Home', 'Apparel'])[1 + pg_temp.pick(i, 53, 8)],
             now() - interval '900 days' * pg_temp.chance(i, 54)
        from generate_series(1, :buyers) i`,
  sellers: `
    insert into sellers (id, name, category, description, logo, banner, created_at, updated_at, shipping_terms, handling_days, ships_to_canada)
      overriding system value
      select :first_seller + i, (${list(MAKERS.split(' '))})[1 + pg_temp.pick(i, 55, 60)] || ' '
             || (array['Goods', 'Brands', 'Makers', 'Collective', 'Company', 'Works', 'House', 'Studio'])[1 + pg_temp.pick(i, 56, 8)] || ' ' || i,
             'Other Category', 'Surplus of our own brands: first quality, in original packaging, from our own warehouse. Cartons are counted twice and ship within three working days.',
             '/demo/seller-' || slug || '-logo', '/demo/seller-' || slug || '-banner', made, made,
             (case pg_temp.pick(i, 59, 5) when 2 then '{seller_pays,pickup}' when 3 then '{seller_pays,buyer_pays}'
                when 4 then '{seller_pays,buyer_pays,pickup,buyer_carrier}' else '{seller_pays}' end)::text[],
             2 + pg_temp.pick(i, 60, 6)::int, pg_temp.pick(i, 61, 3) = 0
        from generate_series(1, :sellers) i
        cross join lateral (select (:slugs::text[])[1 + pg_temp.pick(i, 57, cardinality(:slugs::text[]))] as slug,
                                   now() - interval '900 days' * (0.85 + 0.15 * pg_temp.chance(i, 58)) as made) drawn`,
  users: `
    insert into users (id, email, full_name, status, buyer_id, seller_id, password_digest, created_at, updated_at) overriding system value
      select :first_user + i, 'buyer-' || (:first_buyer + i) || '@large.example.com', 'Buyer ' || i, 'onboarded', :first_buyer + i, null, :digest::text, made, made
        from generate_series(1, :buyers) i cross join lateral (select now() - interval '900 days' * pg_temp.chance(i, 54) as made) joined
      union all
      select :first_user + :buyers + i, 'seller-' || (:first_seller + i) || '@large.example.com', 'Seller ' || i, 'onboarded', null, :first_seller + i, :digest::text, made, made
        from generate_series(1, :sellers) i cross join lateral (select now() - interval '900 days' * (0.85 + 0.15 * pg_temp.chance(i, 58)) as made) joined`,
  // One buyer in twenty has none. The first of each is the default.
  addresses: `
    insert into addresses (buyer_id, seller_id, company, attention, line1, city, region, postal_code, country, phone, dock, appointment,
        is_default, created_at, updated_at)
      select case when i <= :buyers then :first_buyer + i end, case when i > :buyers then :first_seller + i - :buyers end,
             'Company ' || i, case when pg_temp.pick(i, 63, 2) = 0 then 'Receiving' end,
             (1 + pg_temp.pick(i, 64, 9800)) || ' ' || street, city, region, zip, 'US', '+1937555' || lpad((i % 10000)::text, 4, '0'),
             (array['dock', 'no_dock', 'unknown'])[1 + pg_temp.pick(i, 65, 3)], pg_temp.pick(i, 66, 4) = 0, n = 1, made, made
        from generate_series(1, :buyers + :sellers) i
        cross join lateral generate_series(1, case when i > :buyers then 1 when pg_temp.pick(i, 67, 20) = 0 then 0 else 2 end) n
        cross join lateral (select now() - interval '900 days' * pg_temp.chance(i, 54) as made) joined
        cross join lateral (select (array['Foundry Ave', 'Commerce Park Dr', 'Railroad St', 'Wharf Rd'])[1 + pg_temp.pick(i, 68, 4)] as street) road
        join (values (0, 'Dayton', 'OH', '45402'), (1, 'Indianapolis', 'IN', '46241'), (2, 'Portland', 'ME', '04101'),
                     (3, 'Duluth', 'MN', '55802'), (4, 'Reno', 'NV', '89502'), (5, 'Austin', 'TX', '78744'))
          as place (number, city, region, zip) on place.number = pg_temp.pick(i * 2 + n, 69, 6)
       order by i, n`,
  choices: `
    insert into notification_choices (user_id, kind, email)
      select :first_user + i, kind, email from generate_series(1, :users) i
        join (values (0, 'orders', 'daily'), (1, 'offers', 'daily'), (2, 'orders', 'off'), (3, 'claims', 'daily')) as chosen (number, kind, email)
          on chosen.number = pg_temp.pick(i, 62, 20)`,
  products: `
    insert into products (id, seller_id, name, upc, sku, style_number, category, description, photo_1, photo_2, photo_3,
        msrp_cents, wholesale_cents, seller_price_cents, units, min_order_units, gender, seller_size, expiration_date,
        length, width, height, weight, weight_unit, packaging_type, inner_count, inner_quantity, outer_quantity, condition, provisional, created_at, updated_at, listed_at)
      overriding system value
      select :first_product + i, :first_seller + least((i - 1) / :per + 1, :sellers),
             (${list(MAKERS.split(' '))})[1 + pg_temp.pick(i, 2, 60)] || ' ' || model.name
               || case when pg_temp.pick(i, 3, 3) > 0 then ', ' || (${list(LOTS.split('|'))})[1 + pg_temp.pick(i, 4, 16)] else '' end,
             pg_temp.checked(lpad((20000000000 + :first_product + i)::text, 11, '0')),
             'LG-' || i, model.style_number, model.category, model.description, model.photo_1, model.photo_2, model.photo_3,
             msrp, greatest(1, msrp * 48 / 100), greatest(5, msrp * (100 - off) / 100),
             case when (i - 1) % :per = :per - 1 then null when pg_temp.pick(i, 7, 40) = 0 then 0
               else floor(24 * exp(pg_temp.chance(i, 8) * 9.2))::bigint end,
             case when pg_temp.pick(i, 9, 3) = 0 then model.inner_quantity end,
             model.gender, model.seller_size, model.expiration_date, model.length, model.width, model.height, model.weight, model.weight_unit,
             (array['retail_ready', 'retail_ready', 'ecommerce_ready', 'other packaging type'])[1 + pg_temp.pick(i, 10, 4)],
             model.inner_count, model.inner_quantity, model.outer_quantity,
             (array['new', 'new', 'new', 'open_box', 'shelf_pull', 'returns', 'refurbished', 'damaged', 'mixed', null])[1 + pg_temp.pick(i, 71, 10)],
             false, made, made, made
        from generate_series(1, :products) i
        join models model on model.number = pg_temp.pick(i, 1, (select count(*) from models))
        cross join lateral (select greatest(50, (model.msrp_cents * (0.6 + pg_temp.chance(i, 5)))::bigint) as msrp,
                                   20 + pg_temp.pick(i, 6, 74) as off,
                                   now() - interval '760 days' * pg_temp.chance(i, 11) ^ 1.4 as made) priced`,
  // Before the first sale, such that stock, sales and returns add up to the units.
  initial: `
    insert into stock_movements (product_id, units, reason, at)
      select products.id, coalesce(products.units, 0) + coalesce(sold.units, 0), 'initial', products.created_at
        from products
        left join (select product_id, sum(quantity)::bigint as units from trade_lines join trade_orders using (i)
                    where status <> 'canceled' group by product_id) sold on sold.product_id = products.id
       where products.id > :first_product and coalesce(products.units, 0) + coalesce(sold.units, 0) <> 0
       order by products.id`,
} as const;
