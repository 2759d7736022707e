import { endpoint } from '../../contract/endpoint';
import type { Island } from '../../contract/island';
import type { SignedIn, UserKind } from '../contract';
export const RESET_REQUESTED =
  'If there is an account associated with this email address, a link has been sent to reset the password';

export const INVALID_RESET_TOKEN = 'Invalid reset password token. Please request another.';

export const requestReset = endpoint<{ message: string }>()('POST /password');

export interface AttributeError {
  attribute: string;
  type: string;
  message: string;
}

export const resetPassword = endpoint<SignedIn>()('PUT /password');

export interface NewPassword {
  password?: string | undefined;
  confirm_password?: string | undefined;
  current_password?: string | undefined;
  status?: string | undefined;
}

export const updateMe = endpoint<SignedIn>()('PUT /me');

export const forgotPassword: Island = { id: 'forgot-password' };

export const resetPasswordForm: Island<{ token: string }> = { id: 'reset-password' };

export const createPassword: Island<{ kind: UserKind; email: string }> = { id: 'create-password' };
