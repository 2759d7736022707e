import { randomUUID } from 'node:crypto';
import { cents } from '../../server/contract/money';
import { LISTED } from '../../server/products/visibility';
import { computeWantGuides } from '../../server/wants/guides/compute';
import type { WantRow } from '../tables';
import type { Tx } from '../transaction';
import { daysBefore } from './days';

interface Listing {
  id: number;
  upc: string;
  name: string;
}

/** Some that can be ordered, and that buyer@ neither has in the cart nor has an open offer on. */
async function orderable(tx: Tx, buyerId: number): Promise<Listing[]> {
  const { rows } = await tx.raw<{ rows: Listing[] }>(
    `select products.id, products.upc, products.name
       from products join sellers on sellers.id = products.seller_id
      where ${LISTED} and products.units > 100 and products.seller_price_cents is not null
        and not exists (select from offer_products line join offers on offers.id = line.offer_id
                         where line.product_id = products.id and offers.buyer_id = ?
                           and offers.state in ('draft', 'saved_for_later', 'seller_review', 'buyer_review'))
      order by products.id limit 2`,
    [buyerId],
  );
  return rows;
}

async function productOfSeller(tx: Tx): Promise<Listing | undefined> {
  const { rows } = await tx.raw<{ rows: Listing[] }>(
    `select products.id, products.upc, products.name
       from products
       join sellers on sellers.id = products.seller_id
       join users on users.seller_id = sellers.id and users.email = 'seller@example.com'
      where ${LISTED} order by products.id limit 1`,
  );
  return rows[0];
}

async function aList(
  tx: Tx,
  owner: { id: number; buyer_id: number },
  name: string,
  now: Date,
): Promise<number> {
  const [list] = await tx('want_lists')
    .insert({
      buyer_id: owner.buyer_id,
      user_id: owner.id,
      name,
      state: 'ready',
      stored_key: randomUUID(),
      ends_on: daysBefore(now, -80).toISOString().slice(0, 10),
      created_at: daysBefore(now, 10),
    })
    .returning('id');
  return list?.id ?? 0;
}

const gtinOf = (upc: string) => upc.padStart(14, '0');

type NewWant = Pick<WantRow, 'line' | 'quantity' | 'status'> & Partial<WantRow>;

const insertWants = (tx: Tx, list: { id: number; buyer_id: number }, wants: readonly NewWant[]) =>
  tx('wants')
    .insert(
      wants.map((want) => ({ want_list_id: list.id, buyer_id: list.buyer_id, unmatched: false, ...want })),
    )
    .returning(['id', 'status']);

/** What buyer@ has in the cart, as a want that was drafted. */
async function draftedWant(tx: Tx, buyerId: number, line: number): Promise<NewWant[]> {
  const drafted = await tx('offer_products')
    .join('offers', 'offers.id', 'offer_products.offer_id')
    .join('products', 'products.id', 'offer_products.product_id')
    .where('offers.buyer_id', buyerId)
    .where('offers.state', 'draft')
    .orderBy('offer_products.id')
    .first('offers.id as offer_id', 'products.id as product_id', 'products.upc', 'offer_products.quantity');
  if (!drafted) return [];
  const { offer_id, product_id, upc, quantity } = drafted;
  return [{ line, upc, gtin: gtinOf(upc ?? ''), quantity, status: 'drafted', offer_id, product_id }];
}

/** A list of buyer@ with every status, and six buyers who want one product of seller@. */
export async function writeWants(tx: Tx, now: Date): Promise<void> {
  const owner = await tx('users').where({ email: 'buyer@example.com' }).first('id', 'buyer_id');
  if (!owner?.buyer_id) return;
  const buyer = { id: owner.id, buyer_id: owner.buyer_id };
  const [ready, named] = await orderable(tx, buyer.buyer_id);
  const popular = await productOfSeller(tx);
  if (!ready || !named || !popular) throw new Error('The demo has too few products for want lists');
  await writeBuyersList(tx, buyer, { ready, named, now });
  await writePopular(tx, buyer.buyer_id, popular, now);
  await computeWantGuides(tx);
}

async function writeBuyersList(
  tx: Tx,
  buyer: { id: number; buyer_id: number },
  { ready, named, now }: { ready: Listing; named: Listing; now: Date },
) {
  const list = { id: await aList(tx, buyer, 'Spring restock', now), buyer_id: buyer.buyer_id };
  const words = named.name.toLowerCase().match(/[a-z]{4,}/g) ?? ['tee'];
  const item = words.slice(-2).join(' ');
  const wants = await insertWants(tx, list, [
    {
      line: 1,
      upc: ready.upc,
      gtin: gtinOf(ready.upc),
      quantity: 48n,
      status: 'matched',
      product_id: ready.id,
    },
    {
      line: 2,
      name: item,
      words: words.slice(-2),
      key_word: words.at(-1) ?? item,
      quantity: 24n,
      status: 'proposed',
    },
    { line: 3, upc: '614141000036', gtin: '00614141000036', quantity: 120n, status: 'waiting' },
    ...(await draftedWant(tx, buyer.buyer_id, 4)),
    {
      line: 5,
      sku: 'CANDLE-09',
      quantity: 60n,
      status: 'closed',
      ends_on: daysBefore(now, 2).toISOString().slice(0, 10),
    },
    {
      line: 6,
      upc: '036000291452',
      gtin: '00036000291452',
      quantity: null,
      status: 'closed',
      problems: ['packs'],
      typed: { item: '036000291452', quantity: '2 cases', price: '$4.50' },
      target_cents: cents(450),
    },
  ]);
  await tx.raw(
    `update wants set words = read.words,
            key_word = (select word from unnest(read.words) word order by length(word) desc, word limit 1)
       from (select id, want_words(words) as words from wants where want_list_id = ? and words is not null) read
      where wants.id = read.id`,
    [list.id],
  );
  const proposed = wants.find(({ status }) => status === 'proposed');
  if (proposed) await tx('want_proposals').insert({ want_id: proposed.id, product_id: named.id, rank: 1 });
}

async function writePopular(tx: Tx, exceptBuyerId: number, { id, upc }: Listing, now: Date) {
  const others = await tx('users')
    .whereNotNull('buyer_id')
    .whereNot({ buyer_id: exceptBuyerId })
    .where({ is_primary: true, status: 'onboarded' })
    .orderBy('id')
    .limit(6)
    .select('id', 'buyer_id');
  for (const [at, { id: userId, buyer_id }] of others.entries()) {
    if (buyer_id === null) continue;
    const owner = { id: userId, buyer_id };
    const list = { id: await aList(tx, owner, 'Wanted items', now), buyer_id };
    const quantity = BigInt(60 + at * 12);
    await insertWants(tx, list, [
      { line: 1, upc, gtin: gtinOf(upc), quantity, status: 'matched', product_id: id },
    ]);
  }
}
