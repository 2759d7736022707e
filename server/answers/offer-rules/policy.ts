import type { Knex } from 'knex';
import type { Seller, Staff } from '../../accounts/policy';
import { Invalid } from '../../http/errors';
import { ruleById } from './queries';

export const findOwnRule = async (viewer: Seller, { id }: { id: number }, { db }: { db: Knex }) => {
  const rule = await ruleById(db, id);
  return rule?.seller_id === viewer.seller_id ? rule : null;
};

/** Whose rules a list shows. Throws 422 to staff who name no seller. */
export function sellerOfRules(viewer: Seller | Staff, named: number | undefined): number {
  if (viewer.kind === 'seller') return viewer.seller_id;
  if (named === undefined) throw Invalid('Choose a seller', { seller_id: ['Choose a seller'] });
  return named;
}
