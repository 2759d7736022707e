import type { EmailChoice } from '../../server/contract/notification-kinds';

export const alertOptions: readonly { value: EmailChoice; label: string }[] = [
  { value: 'instant', label: 'Right away' },
  { value: 'daily', label: 'Daily' },
  { value: 'off', label: 'Never' },
];
