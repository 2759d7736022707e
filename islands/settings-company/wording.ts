import type { CompanyActivity, Member } from '../../server/accounts/company/contract';
import type { SpendingLimits } from '../../server/accounts/contract';
import { dollars } from '../../server/contract/money';

export const nameOf = ({ full_name, email }: Pick<Member, 'full_name' | 'email'>) => full_name || email;

/** '$500.00 per order, $2,000.00 per 30 days', or '' without limits. */
export const limitsText = ({ order_cents, month_cents }: SpendingLimits) =>
  [
    order_cents !== null && `${dollars(order_cents)} per order`,
    month_cents !== null && `${dollars(month_cents)} per 30 days`,
  ]
    .filter(Boolean)
    .join(', ');

const ACTS: Readonly<Record<string, (subject: string) => string>> = {
  'company.invite': (subject) => `invited ${subject}`,
  'company.resend_invitation': (subject) => `resent the invitation of ${subject}`,
  'company.withdraw_invitation': (subject) => `withdrew the invitation of ${subject}`,
  'company.join': () => 'joined',
  'company.change_member': (subject) => `changed the role or limits of ${subject}`,
  'company.remove_member': (subject) => `removed ${subject}`,
  'company.leave': () => 'left',
  'company.transfer': (subject) => `made ${subject} the primary owner`,
};

/** 'company.webhook_added' → 'webhook added ERP', for acts without a sentence. */
const plainly = (action: string, subject: string) =>
  `${action.split('.').at(-1)?.replaceAll('_', ' ')} ${subject}`.trim();

export const activityText = ({ by, action, subject }: CompanyActivity) =>
  `${by?.name ?? 'Staff'} ${ACTS[action]?.(subject) ?? plainly(action, subject)}`;
