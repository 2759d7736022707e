import { INVALID_EMAIL } from '../contract/fields';
import { Forbidden, HttpError, Invalid } from '../http/errors';
import { nestQuery } from '../http/nested-params';
import { limit } from '../http/rate-limit';
import { type RouteDependencies, type Routes, route } from '../http/route';
import { enqueue } from '../jobs/job';
import type { Services } from '../services';
import { publicUrl } from '../storage/public-url';
import { applyFor } from './applications/application';
import { apply } from './applications/contract';
import { currentUser, login, logout, magicSignIn, me, ownPath } from './contract';
import { currentUserOf } from './current-user';
import { onboardBuyer } from './onboarding';
import { passwordErrors, replacePassword, requireGoodPassword, setPassword } from './passwords/change';
import {
  type AttributeError,
  forgotPasswordForm,
  INVALID_RESET_TOKEN,
  type NewPassword,
  RESET_REQUESTED,
  requestReset,
  resetPassword,
  updateMe,
} from './passwords/contract';
import { hashPassword, passwordMatches } from './passwords/hash';
import { sendResetMail } from './passwords/reset-mail';
import { anyone, type Person, signedIn } from './policy';
import { accountByEmail } from './queries';
import { requireOwnRequest, useMagicLink } from './sessions/magic-sign-in';
import { consumeToken, tokenOwner } from './sessions/one-time-tokens';
import { signIn, signOut } from './sessions/session';
import { passwordSignIn } from './sessions/sign-in';

const current = (services: Services, person: Person) =>
  currentUserOf(services, person, (stored) => publicUrl(stored, 400));

/** `/current_user.json?user[token]=` is the one call that takes a bearer token from the query. */
async function personOfToken({ bearerTokens }: Services, url: string): Promise<Person | null> {
  const { user } = nestQuery(url.split('?')[1] ?? '') as { user?: { token?: unknown } };
  return typeof user?.token === 'string' ? bearerTokens.personOf(user.token) : null;
}

const attributeErrors = (errors: readonly AttributeError[]) => new HttpError(422, { errors });

/** The token is in no Referer, so the form's own field locates its page. */
const resetPage = (body: Record<string, unknown>) => {
  const { reset_password_token: token } = { ...body, ...(body.user as object | undefined) } as Record<
    string,
    unknown
  >;
  return `/reset_password?reset_password_token=${encodeURIComponent(typeof token === 'string' ? token : '')}`;
};

const applicationPage = (profile: object) => ('seller_name' in profile ? '/sign_up/sell' : '/sign_up/buy');

const HOUR = 3_600;

export default ({ services, csrf }: RouteDependencies): Routes => {
  const { config, db, limitsPool, transaction } = services;
  const { signedInUser, unblock } = passwordSignIn(services);
  const limits = {
    requestReset: limit(limitsPool, { name: 'reset', points: 20, seconds: HOUR }),
    resetPassword: limit(limitsPool, { name: 'reset-password', points: 20, seconds: HOUR }),
    apply: limit(limitsPool, { name: 'apply', points: 20, seconds: HOUR }),
    magic: limit(limitsPool, { name: 'magic', points: 60, seconds: HOUR }),
  };
  // Guesses of the current password are limited as at sign-in: an unattended session is no proof.
  const guesses = limit(limitsPool, { name: 'current-password', points: 20, seconds: HOUR / 4 });
  const counted = async (name: keyof typeof limits, ip: string | undefined) => {
    if (config.rateLimits) await limits[name].consume(ip ?? 'unknown');
  };

  return [
    route(login, {
      may: anyone,
      form: {
        page: ({ return_to }) => `/sign_in?return_to=${encodeURIComponent(ownPath(return_to))}`,
        to: ({ req }) => ownPath((req.body as { return_to?: unknown }).return_to),
        notice: null,
      },
      reply: async ({ req, res, body }) => {
        const account = await signedInUser(req, res, body.user.email);
        await onboardBuyer(db, account.id);
        const person = await signIn(req, res, services, account.id, account.password_digest);
        csrf.renew(req, res);
        return { user: await current(services, person) };
      },
    }),
    route(logout, {
      may: anyone,
      form: { to: '/', notice: 'You are signed out.' },
      reply: async ({ req, res }) => {
        await signOut(req, res, services);
        csrf.renew(req, res);
        return undefined;
      },
    }),
    route(me, { may: signedIn, reply: async ({ viewer }) => ({ user: await current(services, viewer) }) }),
    route(currentUser, {
      may: anyone,
      reply: async ({ viewer, req, res }) => {
        // Renews the token of a page that outlived its session.
        res.set('X-CSRF-Token', csrf.token(req, res));
        const person = (viewer as Person | null) ?? (await personOfToken(services, req.originalUrl));
        return person
          ? { user: await current(services, person) }
          : { user: null, errors: ['Please sign in'] };
      },
    }),
    route(updateMe, {
      may: signedIn,
      form: { to: '/', notice: 'Your password is set.' },
      reply: async ({ viewer, body, req, res }) => {
        const requested: NewPassword = body.user ?? body;
        // Other fields are ignored, `status` in particular.
        if (requested.password === undefined) return { user: await current(services, viewer) };
        if (viewer.status === 'provisional' || viewer.status === 'denied') throw Forbidden();
        let currentDigest: string | null = null;
        if (viewer.has_password) {
          await guesses.consume(String(viewer.id));
          const account = await accountByEmail(db, viewer.email);
          currentDigest = account?.password_digest ?? null;
          const matches = await passwordMatches(currentDigest, requested.current_password ?? '');
          if (!matches) throw Forbidden('Please give your current password');
          await guesses.forgive(String(viewer.id));
        }
        const password = await requireGoodPassword(requested);
        const digest = await hashPassword(password);
        await transaction((tx) => replacePassword(tx, viewer.id, currentDigest, digest));
        const person = await signIn(req, res, services, viewer.id, digest);
        csrf.renew(req, res);
        return { user: await current(services, person) };
      },
    }),
    route(magicSignIn, {
      may: anyone,
      changes: true,
      reply: async ({ query, req, res }) => {
        requireOwnRequest(req);
        await counted('magic', req.ip);
        const { id } = await useMagicLink(services, query.magic_sauce);
        const person = await signIn(req, res, services, id);
        csrf.renew(req, res);
        return { user: await current(services, person) };
      },
    }),
    route(requestReset, {
      may: anyone,
      form: { page: '/forgot_password', to: '/forgot_password/confirmation', notice: null },
      reply: async ({ body, req }) => {
        await counted('requestReset', req.ip);
        const valid = await forgotPasswordForm.validate(body.user).catch(() => null);
        if (!valid) throw Invalid(INVALID_EMAIL, { email: [INVALID_EMAIL] });
        await transaction((tx) => enqueue(tx, sendResetMail, { email: valid.email }));
        return { message: RESET_REQUESTED };
      },
    }),
    route(resetPassword, {
      may: anyone,
      form: { page: resetPage, to: '/', notice: 'Your password is changed.' },
      reply: async ({ body: { user }, req, res }) => {
        await counted('resetPassword', req.ip);
        const invalid = attributeErrors([
          { attribute: 'reset_password_token', type: 'invalid', message: INVALID_RESET_TOKEN },
        ]);
        // The token is used up last, so that a refused password does not cost the link.
        if ((await tokenOwner(db, user.reset_password_token, 'reset')) === null) throw invalid;
        let password: string;
        try {
          password = await requireGoodPassword(user);
        } catch (error) {
          const errors = passwordErrors(error);
          throw errors ? attributeErrors(errors.map((one) => ({ ...one, type: 'invalid_password' }))) : error;
        }
        const digest = await hashPassword(password);
        const userId = await transaction(async (tx) => {
          const owner = await consumeToken(tx, user.reset_password_token, 'reset');
          if (owner !== null) await setPassword(tx, owner, digest);
          return owner;
        });
        if (userId === null) throw invalid;
        const person = await signIn(req, res, services, userId, digest);
        await unblock(person.email);
        csrf.renew(req, res);
        return { user: await current(services, person) };
      },
    }),
    route(apply, {
      may: anyone,
      form: {
        page: (body) => applicationPage(body.profile ?? body),
        to: ({ body }) => `${applicationPage(body.profile)}/confirmation`,
        notice: null,
      },
      status: 201,
      reply: async ({ body, req }) => {
        await counted('apply', req.ip);
        await applyFor(services, body.profile);
        return {};
      },
    }),
  ];
};
