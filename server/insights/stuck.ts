import type { Knex } from 'knex';
import { type OrderStatus, orderStatusLabels } from '../orders/contract';
import type { StuckCount, StuckPage, StuckRow } from './stuck-contract';

/** A kind of work that waits: the same statement is counted on the board and read on its page. */
interface Kind {
  readonly group: string;
  readonly label: string;
  /** Answers id, title, detail, href and since. */
  readonly sql: string;
}

const offersWaiting = (state: string) => `
  select offers.id, offers.offer_number as title, buyers.name || ' → ' || sellers.name as detail,
         '/admin/insights?detail=offer-' || offers.id as href, offers.updated_at as since
    from offers join buyers on buyers.id = offers.buyer_id join sellers on sellers.id = offers.seller_id
   where offers.state = '${state}' and offers.updated_at < now() - interval '24 hours'`;

/** Since when an order is where it is: its last step, not its last change. */
const ordersIn = (status: OrderStatus, fromDays: number, toDays: number | null) => `
  select purchase_orders.id, po_number as title, buyers.name || ' → ' || sellers.name as detail,
         '/admin/purchase_orders?query=' || po_number as href, moved.at as since
    from purchase_orders
    join buyers on buyers.id = purchase_orders.buyer_id join sellers on sellers.id = purchase_orders.seller_id
    cross join lateral (select coalesce((select max(at) from order_history
      where purchase_order_id = purchase_orders.id and from_status is distinct from to_status),
      purchase_orders.created_at) as at) moved
   where purchase_orders.status = '${status}' and moved.at < now() - interval '${fromDays} days'
     ${toDays === null ? '' : `and moved.at >= now() - interval '${toDays} days'`}`;

const orders = (where: string) => `
  select purchase_orders.id, po_number as title, buyers.name || ' → ' || sellers.name
           || coalesce(': ' || replace(payment_flag, '_', ' '), '') as detail,
         '/admin/purchase_orders?query=' || po_number as href, purchase_orders.updated_at as since
    from purchase_orders
    join buyers on buyers.id = purchase_orders.buyer_id join sellers on sellers.id = purchase_orders.seller_id
   where ${where}`;

/** Ages of orders that have not come to their end, in days. */
const AGES = [
  { from: 1, to: 3, label: '1 to 3 days' },
  { from: 3, to: 7, label: '3 to 7 days' },
  { from: 7, to: null, label: 'over 7 days' },
] as const;

const OPEN: readonly OrderStatus[] = [
  'awaiting_initial_payment',
  'payment_pending',
  'requires_payment_action',
  'awaiting_shipment',
  'shipped',
  'received',
  'paid_in_full',
];

/** What applicants are promised is 24 hours; in its last quarter an application is near its end. */
const applications = (where: string) => `
  select users.id, coalesce(buyers.name, sellers.name) as title, users.email::text as detail,
         '/admin/people/' || users.id as href, users.created_at as since
    from users left join buyers on buyers.id = users.buyer_id left join sellers on sellers.id = users.seller_id
   where users.status = 'provisional' and not users.admin and ${where}`;

const KINDS: Record<string, Kind> = {
  'offers-waiting-for-sellers': {
    group: 'Offers',
    label: 'Waiting for the seller over 24 h',
    sql: offersWaiting('seller_review'),
  },
  'offers-waiting-for-buyers': {
    group: 'Offers',
    label: 'Waiting for the buyer over 24 h',
    sql: offersWaiting('buyer_review'),
  },
  'applications-near-24-h': {
    group: 'People',
    label: 'Applications near 24 h',
    sql: applications(
      `users.created_at < now() - interval '18 hours' and users.created_at >= now() - interval '24 hours'`,
    ),
  },
  'applications-over-24-h': {
    group: 'People',
    label: 'Applications over 24 h',
    sql: applications(`users.created_at < now() - interval '24 hours'`),
  },
  'products-incomplete': {
    group: 'Products',
    label: 'Incomplete products',
    sql: `
      select products.id, products.name as title, sellers.name as detail,
             '/all_products/' || products.seller_id || '/' || products.id as href, products.created_at as since
        from products join sellers on sellers.id = products.seller_id
       where products.provisional and products.deleted_at is null`,
  },
  'imports-failed': {
    group: 'Imports',
    label: 'Failed imports',
    sql: `
      select imported_csvs.id, 'Import ' || imported_csvs.id as title,
             sellers.name || coalesce(': ' || imported_csvs.error, '') as detail,
             '/admin/sellers?seller=' || sellers.id as href, imported_csvs.updated_at as since
        from imported_csvs join sellers on sellers.id = imported_csvs.seller_id
       where imported_csvs.status = 'failed'`,
  },
  'imports-standing': {
    group: 'Imports',
    label: 'Imports without progress for 10 minutes',
    sql: `
      select imported_csvs.id, 'Import ' || imported_csvs.id as title,
             sellers.name || ': ' || done_rows || ' of ' || total_rows || ' rows' as detail,
             '/admin/sellers?seller=' || sellers.id as href, imported_csvs.updated_at as since
        from imported_csvs join sellers on sellers.id = imported_csvs.seller_id
       where imported_csvs.status in ('pending', 'importing')
         and imported_csvs.updated_at < now() - interval '10 minutes'`,
  },
  'mails-undelivered': {
    group: 'Mails',
    label: 'Undelivered mails',
    sql: `
      select id, subject as title, recipient || coalesce(': ' || last_error, '') as detail, null as href,
             created_at as since
        from mails where sent_at is null and (attempts > 0 or created_at < now() - interval '1 minute')`,
  },
  'payments-waiting': {
    group: 'Payments',
    label: 'Payments waiting',
    sql: orders(`purchase_orders.status in ('payment_pending', 'requires_payment_action')`),
  },
  'payments-flagged': {
    group: 'Payments',
    label: 'Payments flagged',
    sql: orders('purchase_orders.payment_flag is not null'),
  },
  ...Object.fromEntries(
    OPEN.flatMap((status) =>
      AGES.map(({ from, to, label }) => [
        `orders-${status}-${to === null ? `over-${from}` : `${from}-to-${to}`}-days`,
        { group: orderStatusLabels[status], label, sql: ordersIn(status, from, to) },
      ]),
    ),
  ),
};

export async function stuckCounts(db: Knex): Promise<StuckCount[]> {
  const kinds = Object.entries(KINDS);
  const counts = kinds.map(
    ([, { sql }], index) => `select ${index} as place, count(*)::int as n from (${sql}) waiting`,
  );
  const { rows } = await db.raw<{ rows: { place: number; n: number }[] }>(counts.join(' union all '));
  const byPlace = new Map(rows.map(({ place, n }) => [place, n]));
  return kinds.map(([kind, { group, label }], place) => ({
    kind,
    group,
    label,
    count: byPlace.get(place) ?? 0,
  }));
}

const PER_PAGE = 50;

/** The longest wait first. null for a kind that there is not. */
export async function stuckPage(db: Knex, kind: string, page: number): Promise<StuckPage | null> {
  const found = Object.hasOwn(KINDS, kind) ? KINDS[kind] : undefined;
  if (!found) return null;
  const [{ rows }, counted] = await Promise.all([
    db.raw<{ rows: (Omit<StuckRow, 'since'> & { since: Date })[] }>(
      `${found.sql} order by since, id limit ${PER_PAGE} offset ${(page - 1) * PER_PAGE}`,
    ),
    db.raw<{ rows: { n: number }[] }>(`select count(*)::int as n from (${found.sql}) waiting`),
  ]);
  return {
    kind,
    label: `${found.group}: ${found.label}`,
    rows: rows.map(({ id, title, detail, href, since }) => ({
      id,
      title,
      detail,
      href,
      since: since.toISOString(),
    })),
    total: counted.rows[0]?.n ?? 0,
    page,
  };
}
