import type { Knex } from 'knex';
import type { Person } from '../policy';
import { SESSION_DAYS } from '../sessions/session-store';
import type { Security, SignInDocument } from './contract';
import { type OpenSignIn, openSignIns } from './sign-ins';
import { confirmationOf } from './step-up';

export async function securityOf(db: Knex, viewer: Person): Promise<Security> {
  const [signIns, { confirmedUntil }] = await Promise.all([
    openSignIns(db, viewer, SESSION_DAYS),
    confirmationOf(db, viewer),
  ]);
  return {
    second_factor: null,
    confirmed_until: confirmedUntil?.toISOString() ?? null,
    sign_ins: signIns.map(signInDocument),
  };
}

const signInDocument = (signIn: OpenSignIn): SignInDocument => ({
  id: signIn.id,
  device: signIn.device,
  ip: signIn.ip,
  created_at: signIn.created_at.toISOString(),
  last_seen_at: signIn.last_seen_at.toISOString(),
  current: signIn.is_current,
});
