import type { Knex } from 'knex';
import type { SellerRow } from '../../db/tables';
import type { Identity } from '../http/viewer';
import { maySeeSeller } from './policy';

export const sellerById = (db: Knex, id: number): Promise<SellerRow | undefined> =>
  db('sellers').where({ id }).first();

export async function visibleSeller(
  db: Knex,
  viewer: Identity | null,
  id: number,
): Promise<SellerRow | null> {
  const found = await sellerById(db, id);
  return found && maySeeSeller(viewer, found) ? found : null;
}
