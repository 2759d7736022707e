import type { WebhookRow } from '../../../db/tables';
import type { Tx } from '../../../db/transaction';
import { audit } from '../../accounts/audit';
import { lockAsManager, ofCompany, type Trader } from '../../accounts/company/company';
import { startEvents } from '../../accounts/company/events-since';
import { Invalid, NotFound } from '../../http/errors';
import type { Services } from '../../services';
import { requireEventPatterns } from '../patterns';
import { requirePublic } from './address';
import type { NewWebhookSecret, WebhookDocument } from './contract';
import { cancelPending } from './pending';
import { webhookById } from './queries';
import { MAX_WEBHOOKS, TOO_MANY_WEBHOOKS } from './rules';
import { newSecret, sealSecret } from './secret';

type ActServices = Pick<Services, 'transaction' | 'config'>;

/** What people call an endpoint. */
const hostOf = ({ url }: Pick<WebhookRow, 'url'>): string => new URL(url).host;

interface NewWebhook {
  readonly url: string;
  readonly types: readonly string[];
}

/** Throws 422 for an address that is not public, an unknown type, and the 11th endpoint. */
export async function createWebhook(
  { transaction, config }: ActServices,
  viewer: Trader,
  { url, types }: NewWebhook,
): Promise<NewWebhookSecret> {
  const patterns = [...new Set(requireEventPatterns(types))];
  const address = await requirePublic(config, url);
  return transaction(async (tx) => {
    const { company } = await lockAsManager(tx, viewer);
    const existing = await tx('webhooks').where(ofCompany(company)).select('id');
    if (existing.length >= MAX_WEBHOOKS) throw Invalid(TOO_MANY_WEBHOOKS);
    await startEvents(tx, company);
    const secret = newSecret();
    const [created] = await tx('webhooks')
      .insert({
        ...ofCompany(company),
        url: address,
        types: patterns,
        secret_encrypted: sealSecret(config, ofCompany(company), secret),
        created_by: viewer.id,
      })
      .returning('id');
    if (!created) throw new Error('The webhook was not written');
    const { id } = created;
    const after = { name: hostOf({ url: address }), url: address, types: patterns };
    await audit(tx, viewer, 'company.create_webhook', 'webhook', id, { after, company });
    return { webhook: await webhookById(tx, id), secret };
  });
}

async function lockWebhook(tx: Tx, viewer: Trader, id: number) {
  const { company } = await lockAsManager(tx, viewer);
  const webhook = await tx('webhooks').where(ofCompany(company)).where({ id }).forNoKeyUpdate().first();
  if (!webhook) throw NotFound();
  return { company, webhook };
}

interface WebhookChanges {
  readonly url?: string | undefined;
  readonly types?: readonly string[] | undefined;
  readonly enabled?: boolean | undefined;
}

/** As of an endpoint that is not known to fail. */
const HEALTHY = {
  failing_since: null,
  failures: 0,
  warned_at: null,
  paused_until: null,
  pause_seconds: 0,
} as const;

/** What waits for an endpoint that is turned off is canceled; once it is back, it can be replayed. */
export async function changeWebhook(
  { transaction, config }: ActServices,
  viewer: Trader,
  id: number,
  { url, types, enabled }: WebhookChanges,
): Promise<WebhookDocument> {
  const patterns = types && [...new Set(requireEventPatterns(types))];
  const address = url === undefined ? undefined : await requirePublic(config, url);
  return transaction(async (tx) => {
    const { company, webhook } = await lockWebhook(tx, viewer, id);
    const changes = {
      ...(address !== undefined && { url: address }),
      ...(address !== undefined && address !== webhook.url && HEALTHY),
      ...(patterns && { types: patterns }),
      ...(enabled === true && !webhook.enabled && { enabled: true, disabled_reason: null, ...HEALTHY }),
      ...(enabled === false && { enabled: false, disabled_reason: null }),
    };
    if (Object.keys(changes).length === 0) return webhookById(tx, id);
    await tx('webhooks').where({ id }).update(changes);
    if (enabled === false) await cancelPending(tx, id);
    const named = { name: hostOf({ url: address ?? webhook.url }) };
    const before = { ...named, url: webhook.url, types: webhook.types, enabled: webhook.enabled };
    const after = { ...named, url: address, types: patterns, enabled };
    await audit(tx, viewer, 'company.change_webhook', 'webhook', id, { before, after, company });
    return webhookById(tx, id);
  });
}

export const deleteWebhook = ({ transaction }: ActServices, viewer: Trader, id: number): Promise<undefined> =>
  transaction(async (tx) => {
    const { company, webhook } = await lockWebhook(tx, viewer, id);
    await tx('webhooks').where({ id }).delete();
    const before = { name: hostOf(webhook), url: webhook.url };
    await audit(tx, viewer, 'company.delete_webhook', 'webhook', id, { before, company });
    return undefined;
  });

const OVERLAP_HOURS = 24;

/** For 24 hours both secrets sign, so that receivers can change theirs at any time. */
export const rotateSecret = (
  { transaction, config }: ActServices,
  viewer: Trader,
  id: number,
): Promise<NewWebhookSecret> =>
  transaction(async (tx) => {
    const { company, webhook } = await lockWebhook(tx, viewer, id);
    const secret = newSecret();
    await tx('webhooks')
      .where({ id })
      .update({
        secret_encrypted: sealSecret(config, webhook, secret),
        previous_secret_encrypted: webhook.secret_encrypted,
        previous_until: tx.raw('now() + make_interval(hours => ?)', [OVERLAP_HOURS]) as never,
      });
    const after = { name: hostOf(webhook) };
    await audit(tx, viewer, 'company.rotate_webhook_secret', 'webhook', id, { after, company });
    return { webhook: await webhookById(tx, id), secret };
  });
