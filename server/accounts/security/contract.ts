import { endpoint } from '../../contract/endpoint';
import type { Island } from '../../contract/island';
import type { SignedIn } from '../contract';

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

/** Of a 401 `second_factor_required`: the password was right, a code is still to come. */
export interface SecondFactorRequired {
  error: string;
  second_factor: { token: string; methods: readonly ProofMethod[] };
}

/** `{token, code}` or `{token, recovery_code}`; a form's token is in a cookie. */
export const loginBySecondFactor = endpoint<SignedIn>()('POST /login/second_factor', 'A');

export interface SignInCodeProps {
  /** Without it, the browser's cookie holds it. */
  token?: string;
  methods: readonly ProofMethod[];
  returnTo: string;
  /** False in a dialog that has a title of its own. */
  titled?: boolean | undefined;
}

export const signInCode: Island<SignInCodeProps> = { id: 'sign-in-code' };

/** Takes `{password}`, `{code}` or `{recovery_code}`: what the `methods` of a 403 `confirm_required` name. */
export const confirmIdentity = endpoint<{ confirmed_until: string }>()('POST /me/confirm');

export interface FactorSetup {
  /** In base32, for apps that cannot scan. */
  secret: string;
  otpauth_url: string;
  qr_svg: string;
}

export const setUpFactor = endpoint<FactorSetup>()('POST /me/second_factor');
/** `{code}`: the first code of the new app turns it on. */
export const turnOnFactor = endpoint<{ recovery_codes: readonly string[] }>()('PUT /me/second_factor');
export const turnOffFactor = endpoint<undefined>()('DELETE /me/second_factor');
export const renewCodes = endpoint<{ recovery_codes: readonly string[] }>()('POST /me/recovery_codes');

export const showSecurity = endpoint<Security>()('GET /me/security');
export const endSignIn = endpoint<undefined>()('DELETE /me/sign_ins/:uuid');
export const endOtherSignIns = endpoint<undefined>()('DELETE /me/sign_ins');

/** `{reason}`. Off after 24 hours, unless the person cancels it. */
export const resetFactor = endpoint<{ due_at: string }>()('POST /admin/people/:id/reset_second_factor');

export const cancelFactorReset = endpoint<undefined>()('POST /factor_resets/:token/cancel');

/** `required`: nothing else opens before two-step verification is on. */
export const settingsSecurity: Island<{ security: Security; required: boolean }> = {
  id: 'settings-security',
};
