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

export async function findMember(viewer: Trader, { id }: Named, { db }: Db) {
  const found = await db('users')
    .where(ofCompany(companyOf(viewer)))
    .where({ id })
    .first('id', 'status');
  return found && isMember(found) ? found : null;
}
