import { isAdmitted } from '../contract/account-status';
import { page, type RouteDependencies, type Routes } from '../http/route';
import { buyerApplication, sellerApplication } from './applications/contract';
import companyPages from './company/pages';
import { magicSignInIsland, signIn, signUp } from './contract';
import { demoAccountProps } from './demo-accounts';
import { createPassword, forgotPassword, RESET_REQUESTED, resetPasswordForm } from './passwords/contract';
import { anyone, type Person, signedIn } from './policy';
import securityPages from './security/pages';
import { magicQuestion } from './sessions/magic-sign-in';

const text = (value: unknown) => (typeof value === 'string' ? value : '');

const home = ({ viewer }: { viewer: unknown }) => (viewer ? '/' : null);

const form = {
  may: anyone,
  footer: 'light',
  heading: 'hidden',
  view: 'pages/auth',
  redirect: home,
} as const;
const message = { may: anyone, footer: 'light', view: 'pages/confirmation' } as const;

const createsPassword = (title: string) =>
  ({
    may: signedIn,
    needs: null,
    ungated: true,
    title,
    footer: 'light',
    heading: 'hidden',
    island: createPassword,
    props: ({ viewer }: { viewer: Person }) => ({ kind: viewer.kind, email: viewer.email }),
    redirect: ({ viewer }: { viewer: Person }) =>
      !isAdmitted(viewer) ? '/seller_inquiry/submitted' : viewer.has_password ? '/' : null,
  }) as const;

const DENIED = {
  heading_text: "Your application wasn't approved",
  text: "We can't offer you an account at this time. If something has changed or you think this is a mistake, contact us and we'll take another look.",
  icon: 'info',
  tone: 'neutral',
  main: 'contact',
};

const IN_REVIEW = {
  heading_text: 'Your application is under review',
  text: "We'll email you its status within 24 hours of your application. Nothing else is needed from you until then.",
  icon: 'clock',
  tone: 'neutral',
};

export default (dependencies: RouteDependencies): Routes => [
  ...securityPages(dependencies),
  ...accountPages(dependencies),
];

const accountPages = ({ services, returnPath }: RouteDependencies): Routes => [
  page('/sign_in', {
    ...form,
    title: 'Sign In',
    island: signIn,
    props: ({ query }) => ({ returnTo: returnPath(query.return_to), ...demoAccountProps(services.config) }),
  }),
  page('/sign_up', {
    ...form,
    title: 'Create Account',
    island: signUp,
    // The form submits the choice as a GET when scripts are off.
    redirect: ({ viewer, query: { kind } }) =>
      viewer ? '/' : kind === 'buy' || kind === 'sell' ? `/sign_up/${kind}` : null,
  }),
  page(['/sign_up/buy', '/buyer_inquiry'], {
    ...form,
    title: 'Become a Buyer',
    island: buyerApplication,
    locals: () => ({ side: 'buy' }),
  }),
  page(['/sign_up/sell', '/seller_inquiry'], {
    ...form,
    title: 'Become a Seller',
    island: sellerApplication,
    locals: () => ({ side: 'sell' }),
  }),
  page('/sign_up/buy/confirmation', {
    ...message,
    title: 'Thanks for signing up!',
    locals: () => ({
      heading_text: 'Thanks for signing up!',
      text: "Your account is pending approval. We'll email you its status within 24 hours.",
      steps: [
        'We review your application.',
        "Once you're approved, the email has a link to create your password.",
        'Browse every product, make offers or buy at once.',
      ],
      icon: 'check',
    }),
  }),
  page('/sign_up/sell/confirmation', {
    ...message,
    title: 'Thanks for signing up!',
    locals: () => ({
      heading_text: 'Thanks for signing up!',
      text: "Check your email. Once you're approved (within 24 hours), we'll send a link to create your password.",
      steps: [
        'We review your application.',
        'Create your password and describe your store.',
        'Add products one at a time or upload a CSV. Offers arrive in My Offers.',
      ],
    }),
  }),
  page('/seller_inquiry/submitted', {
    ...message,
    may: signedIn,
    needs: null,
    ungated: true,
    title: 'Your Application',
    redirect: ({ viewer }) => (isAdmitted(viewer) ? '/' : null),
    locals: ({ viewer }) => (viewer.status === 'denied' ? DENIED : IN_REVIEW),
  }),
  page('/forgot_password', { ...form, title: 'Forgot Password?', island: forgotPassword }),
  page('/forgot_password/confirmation', {
    ...message,
    title: 'Please check your email to continue',
    redirect: home,
    locals: () => ({
      heading_text: 'Please check your email to continue',
      text: `${RESET_REQUESTED}. It should arrive within 5 minutes.`,
    }),
  }),
  page('/reset_password', {
    may: anyone,
    ungated: true,
    secret: true,
    title: 'Reset Your Password',
    footer: 'light',
    heading: 'hidden',
    island: resetPasswordForm,
    props: ({ query }) => ({ token: text(query.reset_password_token) }),
  }),
  page('/sign_up/create_password', createsPassword('Create a Password')),
  page('/buyers_create_password', createsPassword('Create a Password')),
  page('/magic/sign_in/:token', {
    load: 'A',
    may: anyone,
    ungated: true,
    secret: true,
    title: 'Signing You In',
    footer: 'light',
    heading: 'hidden',
    island: magicSignInIsland,
    props: async ({ db, viewer, params: { token }, req }) => ({
      token,
      question: await magicQuestion(db, viewer as Person | null, token, req),
    }),
  }),
  ...companyPages(),
];
