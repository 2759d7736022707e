import type { Knex } from 'knex';
import { on } from '../../db/events';
import type { OfferRow } from '../../db/tables';
import type { Tx } from '../../db/transaction';
import { broadcast } from '../cable/broadcast';
import type { Services } from '../services';
import { buyerStream, sellerStream } from './channel';
import { isOpen } from './state-contract';

/** What changed within this time is asked for at once: a product that many buy at the same moment is one question. */
const TOGETHER_MS = 100;
/** More open offers than these are not told: their pages know when they are opened next. */
const MAX_TOLD = 1_000;

type Parts = Pick<Services, 'db' | 'log'>;
type OfferStream = Pick<OfferRow, 'id' | 'buyer_id' | 'seller_id' | 'state' | 'version' | 'updated_at'>;

let parts: Parts | null = null;
let waiting: { products: Set<number>; orders: Set<number> } | null = null;
let timer: NodeJS.Timeout | undefined;
let telling: Promise<void> | undefined;

/** Carts and open offers that hold one of these products, or one of these orders' products; latest first. */
export async function offersWithProducts(
  db: Knex,
  products: readonly number[],
  orders: readonly number[],
): Promise<OfferStream[]> {
  const { rows } = await db.raw<{ rows: OfferStream[] }>(
    `select id, buyer_id, seller_id, state, version, updated_at
       from offers
      where state in ('draft', 'saved_for_later', 'seller_review', 'buyer_review')
        and id in (select offer_id from offer_products
                    where product_id in (select unnest(cast(:products as int[]))
                                         union
                                         select product_id from purchase_order_products
                                          where purchase_order_id = any(cast(:orders as int[]))))
      order by updated_at desc
      limit ${MAX_TOLD}`,
    { products: [...products], orders: [...orders] },
  );
  return rows;
}

/** One message to each buyer, and to each seller with such an offer under review. */
async function notifyCarts({ db }: Parts, products: readonly number[], orders: readonly number[]) {
  const told = new Set<string>();
  const say = async (stream: string, { id, state, version, updated_at }: OfferStream) => {
    if (told.has(stream)) return;
    told.add(stream);
    await broadcast(stream, { event: 'product_changed', id, state, version, updated_at });
  };
  for (const offer of await offersWithProducts(db, products, orders)) {
    await say(buyerStream(offer.buyer_id), offer);
    if (isOpen(offer.state)) await say(sellerStream(offer.seller_id), offer);
  }
}

function soon(kind: 'products' | 'orders', id: number) {
  if (!waiting) {
    waiting = { products: new Set(), orders: new Set() };
    timer = setTimeout(tellWaiting, TOGETHER_MS).unref();
  }
  waiting[kind].add(id);
}

function tellWaiting() {
  const { products, orders } = waiting ?? { products: [], orders: [] };
  waiting = null;
  if (!parts) return;
  const { log } = parts;
  telling = notifyCarts(parts, [...products], [...orders]).catch((err: unknown) =>
    log.error({ err }, 'carts were not told of changed products'),
  );
}

const afterProduct = async (tx: Tx, { productId }: { productId: number }) =>
  tx.afterCommit(() => soon('products', productId));

/** A new order took units, a canceled one gave them back. */
const afterOrder = async (tx: Tx, { order, event }: { order: { id: number }; event: string }) => {
  if (event === 'create' || event === 'cancel') tx.afterCommit(() => soon('orders', order.id));
};

/** Called by the composition root: who has a product in the cart or in an open offer hears that it changed. */
export function notifyCartsOfProducts(own: Parts) {
  parts = own;
  on('product_changed', afterProduct);
  on('order_changed', afterOrder);
}

/** To call before the database is closed: nothing is asked any more, and what was asked has its answer. */
export async function stopFollowingGoods() {
  clearTimeout(timer);
  waiting = null;
  parts = null;
  await telling;
}
