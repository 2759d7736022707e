import { DEMO_ACCOUNTS, DEMO_PASSWORD, hasDemoAccounts } from '../accounts/demo-accounts';
import type { Config } from '../config/config';

const mailbox = ({ demo, mail, appUrl }: Config) =>
  demo && mail.kind === 'mailbox' ? [`View emails at ${appUrl}/dev/mailbox`, ''] : [];

const signIns = (config: Config) =>
  hasDemoAccounts(config)
    ? [
        `Sign in with the password ${DEMO_PASSWORD} as`,
        ...DEMO_ACCOUNTS.map(([email, who]) => `  ${email.padEnd(24)}${who}`),
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
