import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Request, Response } from 'express';
import type { Config } from '../../config/config';
import { cookieName, isHttps } from '../../http/cookies';

const COOKIE = 'device';
const YEAR_MS = 365 * 86_400_000;

const signature = ({ secretKeyBase }: Config, device: string, email: string) =>
  createHmac('sha256', secretKeyBase).update(`device ${device} ${email}`).digest('base64url');

/**
 * The device's id, where this account has signed in on it before. Failures are counted apart for it, so that
 * nobody can lock an owner out from afar.
 */
export function knownDevice(req: Request, config: Config, email: string): string | null {
  const cookies = req.cookies as Record<string, unknown>;
  // Devices from before the `__Host-` names have the plain one.
  const cookie = cookies[cookieName(config, COOKIE)] ?? cookies[COOKIE] ?? '';
  const [device = '', signed = ''] = String(cookie).split('.');
  const expected = Buffer.from(signature(config, device, email));
  const offered = Buffer.from(signed);
  return device && offered.length === expected.length && timingSafeEqual(offered, expected) ? device : null;
}

/** Remembers that this account signed in here. */
export function rememberDevice(res: Response, config: Config, email: string) {
  const device = randomBytes(12).toString('base64url');
  res.cookie(cookieName(config, COOKIE), `${device}.${signature(config, device, email)}`, {
    httpOnly: true,
    sameSite: 'lax',
    secure: isHttps(config),
    maxAge: YEAR_MS,
  });
}
