import type { Tx } from '../transaction';

const OWNER = 'seller@example.com';
const MANAGER = 'manager@example.com';

const COUNTED_LESS = 60n;
const DEARER_CENTS = 75;

/** A product of seller@'s that had no offers: counted by a file, repriced, renamed, counted again. */
export async function writeChanges(tx: Tx, now: Date) {
  const users = await tx('users').whereIn('email', [OWNER, MANAGER]).select('id', 'email', 'seller_id');
  const idOf = (email: string) => users.find((one) => one.email === email)?.id ?? 0;
  const product = await tx('products')
    .where({ seller_id: users[0]?.seller_id ?? 0 })
    .where('units', '>', 2n * COUNTED_LESS)
    .whereRaw('seller_price_cents + ? <= msrp_cents', [DEARER_CENTS])
    .whereNotExists(tx('offer_products').whereRaw('offer_products.product_id = products.id'))
    .orderBy('id')
    .first();
  if (!product) throw new Error(`The demo has no product of ${OWNER} without offers`);
  const { id: product_id, created_at, name, units, seller_price_cents } = product;
  const age = now.getTime() - created_at.getTime();
  const after = (share: number) => new Date(created_at.getTime() + age * share);
  const [asking, stock] = [Number(seller_price_cents), Number(units)];
  const fewer = stock - Number(COUNTED_LESS);
  await tx('product_changes').insert([
    {
      product_id,
      at: after(0.4),
      user_id: idOf(MANAGER),
      source: 'import',
      before: { units: stock, seller_price_cents: asking + DEARER_CENTS },
      after: { units: fewer, seller_price_cents: asking },
    },
    {
      product_id,
      at: after(0.6),
      user_id: idOf(OWNER),
      source: 'form',
      before: { name: `${name}, new` },
      after: { name },
    },
    {
      product_id,
      at: after(0.9),
      user_id: idOf(OWNER),
      source: 'bulk',
      before: { units: fewer },
      after: { units: stock },
    },
  ]);
  await tx('stock_movements').insert([
    { product_id, units: -COUNTED_LESS, reason: 'import', user_id: idOf(MANAGER), at: after(0.4) },
    { product_id, units: COUNTED_LESS, reason: 'edit', user_id: idOf(OWNER), at: after(0.9) },
  ]);
  await tx('products')
    .where({ id: product_id })
    .update({ version: 4, counted_at: after(0.9), updated_at: after(0.9) });
}
