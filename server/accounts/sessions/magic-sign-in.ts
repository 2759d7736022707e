import type { Request } from 'express';
import type { Knex } from 'knex';
import { isAdmitted } from '../../contract/account-status';
import { Forbidden, Unauthorized } from '../../http/errors';
import type { Services } from '../../services';
import type { MagicSignInProps } from '../contract';
import type { Person } from '../policy';
import { personById } from '../queries';
import { consumeToken, tokenOwner } from './one-time-tokens';

const personOf = (db: Knex, id: number) => personById(db, id, { sessionKey: '', via: 'cookie' });

const nameOf = ({ full_name, email }: Person) => full_name || email;

/** Old browsers and API clients send no such header. */
const isCrossSite = ({ headers }: Pick<Request, 'headers'>) => headers['sec-fetch-site'] === 'cross-site';

const CALLS_AND_PAGES = new Set(['empty', 'document']);

const isEmbedded = ({ headers }: Pick<Request, 'headers'>) =>
  !CALLS_AND_PAGES.has(String(headers['sec-fetch-dest'] ?? 'empty'));

/** Throws 403 for cross-site requests, which could sign a visitor in to an attacker's account. */
export function requireOwnRequest(req: Request) {
  if (isCrossSite(req) || isEmbedded(req)) throw Forbidden();
}

export async function useMagicLink(
  { db, transaction }: Pick<Services, 'db' | 'transaction'>,
  token: string,
): Promise<Person> {
  const userId = await transaction((tx) => consumeToken(tx, token, 'magic'));
  const found = userId && (await personOf(db, userId));
  if (!found || !isAdmitted(found))
    throw Unauthorized('This link has expired or was already used. Request a new one.');
  return found;
}

/** A failed link signs out, so a cross-site visit that would fail is confirmed, too. */
export async function magicQuestion(
  db: Knex,
  viewer: Person | null,
  token: string,
  req: Request,
): Promise<MagicSignInProps['question']> {
  if (!viewer) return null;
  const ownerId = await tokenOwner(db, token, 'magic');
  if (ownerId === viewer.id) return null;
  const found = ownerId === null ? null : await personOf(db, ownerId);
  const owner = found && isAdmitted(found) ? found : null;
  if (!owner && !isCrossSite(req)) return null;
  return {
    viewer: { name: nameOf(viewer), email: viewer.email },
    owner: owner && { name: nameOf(owner), email: owner.email },
  };
}
