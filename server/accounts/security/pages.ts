import { page, type RouteDependencies, type Routes } from '../../http/route';
import { anyone, member } from '../policy';
import { needsSecondFactor } from '../required-step';
import { settingsSecurity, signInCode } from './contract';
import { findPlannedReset } from './policy';
import { securityOf } from './queries';
import { pendingCookie } from './second-factor';

export const RESET_PAGE = { title: 'Two-Step Verification', view: 'pages/factor_reset' } as const;

export default ({ services, returnPath }: RouteDependencies): Routes => [
  page('/sign_in/code', {
    may: anyone,
    footer: 'light',
    heading: 'hidden',
    view: 'pages/auth',
    title: 'Enter Your Code',
    island: signInCode,
    redirect: ({ viewer, req }) => (viewer ? '/' : pendingCookie(services, req) === null ? '/sign_in' : null),
    props: ({ query }) => ({
      methods: ['code', 'recovery_code'] as const,
      returnTo: returnPath(query.return_to),
    }),
  }),
  page('/settings/security', {
    may: member,
    needs: null,
    title: 'Security',
    view: 'pages/settings',
    island: settingsSecurity,
    props: async ({ db, viewer }) => ({
      security: await securityOf(db, viewer),
      required: needsSecondFactor(services.config, viewer),
    }),
  }),
  page('/factor_resets/:token', {
    ...RESET_PAGE,
    may: anyone,
    find: findPlannedReset,
    ungated: true,
    secret: true,
    footer: 'light',
    heading: 'hidden',
    locals: ({ subject, params: { token } }) => ({ isCanceled: subject.isCanceled, token }),
  }),
];
