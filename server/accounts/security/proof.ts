import type { TotpFactorRow } from '../../../db/tables';
import type { Tx } from '../../../db/transaction';
import { decrypt } from '../../config/encryption';
import { HOUR_MS } from '../../contract/durations';
import { HttpError } from '../../http/errors';
import type { Services } from '../../services';
import { codesBlocked } from './mailer';
import { consumeRecoveryCode } from './recovery-codes';
import { stepOfCode } from './totp';

const MAX_WRONG_CODES = 20;

export const CODE_WRONG = "That code isn't right.";

export interface Proof {
  readonly code?: string | undefined;
  readonly recovery_code?: string | undefined;
}

/** `none`: no factor is confirmed. */
type ProofResult = 'right' | 'wrong' | 'none';

const TooManyCodes = (blockedUntil: Date, now: Date) =>
  new HttpError(
    429,
    { error: 'Too many wrong codes. Try again in an hour.', code: 'codes_blocked' },
    { 'Retry-After': String(Math.max(1, Math.ceil((blockedUntil.getTime() - now.getTime()) / 1_000))) },
  );

export const factorBinding = (userId: number) =>
  ({ purpose: 'second factors', owner: `user ${userId}` }) as const;

export const lockFactor = (tx: Tx, userId: number) =>
  tx('totp_factors').where({ user_id: userId }).forUpdate().first();

export const secretOf = (tx: Tx, { user_id, secret_encrypted }: TotpFactorRow): string =>
  decrypt(tx.config.secretKeyBase, secret_encrypted, factorBinding(user_id));

/** Under the row's lock, so that a code counts once. Throws 429 while codes are blocked. */
export async function checkProof(
  { transaction }: Pick<Services, 'transaction'>,
  userId: number,
  proof: Proof,
): Promise<ProofResult> {
  return transaction(async (tx) => {
    const factor = await lockFactor(tx, userId);
    if (!factor?.confirmed_at) return 'none';
    const now = tx.databaseClock.now();
    const { blocked_until } = factor;
    if (blocked_until && blocked_until > now) throw TooManyCodes(blocked_until, now);
    if (await isRight(tx, factor, proof)) return 'right';
    await countWrong(tx, factor, now);
    return 'wrong';
  });
}

async function isRight(tx: Tx, factor: TotpFactorRow, { code, recovery_code }: Proof): Promise<boolean> {
  const { user_id, last_step } = factor;
  if (recovery_code !== undefined) return consumeRecoveryCode(tx, user_id, recovery_code);
  const step = stepOfCode(secretOf(tx, factor), code ?? '', tx.databaseClock.now());
  if (step === null || (last_step !== null && BigInt(step) <= last_step)) return false;
  await tx('totp_factors')
    .where({ user_id })
    .update({ last_step: BigInt(step) });
  return true;
}

/** The last of 20 within an hour blocks all codes for an hour and mails the person: their password is known. */
async function countWrong(tx: Tx, { user_id, wrong_codes, wrong_since }: TotpFactorRow, now: Date) {
  const isSameHour = wrong_since !== null && now.getTime() - wrong_since.getTime() < HOUR_MS;
  const count = isSameHour ? wrong_codes + 1 : 1;
  const isLast = count >= MAX_WRONG_CODES;
  await tx('totp_factors')
    .where({ user_id })
    .update({
      wrong_codes: isLast ? 0 : count,
      wrong_since: isSameHour ? wrong_since : now,
      blocked_until: isLast ? new Date(now.getTime() + HOUR_MS) : null,
    });
  if (isLast) await codesBlocked(tx, user_id);
}
