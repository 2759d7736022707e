import type { Knex } from 'knex';
import type { SellerRow } from '../../db/tables';
import { seller, staff } from '../accounts/policy';
import type { Identity } from '../http/viewer';
import { sellerById } from './queries';

type SellerState = Pick<SellerRow, 'profile_complete' | 'suspended_at'>;

/** Everyone sees this seller and their published products (docs/rules.md#sellers). */
const canSell = ({ profile_complete, suspended_at }: SellerState): boolean =>
  profile_complete && suspended_at === null;

/** The same in SQL, for queries that join `sellers`. */
export const CAN_SELL = 'sellers.profile_complete and sellers.suspended_at is null';

const maySeeSeller = (viewer: Identity | null, found: SellerState & Pick<SellerRow, 'id'>): boolean =>
  canSell(found) || staff(viewer) || (seller(viewer) && viewer.seller_id === found.id);

export async function visibleSeller(
  viewer: Identity | null,
  { id }: { id: number },
  { db }: { db: Knex },
): Promise<SellerRow | null> {
  const found = await sellerById(db, id);
  return found && maySeeSeller(viewer, found) ? found : null;
}

export const anySeller = (_viewer: Identity | null, { id }: { id: number }, { db }: { db: Knex }) =>
  sellerById(db, id);
