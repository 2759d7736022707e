import { renderSVG } from 'uqr';
import type { Tx } from '../../../db/transaction';
import { encrypt } from '../../config/encryption';
import { HOUR_MS } from '../../contract/durations';
import { Conflict, Invalid } from '../../http/errors';
import type { Services } from '../../services';
import { audit } from '../audit';
import { ownerChanged } from '../owner-cache';
import type { Person } from '../policy';
import type { FactorSetup } from './contract';
import { factorChanged } from './mailer';
import { CODE_WRONG, factorBinding, lockFactor, secretOf } from './proof';
import { endRecoveryCodes, issueRecoveryCodes } from './recovery-codes';
import { confirmAfresh } from './step-up';
import { newSecret, otpauthUrl, stepOfCode } from './totp';

type Parts = Pick<Services, 'transaction'>;

/** Replaces a setup that was not finished. Throws 409 where two-step verification is on. */
export const beginFactor = ({ transaction }: Parts, { id, email }: Person): Promise<FactorSetup> =>
  transaction(async (tx) => {
    const { secretKeyBase, brandName } = tx.config;
    const secret = newSecret();
    const fields = {
      secret_encrypted: encrypt(secretKeyBase, secret, factorBinding(id)),
      created_at: tx.databaseClock.now(),
    };
    const begun = await tx('totp_factors')
      .insert({ user_id: id, ...fields })
      .onConflict('user_id')
      .merge(fields)
      .whereNull('totp_factors.confirmed_at')
      .returning('user_id');
    if (begun.length === 0) throw Conflict('Two-step verification is already on.');
    const otpauth_url = otpauthUrl(secret, { issuer: brandName, label: email });
    return { secret, otpauth_url, qr_svg: renderSVG(otpauth_url, { border: 2 }) };
  });

/** Returns the recovery codes. Also confirms this sign-in, and no other. */
export const confirmFactor = (
  { transaction }: Parts,
  viewer: Person,
  code: string,
): Promise<readonly string[]> =>
  transaction(async (tx) => {
    const { id } = viewer;
    const factor = await lockFactor(tx, id);
    if (factor?.confirmed_at) throw Conflict('Two-step verification is already on.');
    const now = tx.databaseClock.now();
    if (!factor || now.getTime() - factor.created_at.getTime() > HOUR_MS)
      throw Conflict('This setup has expired. Start again.');
    const step = stepOfCode(secretOf(tx, factor), code, now);
    if (step === null) throw Invalid(CODE_WRONG, { code: [CODE_WRONG] }, { code: 'code_wrong' });
    await tx('totp_factors')
      .where({ user_id: id })
      .update({ confirmed_at: tx.fn.now(), last_step: BigInt(step) });
    const codes = await issueRecoveryCodes(tx, id);
    await confirmAfresh(tx, viewer);
    ownerChanged(tx, { userId: id });
    await audit(tx, viewer, 'second_factor.on', 'user', id);
    await factorChanged(tx, id, true);
    return codes;
  });

/** Does nothing where there is none. */
export const removeFactor = ({ transaction }: Parts, viewer: Person): Promise<void> =>
  transaction(async (tx) => {
    if (await deleteFactor(tx, viewer.id)) await audit(tx, viewer, 'second_factor.off', 'user', viewer.id);
  });

/** False where none was confirmed. */
export async function deleteFactor(tx: Tx, userId: number): Promise<boolean> {
  const factor = await lockFactor(tx, userId);
  if (!factor) return false;
  await endRecoveryCodes(tx, userId);
  await tx('totp_factors').where({ user_id: userId }).delete();
  if (!factor.confirmed_at) return false;
  ownerChanged(tx, { userId });
  await factorChanged(tx, userId, false);
  return true;
}

/** Throws 409 without a factor. */
export const renewRecoveryCodes = ({ transaction }: Parts, viewer: Person): Promise<readonly string[]> =>
  transaction(async (tx) => {
    const factor = await lockFactor(tx, viewer.id);
    if (!factor?.confirmed_at) throw Conflict('Turn on two-step verification first.');
    await audit(tx, viewer, 'second_factor.codes', 'user', viewer.id);
    return issueRecoveryCodes(tx, viewer.id);
  });
