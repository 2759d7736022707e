import type { Tx } from '../../../db/transaction';
import { isAdmitted } from '../../contract/account-status';
import { INVALID_EMAIL } from '../../contract/fields';
import { Forbidden, HttpError, Invalid } from '../../http/errors';
import { limitByAddress } from '../../http/rate-limit';
import { type RouteDependencies, type Routes, route } from '../../http/route';
import { enqueue } from '../../jobs/job';
import { me } from '../contract';
import { anyone, signedIn } from '../policy';
import { consumeToken, tokenOwner } from '../sessions/one-time-tokens';
import { unblockSignIn } from '../sessions/sign-in';
import { signInReply, userReply } from '../sessions/sign-in-reply';
import { passwordErrors, replacePassword, requireGoodPassword, setPassword } from './change';
import {
  type AttributeError,
  INVALID_RESET_TOKEN,
  type NewPassword,
  RESET_REQUESTED,
  requestReset,
  resetPassword,
  updateMe,
} from './contract';
import { currentPassword } from './current-password';
import { hashPassword } from './hash';
import { sendResetMail } from './reset-mail';
import { forgotPasswordForm, requestResetBody, resetPasswordBody, updateMeBody } from './schema';

/** The token is in no Referer, so the form's own field locates its page. */
const resetPage = (body: Record<string, unknown>) => {
  const { reset_password_token: token } = { ...body, ...(body.user as object | undefined) } as Record<
    string,
    unknown
  >;
  return `/reset_password?reset_password_token=${encodeURIComponent(typeof token === 'string' ? token : '')}`;
};

const attributeErrors = (errors: readonly AttributeError[]) => new HttpError(422, { errors });

const InvalidToken = () =>
  attributeErrors([{ attribute: 'reset_password_token', type: 'invalid', message: INVALID_RESET_TOKEN }]);

function asAttributeErrors(error: unknown): never {
  const errors = passwordErrors(error);
  throw errors ? attributeErrors(errors.map((one) => ({ ...one, type: 'invalid_password' }))) : error;
}

export default (dependencies: RouteDependencies): Routes => {
  const { services } = dependencies;
  const { db, transaction } = services;
  const signIn = signInReply(dependencies);
  const digestOfCurrent = currentPassword(services);
  const countRequest = limitByAddress(services, 'reset');
  const countReset = limitByAddress(services, 'reset-password');

  return [
    route(updateMe, {
      body: updateMeBody,
      may: signedIn,
      needs: null,
      retry: me,
      form: { to: '/', notice: 'Password created.' },
      reply: async ({ viewer, body, req, res }) => {
        const requested: NewPassword = body.user ?? body;
        // Other fields are ignored, `status` in particular.
        if (requested.password === undefined) return userReply(services, viewer);
        if (!isAdmitted(viewer)) throw Forbidden();
        const replaced = viewer.has_password
          ? await digestOfCurrent(viewer, requested.current_password ?? '')
          : null;
        if (viewer.has_password && replaced === null)
          throw Forbidden('Enter your current password', 'wrong_password');
        const digest = await hashPassword(await requireGoodPassword(requested));
        await transaction((tx) => replacePassword(tx, viewer.id, replaced, digest));
        return signIn(req, res, viewer.id, {
          method: 'new_password',
          expectedDigest: digest,
          isConfirmed: false,
          isSecondStep: true,
        });
      },
    }),
    route(requestReset, {
      body: requestResetBody,
      may: anyone,
      form: { page: '/forgot_password', to: '/forgot_password/confirmation', notice: null },
      reply: async ({ body, req }) => {
        await countRequest(req);
        const valid = await forgotPasswordForm.validate(body.user).catch(() => null);
        if (!valid) throw Invalid(INVALID_EMAIL, { email: [INVALID_EMAIL] });
        await transaction((tx) => enqueue(tx, sendResetMail, { email: valid.email }));
        return { message: RESET_REQUESTED };
      },
    }),
    route(resetPassword, {
      body: resetPasswordBody,
      may: anyone,
      form: { page: resetPage, to: '/', notice: 'Password changed.' },
      reply: async ({ body: { user }, req, res }) => {
        await countReset(req);
        const token = user.reset_password_token;
        // The token is used up last, so that a refused password does not cost the link.
        if ((await tokenOwner(db, token, 'reset')) === null) throw InvalidToken();
        const password = await requireGoodPassword(user).catch(asAttributeErrors);
        const digest = await hashPassword(password);
        const { id, email } = await transaction((tx) => resetBy(tx, token, digest));
        await unblockSignIn(services, email);
        return signIn(req, res, id, { method: 'reset', expectedDigest: digest, isConfirmed: false });
      },
    }),
  ];
};

async function resetBy(tx: Tx, token: string, digest: string): Promise<{ id: number; email: string }> {
  const id = await consumeToken(tx, token, 'reset');
  if (id === null) throw InvalidToken();
  return { id, email: await setPassword(tx, id, digest) };
}
