import type { Knex } from 'knex';
import { sqlList } from '../../db/sql';
import type { OfferRow, PurchaseOrderRow } from '../../db/tables';
import type { Tx } from '../../db/transaction';
import type { Services } from '../services';
import { buyerStream, sellerStream } from './channel';
import { cartStates, isOpen, openStates } from './rules';

const BATCH_MS = 100;
/** How much longer than it took it is left alone: what sells all the time is in more carts than can be looked at each time. */
const REST = 10;
const MAX_REST_MS = 2_000;
const MAX_NOTIFIED = 1_000;

type OfferStream = Pick<OfferRow, 'id' | 'buyer_id' | 'seller_id' | 'state' | 'version' | 'updated_at'>;

/** Carts and open offers with these products, or with products of these orders; latest first. */
async function offersWithProducts(db: Knex, products: readonly number[], orders: readonly number[]) {
  const { rows } = await db.raw<{ rows: OfferStream[] }>(
    `select id, buyer_id, seller_id, state, version, updated_at
       from offers
      where state in ${sqlList([...cartStates, ...openStates])}
        and id in (select offer_id from offer_products
                    where product_id in (select unnest(cast(:products as int[]))
                                         union
                                         select product_id from purchase_order_products
                                          where purchase_order_id = any(cast(:orders as int[]))))
      order by updated_at desc
      limit ${MAX_NOTIFIED}`,
    { products: [...products], orders: [...orders] },
  );
  return rows;
}

async function notifyCarts(
  { db, cable }: Pick<Services, 'db' | 'cable'>,
  products: readonly number[],
  orders: readonly number[],
) {
  const messages = new Map<string, object>();
  for (const offer of await offersWithProducts(db, products, orders)) {
    const { buyer_id, seller_id, ...changed } = offer;
    const message = { event: 'product_changed', ...changed };
    const streams = [buyerStream(buyer_id), ...(isOpen(offer.state) ? [sellerStream(seller_id)] : [])];
    for (const stream of streams) if (!messages.has(stream)) messages.set(stream, message);
  }
  // At once, so that they leave together: a popular product is in many carts.
  await Promise.all([...messages].map(([stream, message]) => cable.broadcast(stream, message)));
}

export function notifyCartsOfProducts(services: Pick<Services, 'db' | 'cable' | 'log'>) {
  let pending: { products: Set<number>; orders: Set<number> } | null = null;
  let timer: NodeJS.Timeout | undefined;
  let notifying: Promise<void> | undefined;
  let isStopped = false;

  async function notify(products: readonly number[], orders: readonly number[]) {
    try {
      await notifyCarts(services, products, orders);
    } catch (err) {
      services.log.error({ err }, 'carts were not notified of changed products');
    }
  }

  /** One search at a time, and a rest after each: what changes meanwhile waits for its end. */
  async function notifyPending() {
    timer = undefined;
    if (!pending) return;
    const { products, orders } = pending;
    pending = null;
    const began = performance.now();
    notifying = notify([...products], [...orders]);
    await notifying;
    notifying = undefined;
    startTimer(Math.min(REST * (performance.now() - began), MAX_REST_MS));
  }

  function startTimer(ms: number) {
    if (!isStopped) timer = setTimeout(() => void notifyPending(), Math.max(BATCH_MS, ms)).unref();
  }

  function notifySoon(kind: 'products' | 'orders', id: number) {
    pending ??= { products: new Set(), orders: new Set() };
    pending[kind].add(id);
    if (!timer && !notifying) startTimer(BATCH_MS);
  }

  return {
    ofProduct: (tx: Tx, productId: number) => tx.afterCommit(() => notifySoon('products', productId)),
    ofOrder: (tx: Tx, { id }: PurchaseOrderRow) => tx.afterCommit(() => notifySoon('orders', id)),
    /** To call before the database is closed. Pending changes are dropped. */
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      pending = null;
      await notifying;
    },
  };
}
