import { statusOf } from '../products/visibility';
import type { Resource } from './contract';

interface SortKey {
  readonly by: readonly string[];
  readonly join?: string;
  /** A narrow table that suffices when only days filter the list; it is `t` then. */
  readonly alone?: { readonly table: string; readonly id: string; readonly by: string };
  readonly dir: 'asc' | 'desc';
}

export interface List {
  readonly table: 'purchase_orders' | 'offers' | 'products' | 'users';
  readonly where: string;
  readonly joins: string;
  readonly columns: string;
  readonly sorts: Readonly<Record<string, SortKey>>;
  readonly sort: string;
  /** Ids found by text; `:number` is an offer's or order's id. */
  readonly search: (has: ContainsText) => string;
}

export type ContainsText = (column: string) => string;

const newest = { created_at: { by: ['t.created_at'], dir: 'desc' } } as const;
const column = (name: string, dir: 'asc' | 'desc' = 'asc'): SortKey => ({ by: [`t.${name}`], dir });
/** Sorts by a column of a narrow side table, which has the index. */
const sideTable =
  (table: 'offer_totals' | 'order_totals', id: 'offer_id' | 'order_id') =>
  (name: string, dir: 'asc' | 'desc' = 'desc'): SortKey => ({
    by: [`sum.${name}`],
    join: `join ${table} sum on sum.${id} = t.id`,
    alone: { table, id: `t.${id}`, by: `t.${name}` },
    dir,
  });
const ofOrders = sideTable('order_totals', 'order_id');
const ofOffers = sideTable('offer_totals', 'offer_id');

const PARTIES = `
  join buyers on buyers.id = t.buyer_id
  join sellers on sellers.id = t.seller_id
  left join users buyer on buyer.buyer_id = t.buyer_id and buyer.is_primary
  left join users seller on seller.seller_id = t.seller_id and seller.is_primary`;

const PARTY_COLUMNS = `buyer.email::text as buyer_user_email, seller.email::text as seller_user_email,
  buyer.id as buyer_user_id, seller.id as seller_user_id, buyers.name as buyer_name, sellers.name as seller_name`;

const byParty = (table: string) => (has: ContainsText) =>
  `
  select id from ${table} where id = cast(:number as int)
  union all
  select id from ${table} where buyer_id in (
    select buyer_id from users where ${has('email::text')} and buyer_id is not null
    union select id from buyers where ${has('name')})
  union all
  select id from ${table} where seller_id in (
    select seller_id from users where ${has('email::text')} and seller_id is not null
    union select id from sellers where ${has('name')})`;

export const lists: Record<Resource, List> = {
  purchase_order: {
    table: 'purchase_orders',
    where: 'true',
    joins: PARTIES,
    columns: `t.id, t.po_number, t.status, t.total_cents, t.total_net_to_seller, t.fee_cents, t.total_units,
      t.sku_count, t.created_at, ${PARTY_COLUMNS}`,
    sorts: {
      ...newest,
      status: { by: ['t.status', 't.created_at'], dir: 'asc' },
      total_cents: ofOrders('total_cents'),
      total_net_to_seller: ofOrders('total_net_to_seller'),
      profit_cents: ofOrders('fee_cents'),
      total_units: ofOrders('total_units'),
      sku_count: ofOrders('sku_count'),
      buyer_user_email: ofOrders('buyer_email', 'asc'),
      seller_user_email: ofOrders('seller_email', 'asc'),
    },
    sort: 'created_at',
    search: byParty('purchase_orders'),
  },
  offer: {
    table: 'offers',
    where: 'true',
    joins: `${PARTIES} left join offer_totals totals on totals.offer_id = t.id`,
    columns: `t.id, t.offer_number, t.state, t.created_at, ${PARTY_COLUMNS},
      least(coalesce(totals.total_cents, 0), 9007199254740991)::bigint as total_cents,
      coalesce(totals.total_units, 0)::text as total_units, coalesce(totals.sku_count, 0) as sku_count`,
    sorts: {
      ...newest,
      state: { by: ['t.state', 't.updated_at'], dir: 'asc' },
      total_cents: ofOffers('total_cents'),
      total_units: ofOffers('total_units'),
      sku_count: ofOffers('sku_count'),
      buyer_user_email: ofOffers('buyer_email', 'asc'),
      seller_user_email: ofOffers('seller_email', 'asc'),
    },
    sort: 'created_at',
    search: byParty('offers'),
  },
  product: {
    table: 'products',
    where: 't.deleted_at is null',
    joins: 'join sellers on sellers.id = t.seller_id',
    columns: `t.id, t.sku, t.upc, t.name, t.units, t.seller_id, sellers.name as seller_name, t.provisional,
      ${statusOf('t')} as status,
      t.seller_price_cents, t.category, t.created_at`,
    sorts: {
      name: { by: ['lower(t.name)'], dir: 'asc' },
      seller_name: {
        by: ['lower(party.name)', 'party.id'],
        join: 'join sellers party on party.id = t.seller_id',
        dir: 'asc',
      },
      provisional: column('provisional'),
      units: { by: ['coalesce(t.units, -1)'], dir: 'desc' },
      created_at: column('created_at', 'desc'),
    },
    sort: 'name',
    search: (has) => `
      select id from products where deleted_at is null
         and (${has('name')} or ${has('sku')} or ${has('upc')} or id = cast(:number as int))
      union all select id from products where seller_id in (select id from sellers where ${has('name')})`,
  },
  user: {
    table: 'users',
    where: "t.status not in ('removed', 'key')",
    joins: `left join buyers on buyers.id = t.buyer_id left join sellers on sellers.id = t.seller_id`,
    columns: `t.id, t.email::text as email, t.full_name, t.status, t.created_at, t.buyer_id, t.seller_id,
      buyers.name as buyer_name, sellers.name as seller_name`,
    sorts: {
      email: column('email'),
      created_at: column('created_at', 'desc'),
      status: { by: ['t.status', 't.created_at'], dir: 'asc' },
    },
    sort: 'email',
    search: (has) => `
      select id from users where ${has('email::text')} or ${has('full_name')}
      union all select id from users where buyer_id in (select id from buyers where ${has('name')})
      union all select id from users where seller_id in (select id from sellers where ${has('name')})`,
  },
};
