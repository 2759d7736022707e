import { join } from 'node:path';
import { type EnvironmentReader, isLoopback, isOrigin, isWeb } from './environment-reader';

export const ADDRESS = /^[^\s@<>]+@[^\s@<>]+$/;
const SENDER = /^(?:[^\p{Cc}<>]+ <([^\s@<>]+@[^\s@<>]+)>|[^\s@<>]+@[^\s@<>]+)$/u;
const KEY = /^\S+$/;
const HOST = /^[a-z0-9.-]+(:\d+)?$/i;
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const REGION = /^[a-z0-9-]{1,40}$/;

export const withoutSlash = (url: URL) => url.href.replace(/\/$/, '');

const isMailServer = ({ protocol, hostname }: URL) =>
  (protocol === 'smtp:' || protocol === 'smtps:') && hostname !== '';

export function readMail(settings: EnvironmentReader, brandName: string, appUrl: URL | null) {
  const given = settings.text('MAIL_FROM', 'an email address, or Name <address>', SENDER);
  const host = appUrl && !isLoopback(appUrl) ? appUrl.hostname : 'example.com';
  const from = given ?? `${brandName} <hello@${host}>`;
  const url = settings.address('SMTP_URL', 'smtp://user:password@host:port, or smtps://…', isMailServer);
  return url ? { kind: 'smtp' as const, url: url.href, from } : { kind: 'mailbox' as const, from };
}

export function readContact(settings: EnvironmentReader, from: string) {
  return settings.text('CONTACT_EMAIL', 'an email address', ADDRESS) ?? SENDER.exec(from)?.[1] ?? from;
}

export interface S3Site {
  readonly region: string;
  readonly endpoint: string | null;
}

export function readS3Site(settings: EnvironmentReader): S3Site {
  const region = settings.text('AWS_REGION', 'a region such as us-east-1', REGION) ?? 'us-east-1';
  const endpoint = settings.address(
    'AWS_ENDPOINT_URL_S3',
    'an address such as https://s3.example.com',
    isWeb,
  );
  settings.pair('AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY');
  return { region, endpoint: endpoint && withoutSlash(endpoint) };
}

export function readStorage(settings: EnvironmentReader, dataDir: string, s3: S3Site) {
  const bucket = settings.text('S3_BUCKET', 'the name of a bucket', BUCKET);
  return bucket
    ? { kind: 's3' as const, bucket, ...s3 }
    : { kind: 'disk' as const, dir: join(dataDir, 'uploads') };
}

export function readStripe(settings: EnvironmentReader) {
  settings.pair('STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET');
  const secretKey = settings.text('STRIPE_SECRET_KEY', 'a secret key of Stripe', KEY);
  const webhookSecret = settings.text(
    'STRIPE_WEBHOOK_SECRET',
    'the signing secret of a webhook endpoint',
    KEY,
  );
  const apiBase = settings.address('STRIPE_API_BASE', 'an origin such as http://127.0.0.1:9000', isOrigin);
  if (!secretKey || !webhookSecret) return { kind: 'sandbox' as const };
  return { kind: 'stripe' as const, secretKey, webhookSecret, apiBase: apiBase && withoutSlash(apiBase) };
}

export function readShopify(settings: EnvironmentReader) {
  settings.pair('SHOPIFY_API_KEY', 'SHOPIFY_API_SECRET');
  const apiKey = settings.text('SHOPIFY_API_KEY', 'the key of an app', KEY);
  const apiSecret = settings.text('SHOPIFY_API_SECRET', 'the secret of an app', KEY);
  return apiKey && apiSecret ? { apiKey, apiSecret } : null;
}

export function readRedis(settings: EnvironmentReader) {
  const expected = 'redis://host:port, or rediss://…';
  const url = settings.address('REDIS_URL', expected, ({ protocol }) => /^rediss?:$/.test(protocol));
  return url?.href ?? null;
}

export function readOrigins(settings: EnvironmentReader): readonly string[] {
  const expected = 'origins such as https://shop.example.com, with commas between them';
  const origins = settings.read('CABLE_ALLOWED_ORIGINS', expected, (text) => {
    const named = text.split(',').map((part) => part.trim());
    const all = named.filter(Boolean).map((part) => (URL.canParse(part) ? new URL(part) : null));
    return all.every((url) => url !== null && isOrigin(url)) ? all.map((url) => url?.origin ?? '') : null;
  });
  return origins ?? [];
}

export function readLegacy(settings: EnvironmentReader) {
  settings.pair('LEGACY_HOST', 'SUCCESSOR_URL');
  const host = settings.text('LEGACY_HOST', 'a host such as old.example.com', HOST);
  const successor = settings.address('SUCCESSOR_URL', 'a web address', isWeb);
  return host && successor ? { host: host.toLowerCase(), successorUrl: successor.href } : null;
}

export function readAnalytics(settings: EnvironmentReader) {
  const url = settings.address('ANALYTICS_SRC', 'the https address of a script', (found) => {
    return found.protocol === 'https:' || (found.protocol === 'http:' && isLoopback(found));
  });
  return url?.href ?? null;
}
