import { confirmPassword, email, INVALID_EMAIL, newPassword, object, string } from '../../contract/fields';
import { secret } from '../schema';

export const newPasswordForm = object({
  password: newPassword(),
  confirm_password: confirmPassword('password'),
});

export const forgotPasswordForm = object({ email: email().required(INVALID_EMAIL) });

export const requestResetBody = object({
  user: object({ email: string().default('').max(1_000) }).required(),
}).meta({ root: 'user', secret: true });

export const resetPasswordBody = object({
  user: object({
    reset_password_token: secret(),
    password: secret(),
    confirm_password: secret(),
  }).required(),
}).meta({ root: 'user', secret: true });

const newPasswordFields = {
  password: string().max(1_000),
  confirm_password: string().max(1_000),
  current_password: string().max(1_000),
  status: string().max(100),
};

export const updateMeBody = object({
  ...newPasswordFields,
  user: object(newPasswordFields).default(undefined),
}).meta({ secret: true });
