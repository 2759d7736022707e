import type { WebhookRow } from '../../../db/tables';
import type { Tx } from '../../../db/transaction';
import { activeOwners, companyKeyOf } from '../../accounts/company/company';
import { UTC } from '../../contract/time/zones';
import { mailTime, subjectWith } from '../../mail/lines';
import { deliverAll } from '../../mail/mailer';

interface Notice {
  readonly subject: (host: string) => string;
  readonly view: string;
  readonly event: string;
  readonly preview: string;
  readonly locals?: object;
}

async function tellOwners(tx: Tx, webhook: WebhookRow, { subject, view, event, preview, locals }: Notice) {
  const company = companyKeyOf(webhook);
  if (!company) return;
  const { host } = new URL(webhook.url);
  const since = webhook.failing_since ?? tx.databaseClock.now();
  const owners = await activeOwners(tx, company).orderBy('id').select('id', 'email', 'full_name');
  await deliverAll(
    tx,
    owners.map((owner) => ({
      kind: 'integrations',
      userId: owner.id,
      to: owner.email,
      subject: subjectWith(host, subject),
      view,
      eventKey: `webhook:${webhook.id}:${event}:${since.getTime()}:${owner.id}`,
      locals: {
        name: owner.full_name,
        host,
        address: webhook.url,
        since: mailTime(since, UTC),
        preview,
        path: `/settings/webhooks/${webhook.id}`,
        ...locals,
      },
    })),
  );
}

export const webhookFailing = (tx: Tx, webhook: WebhookRow) =>
  tellOwners(tx, webhook, {
    subject: (host) => `Webhook failing: ${host}`,
    view: 'webhook_failing',
    event: 'failing',
    preview: 'After five days without a success we stop sending to it.',
  });

export const webhookDisabled = (tx: Tx, webhook: WebhookRow, reason: 'failing' | 'gone') =>
  tellOwners(tx, webhook, {
    subject: (host) => `Webhook disabled: ${host}`,
    view: 'webhook_disabled',
    event: 'disabled',
    preview: 'We no longer send events to it.',
    locals: { isGone: reason === 'gone' },
  });
