import { isCapable } from '../../contract/capabilities';
import { RoleForbidden } from '../../http/errors';
import type { Services } from '../../services';
import { companyOf, isMember, ofCompany, type Trader } from './company';

interface Named {
  readonly id: number;
}

type Db = Pick<Services, 'db'>;

export const findOwnInvitation = (viewer: Trader, { id }: Named, { db }: Db) =>
  db('invitations')
    .where(ofCompany(companyOf(viewer)))
    .where({ id, accepted_at: null, revoked_at: null })
    .first('id');

/** Any member may leave; throws 403 for a colleague to those who don't manage the company. */
export function findRemovable(viewer: Trader, named: Named, services: Db) {
  if (named.id !== viewer.id && !isCapable(viewer, 'company:manage')) throw RoleForbidden(viewer);
  return findMember(viewer, named, services);
}

export async function findMember(viewer: Trader, { id }: Named, { db }: Db) {
  const found = await db('users')
    .where(ofCompany(companyOf(viewer)))
    .where({ id })
    .first('id', 'status');
  return found && isMember(found) ? found : null;
}
