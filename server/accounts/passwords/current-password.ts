import { limit } from '../../http/rate-limit';
import type { Services } from '../../services';
import type { Person } from '../policy';
import { accountByEmail } from '../queries';
import { passwordMatches } from './hash';

/**
 * Returns the digest of a person's password, null where it is another. Limited as at sign-in, since a session is no
 * proof: throws 429.
 */
export function currentPassword(services: Services) {
  const { db } = services;
  const guesses = limit(services, 'current-password');

  return async ({ id, email }: Pick<Person, 'id' | 'email'>, password: string): Promise<string | null> => {
    await guesses.consume(String(id));
    const digest = (await accountByEmail(db, email))?.password_digest ?? null;
    if (!(await passwordMatches(digest, password))) return null;
    await guesses.forgive(String(id));
    return digest;
  };
}
