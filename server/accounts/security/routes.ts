import { NotFound } from '../../http/errors';
import { type RouteDependencies, type Routes, route } from '../../http/route';
import { signedIn } from '../policy';
import { confirmIdentity, endOtherSignIns, endSignIn, showSecurity } from './contract';
import { securityOf } from './queries';
import { confirmBody } from './schema';
import * as signIns from './sign-ins';
import { identityConfirmation } from './step-up';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export default ({ services }: RouteDependencies): Routes => {
  const confirm = identityConfirmation(services);

  return [
    route(showSecurity, { may: signedIn, reply: ({ db, viewer }) => securityOf(db, viewer) }),
    route(confirmIdentity, {
      body: confirmBody,
      may: signedIn,
      form: { notice: null },
      reply: async ({ viewer, body, req }) => ({
        confirmed_until: (await confirm(viewer, body, req)).toISOString(),
      }),
    }),
    route(endSignIn, {
      may: signedIn,
      form: { notice: 'Signed out.' },
      reply: async ({ viewer, params: { uuid } }) => {
        if (!UUID.test(uuid) || !(await signIns.endSignIn(services, viewer.id, uuid))) throw NotFound();
        return undefined;
      },
    }),
    route(endOtherSignIns, {
      may: signedIn,
      form: { notice: 'Signed out everywhere else.' },
      reply: async ({ viewer }) => {
        await signIns.endOtherSignIns(services, viewer);
        return undefined;
      },
    }),
  ];
};
