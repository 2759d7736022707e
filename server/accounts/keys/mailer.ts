import type { ApiKeyRow } from '../../../db/tables';
import type { Tx } from '../../../db/transaction';
import { counted } from '../../contract/money';
import { mailDay, subjectWith } from '../../mail/lines';
import { deliverAll } from '../../mail/mailer';
import { activeOwners, type Company } from '../company/company';
import { limitsText } from '../company/rules';
import { withoutLinks } from '../mailer';
import type { ApiKeyDocument } from './contract';

const ownersOf = (tx: Tx, company: Pick<Company, 'kind' | 'id'>) =>
  activeOwners(tx, company).orderBy('id').select('id', 'email', 'full_name');

/** To every owner, and not to be turned off: a stranger at a signed-in browser may have made it. */
export async function keyCreated(tx: Tx, company: Company, key: ApiKeyDocument, creator: string) {
  const owners = await ownersOf(tx, company);
  await deliverAll(
    tx,
    owners.map((owner) => ({
      to: owner.email,
      subject: subjectWith(key.name, (name) => `New API key: ${name}`),
      view: 'api_key_created',
      eventKey: `api-key:${key.id}:created:${owner.id}`,
      locals: {
        name: owner.full_name,
        key: key.name,
        prefix: key.prefix,
        company: company.name,
        creator: withoutLinks(creator) || company.name,
        capabilities: key.capabilities,
        // What sells has none.
        limits: company.kind === 'buyer' ? limitsText(key.limits) || 'none' : '',
        path: '/settings/api',
      },
    })),
  );
}

export interface ExpiringSecret extends Pick<ApiKeyRow, 'id' | 'prefix' | 'expires_at'> {
  readonly name: string;
  readonly company: Company;
  /** Of which warning: 14 or 3 days before. */
  readonly stage: number;
  readonly days: number;
}

export async function keyExpires(tx: Tx, { company, ...secret }: ExpiringSecret) {
  const owners = await ownersOf(tx, company);
  const days = counted(secret.days, 'day');
  await deliverAll(
    tx,
    owners.map((owner) => ({
      kind: 'integrations',
      userId: owner.id,
      to: owner.email,
      subject: subjectWith(secret.name, (name) => `API key "${name}" expires in ${days}`),
      view: 'api_key_expires',
      eventKey: `api-key-secret:${secret.id}:expires-${secret.stage}:${owner.id}`,
      locals: {
        name: owner.full_name,
        key: secret.name,
        prefix: secret.prefix,
        company: company.name,
        days,
        expires: mailDay(secret.expires_at),
        preview: 'Programs that use it are refused from then on.',
        path: '/settings/api',
      },
    })),
  );
}
