import { Secret, TOTP } from 'otpauth';
import type { Person } from '../../../server/accounts/policy';
import { setUpFactor, turnOnFactor } from '../../../server/accounts/security/contract';
import type { Client } from '../../support/client';
import type { Factory } from '../../support/factories';

/** What an authenticator app does with the secret that was scanned. */
export const codeOf = (secret: string, at = Date.now()) =>
  new TOTP({ secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: 30 }).generate({
    timestamp: at,
  });

/** Digits that are no code of these minutes. */
export function wrongCode(secret: string): string {
  const near = [-2, -1, 0, 1, 2].map((step) => codeOf(secret, Date.now() + step * 30_000));
  for (let code = 0; ; code += 1) {
    const digits = String(code).padStart(6, '0');
    if (!near.includes(digits)) return digits;
  }
}

/** A person with an app, and whose recovery codes are known. */
export async function withAuthenticator(factory: Factory, person: Person) {
  const client: Client = await factory.signedIn(person);
  const { secret } = (await client.call(setUpFactor, {})).body;
  const answer = await client.call(turnOnFactor, {}, { code: codeOf(secret) });
  if (answer.status !== 200) throw new Error(`The factor was not turned on: ${answer.text}`);
  /** Of the present step, as if it were a later one than those used. */
  const freshCode = async () => {
    await factory.db('totp_factors').where({ user_id: person.id }).update({ last_step: null });
    return codeOf(secret);
  };
  return { client, secret, freshCode, recoveryCodes: answer.body.recovery_codes };
}
