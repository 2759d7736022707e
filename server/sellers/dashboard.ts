import type { Db } from '../../db/connection';
import type { Seller } from '../accounts/policy';
import type { Config } from '../config/config';
import type { DashboardFrame } from './dashboard-contract';

interface DashboardRow {
  name: string;
  profile_complete: boolean;
  has_products: boolean;
  is_connected: boolean;
}

export async function dashboardFrame(
  { db, config }: { db: Db; config: Pick<Config, 'shopify'> },
  viewer: Seller,
): Promise<DashboardFrame> {
  const { rows } = await db.raw<{ rows: DashboardRow[] }>(
    `select sellers.name, sellers.profile_complete,
            exists (select from products where seller_id = sellers.id and deleted_at is null) as has_products,
            exists (select from shopify_sessions where seller_id = sellers.id) as is_connected
       from sellers where id = ?`,
    [viewer.seller_id],
  );
  const [row] = rows;
  if (!row) throw new Error(`Seller ${viewer.seller_id} is gone`);
  const { is_connected, ...banners } = row;
  const offered = config.shopify !== null && viewer.features.includes('shopify');
  return { ...banners, store: offered ? (is_connected ? 'connected' : 'not_connected') : null };
}
