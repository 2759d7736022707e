import type { Request } from 'express';
import type { Knex } from 'knex';
import { statement } from '../../../db/sql';
import type { Tx } from '../../../db/transaction';
import type { ErrorCode } from '../../contract/error-codes';
import { HttpError, Invalid, Unauthorized } from '../../http/errors';
import type { Identity } from '../../http/viewer';
import type { Services } from '../../services';
import { currentPassword } from '../passwords/current-password';
import type { Person } from '../policy';
import type { ProofMethod } from './contract';
import { CODE_WRONG, checkProof, type Proof } from './proof';
import { newSignIn } from './sign-ins';

const CONFIRMED_MINUTES = 10;

interface ConfirmationRow {
  confirmed_until: Date | null;
  has_factor: boolean;
}

const OWN_SIGN_IN = `user_id = $1 and ended_at is null
  and (session_key is not distinct from $2 or bearer_id::text is not distinct from $2)`;
const UNTIL = `confirmed_at + make_interval(mins => ${CONFIRMED_MINUTES})`;

const selectConfirmation = statement<ConfirmationRow>(
  'confirmation',
  `select (select ${UNTIL} from sign_ins where ${OWN_SIGN_IN} and ${UNTIL} > now()) as confirmed_until,
          exists (select from totp_factors where user_id = $1 and confirmed_at is not null) as has_factor`,
);

type Viewer = Pick<Identity, 'id' | 'sessionKey'>;

export async function confirmationOf(db: Knex, { id, sessionKey }: Viewer) {
  const [row] = await selectConfirmation(db, [id, sessionKey]);
  return { confirmedUntil: row?.confirmed_until ?? null, hasFactor: row?.has_factor ?? false };
}

const methodsOf = (hasFactor: boolean): readonly ProofMethod[] =>
  hasFactor ? ['code', 'recovery_code'] : ['password'];

/** Throws 403 `confirm_required` unless the viewer proved who they are within 10 minutes, on this sign-in. */
export const requireConfirmed =
  ({ db }: Pick<Services, 'db'>) =>
  async (viewer: Identity): Promise<void> => {
    const { confirmedUntil, hasFactor } = await confirmationOf(db, viewer);
    if (confirmedUntil) return;
    const error = "Confirm it's you to continue.";
    throw new HttpError(403, { error, code: 'confirm_required', methods: methodsOf(hasFactor) });
  };

const confirmOwn = statement<{ until: Date }>(
  'confirm sign-in',
  `update sign_ins set confirmed_at = now() where ${OWN_SIGN_IN} returning ${UNTIL} as until`,
);

/** Sign-ins of a version before this one are on no list. */
const insertOwn = statement<{ until: Date }>(
  'add confirmed sign-in',
  `insert into sign_ins (user_id, session_key, bearer_id, method, device, ip, confirmed_at)
   values ($1, $2, $3, 'password', $4, $5, now()) on conflict do nothing returning ${UNTIL} as until`,
);

async function setConfirmed(db: Knex, viewer: Person, req: Request): Promise<Date> {
  const { id, sessionKey, via } = viewer;
  const [own] = await confirmOwn(db, [id, sessionKey]);
  if (own) return own.until;
  const { device, ip } = newSignIn(req, { sessionKey, method: 'password', isConfirmed: true });
  const keys = via === 'cookie' ? [sessionKey, null] : [null, sessionKey];
  const [added] = await insertOwn(db, [id, ...keys, device, ip]);
  // It has just ended.
  if (!added) throw Unauthorized();
  return added.until;
}

/** Of a new factor's first code: what other sign-ins were confirmed by counts no more. */
export async function confirmAfresh(tx: Tx, { id, sessionKey }: Viewer) {
  await tx('sign_ins').where({ user_id: id }).whereNotNull('confirmed_at').update({ confirmed_at: null });
  await confirmOwn(tx, [id, sessionKey]);
}

interface IdentityProof extends Proof {
  readonly password?: string | undefined;
}

const Wrong = (field: string, error: string, code: ErrorCode) =>
  Invalid(error, { [field]: [error] }, { code });

/** With a factor only codes count, else the password. Throws 422 for a wrong proof, 429 after too many. */
export function identityConfirmation(services: Services) {
  const { db } = services;
  const digestOf = currentPassword(services);

  return async (viewer: Person, given: IdentityProof, req: Request): Promise<Date> => {
    const verdict = await checkProof(services, viewer.id, given);
    if (verdict === 'wrong') {
      const field = given.recovery_code === undefined ? 'code' : 'recovery_code';
      throw Wrong(field, CODE_WRONG, 'code_wrong');
    }
    if (verdict === 'none' && (await digestOf(viewer, given.password ?? '')) === null)
      throw Wrong('password', 'Incorrect password', 'wrong_password');
    return setConfirmed(db, viewer, req);
  };
}
