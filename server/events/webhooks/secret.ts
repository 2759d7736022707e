import { randomBytes } from 'node:crypto';
import type { WebhookRow } from '../../../db/tables';
import type { Config } from '../../config/config';
import { decrypt, encrypt } from '../../config/encryption';

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

export const newSecret = (): string => PREFIX + randomBytes(SECRET_BYTES).toString('base64');

type Secrets = Pick<Config, 'secretKeyBase'>;
type OfCompany = Partial<Pick<WebhookRow, 'buyer_id' | 'seller_id'>>;

const bindingOf = ({ buyer_id, seller_id }: OfCompany) =>
  ({ purpose: 'webhooks', owner: buyer_id ? `buyer ${buyer_id}` : `seller ${seller_id}` }) as const;

export const sealSecret = ({ secretKeyBase }: Secrets, company: OfCompany, secret: string): Buffer =>
  encrypt(secretKeyBase, secret, bindingOf(company));

/** null where `SECRET_KEY_BASE` is another one by now. */
function openSecret({ secretKeyBase }: Secrets, webhook: OfCompany, sealed: Buffer): string | null {
  try {
    return decrypt(secretKeyBase, sealed, bindingOf(webhook));
  } catch {
    return null;
  }
}

/** The current one first; after a rotation both, for a while. None where the current one cannot be read. */
export function openSecrets(config: Secrets, webhook: WebhookRow, now: Date): string[] {
  const { secret_encrypted: current, previous_secret_encrypted: previous, previous_until: until } = webhook;
  const opened = openSecret(config, webhook, current);
  if (opened === null) return [];
  const earlier = previous && until && until > now ? openSecret(config, webhook, previous) : null;
  return earlier === null ? [opened] : [opened, earlier];
}
