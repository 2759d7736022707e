import type { Config } from '../config/config';
import type { DemoAccount } from './contract';

/** Of every account of the demo data. */
export const DEMO_PASSWORD = 'demo-password';

/** Of the demo's API key, in buyer@'s company: loaded with the demo data alone. */
export const DEMO_API_KEY = 'lwk_DemoMapleStreetOutletErpSync0000Sandbox0';

export const DEMO_ACCOUNTS = [
  ['admin@example.com', 'staff'],
  ['admin2@example.com', 'staff with the alternate navigation'],
  ['seller@example.com', 'a seller with listed products'],
  ['seller2@example.com', 'a seller with listed products, and a Shopify tab if configured'],
  ['verrowleaf@example.com', 'a seller with 30 offers to answer, one by one or in bulk'],
  ['newseller@example.com', 'a seller without a profile'],
  ['buyer@example.com', 'a buyer with offers and orders'],
  ['approver@example.com', "an approver of buyer@'s company"],
  ['purchaser@example.com', 'its purchaser, with limits of $500 and $2,000'],
  ['viewer@example.com', 'its viewer'],
  ['manager@example.com', "a manager of seller@'s company"],
  ['warehouse@example.com', 'its warehouse'],
  ['buyer2@example.com', 'a buyer'],
  ['pending@example.com', 'pending approval'],
  ['denied@example.com', 'denied'],
] as const;

const OFFERED: readonly DemoAccount[] = [
  { email: 'buyer@example.com', password: DEMO_PASSWORD, who: 'Buyer with offers and orders' },
  { email: 'seller@example.com', password: DEMO_PASSWORD, who: 'Seller with listed products' },
  { email: 'verrowleaf@example.com', password: DEMO_PASSWORD, who: 'Seller with 30 offers to answer' },
  { email: 'admin@example.com', password: DEMO_PASSWORD, who: 'Staff' },
];

export const hasDemoAccounts = ({ demo, seedDemo }: Pick<Config, 'demo' | 'seedDemo'>) => demo && seedDemo;

/** What the sign-in page offers, as props: none without the demo data, whose password is public. */
export const demoAccountProps = (config: Pick<Config, 'demo' | 'seedDemo'>) =>
  hasDemoAccounts(config) ? { demoAccounts: OFFERED } : {};
