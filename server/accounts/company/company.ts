import type { UserRow } from '../../../db/tables';
import type { Tx } from '../../../db/transaction';
import { isActive } from '../../contract/account-status';
import type { Role } from '../../contract/capabilities';
import { NotFound, RoleForbidden } from '../../http/errors';
import type { Buyer, Person, Seller } from '../policy';
import { can } from './rules';

export interface Company {
  readonly kind: 'buyer' | 'seller';
  readonly id: number;
  readonly name: string;
}

type CompanyKey = Pick<Company, 'kind' | 'id'>;

export type Trader = Buyer | Seller;

/** Columns that name the company, in every table that has both. */
export const ofCompany = ({ kind, id }: CompanyKey) =>
  kind === 'buyer' ? { buyer_id: id } : { seller_id: id };

/** For statements whose $1 is the buyer's id and $2 the seller's. */
export const idsByKind = ({ kind, id }: CompanyKey) => (kind === 'buyer' ? [id, null] : [null, id]);

export const companyOf = ({ kind, buyer_id, seller_id, name }: Trader): Company => ({
  kind,
  id: kind === 'buyer' ? buyer_id : seller_id,
  name,
});

/** null for staff, and for rows of no company. */
export function companyKeyOf({ buyer_id, seller_id }: Pick<UserRow, 'buyer_id' | 'seller_id'>) {
  if (buyer_id !== null) return { kind: 'buyer', id: buyer_id } as const;
  return seller_id === null ? null : ({ kind: 'seller', id: seller_id } as const);
}

export const roleOf = ({ role }: Pick<UserRow, 'role'>): Role => role ?? 'owner';

export const isMember = ({ status }: Pick<UserRow, 'status'>) => status !== 'removed' && status !== 'key';

/** SQL: whether a user belongs to the company that another row names by `buyer_id` or `seller_id`. */
export const isMemberOf = (user: string, row: string): string =>
  `(${user}.status <> 'removed' and coalesce(${user}.buyer_id = ${row}.buyer_id or ${user}.seller_id = ${row}.seller_id, false))`;

/** Serializes changes of a company's members. Taken before any user's row; of two companies the lower id first. */
export async function lockCompany(tx: Tx, { kind, id }: CompanyKey): Promise<Company> {
  const row = await (kind === 'buyer'
    ? tx('buyers').where({ id }).forNoKeyUpdate().first('name')
    : tx('sellers').where({ id }).forNoKeyUpdate().first('name'));
  if (!row) throw NotFound();
  return { kind, id, name: row.name };
}

/** Locks the rows by id. */
export const lockUsers = (tx: Tx, company: CompanyKey, ids: readonly number[]): Promise<UserRow[]> =>
  tx('users').where(ofCompany(company)).whereIn('id', ids).orderBy('id').forNoKeyUpdate();

/** Throws 403 where the viewer lost that right meanwhile. */
export async function lockAsManager(tx: Tx, viewer: Trader, ids: readonly number[] = []) {
  const company = await lockCompany(tx, companyOf(viewer));
  const users = await lockUsers(tx, company, [viewer.id, ...ids]);
  const self = users.find(({ id }) => id === viewer.id);
  if (!self || !isActive(self) || !can(company.kind, self.role, 'company:manage'))
    throw RoleForbidden({ role: self?.role ?? null, name: company.name });
  return { company, users };
}

export const activeOwners = (tx: Tx, company: CompanyKey) =>
  tx('users')
    .where(ofCompany(company))
    .whereRaw("coalesce(role, 'owner') = 'owner'")
    .whereIn('status', ['password_created', 'onboarded']);

export const nameOf = ({ full_name, email }: Pick<Person, 'full_name' | 'email'>) => full_name || email;

/** Of who may invite no longer: one sent to an address of their own would let them in again. Under the company's lock. */
export const endInvitationsBy = (tx: Tx, userId: number) =>
  tx('invitations')
    .where({ invited_by: userId })
    .whereNull('accepted_at')
    .whereNull('revoked_at')
    .update({ revoked_at: tx.fn.now() });
