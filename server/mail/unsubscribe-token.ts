import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Config } from '../config/config';
import { MAX_ID } from '../contract/limits';

type Secret = Pick<Config, 'secretKeyBase'>;

export interface Unsubscription {
  readonly userId: number;
  readonly topics: readonly string[];
}

const sign = ({ secretKeyBase }: Secret, content: string) =>
  createHmac('sha256', secretKeyBase).update(`unsubscribe ${content}`).digest('base64url');

/** `42.offers.SIGNATURE`. Valid as long as the secret: an old mail must still unsubscribe (RFC 8058). */
export function unsubscribeToken(secret: Secret, { userId, topics }: Unsubscription): string {
  const content = [userId, ...topics].join('.');
  return `${content}.${sign(secret, content)}`;
}

export function readUnsubscribeToken(secret: Secret, token: string): Unsubscription | null {
  const end = token.lastIndexOf('.');
  const content = token.slice(0, Math.max(0, end));
  const [given, expected] = [Buffer.from(token.slice(end + 1)), Buffer.from(sign(secret, content))];
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  const [userId, ...topics] = content.split('.');
  return Number(userId) > 0 && Number(userId) <= MAX_ID ? { userId: Number(userId), topics } : null;
}
