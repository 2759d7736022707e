/** The environment, read once, checked and typed (contract section 1). Everything below gets it passed in. */
export interface Config {
  readonly production: boolean;
  /** The checkout: where dist/, public/ and views/ are. */
  readonly root: string;
  readonly dataDir: string;
  /** null: 3000, or the next free one. */
  readonly port: number | null;
  readonly database: { kind: 'embedded' } | { kind: 'url'; url: string };
  readonly replicaUrl: string | null;
  readonly seedDemo: boolean;
  readonly secretKeyBase: string;
  /** Without a slash at the end. The only base for links in mails and payment returns. */
  readonly appUrl: string;
  readonly redisUrl: string | null;
  readonly cableAllowedOrigins: readonly string[];
  readonly storage:
    | { kind: 'disk'; dir: string }
    | { kind: 's3'; bucket: string; region: string; endpoint: string | null };
  readonly stripe:
    | { kind: 'sandbox' }
    | { kind: 'stripe'; secretKey: string; webhookSecret: string; apiBase: string | null };
  readonly mail: { kind: 'mailbox'; from: string } | { kind: 'smtp'; url: string; from: string };
  readonly shopify: { apiKey: string; apiSecret: string } | null;
  readonly brandName: string;
  readonly contactEmail: string;
  readonly feeBps: number;
  readonly restrictedMode: boolean;
  readonly legacy: { host: string; successorUrl: string } | null;
  readonly trustProxy: number;
  readonly demo: boolean;
  readonly rateLimits: boolean;
  readonly unpaidOrderHours: number;
  readonly maxUnpaidOrders: number;
  readonly offerExpiryDays: number;
  readonly analyticsSrc: string | null;
  readonly webConcurrency: number;
}
