import type { Knex } from 'knex';
import { type Page, pageOf } from '../../db/page';
import type { ClaimLineRow, ClaimMessageRow, ClaimPhotoRow, ClaimRow } from '../../db/tables';
import type { Person } from '../accounts/policy';
import type { Cents, Units } from '../contract/money';
import type { ClaimableLine } from './contract';
import { type ClaimStatus, claimStatuses } from './rules';

export interface ClaimWithOrder extends ClaimRow {
  po_number: string;
  buyer_id: number;
  seller_id: number;
  buyer_name: string;
  seller_name: string;
  fee_bps: number;
  /** Of the order's agreed goods and fee, what has not gone back. */
  goods_left_cents: Cents;
  fee_left_cents: Cents;
  freight_left_cents: Cents;
  /** Of the claim's adjustment; null without one. */
  freight_refund_cents: Cents | null;
  net_refund_cents: Cents | null;
}

export interface ClaimParts {
  lines: (ClaimLineRow & { name: string })[];
  messages: ClaimMessageRow[];
  photos: ClaimPhotoRow[];
}

const spent = (column: string) =>
  `coalesce((select sum(${column})::bigint from adjustments where purchase_order_id = purchase_orders.id), 0)`;

function claimsSeenBy(db: Knex, { kind, buyer_id, seller_id }: Person) {
  const query = db('claims')
    .join('purchase_orders', 'purchase_orders.id', 'claims.purchase_order_id')
    .join('buyers', 'buyers.id', 'purchase_orders.buyer_id')
    .join('sellers', 'sellers.id', 'purchase_orders.seller_id')
    .leftJoin('adjustments', 'adjustments.claim_id', 'claims.id')
    .select('claims.*', 'purchase_orders.po_number', 'purchase_orders.fee_bps')
    .select('purchase_orders.buyer_id', 'purchase_orders.seller_id')
    .select('buyers.name as buyer_name', 'sellers.name as seller_name')
    .select('adjustments.freight_cents as freight_refund_cents', 'adjustments.net_cents as net_refund_cents')
    .select(
      db.raw(`total_cents - purchase_orders.freight_cents - ${spent('goods_cents')} as goods_left_cents`),
      db.raw(`purchase_orders.fee_cents - ${spent('fee_cents')} as fee_left_cents`),
      db.raw(`purchase_orders.freight_cents - ${spent('freight_cents')} as freight_left_cents`),
    );
  if (kind === 'staff') return query;
  if (kind === 'buyer') return query.where('purchase_orders.buyer_id', buyer_id);
  return query.where('purchase_orders.seller_id', seller_id);
}

export const claimSeenBy = async (db: Knex, viewer: Person, id: number) =>
  (await claimsSeenBy(db, viewer).where('claims.id', id).first()) as ClaimWithOrder | undefined;

export const ownClaims = async (db: Knex, viewer: Person, { limit, offset }: Page) =>
  (await claimsSeenBy(db, viewer)
    .orderBy('claims.id', 'desc')
    .limit(limit + 1)
    .offset(offset)) as ClaimWithOrder[];

export const claimsOfOrder = async (db: Knex, viewer: Person, orderId: number) =>
  (await claimsSeenBy(db, viewer)
    .where('claims.purchase_order_id', orderId)
    .orderBy('claims.id', 'desc')) as ClaimWithOrder[];

interface StaffFilter {
  page: number;
  per: number;
  status?: ClaimStatus | '' | undefined;
}

async function countsByStatus(db: Knex) {
  const rows = (await db('claims').groupBy('status').select('status', db.raw('count(*)::int as n'))) as {
    status: ClaimStatus;
    n: number;
  }[];
  const counts = Object.fromEntries(claimStatuses.map((status) => [status, 0])) as Record<
    ClaimStatus,
    number
  >;
  for (const { status, n } of rows) counts[status] = n;
  return counts;
}

const idsIn = async (
  db: Knex,
  { statuses, order, limit, offset }: Page & { statuses: readonly ClaimStatus[]; order: 'asc' | 'desc' },
): Promise<number[]> =>
  limit === 0
    ? []
    : db('claims').whereIn('status', statuses).orderBy('id', order).limit(limit).offset(offset).pluck('id');

/** The ids of a page first: what is shown of a claim takes several tables. */
async function pageOfIds(
  db: Knex,
  statuses: readonly ClaimStatus[],
  { limit, offset }: Page,
  counts: Readonly<Record<ClaimStatus, number>>,
): Promise<number[]> {
  const ids: number[] = [];
  let skipped = offset;
  for (const group of GROUPS) {
    const shown = group.statuses.filter((status) => statuses.includes(status));
    const count = shown.reduce((sum, status) => sum + counts[status], 0);
    const left = skipped < count ? limit - ids.length : 0;
    ids.push(...(await idsIn(db, { statuses: shown, order: group.order, limit: left, offset: skipped })));
    skipped = Math.max(0, skipped - count);
  }
  return ids;
}

/** What staff decide, then what sellers answer, oldest first; then what is decided, latest first. */
const GROUPS = [
  { statuses: ['in_review'], order: 'asc' },
  { statuses: ['open'], order: 'asc' },
  { statuses: ['approved', 'denied', 'withdrawn'], order: 'desc' },
] as const satisfies readonly { statuses: readonly ClaimStatus[]; order: 'asc' | 'desc' }[];

export async function allClaims(db: Knex, viewer: Person, { status, ...range }: StaffFilter) {
  const counts = await countsByStatus(db);
  const ids = await pageOfIds(db, status ? [status] : claimStatuses, pageOf(range), counts);
  const places = new Map(ids.map((id, place) => [id, place]));
  const found: ClaimWithOrder[] = await claimsSeenBy(db, viewer).whereIn('claims.id', ids);
  const rows = found.toSorted((a, b) => (places.get(a.id) ?? 0) - (places.get(b.id) ?? 0));
  const total = status ? counts[status] : Object.values(counts).reduce((sum, n) => sum + n, 0);
  return { rows, meta: { total, counts } };
}

export async function partsOf(db: Knex, claims: readonly { id: number }[]): Promise<ClaimParts> {
  const ids = claims.map(({ id }) => id);
  const [lines, messages, photos] = await Promise.all([
    linesOf(db, ids),
    db('claim_messages').whereIn('claim_id', ids).orderBy('id'),
    db('claim_photos').whereIn('claim_id', ids).orderBy('id'),
  ]);
  return { lines, messages, photos };
}

const linesOf = (db: Knex, claimIds: readonly number[]): Promise<ClaimParts['lines']> =>
  db('claim_lines')
    .join('purchase_order_products', 'purchase_order_products.id', 'purchase_order_product_id')
    .whereIn('claim_id', claimIds)
    .orderBy('claim_lines.id')
    .select('claim_lines.*', 'purchase_order_products.name');

/** Units that were neither decided on in a claim nor refunded as never shipped. */
export async function claimableLines(db: Knex, orderId: number): Promise<ClaimableLine[]> {
  const { rows } = await db.raw<{
    rows: { id: number; name: string; unit_cents: Cents; quantity: Units }[];
  }>(
    `select line.id, line.name, line.unit_cents,
            line.quantity
              - coalesce((select sum(claimed.quantity)::bigint from claim_lines claimed
                            join claims on claims.id = claimed.claim_id
                           where claimed.purchase_order_product_id = line.id
                             and claims.status in ('approved', 'denied')), 0)
              - coalesce((select sum(given.quantity)::bigint from adjustment_lines given
                            join adjustments on adjustments.id = given.adjustment_id
                           where given.purchase_order_product_id = line.id
                             and adjustments.kind = 'short_ship'), 0) as quantity
       from purchase_order_products line where line.purchase_order_id = ? order by line.id`,
    [orderId],
  );
  return rows.map(({ id, ...line }) => ({ purchase_order_product_id: id, ...line }));
}
