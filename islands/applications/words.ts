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
  onboarded: 'green',
} as const;
