import type { Config } from '../config/config';
import { isAdmitted } from '../contract/account-status';
import { isCapable } from '../contract/capabilities';
import { Forbidden } from '../http/errors';
import type { Identity } from '../http/viewer';
import { currentUser, login, logout, magicSignIn, me } from './contract';
import { requestReset, resetPassword, updateMe } from './passwords/contract';
import type { Person } from './policy';
import {
  confirmIdentity,
  endOtherSignIns,
  endSignIn,
  loginBySecondFactor,
  renewCodes,
  setUpFactor,
  showSecurity,
} from './security/contract';

type Requirements = Pick<Config, 'staffSecondFactor'>;

/** Returns where a person's status leads them from every page, or null (docs/rules.md#people). */
export const requiredStep =
  (config: Requirements) =>
  (viewer: Identity): string | null => {
    const person = viewer as Person;
    const { kind, has_password, has_description } = person;
    if (!isAdmitted(person)) return '/seller_inquiry/submitted';
    if (!has_password) return kind === 'buyer' ? '/buyers_create_password' : '/sign_up/create_password';
    if (needsSecondFactor(config, person)) return '/settings/security';
    if (kind === 'seller' && !has_description && isCapable(person, 'products:write'))
      return '/seller_inquiry/create_profile';
    return null;
  };

export const needsSecondFactor = (
  { staffSecondFactor }: Requirements,
  { kind, has_second_factor }: Pick<Person, 'kind' | 'has_second_factor'>,
): boolean => staffSecondFactor && kind === 'staff' && !has_second_factor;

/** What signs in and out, and what a second factor is set up by. */
const ALWAYS_OPEN: ReadonlySet<string> = new Set(
  [
    ...[login, logout, me, currentUser, magicSignIn, loginBySecondFactor],
    ...[updateMe, requestReset, resetPassword],
    ...[showSecurity, setUpFactor, renewCodes, confirmIdentity, endSignIn, endOtherSignIns],
  ].map(({ path }) => path),
);

/** Throws 403 for calls of staff that have yet to set up their second factor. */
export const requireSetUp =
  (config: Requirements) =>
  (viewer: Identity, path: string): void => {
    if (needsSecondFactor(config, viewer as Person) && !ALWAYS_OPEN.has(path))
      throw Forbidden('Set up two-step verification to continue.', 'second_factor_setup_required');
  };
