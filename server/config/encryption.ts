import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** What a text is encrypted for, each by a key of its own, and whose it is. */
interface Binding {
  readonly purpose: 'shopify sessions' | 'second factors' | 'webhooks' | 'idempotency keys';
  readonly owner: string;
}

const keyOf = (secretKeyBase: string, { purpose }: Binding) =>
  Buffer.from(hkdfSync('sha256', secretKeyBase, '', purpose, 32));

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

const toBytes = (content: string | Buffer) => (typeof content === 'string' ? Buffer.from(content) : content);

/** Returns nonce, tag and ciphertext, bound to purpose and owner. */
export function encrypt(secretKeyBase: string, content: string | Buffer, binding: Binding): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', keyOf(secretKeyBase, binding), nonce).setAAD(
    Buffer.from(binding.owner),
  );
  const sealed = Buffer.concat([cipher.update(toBytes(content)), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

/** Throws where the ciphertext was changed, or binding or secret differ. */
export function decryptBytes(secretKeyBase: string, sealed: Buffer, binding: Binding): Buffer {
  const nonce = sealed.subarray(0, NONCE_BYTES);
  const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
  const key = keyOf(secretKeyBase, binding);
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(binding.owner))
    .setAuthTag(tag);
  return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
}

export const decrypt = (secretKeyBase: string, sealed: Buffer, binding: Binding): string =>
  decryptBytes(secretKeyBase, sealed, binding).toString('utf8');
