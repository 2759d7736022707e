import type { Knex } from 'knex';
import { statement } from '../../db/statement';
import type { ProductRow } from '../../db/tables';
import type { Buyer } from '../accounts/policy';
import type { OfferPlace, OwnStatus } from './contract';
import { LISTED } from './listed';
import type { OwnSort } from './own-sorts-contract';
import type { CardRow } from './search-cards';

/** A product with what is shown of its seller, and where it already is for the buyer who asks. */
export interface ProductWithSeller extends ProductRow {
  seller_name: string;
  seller_description: string;
  seller_logo: string | null;
  seller_user_id: number | null;
  listed: boolean;
  /** In the cart before under review. */
  offer_state: OfferPlace | null;
}

/** $1 is the product's id, $2 the buyer's, or null. */
const withSeller = statement<ProductWithSeller>(
  'product with seller',
  `select products.id, products.seller_id, products.name, products.upc, products.sku, products.asin,
          products.style_number, products.category, products.description, products.photo_1, products.photo_2,
          products.photo_3, products.photo_4, products.photo_5, products.msrp_cents, products.wholesale_cents,
          products.seller_price_cents, products.percent_off_msrp, products.units, products.min_order_units,
          products.gender, products.seller_size, products.expiration_date, products.length, products.width,
          products.height, products.weight, products.weight_unit, products.packaging_type, products.inner_count,
          products.inner_quantity, products.outer_quantity, products.provisional, products.provisional_errors,
          products.version, products.created_at, products.updated_at, products.deleted_at,
          sellers.name as seller_name, sellers.description as seller_description, sellers.logo as seller_logo,
          users.id as seller_user_id, (${LISTED}) as listed,
          (select offers.state
             from offers
             join offer_products on offer_products.offer_id = offers.id
            where offers.buyer_id = $2 and offer_products.product_id = products.id
              and offers.state in ('draft', 'saved_for_later', 'seller_review', 'buyer_review')
            order by array_position(array['draft', 'saved_for_later', 'seller_review', 'buyer_review'], offers.state)
            limit 1) as offer_state
     from products
     join sellers on sellers.id = products.seller_id
     left join users on users.seller_id = products.seller_id
    where products.id = $1 and products.deleted_at is null`,
);

/** Not deleted, listed or not. */
export async function productById(
  db: Knex,
  id: number,
  buyer: Pick<Buyer, 'buyer_id'> | null = null,
): Promise<ProductWithSeller | null> {
  return (await withSeller(db, [id, buyer?.buyer_id ?? null]))[0] ?? null;
}

// An offer under review, or an order that is neither completed nor canceled (contract section 3, Products).
const IN_USE = `
  exists (select from offer_products join offers on offers.id = offer_products.offer_id
           where offer_products.product_id = products.id and offers.state in ('seller_review', 'buyer_review'))
  or exists (select from purchase_order_products
               join purchase_orders on purchase_orders.id = purchase_order_products.purchase_order_id
              where purchase_order_products.product_id = products.id
                and purchase_orders.status not in ('completed', 'canceled'))`;

export async function canDelete(db: Knex, id: number): Promise<boolean> {
  const { rows } = await db.raw<{ rows: { free: boolean }[] }>(
    `select not (${IN_USE}) as free from products where id = ?`,
    [id],
  );
  return rows[0]?.free ?? false;
}

const CARD = `products.id, products.seller_id, products.name, products.category, products.photo_1, products.units,
  products.min_order_units, products.msrp_cents, products.seller_price_cents, products.percent_off_msrp,
  sellers.name as seller_name, users.id as seller_user_id`;

const FROM = `from products join sellers on sellers.id = products.seller_id
  left join users on users.seller_id = products.seller_id`;

const ofSameSeller = statement<CardRow>(
  'similar products',
  `select ${CARD} ${FROM}
      where products.seller_id = $1 and products.id <> $2 and ${LISTED}
      order by products.category is distinct from (select category from products where id = $2),
               products.created_at desc, products.id desc
      limit $3`,
);

/** Of the same seller: those of the same category first, then the others, newest first; never the product itself. */
export const similarTo = (db: Knex, sellerId: number, productId: number, most: number): Promise<CardRow[]> =>
  ofSameSeller(db, [sellerId, productId, most]);

export interface OwnCardRow
  extends CardRow,
    Pick<ProductRow, 'upc' | 'sku' | 'wholesale_cents' | 'provisional' | 'provisional_errors'> {
  can_delete: boolean;
}

export interface SellerList {
  readonly sellerId: number;
  /** Words within the name. */
  readonly name: string;
  readonly limit: number;
  readonly offset: number;
}

const likeAll = (words: string) => `%${words.replace(/[\\%_]/g, '\\$&')}%`;

const STATUS: Record<OwnStatus, string> = {
  live: 'not products.provisional and products.units is distinct from 0',
  provisional: 'products.provisional',
  sold_out: 'not products.provisional and products.units = 0',
};

const SORT: Record<OwnSort, string> = {
  newest: 'products.created_at desc, products.id desc',
  oldest: 'products.created_at, products.id',
  name: 'lower(products.name), products.id',
  price_low: 'products.seller_price_cents nulls last, products.id',
  price_high: 'products.seller_price_cents desc nulls last, products.id desc',
  units_low: 'products.units nulls last, products.id',
  units_high: 'products.units desc nulls last, products.id desc',
};

/** What an owner's search means, of `:seller`, `:name` and the status. */
const ownMatches = (status: OwnStatus | null | undefined) => `
  products.seller_id = :seller and products.deleted_at is null
    and (products.name ilike :name or products.upc like :name or products.sku ilike :name)
    and (${status ? STATUS[status] : 'true'})`;

/** The ids of all that an owner's search finds, in the order of locks. */
export async function ownIds(
  db: Knex,
  { sellerId, name, status }: { sellerId: number; name: string; status: OwnStatus | null | undefined },
): Promise<number[]> {
  const { rows } = await db.raw<{ rows: { id: number }[] }>(
    `select id from products where ${ownMatches(status)} order by id`,
    { seller: sellerId, name: likeAll(name) },
  );
  return rows.map(({ id }) => id);
}

interface OwnList extends SellerList {
  readonly status: OwnStatus | null | undefined;
  readonly sort?: OwnSort | undefined;
}

/** All of a seller's products, for the owner and staff. */
export async function ownProducts(
  db: Knex,
  { sellerId, name, limit, offset, status, sort = 'newest' }: OwnList,
): Promise<{ rows: OwnCardRow[]; count: number }> {
  const { rows } = await db.raw<{ rows: (OwnCardRow & { total: bigint })[] }>(
    `select ${CARD}, products.upc, products.sku, products.wholesale_cents, products.provisional,
            products.provisional_errors, not (${IN_USE}) as can_delete, count(*) over () as total
       ${FROM}
      where ${ownMatches(status)}
      order by ${SORT[sort]}
      limit :limit offset :offset`,
    { seller: sellerId, name: likeAll(name), limit, offset },
  );
  if (rows.length === 0 && offset > 0)
    return { rows, count: (await ownProducts(db, { sellerId, name, status, limit: 1, offset: 0 })).count };
  return { rows, count: Number(rows[0]?.total ?? 0n) };
}

/** How many of the seller's products there are of each status, whatever is searched for. */
export async function statusCounts(db: Knex, sellerId: number): Promise<Record<OwnStatus, number>> {
  const { rows } = await db.raw<{ rows: Record<OwnStatus, number>[] }>(
    `select count(*) filter (where ${STATUS.live})::int as live,
            count(*) filter (where ${STATUS.provisional})::int as provisional,
            count(*) filter (where ${STATUS.sold_out})::int as sold_out
       from products
      where seller_id = ? and deleted_at is null`,
    [sellerId],
  );
  return rows[0] ?? { live: 0, provisional: 0, sold_out: 0 };
}

/** The listed ones, for everybody else. */
export async function listedProducts(
  db: Knex,
  { sellerId, name, limit, offset }: SellerList,
): Promise<{ rows: CardRow[]; count: number }> {
  const { rows } = await db.raw<{ rows: (CardRow & { total: bigint })[] }>(
    `select ${CARD}, count(*) over () as total
       ${FROM}
      where products.seller_id = :seller and products.name ilike :name and ${LISTED}
      order by products.created_at desc, products.id desc
      limit :limit offset :offset`,
    { seller: sellerId, name: likeAll(name), limit, offset },
  );
  if (rows.length === 0 && offset > 0)
    return { rows, count: (await listedProducts(db, { sellerId, name, limit: 1, offset: 0 })).count };
  return { rows, count: Number(rows[0]?.total ?? 0n) };
}

/** Those of them that nothing holds on to. */
export async function deletable(db: Knex, ids: readonly number[]): Promise<Set<number>> {
  const { rows } = await db.raw<{ rows: { id: number }[] }>(
    `select id from products where id = any(?) and not (${IN_USE})`,
    [[...ids]],
  );
  return new Set(rows.map(({ id }) => id));
}

/** Whether no other living product of the seller has this UPC. */
export async function isUpcFree(db: Knex, sellerId: number, upc: string, exceptId: number | null) {
  const taken = await db('products')
    .where({ seller_id: sellerId, upc, deleted_at: null })
    .modify((query) => void (exceptId !== null && query.whereNot({ id: exceptId })))
    .first('id');
  return taken === undefined;
}
