import type { Config } from '../config/config';

const PEOPLE = [
  ['admin@example.com', 'staff'],
  ['admin2@example.com', 'staff with the alternate navigation'],
  ['seller@example.com', 'a seller with listed products'],
  ['seller2@example.com', 'a seller with listed products, and a Shopify tab if configured'],
  ['verrowleaf@example.com', 'a seller with 30 offers to answer, one by one or in bulk'],
  ['newseller@example.com', 'a seller without a profile'],
  ['buyer@example.com', 'a buyer with offers and orders'],
  ['buyer2@example.com', 'a buyer'],
  ['pending@example.com', 'pending approval'],
  ['denied@example.com', 'denied'],
] as const;

const mailbox = ({ demo, mail, appUrl }: Config) =>
  demo && mail.kind === 'mailbox' ? [`View emails at ${appUrl}/dev/mailbox`, ''] : [];

const signIns = ({ demo, seedDemo }: Config) =>
  demo && seedDemo
    ? [
        'Sign in with the password demo-password as',
        ...PEOPLE.map(([email, who]) => `  ${email.padEnd(24)}${who}`),
        '',
      ]
    : [];

export const welcome = (config: Config) =>
  [
    '',
    `${config.brandName} is open at ${config.appUrl}`,
    '',
    ...signIns(config),
    ...mailbox(config),
    'Ctrl-C stops everything.',
    '',
  ].join('\n');
