import type { CompanyActivity, Member } from '../../server/accounts/company/contract';

export const nameOf = ({ full_name, email }: Pick<Member, 'full_name' | 'email'>) => full_name || email;

const ACTS: Readonly<Record<string, (subject: string) => string>> = {
  'company.invite': (subject) => `invited ${subject}`,
  'company.resend_invitation': (subject) => `resent the invitation of ${subject}`,
  'company.withdraw_invitation': (subject) => `withdrew the invitation of ${subject}`,
  'company.join': () => 'joined',
  'company.change_member': (subject) => `changed the role or limits of ${subject}`,
  'company.change_ap_email': (subject) =>
    subject ? `changed the accounts payable email (${subject})` : 'changed the accounts payable email',
  'company.remove_member': (subject) => `removed ${subject}`,
  'company.leave': () => 'left',
  'company.create_key': (subject) => `created the API key ${subject}`,
  'company.rotate_key': (subject) => `rotated the API key ${subject}`,
  'company.revoke_key': (subject) => `revoked the API key ${subject}`,
  'company.create_webhook': (subject) => `added the webhook ${subject}`,
  'company.change_webhook': (subject) => `changed the webhook ${subject}`,
  'company.delete_webhook': (subject) => `deleted the webhook ${subject}`,
  'company.rotate_webhook_secret': (subject) => `rotated the secret of the webhook ${subject}`,
  'company.transfer': (subject) => `made ${subject} the primary owner`,
};

/** 'company.webhook_added' → 'webhook added ERP', for acts without a sentence. */
const plainly = (action: string, subject: string) =>
  `${action.split('.').at(-1)?.replaceAll('_', ' ')} ${subject}`.trim();

export const activityText = ({ by, action, subject }: CompanyActivity) =>
  `${by?.name ?? 'Staff'} ${ACTS[action]?.(subject) ?? plainly(action, subject)}`;
