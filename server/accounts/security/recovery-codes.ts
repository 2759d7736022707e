import { createHash } from 'node:crypto';
import { Secret } from 'otpauth';
import type { Tx } from '../../../db/transaction';

const CODES = 10;
const CODE_BYTES = 10;

const digestOf = (code: string) =>
  createHash('sha256')
    .update(code.toLowerCase().replace(/[^a-z2-7]/g, ''))
    .digest();

/** 80 random bits, as `mfrg-gzdf-mztw-q2lk`. */
function newCode(): string {
  const code = new Secret({ size: CODE_BYTES }).base32.toLowerCase();
  return code.replace(/.{4}(?!$)/g, '$&-');
}

/** Returns the codes, of which only digests are stored. They replace all earlier ones. */
export async function issueRecoveryCodes(tx: Tx, userId: number): Promise<string[]> {
  const codes = Array.from({ length: CODES }, newCode);
  await endRecoveryCodes(tx, userId);
  await tx('recovery_codes').insert(codes.map((code) => ({ user_id: userId, digest: digestOf(code) })));
  return codes;
}

export const endRecoveryCodes = (tx: Tx, userId: number) =>
  tx('recovery_codes').where({ user_id: userId }).delete();

/** Of concurrent calls, one gets true. */
export async function consumeRecoveryCode(tx: Tx, userId: number, code: string): Promise<boolean> {
  const used = await tx('recovery_codes')
    .where({ user_id: userId, digest: digestOf(code) })
    .whereNull('used_at')
    .update({ used_at: tx.fn.now() });
  return used > 0;
}
