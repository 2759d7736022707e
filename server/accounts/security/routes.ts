import { NotFound } from '../../http/errors';
import { type RouteDependencies, type Routes, route } from '../../http/route';
import { publicRoute } from '../../http/viewer';
import { anyone, signedIn, staff } from '../policy';
import { rememberDevice } from '../sessions/known-device';
import { signInReply } from '../sessions/sign-in-reply';
import {
  cancelFactorReset,
  confirmIdentity,
  endOtherSignIns,
  endSignIn,
  loginBySecondFactor,
  renewCodes,
  resetFactor,
  setUpFactor,
  showSecurity,
  turnOffFactor,
  turnOnFactor,
} from './contract';
import { beginFactor, confirmFactor, removeFactor, renewRecoveryCodes } from './factor';
import { cancelReset, planReset } from './factor-reset';
import { RESET_PAGE } from './pages';
import { findPlannedReset, findResettable } from './policy';
import { securityOf } from './queries';
import { confirmBody, resetFactorForm, secondFactorBody, turnOnBody } from './schema';
import { secondStep } from './second-factor';
import * as signIns from './sign-ins';
import { identityConfirmation } from './step-up';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export default (dependencies: RouteDependencies): Routes => {
  const { services, returnPath } = dependencies;
  const confirm = identityConfirmation(services);
  const pass = secondStep(services);
  const signIn = signInReply(dependencies);

  return [
    route(loginBySecondFactor, {
      body: secondFactorBody,
      may: anyone,
      form: {
        page: ({ return_to }) => `/sign_in/code?return_to=${encodeURIComponent(returnPath(return_to))}`,
        to: ({ req }) => returnPath((req.body as { return_to?: unknown }).return_to),
        notice: null,
      },
      reply: async ({ req, res, body }) => {
        const { userId, email, method, expectedDigest } = await pass(req, res, body);
        rememberDevice(res, services.config, email.toLowerCase());
        return signIn(req, res, userId, { method, expectedDigest, isConfirmed: true, isSecondStep: true });
      },
    }),
    route(setUpFactor, {
      may: signedIn,
      needs: null,
      retry: 'again',
      confirm: true,
      reply: ({ viewer }) => beginFactor(services, viewer),
    }),
    route(turnOnFactor, {
      body: turnOnBody,
      may: signedIn,
      needs: null,
      retry: showSecurity,
      reply: async ({ viewer, body }) => ({
        recovery_codes: await confirmFactor(services, viewer, body.code),
      }),
    }),
    route(turnOffFactor, {
      may: signedIn,
      needs: null,
      retry: 'done',
      confirm: true,
      form: { notice: 'Two-step verification is off.' },
      reply: async ({ viewer }) => {
        await removeFactor(services, viewer);
        return undefined;
      },
    }),
    route(renewCodes, {
      may: signedIn,
      needs: null,
      retry: 'again',
      confirm: true,
      reply: async ({ viewer }) => ({ recovery_codes: await renewRecoveryCodes(services, viewer) }),
    }),
    route(showSecurity, { may: signedIn, needs: null, reply: ({ db, viewer }) => securityOf(db, viewer) }),
    route(confirmIdentity, {
      body: confirmBody,
      may: signedIn,
      needs: null,
      retry: showSecurity,
      form: { notice: null },
      reply: async ({ viewer, body, req }) => ({
        confirmed_until: (await confirm(viewer, body, req)).toISOString(),
      }),
    }),
    route(resetFactor, {
      body: resetFactorForm,
      may: staff,
      find: findResettable,
      status: 202,
      reply: async ({ viewer, subject, body: { reason } }) => ({
        due_at: (await planReset(services, { userId: subject.id, reason, by: viewer })).toISOString(),
      }),
    }),
    route(cancelFactorReset, {
      may: publicRoute,
      csrf: false,
      find: findPlannedReset,
      form: { shows: () => ({ ...RESET_PAGE, locals: { isCanceled: true } }) },
      reply: async ({ subject }) => {
        await cancelReset(services, subject);
        return undefined;
      },
    }),
    route(endSignIn, {
      may: signedIn,
      needs: null,
      retry: 'done',
      form: { notice: 'Signed out.' },
      reply: async ({ viewer, params: { uuid } }) => {
        if (!UUID.test(uuid) || !(await signIns.endSignIn(services, viewer.id, uuid))) throw NotFound();
        return undefined;
      },
    }),
    route(endOtherSignIns, {
      may: signedIn,
      needs: null,
      retry: 'done',
      form: { notice: 'Signed out everywhere else.' },
      reply: async ({ viewer }) => {
        await signIns.endOtherSignIns(services, viewer);
        return undefined;
      },
    }),
  ];
};
