import type { Request, Response } from 'express';
import type { Knex } from 'knex';
import passport from 'passport';
import { Strategy } from 'passport-local';
import { HttpError } from '../../http/errors';
import { limit, limitByAddress } from '../../http/rate-limit';
import type { Services } from '../../services';
import { passwordMatches } from '../passwords/hash';
import { accountByEmail } from '../queries';
import { knownDevice, rememberDevice } from './known-device';

const INCORRECT = 'Incorrect email or password';

const Incorrect = () => new HttpError(401, { error: INCORRECT });

async function authenticate(db: Knex, email: string, password: string) {
  const account = await accountByEmail(db, email.trim());
  return (await passwordMatches(account?.password_digest ?? null, password)) ? account : undefined;
}

type Account = NonNullable<Awaited<ReturnType<typeof authenticate>>>;

const passwordStrategy = (db: Knex) =>
  new Strategy(
    { usernameField: 'user[email]', passwordField: 'user[password]' },
    async (email, password, done) => {
      try {
        // JSON bodies may contain numbers.
        done(null, (await authenticate(db, String(email), String(password))) ?? false);
      } catch (error) {
        done(error);
      }
    },
  );

const checkPassword = (req: Request, res: Response) =>
  new Promise<Account | null>((resolve, reject) =>
    passport.authenticate('local', (error: unknown, user: Account | false | undefined) =>
      error ? reject(error) : resolve(user || null),
    )(req, res, reject),
  );

export function passwordSignIn(services: Services) {
  const { config, db } = services;
  const perAccount = limit(services, 'sign-in');
  const countAddress = limitByAddress(services, 'sign-in-address');
  passport.use('local', passwordStrategy(db));

  /** Throws 401. A blocked account gets the same answer in the same time, even with the right password. */
  return async (req: Request, res: Response, address: string): Promise<Account> => {
    await countAddress(req);
    const email = await storedAddress(db, address.trim());
    const key = attemptsKey(email, knownDevice(req, config, email));
    // Counted before the check, so that concurrent guesses cannot exceed the limit.
    const counts = await perAccount.take(key);
    const user = await checkPassword(req, res);
    if (!counts || !user) throw Incorrect();
    await perAccount.forgive(key);
    rememberDevice(res, config, email);
    return user;
  };
}

/** citext matches more letter forms than toLowerCase, so attempts count under the stored address. */
const storedAddress = async (db: Knex, address: string): Promise<string> =>
  ((await accountByEmail(db, address))?.email ?? address).toLowerCase();

const attemptsKey = (email: string, device: string | null) =>
  device === null ? email : `${email} ${device}`;

export const unblockSignIn = (services: Services, email: string) => limit(services, 'sign-in').forgive(email);
