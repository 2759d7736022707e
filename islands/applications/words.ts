import type { ApplicationRow } from '../../server/accounts/applications/contract';
export const LABELS = {
  provisional: 'Pending',
  denied: 'Denied',
  approved: 'Approved',
  password_created: 'Password created',
  removed: 'Removed',
  key: 'API key',
  onboarded: 'Onboarded',
} as const;

export const TONES = {
  provisional: 'yellow',
  denied: 'red',
  approved: 'gray',
  password_created: 'gray',
  removed: 'gray',
  key: 'gray',
  onboarded: 'gray',
} as const;

/** Who a decision is about: the company of who applied, another member alone. */
export const subjectOf = ({ company, full_name, email, member_role }: ApplicationRow) =>
  member_role === null ? company : full_name || email;
