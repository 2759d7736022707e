import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

const keyOf = (secretKeyBase: string) =>
  Buffer.from(hkdfSync('sha256', secretKeyBase, '', 'shopify sessions', 32));

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Returns nonce, tag and ciphertext, bound to the owner. */
export function encrypt(secretKeyBase: string, text: string, owner: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', keyOf(secretKeyBase), nonce).setAAD(Buffer.from(owner));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

/** Throws where the ciphertext was changed, or the owner or the secret differs. */
export function decrypt(secretKeyBase: string, sealed: Buffer, owner: string): string {
  const nonce = sealed.subarray(0, NONCE_BYTES);
  const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', keyOf(secretKeyBase), nonce, { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(owner))
    .setAuthTag(tag);
  return (
    decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
  );
}

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
