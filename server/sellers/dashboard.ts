import type { Db } from '../../db/connection';
import type { Tx } from '../../db/transaction';
import type { Seller } from '../accounts/policy';
import type { Config } from '../config/config';
import { isCapable } from '../contract/capabilities';
import type { DashboardFrame } from './contract';
import { type FirstStep, firstSteps, type ReadStep } from './rules';

interface DashboardRow {
  name: string;
  profile_complete: boolean;
  has_products: boolean;
  is_connected: boolean;
  has_orders: boolean;
  steps_read: string[];
}

export async function dashboardFrame(
  { db, config }: { db: Db; config: Pick<Config, 'shopify'> },
  viewer: Seller,
): Promise<DashboardFrame> {
  const { rows } = await db.raw<{ rows: DashboardRow[] }>(
    `select sellers.name, sellers.profile_complete,
            exists (select from products where seller_id = sellers.id and deleted_at is null) as has_products,
            exists (select from shopify_sessions where seller_id = sellers.id) as is_connected,
            exists (select from purchase_orders where seller_id = sellers.id) as has_orders, sellers.steps_read
       from sellers where id = ?`,
    [viewer.seller_id],
  );
  const [row] = rows;
  if (!row) throw new Error(`Seller ${viewer.seller_id} is gone`);
  const { is_connected, name, profile_complete, has_products } = row;
  const offered = config.shopify !== null && viewer.features.includes('shopify');
  return {
    name,
    profile_complete,
    has_products,
    reads_earnings: isCapable(viewer, 'earnings:read'),
    store: offered ? (is_connected ? 'connected' : 'not_connected') : null,
    first_steps: unfinishedSteps(row),
  };
}

function unfinishedSteps({
  profile_complete,
  has_products,
  has_orders,
  steps_read,
}: DashboardRow): FirstStep[] {
  if (has_orders) return [];
  const isDone: Record<FirstStep, boolean> = {
    profile: profile_complete,
    shipping: steps_read.includes('shipping'),
    product: has_products,
    payment: steps_read.includes('payment'),
  };
  return firstSteps.filter((step) => !isDone[step]);
}

export const markStepRead = (tx: Tx, { seller_id }: Seller, step: ReadStep) =>
  tx('sellers')
    .where({ id: seller_id })
    .whereRaw('not steps_read @> array[?]::text[]', [step])
    .update({ steps_read: tx.raw('array_append(steps_read, ?)', [step]) });
