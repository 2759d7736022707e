import { nestQuery } from '../http/nesting';
import { page, type Routes, route, type Setup } from '../http/route';
import type { Services } from '../services';
import { publicUrl } from '../storage/public-url';
import { readBearer } from './bearer';
import { currentUser, login, logout, me, signIn as signInIsland } from './contract';
import { currentUserOf } from './current-user';
import { anyone, type Person, signedIn, signedOut } from './policy';
import { personById } from './queries';
import { signIn, signOut } from './session';
import { passwordSignIn } from './sign-in';

const current = (services: Services, person: Person) =>
  currentUserOf(services.db, person, (stored) => publicUrl(stored, 400));

/** `/current_user.json?user[token]=` takes a bearer there and nowhere else in a query (contract section 7). */
async function personOfToken({ db, config }: Services, url: string): Promise<Person | null> {
  const { user } = nestQuery(url.split('?')[1] ?? '') as { user?: { token?: unknown } };
  const bearer = typeof user?.token === 'string' ? await readBearer(db, config, user.token) : null;
  return bearer && personById(db, bearer.userId, { sessionKey: bearer.id, via: 'bearer' });
}

export default ({ services, csrf }: Setup): Routes => {
  const authenticated = passwordSignIn(services);
  return [
    route(login, {
      may: anyone,
      reply: async ({ req, res, body }) => {
        const userId = await authenticated(req, body.user.email);
        const person = await signIn(req, res, services, userId);
        csrf.renew(req, res);
        return { user: await current(services, person) };
      },
    }),
    route(logout, {
      may: anyone,
      reply: async ({ req, res }) => {
        await signOut(req, services);
        csrf.renew(req, res);
        return undefined;
      },
    }),
    route(me, { may: signedIn, reply: async ({ viewer }) => ({ user: await current(services, viewer) }) }),
    route(currentUser, {
      may: anyone,
      reply: async ({ viewer, req }) => {
        const person = (viewer as Person | null) ?? (await personOfToken(services, req.originalUrl));
        return person
          ? { user: await current(services, person) }
          : { user: null, errors: ['Please sign in'] };
      },
    }),
    page('/sign_in', {
      may: signedOut,
      title: 'Sign in',
      island: signInIsland,
      props: ({ query }) => ({ returnTo: typeof query.return_to === 'string' ? query.return_to : null }),
      footer: 'light',
      heading: 'hidden',
    }),
  ];
};
