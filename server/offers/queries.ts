import type { Knex } from 'knex';
import type { OfferHistoryRow, OfferRow } from '../../db/tables';
import type { Person } from '../accounts/policy';
import type { Cents, Units } from '../contract/money';

export interface OfferWithNames extends OfferRow {
  buyer_name: string;
  seller_name: string;
  seller_user_id: number | null;
  purchase_order_id: number | null;
}

/** A line with its product as it is now. */
export interface Line {
  id: number;
  offer_id: number;
  product_id: number;
  quantity: Units;
  unit_price_cents: Cents;
  buyer_price_cents: Cents;
  seller_price_cents: Cents | null;
  product_seller_id: number;
  name: string;
  upc: string;
  sku: string | null;
  photo_1: string | null;
  units: Units | null;
  min_order_units: Units | null;
  asking_price_cents: Cents | null;
  msrp_cents: Cents | null;
  listed: boolean;
}

/** Offers that this viewer can see: a buyer's own, a seller's that have left the cart, all of them for staff. */
export function offersSeenBy(db: Knex, { kind, buyer_id, seller_id }: Person) {
  const query = db('offers')
    .join('buyers', 'buyers.id', 'offers.buyer_id')
    .join('sellers', 'sellers.id', 'offers.seller_id')
    .leftJoin('users as seller_users', 'seller_users.seller_id', 'offers.seller_id')
    .leftJoin('purchase_orders', 'purchase_orders.offer_id', 'offers.id')
    .select(
      'offers.*',
      'buyers.name as buyer_name',
      'sellers.name as seller_name',
      'seller_users.id as seller_user_id',
      'purchase_orders.id as purchase_order_id',
    );
  if (kind === 'staff') return query;
  if (kind === 'buyer') return query.where('offers.buyer_id', buyer_id);
  return query.where('offers.seller_id', seller_id).whereNotIn('offers.state', ['draft', 'saved_for_later']);
}

export const visibleOffer = async (viewer: Person, { id }: { id: number }, { db }: { db: Knex }) =>
  (await offersSeenBy(db, viewer).where('offers.id', id).first()) as OfferWithNames | undefined;

export const visibleOfferOfLine = (
  viewer: Person,
  { offer_id }: { offer_id: number },
  services: { db: Knex },
) => visibleOffer(viewer, { id: offer_id }, services);

/** Newest first. */
export const offersOf = async (db: Knex, viewer: Person) =>
  (await offersSeenBy(db, viewer).orderBy([
    { column: 'offers.created_at', order: 'desc' },
    { column: 'offers.id', order: 'desc' },
  ])) as OfferWithNames[];

export const linesOf = (db: Knex, offerIds: readonly number[]) =>
  db('offer_products')
    .join('products', 'products.id', 'offer_products.product_id')
    .join('sellers', 'sellers.id', 'products.seller_id')
    .whereIn('offer_products.offer_id', offerIds)
    .orderBy('offer_products.id')
    .select(
      'offer_products.id',
      'offer_products.offer_id',
      'offer_products.product_id',
      'offer_products.quantity',
      'offer_products.unit_price_cents',
      'offer_products.buyer_price_cents',
      'offer_products.seller_price_cents',
      'products.seller_id as product_seller_id',
      'products.name',
      'products.upc',
      'products.sku',
      'products.photo_1',
      'products.units',
      'products.min_order_units',
      'products.seller_price_cents as asking_price_cents',
      'products.msrp_cents',
      db.raw(`(not products.provisional and products.deleted_at is null and sellers.profile_complete
               and sellers.suspended_at is null) as listed`),
    ) as unknown as Promise<Line[]>;

export type HistoryRow = Omit<OfferHistoryRow, 'lines'> & { lines_json: string };

/** Oldest first. Lines as text: quantities have more digits than JSON.parse keeps. */
export const historyOf = (db: Knex, offerIds: readonly number[]) =>
  db('offer_history')
    .whereIn('offer_id', offerIds)
    .orderBy('id')
    .select(
      'id',
      'offer_id',
      'at',
      'actor',
      'user_id',
      'event',
      'from_state',
      'to_state',
      'note',
      db.raw('lines::text as lines_json'),
    ) as unknown as Promise<HistoryRow[]>;
