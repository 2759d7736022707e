// Want lists of bench:alerts: a list is read and matched, and standing lines are told of new listings.
const LINES = 5_000;
const NAMES = 500;
const SKUS = 500;
const LIST_GOAL_S = 3;
const NAMES_GOAL_S = 30;
const NEWS_GOAL_S = 5;
const STANDING = 50_000;
const PER_LIST = 500;
export const WANTING_BUYERS = STANDING / PER_LIST;

export const WANTS_LAYER = `
  export { readAndMatch } from './server/wants/reading/read';
  export { addWanted } from './server/wants/mailer';
  export { tellWants } from './server/wants/news';`;

const timed = async (act) => {
  const began = performance.now();
  await act();
  return (performance.now() - began) / 1000;
};

const say = (what, seconds, goal, more = '') =>
  console.log(
    `${what}: ${seconds.toFixed(1)} s, ${seconds <= goal ? 'met' : 'MISSED'} (≤ ${goal} s)${more && `, ${more}`}`,
  );

/** Listings spread over the catalog. */
const LISTINGS = `select upc, sku, name from products
   where id % (select greatest(1, count(*) / $1) from products) = 0 and not provisional and deleted_at is null
   order by id limit $1`;

/** As buyers type names: whole, shorter, in the plural, with a word that no listing has, and with one that others have. */
const typed = (name, at) =>
  [
    name,
    name.split(' ').slice(0, 3).join(' '),
    `${name.split(',')[0]}s`,
    `${name.split(',')[0]} zzqx`,
    `${name.split(',')[0]} ceramic`,
  ][at % 5];

const row = (item) => `${item.replaceAll(/[\t"]/g, ' ')}\t12\t4.75`;

async function aList(client, name) {
  const { rows } = await client.query(
    `insert into want_lists (buyer_id, user_id, name, stored_key, ends_on)
     select buyer_id, id, 'bench ' || $1, $1, current_date + 90 from users where buyer_id is not null order by id limit 1
     returning id`,
    [name],
  );
  return rows[0].id;
}

const COUNTS = `select status || ' ' || count(*) as part from wants where want_list_id = $1 group by status order by 1`;

async function measureList(client, services, { name, items, goal }) {
  const text = Buffer.from(items.map(row).join('\n'));
  const store = { read: async () => ({ body: [text] }), delete: async () => undefined };
  const id = await aList(client, name);
  const seconds = await timed(() => services.readAndMatch({ ...services, store }, id));
  const { rows } = await client.query(COUNTS, [id]);
  say(`${items.length} lines, ${name}`, seconds, goal, rows.map(({ part }) => part).join(', '));
  await client.query('delete from want_lists where id = $1', [id]);
}

/** A tenth by name, the others by UPC. One in fifty of the listings is wanted; no listing has the other items. */
const STAND = `with lists as (
    insert into want_lists (buyer_id, user_id, name, state, stored_key, ends_on)
    select buyer_id, min(id), 'bench standing', 'ready', '', current_date + 90 from users where buyer_id is not null
     group by buyer_id order by buyer_id limit $1 returning id, buyer_id
  ), placed as (select id, buyer_id, row_number() over (order by id) as place from lists
  ), wanted as (select upc, name, row_number() over (order by id desc) as place from products
                 where not provisional and deleted_at is null order by id desc limit 1000
  ), lines as (
    select placed.id, placed.buyer_id, line, wanted.upc as listed, wanted.name, line % 10 = 0 as is_named,
           lpad(((placed.place * 1000 + line) * 7)::text, 12, '9') as other
      from placed cross join generate_series(1, $2) line
      left join wanted on wanted.place = (placed.place * 1000 + line) / 50 and (placed.place * 1000 + line) % 50 = 0
  ), read as (
    select *, case when is_named then want_words(listing_words(coalesce(name, 'thing ' || other))) end as words from lines)
  insert into wants (want_list_id, buyer_id, line, upc, gtin, name, words, key_word, quantity, unmatched)
  select id, buyer_id, line, upc, lpad(upc, 14, '0'), case when is_named then coalesce(name, 'thing ' || other) end, words,
         (select word from unnest(words) word order by length(word) desc, word limit 1), 12, false
    from read cross join lateral (select case when not is_named then coalesce(listed, other) end as upc) code`;

async function measureNews(client, services) {
  await client.query(STAND, [WANTING_BUYERS, PER_LIST]);
  await client.query('analyze wants');
  const { rows } = await client.query(
    'select id from products where not provisional and deleted_at is null order by id desc limit 1000',
  );
  const ids = rows.map(({ id }) => id);
  const seconds = await timed(() => services.transaction((tx) => services.tellWants(tx, ids)));
  const { rows: told } = await client.query('select count(*)::int as count from want_news');
  say(
    `${STANDING} standing lines × ${ids.length} new listings`,
    seconds,
    NEWS_GOAL_S,
    `${told[0].count} told`,
  );
}

const CLEAN = `delete from want_lists where name like 'bench %'`;

export async function measureWants(client, services) {
  await client.query(CLEAN);
  const { rows } = await client.query(LISTINGS, [LINES]);
  const names = rows.map(({ name }, at) => typed(name, at));
  const codes = rows.map(({ upc, sku }, at) => (at < SKUS ? sku : upc));
  const mixed = [...codes.slice(0, LINES - NAMES), ...names.slice(LINES - NAMES)];
  await measureList(client, services, { name: 'a tenth of names', items: mixed, goal: LIST_GOAL_S });
  await measureList(client, services, { name: 'names alone', items: names, goal: NAMES_GOAL_S });
  await measureNews(client, services);
  await client.query(CLEAN);
}
