import type { Config } from './config';

/** Where browsers send their files when it is not to us: the page's policy has to allow it. */
export function storeOrigin({ storage }: Pick<Config, 'storage'>): string | null {
  if (storage.kind === 'disk') return null;
  if (storage.endpoint) return new URL(storage.endpoint).origin;
  // A bucket with dots in its name has no host of its own: its certificate would not match.
  return storage.bucket.includes('.')
    ? `https://s3.${storage.region}.amazonaws.com`
    : `https://${storage.bucket}.s3.${storage.region}.amazonaws.com`;
}
