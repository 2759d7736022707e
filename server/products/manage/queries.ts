import type { Knex } from 'knex';
import { containsPattern } from '../../../db/like';
import type { ProductRow } from '../../../db/tables';
import type { CardRow } from '../../search/search';
import type { OwnStatus } from '../contract';
import { CARD, FROM, IN_USE } from '../queries';
import { LISTED, statusOf } from '../visibility';
import type { OwnSort } from './rules';

export interface OwnCardRow
  extends CardRow,
    Pick<
      ProductRow,
      | 'upc'
      | 'sku'
      | 'wholesale_cents'
      | 'provisional'
      | 'provisional_errors'
      | 'description'
      | 'photo_2'
      | 'photo_3'
      | 'photo_4'
      | 'photo_5'
      | 'condition'
      | 'length'
      | 'width'
      | 'height'
      | 'weight'
      | 'sell_by'
    > {
  can_delete: boolean;
  status: OwnStatus;
}

export interface SellerList {
  readonly sellerId: number;
  readonly name: string;
  readonly limit: number;
  readonly offset: number;
}

const SORT: Record<OwnSort, string> = {
  newest: 'products.created_at desc, products.id desc',
  oldest: 'products.created_at, products.id',
  name: 'lower(products.name), products.id',
  price_low: 'products.seller_price_cents nulls last, products.id',
  price_high: 'products.seller_price_cents desc nulls last, products.id desc',
  units_low: 'products.units nulls last, products.id',
  units_high: 'products.units desc nulls last, products.id desc',
};

const STATUS = statusOf('products');

const OWN_MATCHES = `
  products.seller_id = :seller and products.deleted_at is null
    and (products.name ilike :name or products.upc like :name or products.sku ilike :name)
    and (cast(:status as text) is null or ${STATUS} = :status)`;

/** In lock order. */
export async function ownIds(
  db: Knex,
  { sellerId, name, status }: { sellerId: number; name: string; status: OwnStatus | null | undefined },
): Promise<number[]> {
  const { rows } = await db.raw<{ rows: { id: number }[] }>(
    `select products.id from products join sellers on sellers.id = products.seller_id
      where ${OWN_MATCHES} order by products.id`,
    { seller: sellerId, name: containsPattern(name), status: status ?? null },
  );
  return rows.map(({ id }) => id);
}

interface OwnList extends SellerList {
  readonly status: OwnStatus | null | undefined;
  readonly sort?: OwnSort | undefined;
}

export async function ownProducts(
  db: Knex,
  { sellerId, name, limit, offset, status, sort = 'newest' }: OwnList,
): Promise<{ rows: OwnCardRow[]; count: number }> {
  const { rows } = await db.raw<{ rows: (OwnCardRow & { total: bigint })[] }>(
    `select ${CARD}, products.upc, products.sku, products.wholesale_cents, products.provisional,
            products.provisional_errors, products.description, products.photo_2, products.photo_3, products.photo_4,
            products.photo_5, products.length, products.width, products.height, products.weight, products.sell_by, not (${IN_USE}) as can_delete,
            ${STATUS} as status, count(*) over () as total
       ${FROM}
      where ${OWN_MATCHES}
      order by ${SORT[sort]}
      limit :limit offset :offset`,
    { seller: sellerId, name: containsPattern(name), status: status ?? null, limit, offset },
  );
  if (rows.length === 0 && offset > 0)
    return { rows, count: (await ownProducts(db, { sellerId, name, status, limit: 1, offset: 0 })).count };
  return { rows, count: Number(rows[0]?.total ?? 0n) };
}

export async function statusCounts(db: Knex, sellerId: number): Promise<Record<OwnStatus, number>> {
  const { rows } = await db.raw<{ rows: { status: OwnStatus; n: number }[] }>(
    `select ${STATUS} as status, count(*)::int as n
       from products join sellers on sellers.id = products.seller_id
      where products.seller_id = ? and products.deleted_at is null
      group by 1`,
    [sellerId],
  );
  const counts = { live: 0, provisional: 0, sold_out: 0, paused: 0 };
  for (const { status, n } of rows) counts[status] = n;
  return counts;
}

const LISTED_PRODUCTS = `select ${CARD}, count(*) over () as total
   ${FROM}
  where products.seller_id = :seller and products.name ilike :name and ${LISTED}
  order by products.created_at desc, products.id desc
  limit :limit offset :offset`;

export async function listedProducts(
  db: Knex,
  { sellerId, name, limit, offset }: SellerList,
): Promise<{ rows: CardRow[]; count: number }> {
  const bindings = { seller: sellerId, name: containsPattern(name), limit, offset };
  const { rows } = await db.raw<{ rows: (CardRow & { total: bigint })[] }>(LISTED_PRODUCTS, bindings);
  if (rows.length === 0 && offset > 0)
    return { rows, count: (await listedProducts(db, { sellerId, name, limit: 1, offset: 0 })).count };
  return { rows, count: Number(rows[0]?.total ?? 0n) };
}
