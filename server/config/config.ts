import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { ConfigError } from './config-error';
import { DATABASE_EXPECTED, databaseUrl, isDatabase } from './database-url';
import { type Environment, EnvironmentReader, isOrigin } from './environment-reader';
import * as integrations from './integrations';
import { type Operations, readOperations } from './operations';
import {
  type Needs,
  readDemo,
  readRateLimits,
  readSeedDemo,
  readStaffSecondFactor,
  requireInProduction,
} from './production';
import { readOrCreateSecret } from './secret';
import { readWaits, type Waits } from './waits';

export const DEFAULT_PORT = 3_000;

declare module '../../db/transaction' {
  interface TransactionServices {
    readonly config: Config;
  }
}

export interface Config {
  readonly production: boolean;
  readonly root: string;
  readonly dataDir: string;
  /** null: `DEFAULT_PORT`, or the next free one. */
  readonly port: number | null;
  readonly database: { kind: 'embedded' } | { kind: 'url'; url: string };
  readonly replicaUrl: string | null;
  readonly seedDemo: boolean;
  readonly secretKeyBase: string;
  /** Without a trailing slash. The only base of links in mails and payment returns. */
  readonly appUrl: string;
  readonly redisUrl: string | null;
  readonly cableAllowedOrigins: readonly string[];
  readonly storage:
    | { kind: 'disk'; dir: string }
    | { kind: 's3'; bucket: string; region: string; endpoint: string | null };
  /** Where buckets are: of the uploads, and of backups. */
  readonly s3: integrations.S3Site;
  readonly stripe:
    | { kind: 'sandbox' }
    | { kind: 'stripe'; secretKey: string; webhookSecret: string; apiBase: string | null };
  readonly mail: { kind: 'mailbox'; from: string } | { kind: 'smtp'; url: string; from: string };
  readonly shopify: { apiKey: string; apiSecret: string } | null;
  readonly brandName: string;
  readonly contactEmail: string;
  /** On documents, in one line. */
  readonly brandAddress: string | null;
  readonly feeBps: number;
  readonly restrictedMode: boolean;
  readonly legacy: { host: string; successorUrl: string } | null;
  readonly trustProxy: number;
  readonly demo: boolean;
  readonly rateLimits: boolean;
  /** Staff without a second factor reach its setup alone. */
  readonly staffSecondFactor: boolean;
  readonly claimAnswerHours: number;
  readonly unpaidOrderHours: number;
  readonly maxUnpaidOrders: number;
  readonly offerExpiryDays: number;
  /** Days from shipment to the automatic receipt. */
  readonly receiptDays: number;
  /** Days from receipt in which claims can be opened. */
  readonly claimDays: number;
  /** Sellers with less available are in no payout batch. */
  readonly payoutMinimumCents: number;
  readonly waits: Waits;
  readonly analyticsSrc: string | null;
  readonly webConcurrency: number;
  readonly operations: Operations;
}

const HOURS_IN_A_YEAR = 8_760;

export function readConfig(env: Environment, root: string, needs: Needs = 'everything'): Config {
  const settings = new EnvironmentReader(env);
  const production = settings.choice('NODE_ENV', 'production', 'development', 'test') === 'production';
  const dataDir = resolve(root, settings.given('DATA_DIR') ?? 'tmp/data');
  const port = settings.whole('PORT', 0, 65_535);
  const ownUrl = settings.address('APP_URL', 'an address such as https://shop.example.com', isOrigin);
  const demo = readDemo(settings, production, ownUrl);
  if (production) requireInProduction(settings, demo, needs);
  const database = settings.address('DATABASE_URL', DATABASE_EXPECTED, isDatabase);
  const replica = settings.address('DATABASE_REPLICA_URL', DATABASE_EXPECTED, isDatabase);
  const brandName = settings.text('BRAND_NAME', 'a name of at most 60 characters', BRAND) ?? 'Lotwise';
  const mail = integrations.readMail(settings, brandName, ownUrl);
  const s3 = integrations.readS3Site(settings);
  const given = {
    production,
    root,
    dataDir,
    port,
    database: database ? { kind: 'url' as const, url: databaseUrl(database) } : { kind: 'embedded' as const },
    replicaUrl: replica && databaseUrl(replica),
    seedDemo: readSeedDemo(settings, demo, ownUrl),
    appUrl: ownUrl ? integrations.withoutSlash(ownUrl) : `http://localhost:${port ?? DEFAULT_PORT}`,
    redisUrl: integrations.readRedis(settings),
    cableAllowedOrigins: integrations.readOrigins(settings),
    storage: integrations.readStorage(settings, dataDir, s3),
    s3,
    stripe: integrations.readStripe(settings),
    mail,
    shopify: integrations.readShopify(settings),
    brandName,
    contactEmail: integrations.readContact(settings, mail.from),
    brandAddress: settings.text(
      'BRAND_ADDRESS',
      'an address of at most 200 characters',
      /^[^\p{Cc}]{1,200}$/u,
    ),
    feeBps: settings.whole('MARKETPLACE_FEE_BPS', 0, 10_000) ?? 1_000,
    restrictedMode: settings.flag('RESTRICTED_MODE') ?? false,
    legacy: integrations.readLegacy(settings),
    trustProxy: settings.whole('TRUST_PROXY', 0, 10) ?? (settings.has('DYNO') ? 1 : 0),
    demo,
    rateLimits: readRateLimits(settings, demo),
    staffSecondFactor: readStaffSecondFactor(settings, production, demo),
    claimAnswerHours: settings.whole('CLAIM_ANSWER_HOURS', 1, HOURS_IN_A_YEAR) ?? 72,
    unpaidOrderHours: settings.whole('UNPAID_ORDER_HOURS', 1, HOURS_IN_A_YEAR) ?? 48,
    maxUnpaidOrders: settings.whole('MAX_UNPAID_ORDERS', 1, 1_000_000) ?? 20,
    offerExpiryDays: settings.whole('OFFER_EXPIRY_DAYS', 1, 3_650) ?? 30,
    receiptDays: settings.whole('RECEIPT_DAYS', 1, 365) ?? 10,
    claimDays: settings.whole('CLAIM_DAYS', 0, 60) ?? 7,
    payoutMinimumCents: settings.whole('PAYOUT_MINIMUM_CENTS', 1, 100_000_000) ?? 100,
    waits: readWaits(settings, demo),
    analyticsSrc: integrations.readAnalytics(settings),
    webConcurrency: settings.whole('WEB_CONCURRENCY', 1, 64) ?? 1,
    operations: readOperations(settings, production, root),
  };
  const secretKeyBase = readSecret(settings, production, dataDir);
  if (settings.problems.length > 0) throw new ConfigError(settings.problems);
  return frozen({ ...given, secretKeyBase: secretKeyBase() });
}

const BRAND = /^[^\p{Cc}<>"]{1,60}$/u;
const SECRET = /^[^\p{Cc}]{30,}$/u;

/** Deferred: a refused configuration must not create the secret's file. */
function readSecret(settings: EnvironmentReader, production: boolean, dataDir: string) {
  const expected = 'at least 30 random characters';
  const own = settings.text('SECRET_KEY_BASE', expected, production ? SECRET : undefined);
  // A production process with `needs: 'database'` signs nothing, so a random secret will do.
  return () => own ?? (production ? randomBytes(48).toString('base64url') : storedSecret(dataDir));
}

function storedSecret(dataDir: string) {
  try {
    return readOrCreateSecret(dataDir);
  } catch (error) {
    const expected = `a folder that this user can write (${(error as Error).message})`;
    throw new ConfigError([{ name: 'DATA_DIR', value: dataDir, expected }]);
  }
}

function frozen<Value extends object>(value: Value): Value {
  for (const part of Object.values(value)) if (typeof part === 'object' && part !== null) frozen(part);
  return Object.freeze(value);
}
