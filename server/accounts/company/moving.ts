import type { Knex } from 'knex';
import { statement } from '../../../db/sql';
import type { UserRow } from '../../../db/tables';
import { counted } from '../../contract/money';
import { type Company, companyKeyOf, idsByKind, isMember } from './company';

interface OpenTrade {
  readonly company: string;
  readonly members: number;
  readonly offers: number;
  readonly orders: number;
  readonly products: number;
  readonly owed: boolean;
}

/** What a company whose only member leaves would leave undone. */
const openTradeOf = statement<OpenTrade>(
  'open trade of a company',
  `select coalesce((select name from buyers where id = $1), (select name from sellers where id = $2), '') as company,
     (select count(*)::int from users where (buyer_id = $1 or seller_id = $2)
         and not is_primary and status not in ('removed', 'key')) as members,
     (select count(*)::int from offers where (buyer_id = $1 or seller_id = $2)
         and state in ('seller_review', 'buyer_review')) as offers,
     (select count(*)::int from purchase_orders where (buyer_id = $1 or seller_id = $2)
         and status not in ('received', 'paid_in_full', 'completed', 'canceled')) as orders,
     (select count(*)::int from products where seller_id = $2 and not provisional and deleted_at is null) as products,
     exists (select from seller_balances where seller_id = $2
         and (pending_cents <> 0 or available_cents <> 0)) as owed`,
);

export type Account = Pick<UserRow, 'id' | 'buyer_id' | 'seller_id' | 'admin' | 'status' | 'is_primary'>;

export const accountOf = (db: Knex, email: string) =>
  db('users')
    .where({ email })
    .first('id', 'email', 'password_digest', 'status', 'admin', 'buyer_id', 'seller_id', 'is_primary');

/** Staff and accounts of the other kind never move. */
export function foreignAccount(
  { buyer_id, admin, status }: Account,
  { kind }: Pick<Company, 'kind'>,
): string | null {
  if (admin) return 'This address belongs to a staff account.';
  if (!isMember({ status })) return "This address can't join a company.";
  const own = buyer_id === null ? 'seller' : 'buyer';
  return own === kind ? null : `This address belongs to a ${own}'s account.`;
}

const is = (count: number, noun: string) => `${counted(count, noun)} ${count === 1 ? 'is' : 'are'}`;

/** A company goes on without a member who is not its primary owner, so that its trade keeps only that one. */
function unfinished({ company, members, offers, orders, products, owed }: OpenTrade): string[] {
  return [
    offers > 0 && `${is(offers, 'offer')} still open.`,
    orders > 0 && `${is(orders, 'order')} still open.`,
    products > 0 && `${is(products, 'product')} still listed.`,
    owed && 'A balance is still to be paid out.',
    members > 0 &&
      `${is(members, 'other member')} in ${company}. Make another owner the primary owner first.`,
  ].filter((text): text is string => text !== false);
}

/** What keeps the account from moving to the company, in sentences; judged again under both companies' locks. */
export async function moveBlockers(db: Knex, account: Account, to: Pick<Company, 'kind'>): Promise<string[]> {
  const foreign = foreignAccount(account, to);
  if (foreign) return [foreign];
  if (account.status === 'provisional') return ['Your application is still being reviewed.'];
  if (account.status === 'denied') return ["Your application wasn't approved."];
  const from = companyKeyOf(account);
  if (!from || !account.is_primary) return [];
  const [trade] = await openTradeOf(db, idsByKind(from));
  return trade ? unfinished(trade) : [];
}
