import { nestQuery } from '../../http/nested-params';
import { limitByAddress } from '../../http/rate-limit';
import { type RouteDependencies, type Routes, route } from '../../http/route';
import type { Services } from '../../services';
import { currentUser, login, logout, magicSignIn, me } from '../contract';
import { onboardBuyer } from '../onboarding';
import { anyone, type Person, signedIn } from '../policy';
import { credentials, currentUserQuery, magicSignInQuery } from '../schema';
import { requireOwnRequest, useMagicLink } from './magic-sign-in';
import { signOut } from './session';
import { passwordSignIn } from './sign-in';
import { signInReply, userReply } from './sign-in-reply';

/** `/current_user.json?user[token]=` is the one call that takes a bearer token from the query. */
async function personOfToken({ bearerTokens }: Services, url: string): Promise<Person | null> {
  const { user } = nestQuery(url.split('?')[1] ?? '') as { user?: { token?: unknown } };
  return typeof user?.token === 'string' ? bearerTokens.personOf(user.token) : null;
}

export default (dependencies: RouteDependencies): Routes => {
  const { services, csrf, returnPath } = dependencies;
  const signIn = signInReply(dependencies);
  const signedInUser = passwordSignIn(services);
  const countMagicLink = limitByAddress(services, 'magic');

  return [
    route(login, {
      body: credentials,
      may: anyone,
      form: {
        page: ({ return_to }) => `/sign_in?return_to=${encodeURIComponent(returnPath(return_to))}`,
        to: ({ req }) => returnPath((req.body as { return_to?: unknown }).return_to),
        notice: null,
      },
      reply: async ({ db, req, res, body }) => {
        const account = await signedInUser(req, res, body.user.email);
        await onboardBuyer(db, account.id);
        const expectedDigest = account.password_digest;
        return signIn(req, res, account.id, { method: 'password', expectedDigest, isConfirmed: true });
      },
    }),
    route(logout, {
      may: anyone,
      form: { to: '/', notice: 'Signed out.' },
      reply: async ({ req, res }) => {
        await signOut(req, res, services);
        csrf.renew(req, res);
        return undefined;
      },
    }),
    route(me, {
      may: signedIn,
      needs: null,
      forKeys: true,
      reply: ({ viewer }) => userReply(services, viewer),
    }),
    route(currentUser, {
      query: currentUserQuery,
      may: anyone,
      reply: async ({ viewer, req, res }) => {
        // Renews the token of a page that outlived its session.
        res.set('X-CSRF-Token', csrf.token(req, res));
        const person = (viewer as Person | null) ?? (await personOfToken(services, req.originalUrl));
        return person ? userReply(services, person) : { user: null, errors: ['Sign in to continue'] };
      },
    }),
    route(magicSignIn, {
      query: magicSignInQuery,
      may: anyone,
      changes: true,
      reply: async ({ query, req, res }) => {
        requireOwnRequest(req);
        await countMagicLink(req);
        const { id } = await useMagicLink(services, query.magic_sauce);
        return signIn(req, res, id, { method: 'magic', isConfirmed: false });
      },
    }),
  ];
};
