import type { Request, Response } from 'express';
import type { Knex } from 'knex';
import passport from 'passport';
import { Strategy } from 'passport-local';
import { HttpError } from '../../http/errors';
import { limit } from '../../http/rate-limit';
import type { Services } from '../../services';
import { INCORRECT } from '../contract';
import { passwordMatches } from '../passwords/hash';
import { accountByEmail } from '../queries';
import { knownDevice, rememberDevice } from './known-device';

const Incorrect = () => new HttpError(401, { error: INCORRECT });

const QUARTER_HOUR = 15 * 60;

/** The account of these credentials. One refusal for every reason, in the same time. */
async function authenticate(db: Knex, email: string, password: string) {
  const account = await accountByEmail(db, email.trim());
  return (await passwordMatches(account?.password_digest ?? null, password)) ? account : undefined;
}

type Account = NonNullable<Awaited<ReturnType<typeof authenticate>>>;

/** Sign-in by password, counted per account and per address in PostgreSQL. */
export function passwordSignIn({ db, config, limitsPool }: Services) {
  const perAccount = limit(limitsPool, {
    name: 'sign-in',
    points: 20,
    seconds: QUARTER_HOUR,
    blockSeconds: QUARTER_HOUR,
  });
  const perAddress = limit(limitsPool, { name: 'sign-in-address', points: 100, seconds: QUARTER_HOUR });
  passport.use(
    'local',
    new Strategy(
      { usernameField: 'user[email]', passwordField: 'user[password]' },
      async (email, password, done) => {
        try {
          // As they came: JSON may have brought numbers.
          done(null, (await authenticate(db, String(email), String(password))) ?? false);
        } catch (error) {
          done(error);
        }
      },
    ),
  );
  const check = (req: Request, res: Response) =>
    new Promise<Account | null>((resolve, reject) =>
      passport.authenticate('local', (error: unknown, user: Account | false | undefined) =>
        error ? reject(error) : resolve(user || null),
      )(req, res, reject),
    );

  /** Throws 401; a blocked account gets the same words in the same time, also with the right password. */
  async function signedInUser(req: Request, res: Response, address: string): Promise<Account> {
    if (config.rateLimits) await perAddress.consume(req.ip ?? 'unknown');
    // PostgreSQL takes more letters for each other than JavaScript does: an account is counted by its own address.
    const account = await accountByEmail(db, address.trim());
    const email = (account?.email ?? address.trim()).toLowerCase();
    const device = knownDevice(req, config, email);
    const key = device === null ? email : `${email} ${device}`;
    // Counted before it is judged: of many guesses at once no more are judged than one after another.
    const counts = await perAccount.take(key);
    // Judged in any case, so that no answer is quicker.
    const user = await check(req, res);
    if (!counts || !user) throw Incorrect();
    await perAccount.forgive(key);
    rememberDevice(res, config, email);
    return user;
  }

  /** A reset link lifts the account's block. */
  const unblock = (email: string) => perAccount.forgive(email);

  return { signedInUser, unblock };
}
