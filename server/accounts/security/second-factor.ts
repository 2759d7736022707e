import type { Request, Response } from 'express';
import { MINUTE_MS } from '../../contract/durations';
import { cookieName, isHttps } from '../../http/cookies';
import { HttpError } from '../../http/errors';
import { isForm } from '../../http/forms/forms';
import { limit } from '../../http/rate-limit';
import type { Services } from '../../services';
import type { SecondFactorRequired } from './contract';
import { CODE_WRONG, checkProof, type Proof } from './proof';
import { fingerprintOf, readPending, signPending, TOKEN_MINUTES } from './second-factor-token';
import type { SignInMethod } from './sign-ins';

const COOKIE = 'second_factor';

const CODE_REQUIRED = 'Enter the 6-digit code from your authenticator app.';

const SignInAgain = () => new HttpError(401, { error: 'Sign in again.', code: 'second_factor_expired' });

const cookieOf = (config: Services['config']) =>
  ({ httpOnly: true, sameSite: 'lax', path: '/', secure: isHttps(config) }) as const;

export const pendingCookie = ({ config }: Pick<Services, 'config'>, { cookies }: Request): string | null => {
  const token: unknown = (cookies as Record<string, unknown>)[cookieName(config, COOKIE)];
  return typeof token === 'string' ? token : null;
};

const hasFactor = async ({ db }: Pick<Services, 'db'>, user_id: number): Promise<boolean> =>
  (await db('totp_factors').where({ user_id }).whereNotNull('confirmed_at').first('user_id')) !== undefined;

const digestOf = async ({ db }: Pick<Services, 'db'>, id: number) =>
  (await db('users').where({ id }).first('password_digest'))?.password_digest ?? null;

interface PasswordShown {
  readonly userId: number;
  readonly method: SignInMethod;
  readonly returnTo: string;
}

/**
 * Where the person has a factor: throws 401 `second_factor_required` with a token, or sends a form's sender to the page
 * that asks for the code, and returns true.
 */
export async function askForCode(
  services: Services,
  req: Request,
  res: Response,
  { userId, method, returnTo }: PasswordShown,
): Promise<boolean> {
  if (!(await hasFactor(services, userId))) return false;
  const { config } = services;
  const fingerprint = fingerprintOf(await digestOf(services, userId));
  const token = await signPending(config.secretKeyBase, { userId, method, fingerprint });
  if (!isForm(req)) {
    const second_factor: SecondFactorRequired['second_factor'] = {
      token,
      methods: ['code', 'recovery_code'],
    };
    throw new HttpError(401, { error: CODE_REQUIRED, code: 'second_factor_required', second_factor });
  }
  const maxAge = TOKEN_MINUTES * MINUTE_MS;
  res.cookie(cookieName(config, COOKIE), token, { ...cookieOf(config), maxAge });
  const after = returnTo === '/' ? '' : `?return_to=${encodeURIComponent(returnTo)}`;
  res.redirect(303, `/sign_in/code${after}`);
  return true;
}

interface Passed {
  readonly userId: number;
  readonly email: string;
  readonly method: SignInMethod;
  readonly expectedDigest: string | null;
}

/** Throws 401 for a wrong code, and where the sign-in has to begin again: after 5 wrong ones, or 10 minutes. */
export function secondStep(services: Services) {
  const { config, db } = services;
  const tries = limit(services, 'second-factor');

  return async (
    req: Request,
    res: Response,
    given: Proof & { token?: string | undefined },
  ): Promise<Passed> => {
    const token = given.token ?? pendingCookie(services, req);
    const pending = token === null ? null : await readPending(config.secretKeyBase, token);
    if (!pending || !(await tries.take(pending.id))) throw SignInAgain();
    const { userId, method, fingerprint } = pending;
    const account = await db('users').where({ id: userId }).first('email', 'password_digest');
    if (!account || fingerprintOf(account.password_digest) !== fingerprint) throw SignInAgain();
    const verdict = await checkProof(services, userId, given);
    if (verdict === 'none') throw SignInAgain();
    if (verdict === 'wrong') throw new HttpError(401, { error: CODE_WRONG, code: 'code_wrong' });
    res.clearCookie(cookieName(config, COOKIE), cookieOf(config));
    return { userId, email: account.email, method, expectedDigest: account.password_digest };
  };
}
