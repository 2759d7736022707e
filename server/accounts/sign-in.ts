import type { Request } from 'express';
import type { Knex } from 'knex';
import passport from 'passport';
import { Strategy } from 'passport-local';
import { HttpError } from '../http/errors';
import { limit } from '../http/limits';
import type { Services } from '../services';
import { INCORRECT } from './contract';
import { passwordMatches } from './password';
import { accountByEmail } from './queries';

const Incorrect = () => new HttpError(401, { error: INCORRECT });

/** The account of these credentials. One refusal for every reason, in the same time. */
async function authenticate(db: Knex, email: string, password: string) {
  const account = await accountByEmail(db, email.trim());
  return (await passwordMatches(account?.password_digest ?? null, password)) ? account : undefined;
}

/** Sign-in by password, counted per account and per address in PostgreSQL. */
export function passwordSignIn({ db, config, limitsPool }: Services) {
  const perAccount = limit(limitsPool, {
    name: 'sign-in:account',
    points: 20,
    seconds: 15 * 60,
    blockSeconds: 15 * 60,
  });
  const perAddress = limit(limitsPool, { name: 'sign-in:address', points: 100, seconds: 15 * 60 });
  passport.use(
    'local',
    new Strategy(
      { usernameField: 'user[email]', passwordField: 'user[password]' },
      async (email, password, done) => {
        try {
          done(null, (await authenticate(db, email, password)) ?? false);
        } catch (error) {
          done(error);
        }
      },
    ),
  );
  const check = (req: Request) =>
    new Promise<{ id: number } | null>((resolve, reject) =>
      passport.authenticate('local', (error: unknown, user: { id: number } | false | undefined) =>
        error ? reject(error) : resolve(user || null),
      )(req, req.res, reject),
    );

  /** Throws 401; a blocked account gets the same words in the same time, also with the right password. */
  return async (req: Request, email: string): Promise<number> => {
    if (config.rateLimits) await perAddress.consume(req.ip ?? 'unknown');
    const account = email.trim().toLowerCase();
    const blocked = (await perAccount.blockedFor(account)) > 0;
    const user = await check(req);
    if (blocked || !user) {
      if (!user) await perAccount.count(account);
      throw Incorrect();
    }
    await perAccount.forgive(account);
    return user.id;
  };
}
