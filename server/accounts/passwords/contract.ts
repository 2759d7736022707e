import { endpoint } from '../../contract/endpoint';
import { confirmPassword, email, INVALID_EMAIL, newPassword, object, string } from '../../contract/fields';
import { island } from '../../contract/island';
import { type SignedIn, secret, type UserKind } from '../contract';

export const newPasswordForm = object({
  password: newPassword(),
  confirm_password: confirmPassword('password'),
});

export const forgotPasswordForm = object({ email: email().required(INVALID_EMAIL) });

export const RESET_REQUESTED =
  'If there is an account associated with this email address, a link has been sent to reset the password';

const CHECK_EMAIL = 'Please check your email to continue';

export const INVALID_RESET_TOKEN = 'Invalid reset password token. Please request another.';

export const RESET_FAILED =
  'There was a problem resetting your password. Please contact support if the problem continues.';

export const requestReset = endpoint<{ message: string }>()(
  'POST /password',
  object({ user: object({ email: string().default('').max(1_000) }).required() }).meta({ root: 'user' }),
);

export interface AttributeError {
  attribute: string;
  type: string;
  message: string;
}

export const resetPassword = endpoint<SignedIn>()(
  'PUT /password',
  object({
    user: object({
      reset_password_token: secret(),
      password: secret(),
      confirm_password: secret(),
    }).required(),
  }).meta({ root: 'user' }),
);

export interface NewPassword {
  password?: string | undefined;
  confirm_password?: string | undefined;
  current_password?: string | undefined;
  status?: string | undefined;
}

const newPasswordFields = {
  password: string().max(1_000),
  confirm_password: string().max(1_000),
  current_password: string().max(1_000),
  status: string().max(100),
};

export const updateMe = endpoint<SignedIn>()(
  'PUT /me',
  object({ ...newPasswordFields, user: object(newPasswordFields).default(undefined) }),
);

export const forgotPassword = island('forgot-password');

export const resetPasswordForm = island<{ token: string }>('reset-password');

export const createPassword = island<{ kind: UserKind; email: string }>('create-password');
