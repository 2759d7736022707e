import { ValidationError } from 'yup';
import type { Tx } from '../../../db/transaction';
import { Forbidden, Invalid } from '../../http/errors';
import { signOutEverywhere } from '../sessions/session';
import { isCommonPassword } from './common-passwords';
import { newPasswordForm } from './schema';

const TOO_COMMON = 'Choose a less common password';

export async function requireGoodPassword(input: {
  password?: string | undefined;
  confirm_password?: string | undefined;
}) {
  const { password } = await newPasswordForm.validate(input, { abortEarly: false });
  if (isCommonPassword(password)) throw Invalid(TOO_COMMON, { password: [TOO_COMMON] });
  return password;
}

interface PasswordError {
  readonly attribute: string;
  readonly message: string;
}

export const passwordErrors = (error: unknown): PasswordError[] | null =>
  error instanceof ValidationError ? formErrors(error) : fieldErrors(error);

const formErrors = (error: ValidationError): PasswordError[] =>
  (error.inner.length ? error.inner : [error]).map(({ path, message }) => ({
    attribute: path ?? 'password',
    message,
  }));

function fieldErrors(error: unknown): PasswordError[] | null {
  const { field_errors } = ((error as { body?: unknown }).body ?? {}) as {
    field_errors?: Record<string, string[]>;
  };
  if (!field_errors) return null;
  return Object.entries(field_errors).flatMap(([attribute, messages]) =>
    messages.map((message) => ({ attribute, message })),
  );
}

/** Throws 403 where the digest is no longer `expectedDigest`: a concurrent change has ended the caller's session. */
export async function replacePassword(tx: Tx, userId: number, expectedDigest: string | null, digest: string) {
  const user = await tx('users').where({ id: userId }).forUpdate().first('password_digest');
  if (user?.password_digest !== expectedDigest)
    throw Forbidden('Enter your current password', 'wrong_password');
  await setPassword(tx, userId, digest);
}

/** Returns the account's address. */
export async function setPassword(tx: Tx, userId: number, digest: string): Promise<string> {
  const [user] = await tx('users')
    .where({ id: userId })
    .update({
      password_digest: digest,
      status: tx.raw(`case status when 'approved' then 'password_created' else status end`) as never,
      updated_at: tx.fn.now(),
    })
    .returning('email');
  if (!user) throw new Error(`User ${userId} is gone`);
  await signOutEverywhere(tx, userId);
  return user.email;
}
