import { familiesFor } from '../../server/events/rules';
import type { WebhookDocument } from '../../server/events/webhooks/contract';
import { Badge } from '../ui/badge';
import type { Dates } from '../ui/dates';

interface Props {
  webhook: Pick<WebhookDocument, 'enabled' | 'failing_since'>;
  dates: Dates;
}

export function WebhookStatus({ webhook, dates }: Props) {
  if (!webhook.enabled) return <Badge>Disabled</Badge>;
  if (webhook.failing_since)
    return <Badge tone="red">{`Failing since ${dates.shortDay(webhook.failing_since)}`}</Badge>;
  return <Badge tone="green">Active</Badge>;
}

/** `Offers, Orders`; types that are named alone as they are. */
export function typesText(kind: 'buyer' | 'seller', types: readonly string[]): string {
  if (types.length === 0) return 'All events';
  const families = familiesFor(kind);
  return types.map((type) => families.find(({ pattern }) => pattern === type)?.label ?? type).join(', ');
}

/** `Anna Bauer (no longer a member)`: what they made is the company's, and goes on. */
export const creatorText = ({
  created_by: { name, is_member },
}: Pick<WebhookDocument, 'created_by'>): string => (is_member ? name : `${name} (no longer a member)`);

/** Without the scheme, which is always https. */
export const addressText = ({ url }: Pick<WebhookDocument, 'url'>): string => url.replace(/^https?:\/\//, '');
