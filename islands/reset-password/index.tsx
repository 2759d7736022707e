import { type ReactNode, useState } from 'react';
import {
  type AttributeError,
  INVALID_RESET_TOKEN,
  resetPassword,
  type resetPasswordForm,
} from '../../server/accounts/passwords/contract';
import { newPasswordForm } from '../../server/accounts/passwords/schema';
import type { PropsOf } from '../../server/contract/island';
import { ApiError, call } from '../browser/api';
import { AuthForm } from '../forms/auth-form';
import { useForm } from '../forms/form';
import { PasswordPair } from '../forms/password-field';

const RESET_FAILED =
  'There was a problem resetting your password. Please contact support if the problem continues.';

/** Replaces the server's message for a refused link. */
function refusal(error: unknown): ApiError {
  const body = error instanceof ApiError ? error.body : {};
  const errors = (Array.isArray(body.errors) ? body.errors : []) as AttributeError[];
  const bad = errors.some(
    ({ attribute, type }) => attribute === 'reset_password_token' && type === 'invalid',
  );
  const said = errors.find(({ attribute }) => attribute === 'password')?.message;
  const status = error instanceof ApiError ? error.status : 0;
  return new ApiError(status, { error: bad ? INVALID_RESET_TOKEN : (said ?? RESET_FAILED) });
}

export default function ResetPassword({ token = '' }: PropsOf<typeof resetPasswordForm>) {
  const [code, setCode] = useState<ReactNode>(null);
  const form = useForm({
    schema: newPasswordForm,
    initial: { password: '', confirm_password: '' },
    submit: async (passwords) => {
      try {
        await call(resetPassword, {}, { user: { reset_password_token: token, ...passwords } });
      } catch (error) {
        if (!(error instanceof ApiError && error.code === 'second_factor_required')) throw refusal(error);
        const { secondStep } = await import('../sign-in-code/second-step');
        return setCode(secondStep(error, { returnTo: '/' }));
      }
      window.location.assign('/');
    },
  });
  if (code) return code;
  return (
    <AuthForm
      title="Reset Your Password"
      lede="Choose a new password. You'll be signed out everywhere else."
      form={form}
      native={{
        action: resetPassword.path,
        root: 'user',
        method: 'put',
        fields: { reset_password_token: token },
      }}
      submit="Continue"
      reason="Enter the same password twice to continue."
      links={<a href="/forgot_password">Request Another Link</a>}
    >
      <PasswordPair password={form.values.password} field={form.field} />
    </AuthForm>
  );
}
