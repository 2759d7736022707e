import { endpoint } from '../../contract/endpoint';

/** What one sign-in opened, on one device. */
export interface SignInDocument {
  id: string;
  device: string;
  ip: string | null;
  created_at: string;
  last_seen_at: string;
  current: boolean;
}

export interface Security {
  second_factor: { confirmed_at: string; recovery_codes_left: number } | null;
  /** Until when this sign-in may make dangerous calls. */
  confirmed_until: string | null;
  sign_ins: SignInDocument[];
}

/** By what a person can prove who they are; `recovery_code` stands in for a lost phone. */
export type ProofMethod = 'password' | 'code' | 'recovery_code';

/** `{password}`, `{code}` or `{recovery_code}`. */
export const confirmIdentity = endpoint<{ confirmed_until: string }>()('POST /me/confirm');

export const showSecurity = endpoint<Security>()('GET /me/security');
export const endSignIn = endpoint<undefined>()('DELETE /me/sign_ins/:uuid');
export const endOtherSignIns = endpoint<undefined>()('DELETE /me/sign_ins');
