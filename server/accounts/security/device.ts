import { isIP } from 'node:net';
import Bowser from 'bowser';
import type { Request } from 'express';

const MAX_USER_AGENT_LENGTH = 300;
const MAX_NAME_LENGTH = 60;
const UNKNOWN_DEVICE = 'Unknown device';

const plain = (text: string) => text.replace(/[^\p{L}\p{N} ._-]/gu, '').slice(0, MAX_NAME_LENGTH);

/** `Chrome on macOS`; of a program, the name it gives itself. */
export function deviceOf(userAgent: string | undefined): string {
  const text = (userAgent ?? '').slice(0, MAX_USER_AGENT_LENGTH);
  const name = plain(text.split(/[/\s(]/, 1)[0] ?? '');
  if (!text.startsWith('Mozilla/')) return name || UNKNOWN_DEVICE;
  const { browser, os } = Bowser.parse(text);
  const known = [browser.name, os.name].map((part) => plain(part ?? '')).filter(Boolean);
  return known.join(' on ') || UNKNOWN_DEVICE;
}

/** Null for what PostgreSQL's inet does not hold: behind proxies, the address is what a header says. */
export function addressOf({ ip = '' }: Pick<Request, 'ip'>): string | null {
  const address = ip.replace(/^::ffff:(?=\d+\.)/, '');
  return isIP(address) !== 0 && !address.includes('%') ? address : null;
}
