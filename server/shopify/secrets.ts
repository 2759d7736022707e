import { createHmac, timingSafeEqual } from 'node:crypto';

/** Shopify signs all parameters but `hmac`, sorted by name. */
export function isSignedByShopify(parameters: URLSearchParams, apiSecret: string): boolean {
  const message = [...parameters]
    .filter(([name]) => name !== 'hmac')
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
  const right = Buffer.from(createHmac('sha256', apiSecret).update(message).digest('hex'));
  const given = Buffer.from(parameters.get('hmac') ?? '');
  return right.length === given.length && timingSafeEqual(right, given);
}
