import type { Config } from './config';

/** The origin that browsers upload to, for the content security policy; null: our own. */
export function storeOrigin({ storage }: Pick<Config, 'storage'>): string | null {
  if (storage.kind === 'disk') return null;
  if (storage.endpoint) return new URL(storage.endpoint).origin;
  // A wildcard certificate does not cover a bucket name with dots.
  return storage.bucket.includes('.')
    ? `https://s3.${storage.region}.amazonaws.com`
    : `https://${storage.bucket}.s3.${storage.region}.amazonaws.com`;
}
