import type { Knex } from 'knex';
import type { OfferRow, PurchaseOrderRow } from '../../db/tables';
import type { Tx } from '../../db/transaction';
import { broadcast } from '../cable/broadcast';
import type { Services } from '../services';
import { buyerStream, sellerStream } from './channel';
import { isOpen } from './state-contract';

/** What changed within this time is asked for at once: a product that many buy at the same moment is one question. */
const TOGETHER_MS = 100;
/** More open offers than these are not told: their pages know when they are opened next. */
const MAX_TOLD = 1_000;

type OfferStream = Pick<OfferRow, 'id' | 'buyer_id' | 'seller_id' | 'state' | 'version' | 'updated_at'>;

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
async function notifyCarts(
  { db }: Pick<Services, 'db'>,
  products: readonly number[],
  orders: readonly number[],
) {
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

/** Followers that broadcast, after the commit, to whoever has a changed product in the cart or in an open offer. */
export function notifyCartsOfProducts(services: Pick<Services, 'db' | 'log'>) {
  let pending: { products: Set<number>; orders: Set<number> } | null = null;
  let timer: NodeJS.Timeout | undefined;
  let notifying: Promise<void> | undefined;

  function notifyPending() {
    const { products, orders } = pending ?? { products: [], orders: [] };
    pending = null;
    notifying = notifyCarts(services, [...products], [...orders]).catch((err: unknown) =>
      services.log.error({ err }, 'carts were not notified of changed products'),
    );
  }

  function notifySoon(kind: 'products' | 'orders', id: number) {
    if (!pending) {
      pending = { products: new Set(), orders: new Set() };
      timer = setTimeout(notifyPending, TOGETHER_MS).unref();
    }
    pending[kind].add(id);
  }

  return {
    ofProduct: (tx: Tx, productId: number) => tx.afterCommit(() => notifySoon('products', productId)),
    /** A new order takes units, a canceled one returns them. */
    ofOrder(tx: Tx, { id }: PurchaseOrderRow, event: string) {
      if (event === 'create' || event === 'cancel') tx.afterCommit(() => notifySoon('orders', id));
    },
    /** To call before the database is closed. Pending changes are dropped. */
    async stop() {
      clearTimeout(timer);
      pending = null;
      await notifying;
    },
  };
}
