import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../../server/config/config';
import { ConfigError } from '../../server/config/config-error';
import { waits } from '../../server/config/waits';

const root = mkdtempSync(join(tmpdir(), 'lotwise-config-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

type Env = Record<string, string>;

const read = (env: Env = {}) => readConfig(env, root);

function problemsOf(env: Env, needs?: 'database') {
  try {
    readConfig(env, root, needs);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}

const problemNames = (env: Env, needs?: 'database') => problemsOf(env, needs).map(({ name }) => name);

const PRODUCTION = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://shop:pass@db.example.com/shop?sslmode=require',
  S3_BUCKET: 'shop-uploads',
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  SMTP_URL: 'smtps://user:pass@mail.example.com:465',
  APP_URL: 'https://shop.example.com',
  SECRET_KEY_BASE: 'a secret that is long enough for production',
};

const without = (env: Env, ...names: string[]) =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !names.includes(name)));

test('a bare start needs no variable at all', () => {
  expect(read()).toEqual({
    production: false,
    root,
    dataDir: join(root, 'tmp/data'),
    port: null,
    database: { kind: 'embedded' },
    replicaUrl: null,
    seedDemo: true,
    secretKeyBase: expect.stringMatching(/^[\w-]{64}$/),
    appUrl: 'http://localhost:3000',
    redisUrl: null,
    cableAllowedOrigins: [],
    storage: { kind: 'disk', dir: join(root, 'tmp/data/uploads') },
    s3: { region: 'us-east-1', endpoint: null },
    stripe: { kind: 'sandbox' },
    mail: { kind: 'mailbox', from: 'Lotwise <hello@example.com>' },
    shopify: null,
    brandName: 'Lotwise',
    brandAddress: null,
    contactEmail: 'hello@example.com',
    feeBps: 1000,
    restrictedMode: false,
    legacy: null,
    trustProxy: 0,
    demo: true,
    rateLimits: true,
    staffSecondFactor: false,
    claimAnswerHours: 72,
    unpaidOrderHours: 48,
    maxUnpaidOrders: 20,
    offerExpiryDays: 30,
    payoutMinimumCents: 100,
    waits: waits.short,
    receiptDays: 10,
    claimDays: 7,
    analyticsSrc: null,
    webConcurrency: 1,
    operations: {
      metricsToken: null,
      metricsPort: null,
      sentryDsn: null,
      loadShedding: false,
      databaseDirectUrl: null,
      databasePooler: 'none',
      databasePool: 10,
      operationsEmail: null,
      backupLocation: null,
      version: 'unknown',
    },
  });
});

test('what operators set is read whole', () => {
  const given = read({
    METRICS_TOKEN: 'a token of twenty-four'.replaceAll(' ', '-'),
    LOAD_SHEDDING: 'on',
    DATABASE_POOLER: 'transaction',
    DATABASE_POOL: '20',
    BACKUP_URL: 's3://backups/of/lotwise/',
    SOURCE_VERSION: 'v2',
  });
  expect(given.operations).toMatchObject({
    metricsToken: 'a-token-of-twenty-four',
    loadShedding: true,
    databasePooler: 'transaction',
    databasePool: 20,
    backupLocation: { kind: 's3', bucket: 'backups', prefix: 'of/lotwise' },
    version: 'v2',
  });
  expect(read({ BACKUP_URL: 'file:///var/backups' }).operations.backupLocation).toEqual({
    kind: 'disk',
    dir: '/var/backups',
  });
});

test.each([
  ['METRICS_TOKEN', 'short'],
  ['METRICS_PORT', '70000'],
  ['SENTRY_DSN', 'https://without-key.example.com/1'],
  ['DATABASE_POOL', '3'],
  ['BACKUP_URL', 'file:///'],
  ['BACKUP_URL', 'https://example.com/backups'],
  ['OPERATIONS_EMAIL', 'nobody'],
])('refuses %s=%s by name', (name, value) => {
  expect(() => read({ [name]: value })).toThrow(name);
});

test('the desk waits shortly in a demo, unless told otherwise', () => {
  expect(read(PRODUCTION)).toMatchObject({ waits: waits.normal });
  expect(read({ ...PRODUCTION, DESK_WAITS: 'short' })).toMatchObject({ waits: waits.short });
  expect(read({ DESK_WAITS: 'normal' })).toMatchObject({ waits: waits.normal });
});

test('a production start with all that it needs has none of the demo in it', () => {
  expect(read(PRODUCTION)).toMatchObject({
    production: true,
    demo: false,
    seedDemo: false,
    database: { kind: 'url' },
    storage: { kind: 's3', bucket: 'shop-uploads', region: 'us-east-1', endpoint: null },
    stripe: { kind: 'stripe', secretKey: 'sk_live_1', webhookSecret: 'whsec_1', apiBase: null },
    mail: { kind: 'smtp', from: 'Lotwise <hello@shop.example.com>' },
    appUrl: 'https://shop.example.com',
  });
});

test.each<[variable: string, value: string, setting: string, expected: unknown]>([
  ['PORT', '8080', 'port', 8080],
  ['PORT', '8080', 'appUrl', 'http://localhost:8080'],
  ['DATABASE_URL', 'postgres://u:p@h:5433/d', 'database', { kind: 'url', url: 'postgres://u:p@h:5433/d' }],
  ['DATABASE_URL', 'postgresql://u:p@h/d', 'seedDemo', false],
  ['DATABASE_REPLICA_URL', 'postgres://u@h/d', 'replicaUrl', 'postgres://u@h/d'],
  ['DATA_DIR', 'elsewhere', 'dataDir', join(root, 'elsewhere')],
  ['DATA_DIR', join(root, 'absolute'), 'dataDir', join(root, 'absolute')],
  ['SEED_DEMO', 'false', 'seedDemo', false],
  ['SECRET_KEY_BASE', 'mine', 'secretKeyBase', 'mine'],
  ['APP_URL', 'https://shop.example.com/', 'appUrl', 'https://shop.example.com'],
  ['REDIS_URL', 'rediss://r:6380', 'redisUrl', 'rediss://r:6380'],
  [
    'CABLE_ALLOWED_ORIGINS',
    'https://a.example, http://b:81/',
    'cableAllowedOrigins',
    ['https://a.example', 'http://b:81'],
  ],
  ['MAIL_FROM', 'Shop <shop@example.org>', 'contactEmail', 'shop@example.org'],
  ['CONTACT_EMAIL', 'help@example.org', 'contactEmail', 'help@example.org'],
  ['BRAND_NAME', 'Surplus & Söhne', 'brandName', 'Surplus & Söhne'],
  ['BRAND_NAME', 'Acme', 'mail', { kind: 'mailbox', from: 'Acme <hello@example.com>' }],
  ['MARKETPLACE_FEE_BPS', '0', 'feeBps', 0],
  ['RESTRICTED_MODE', 'true', 'restrictedMode', true],
  ['TRUST_PROXY', '2', 'trustProxy', 2],
  ['DYNO', 'web.1', 'trustProxy', 1],
  ['DEMO', 'false', 'demo', false],
  ['RATE_LIMITS', 'off', 'rateLimits', false],
  ['STAFF_SECOND_FACTOR', 'required', 'staffSecondFactor', true],
  ['CLAIM_ANSWER_HOURS', '24', 'claimAnswerHours', 24],
  ['UNPAID_ORDER_HOURS', '1', 'unpaidOrderHours', 1],
  ['MAX_UNPAID_ORDERS', '3', 'maxUnpaidOrders', 3],
  ['OFFER_EXPIRY_DAYS', '7', 'offerExpiryDays', 7],
  ['RECEIPT_DAYS', '14', 'receiptDays', 14],
  ['CLAIM_DAYS', '0', 'claimDays', 0],
  ['ANALYTICS_SRC', 'https://stats.example.com/s.js', 'analyticsSrc', 'https://stats.example.com/s.js'],
  ['WEB_CONCURRENCY', '4', 'webConcurrency', 4],
  ['PORT', '', 'port', null],
])('%s=%s gives %s', (variable, value, setting, expected) => {
  expect(read({ [variable]: value })).toMatchObject({ [setting]: expected });
});

test.each<[Env, object]>([
  [
    { S3_BUCKET: 'things', AWS_REGION: 'eu-west-1', AWS_ENDPOINT_URL_S3: 'http://127.0.0.1:9000/' },
    { storage: { kind: 's3', bucket: 'things', region: 'eu-west-1', endpoint: 'http://127.0.0.1:9000' } },
  ],
  [
    {
      STRIPE_SECRET_KEY: 'sk_test_1',
      STRIPE_WEBHOOK_SECRET: 'whsec_1',
      STRIPE_API_BASE: 'http://127.0.0.1:9000',
    },
    {
      stripe: {
        kind: 'stripe',
        secretKey: 'sk_test_1',
        webhookSecret: 'whsec_1',
        apiBase: 'http://127.0.0.1:9000',
      },
    },
  ],
  [{ SHOPIFY_API_KEY: 'k', SHOPIFY_API_SECRET: 's' }, { shopify: { apiKey: 'k', apiSecret: 's' } }],
  [
    { LEGACY_HOST: 'Old.example.com', SUCCESSOR_URL: 'https://new.example.com/' },
    { legacy: { host: 'old.example.com', successorUrl: 'https://new.example.com/' } },
  ],
  [
    { SMTP_URL: 'smtp://localhost:2525', MAIL_FROM: 'a@b.example' },
    { mail: { kind: 'smtp', from: 'a@b.example' } },
  ],
])('%o belongs together', (env, expected) => {
  expect(read(env)).toMatchObject(expected);
});

test.each([
  ['disable', 'disable'],
  ['allow', 'disable'],
  ['prefer', 'disable'],
  ['require', 'no-verify'],
  ['verify-full', 'verify-full'],
])('sslmode=%s reaches the driver as %s', (requested, effective) => {
  const { database } = read({ DATABASE_URL: `postgres://u:p@h/d?sslmode=${requested}` });
  expect(database).toEqual({ kind: 'url', url: `postgres://u:p@h/d?sslmode=${effective}` });
});

test('sslmode=require with a root certificate looks at the certificate', () => {
  const url = 'postgres://u:p@h/d?sslmode=require&sslrootcert=ca.pem';
  expect(read({ DATABASE_URL: url }).database).toEqual({ kind: 'url', url });
});

test.each([
  ['PORT', 'abc'],
  ['PORT', '70000'],
  ['PORT', '-1'],
  ['PORT', '80.5'],
  ['NODE_ENV', 'prod'],
  ['DATABASE_URL', 'mysql://h/d'],
  ['DATABASE_URL', 'nonsense'],
  ['DATABASE_URL', 'postgres://u@h/d?sslmode=maybe'],
  ['DATABASE_REPLICA_URL', 'http://h'],
  ['SEED_DEMO', 'yes'],
  ['APP_URL', 'shop.example.com'],
  ['APP_URL', 'https://shop.example.com/sub/folder'],
  ['APP_URL', 'ftp://shop.example.com'],
  ['REDIS_URL', 'localhost:6379'],
  ['CABLE_ALLOWED_ORIGINS', 'https://a.example,*'],
  ['S3_BUCKET', 'Not A Bucket'],
  ['AWS_ENDPOINT_URL_S3', 'minio:9000'],
  ['STRIPE_API_BASE', 'http://127.0.0.1:9000/v1'],
  ['SMTP_URL', 'http://mail'],
  ['MAIL_FROM', 'nobody'],
  ['CONTACT_EMAIL', 'nobody'],
  ['BRAND_NAME', '<script>'],
  ['MARKETPLACE_FEE_BPS', '10001'],
  ['MARKETPLACE_FEE_BPS', '10%'],
  ['RESTRICTED_MODE', '1'],
  ['TRUST_PROXY', 'true'],
  ['DEMO', 'on'],
  ['RATE_LIMITS', 'false'],
  ['STAFF_SECOND_FACTOR', 'true'],
  ['CLAIM_ANSWER_HOURS', '0'],
  ['UNPAID_ORDER_HOURS', '0'],
  ['MAX_UNPAID_ORDERS', 'many'],
  ['OFFER_EXPIRY_DAYS', '0'],
  ['RECEIPT_DAYS', '0'],
  ['CLAIM_DAYS', '61'],
  ['ANALYTICS_SRC', 'http://stats.example.com/s.js'],
  ['WEB_CONCURRENCY', '0'],
])('%s=%s is refused by name', (name, value) => {
  expect(problemsOf({ [name]: value })).toEqual([{ name, value, expected: expect.stringMatching(/\S/) }]);
});

test.each([
  ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
  ['SHOPIFY_API_KEY', 'SHOPIFY_API_SECRET'],
  ['LEGACY_HOST', 'SUCCESSOR_URL'],
  ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'],
])('%s is refused without %s, and the other way round', (one, other) => {
  const value = (name: string) => (name === 'SUCCESSOR_URL' ? 'https://new.example.com' : 'x');
  expect(problemNames({ [one]: value(one) })).toEqual([other]);
  expect(problemNames({ [other]: value(other) })).toEqual([one]);
});

test('everything that is wrong is named at once, with what was given and what was expected', () => {
  const env = { PORT: 'abc', APP_URL: 'nowhere', DATABASE_URL: 'postgres://u:p@h/d?sslmode=odd' };
  expect(problemNames(env)).toEqual(['PORT', 'APP_URL', 'DATABASE_URL']);
  expect(() => read(env)).toThrow('PORT is "abc": expected a whole number from 0 to 65535');
});

test('a refusal shows no secret and no password', () => {
  const env = {
    SECRET_KEY_BASE: 'short\u0007',
    DATABASE_URL: 'postgres://u:hunter2@h/d?sslmode=odd',
    NODE_ENV: 'production',
  };
  expect(() => read(env)).toThrow('postgres://u:[hidden]@h/d');
  expect(() => read(env)).toThrow('SECRET_KEY_BASE is "[hidden]"');
  expect(() => read(env)).not.toThrow(/hunter2|short/);
});

test('production names all that is missing at once', () => {
  expect(problemNames({ NODE_ENV: 'production' }).sort()).toEqual(
    Object.keys(without(PRODUCTION, 'NODE_ENV')).sort(),
  );
});

test.each(Object.keys(without(PRODUCTION, 'NODE_ENV')))('production does not start without %s', (name) => {
  expect(problemNames(without(PRODUCTION, name))).toEqual([name]);
});

test('one machine alone does without a database and a bucket', () => {
  const env = { ...without(PRODUCTION, 'DATABASE_URL', 'S3_BUCKET'), STANDALONE: 'true' };
  expect(read(env)).toMatchObject({
    database: { kind: 'embedded' },
    storage: { kind: 'disk' },
    seedDemo: false,
  });
  expect(problemNames({ NODE_ENV: 'production', STANDALONE: 'true' }).sort()).toEqual([
    'APP_URL',
    'SECRET_KEY_BASE',
    'SMTP_URL',
    'STRIPE_SECRET_KEY',
    'STRIPE_WEBHOOK_SECRET',
  ]);
});

test('a release needs the database and nothing else', () => {
  expect(problemNames({ NODE_ENV: 'production' }, 'database')).toEqual(['DATABASE_URL']);
  expect(problemNames({ NODE_ENV: 'production', DATABASE_URL: 'postgres://u:p@h/d' }, 'database')).toEqual(
    [],
  );
});

test('the demo is refused in production, but where the address is this machine', () => {
  expect(problemNames({ ...PRODUCTION, DEMO: 'true' })).toEqual(['DEMO']);
  expect(problemNames({ ...PRODUCTION, SEED_DEMO: 'true' })).toEqual(['SEED_DEMO']);
  expect(problemNames({ ...PRODUCTION, RATE_LIMITS: 'off' })).toEqual(['RATE_LIMITS']);
  for (const appUrl of ['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000']) {
    expect(
      read({ ...PRODUCTION, APP_URL: appUrl, DEMO: 'true', SEED_DEMO: 'true', RATE_LIMITS: 'off' }),
    ).toMatchObject({
      demo: true,
      seedDemo: true,
      rateLimits: false,
    });
  }
});

test('production refuses a short secret', () => {
  expect(problemNames({ ...PRODUCTION, SECRET_KEY_BASE: 'too short' })).toEqual(['SECRET_KEY_BASE']);
});

test('the secret is created once, saved, and readable by its owner only', () => {
  const first = read({ DATA_DIR: 'kept' }).secretKeyBase;
  expect(read({ DATA_DIR: 'kept' }).secretKeyBase).toBe(first);
  expect(read({ DATA_DIR: 'other' }).secretKeyBase).not.toBe(first);
  const file = join(root, 'kept/secret_key_base');
  expect(readFileSync(file, 'utf8').trim()).toBe(first);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('a refused start leaves nothing on the disk', () => {
  expect(problemNames({ DATA_DIR: 'untouched', PORT: 'abc' })).toEqual(['PORT']);
  expect(() => statSync(join(root, 'untouched'))).toThrow('ENOENT');
});

test('a data folder that cannot be written is named', () => {
  writeFileSync(join(root, 'a-file'), '');
  expect(problemNames({ DATA_DIR: 'a-file/below' })).toEqual(['DATA_DIR']);
});

test('nothing can be changed afterwards', () => {
  const config = read();
  expect(Object.isFrozen(config)).toBe(true);
  expect(Object.isFrozen(config.storage)).toBe(true);
});

test('in production staff need a second factor, unless it is the demo or switched off', () => {
  expect(read(PRODUCTION).staffSecondFactor).toBe(true);
  expect(read({ ...PRODUCTION, STAFF_SECOND_FACTOR: 'off' }).staffSecondFactor).toBe(false);
  const demo = { ...PRODUCTION, APP_URL: 'http://localhost:3000', DEMO: 'true' };
  expect(read(demo).staffSecondFactor).toBe(false);
  expect(read().staffSecondFactor).toBe(false);
});
