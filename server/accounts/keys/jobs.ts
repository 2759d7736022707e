import { statement } from '../../../db/sql';
import type { ApiKeyRow, UserRow } from '../../../db/tables';
import { dueRows } from '../../jobs/due';
import type { Job } from '../../jobs/job';
import type { Services } from '../../services';
import { companyKeyOf } from '../company/company';
import { companyName } from '../company/queries';
import { keyExpires } from './mailer';

const WARNING_DAYS = [3, 14];

/** A key that was made for fewer days gets no warning so long before. */
const EXPIRES_SOON = `revoked_at is null and replaced_by is null and expires_at > now() and (${WARNING_DAYS.map(
  (days) =>
    `expires_at between api_keys.created_at + interval '${days} days' and now() + interval '${days} days'`,
).join(' or ')})`;

type ExpiringRow = Pick<ApiKeyRow, 'id' | 'prefix' | 'expires_at'> &
  Pick<UserRow, 'full_name' | 'buyer_id' | 'seller_id'> & { days: number };

const expiringSecret = statement<ExpiringRow>(
  'expiring API key',
  `select api_keys.id, prefix, expires_at, users.full_name, users.buyer_id, users.seller_id,
          ceil(extract(epoch from expires_at - now()) / 86400)::integer as days
     from api_keys join users on users.id = api_keys.user_id
    where api_keys.id = $1 and ${EXPIRES_SOON}`,
);

/** Each mail once, by its event key. */
const warn = ({ transaction }: Services, id: number) =>
  transaction(async (tx) => {
    const [row] = await expiringSecret(tx, [id]);
    const key = row && companyKeyOf(row);
    if (!row || !key) return;
    const company = { ...key, name: await companyName(tx, key) };
    const stage = WARNING_DAYS.find((days) => row.days <= days) ?? 0;
    await keyExpires(tx, { ...row, name: row.full_name, company, stage });
  });

const [warnOfExpiry, warnOfExpiringKey] = dueRows({
  name: 'warn-of-expiring-keys',
  each: 'warn-of-expiring-key',
  table: 'api_keys',
  where: EXPIRES_SOON,
  act: (services, { id }) => warn(services, id),
});

export const keyJobs: readonly Job[] = [warnOfExpiry, warnOfExpiringKey];

export { warnOfExpiry };
