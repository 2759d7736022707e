import { createHmac, hash, randomInt, timingSafeEqual } from 'node:crypto';
import type { Config } from '../../config/config';

const PREFIX = 'lwk_';
const RANDOM_LENGTH = 32;
const SIGNATURE_LENGTH = 8;
const SHOWN_LENGTH = 8;
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SECRET = new RegExp(`^${PREFIX}[0-9A-Za-z]{${RANDOM_LENGTH + SIGNATURE_LENGTH}}$`);

type Keyed = Pick<Config, 'secretKeyBase'>;

function signatureOf({ secretKeyBase }: Keyed, signed: string): string {
  const hmac = createHmac('sha256', `api keys:${secretKeyBase}`).update(signed).digest();
  return [...hmac.subarray(0, SIGNATURE_LENGTH)].map((byte) => BASE62[byte % BASE62.length]).join('');
}

/** 190 random bits. The signature only tells our keys from others without a query. */
export function newSecret(config: Keyed): string {
  const random = Array.from({ length: RANDOM_LENGTH }, () => BASE62[randomInt(BASE62.length)]).join('');
  return PREFIX + random + signatureOf(config, random);
}

export const digestOf = (secret: string) => hash('sha256', secret, 'buffer');

/** What lists show. */
export const shownPart = (secret: string) => secret.slice(0, SHOWN_LENGTH);

export function isSigned(config: Keyed, secret: string): boolean {
  if (!SECRET.test(secret)) return false;
  const random = secret.slice(PREFIX.length, PREFIX.length + RANDOM_LENGTH);
  const signature = Buffer.from(secret.slice(-SIGNATURE_LENGTH));
  return timingSafeEqual(signature, Buffer.from(signatureOf(config, random)));
}
