import { createHash, randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import type { Tx } from '../../../db/transaction';
import { deliverAll } from '../../mail/mailer';
import type { Services } from '../../services';
import { audit } from '../audit';
import type { Buyer } from '../policy';
import { activeOwners, companyOf, lockAsManager, lockCompany } from './company';

const ACTION = 'company.change_ap_email';

/** Where a buyer's invoices and credit memos go. Throws 403 to who lost the right meanwhile. */
export const changeApEmail = (
  { transaction }: Pick<Services, 'transaction'>,
  viewer: Buyer,
  ap_email: string | null,
) =>
  transaction(async (tx) => {
    const { company } = await lockAsManager(tx, viewer);
    const row = await tx('buyers').where({ id: company.id }).first('ap_email');
    const before = row?.ap_email ?? null;
    if (before === ap_email) return;
    await tx('buyers').where({ id: company.id }).update({ ap_email });
    await audit(tx, viewer, ACTION, 'buyer', company.id, {
      before: { email: before },
      after: { email: ap_email },
      company: companyOf(viewer),
    });
  });

export const apDigest = (email: string) =>
  createHash('sha256').update(email.toLowerCase()).digest('base64url');

const TOPIC = /^ap-email-(\d{1,10})-([\w-]{43})$/;

interface ApEmail {
  readonly buyerId: number;
  readonly email: string;
}

/** Names the address in the token by which it unsubscribes, without spelling it out. */
export const apEmailTopic = ({ buyerId, email }: ApEmail) => `ap-email-${buyerId}-${apDigest(email)}`;

export interface NamedApEmail {
  readonly buyerId: number;
  /** null: the company has another one by now, or none. */
  readonly email: string | null;
}

/** null for other topics. */
export async function apEmailOfTopic(db: Knex, topic: string): Promise<NamedApEmail | null> {
  const [, id, digest] = TOPIC.exec(topic) ?? [];
  if (!id || !digest) return null;
  const row = await db('buyers')
    .where({ id: Number(id) })
    .first('ap_email');
  const isCurrent = row?.ap_email != null && apDigest(row.ap_email) === digest;
  return { buyerId: Number(id), email: isCurrent ? row.ap_email : null };
}

/** At the wish of who reads that mailbox; the owners are told. Does nothing where the address is another one by now. */
export async function clearApEmail(tx: Tx, { buyerId, email }: NamedApEmail) {
  const company = await lockCompany(tx, { kind: 'buyer', id: buyerId });
  const [cleared] = await tx('buyers')
    .where({ id: buyerId, ap_email: email })
    .update({ ap_email: null })
    .returning('id');
  if (email === null || !cleared) return;
  await audit(tx, null, ACTION, 'buyer', buyerId, { before: { email }, after: { email: null }, company });
  const owners = await activeOwners(tx, company).orderBy('id').select('id', 'email', 'full_name');
  await deliverAll(
    tx,
    owners.map((owner) => ({
      to: owner.email,
      subject: 'Invoices no longer go to accounts payable',
      view: 'ap_email_cleared',
      eventKey: `ap-email-cleared:${owner.id}:${randomUUID()}`,
      locals: { name: owner.full_name, company: company.name, apEmail: email, path: '/settings/company' },
    })),
  );
}
