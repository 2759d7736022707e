import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Request, Response } from 'express';
import type { Config } from '../../config/config';
import { DAY_MS } from '../../contract/durations';
import { cookieName, isHttps } from '../../http/cookies';

const COOKIE = 'device';
const YEAR_MS = 365 * DAY_MS;

const signature = ({ secretKeyBase }: Config, device: string, email: string) =>
  createHmac('sha256', secretKeyBase).update(`device ${device} ${email}`).digest('base64url');

/** Failures of a known device count apart, so that a remote attacker cannot lock the owner out. */
export function knownDevice(req: Request, config: Config, email: string): string | null {
  const cookies = req.cookies as Record<string, unknown>;
  const cookie = cookies[cookieName(config, COOKIE)] ?? cookies[COOKIE] ?? '';
  const [device = '', signed = ''] = String(cookie).split('.');
  const expected = Buffer.from(signature(config, device, email));
  const offered = Buffer.from(signed);
  return device && offered.length === expected.length && timingSafeEqual(offered, expected) ? device : null;
}

export function rememberDevice(res: Response, config: Config, email: string) {
  const device = randomBytes(12).toString('base64url');
  res.cookie(cookieName(config, COOKIE), `${device}.${signature(config, device, email)}`, {
    httpOnly: true,
    sameSite: 'lax',
    secure: isHttps(config),
    maxAge: YEAR_MS,
  });
}
