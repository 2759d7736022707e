import type { Knex } from 'knex';
import { statement } from '../../../db/sql';
import type { Person } from '../policy';
import { SESSION_DAYS } from '../sessions/session-store';
import type { Security, SignInDocument } from './contract';
import { type OpenSignIn, openSignIns } from './sign-ins';
import { confirmationOf } from './step-up';

const selectFactor = statement<{ confirmed_at: Date; codes: number }>(
  'second factor',
  `select confirmed_at,
          (select count(*)::integer from recovery_codes where user_id = $1 and used_at is null) as codes
     from totp_factors where user_id = $1 and confirmed_at is not null`,
);

export async function securityOf(db: Knex, viewer: Person): Promise<Security> {
  const [signIns, { confirmedUntil }, factor] = await Promise.all([
    openSignIns(db, viewer, SESSION_DAYS),
    confirmationOf(db, viewer),
    factorOf(db, viewer),
  ]);
  return {
    second_factor: factor,
    confirmed_until: confirmedUntil?.toISOString() ?? null,
    sign_ins: signIns.map(signInDocument),
  };
}

async function factorOf(db: Knex, { id }: Person): Promise<Security['second_factor']> {
  const [factor] = await selectFactor(db, [id]);
  return factor
    ? { confirmed_at: factor.confirmed_at.toISOString(), recovery_codes_left: factor.codes }
    : null;
}

const signInDocument = (signIn: OpenSignIn): SignInDocument => ({
  id: signIn.id,
  device: signIn.device,
  ip: signIn.ip,
  created_at: signIn.created_at.toISOString(),
  last_seen_at: signIn.last_seen_at.toISOString(),
  current: signIn.is_current,
});
