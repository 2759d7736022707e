import { ValidationError } from 'yup';
import type { Tx } from '../../../db/transaction';
import { Forbidden, Invalid } from '../../http/errors';
import { endTokens } from '../sessions/one-time-tokens';
import { endSessions } from '../sessions/session';
import { isCommonPassword } from './common-passwords';
import { newPasswordForm } from './contract';

export const TOO_COMMON = 'This password is too common. Please choose another.';

/** Throws ValidationError by the form's rules, or Invalid where everybody would guess it. */
export async function requireGoodPassword(input: {
  password?: string | undefined;
  confirm_password?: string | undefined;
}) {
  const { password } = await newPasswordForm.validate(input, { abortEarly: false });
  if (isCommonPassword(password)) throw Invalid(TOO_COMMON, { password: [TOO_COMMON] });
  return password;
}

/** The same refusals as one list of messages by field. */
export function passwordErrors(error: unknown): { attribute: string; message: string }[] | null {
  if (error instanceof ValidationError) {
    const inner = error.inner.length ? error.inner : [error];
    return inner.map(({ path, message }) => ({ attribute: path ?? 'password', message }));
  }
  const { field_errors } = ((error as { body?: unknown }).body ?? {}) as {
    field_errors?: Record<string, string[]>;
  };
  if (!field_errors) return null;
  return Object.entries(field_errors).flatMap(([attribute, messages]) =>
    messages.map((message) => ({ attribute, message })),
  );
}

/**
 * In place of the one that was proved, or of none: throws 403 where another has come meanwhile, which has ended the
 * session that asks.
 */
export async function replacePassword(tx: Tx, userId: number, proved: string | null, digest: string) {
  const user = await tx('users').where({ id: userId }).forUpdate().first('password_digest');
  if (user?.password_digest !== proved) throw Forbidden('Please give your current password');
  await setPassword(tx, userId, digest);
}

/** A new password ends every session, bearer token, socket and link from before it. */
export async function setPassword(tx: Tx, userId: number, digest: string) {
  await tx('users')
    .where({ id: userId })
    .update({
      password_digest: digest,
      status: tx.raw(`case status when 'approved' then 'password_created' else status end`) as never,
      updated_at: new Date(),
    });
  await endTokens(tx, userId);
  await endSessions(tx, userId);
}
