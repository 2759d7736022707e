import { isAdmitted } from '../contract/account-status';
import { isCapable } from '../contract/capabilities';
import type { Identity } from '../http/viewer';
import type { Person } from './policy';

/** Returns where a person's status leads them from every page, or null (docs/rules.md#people). */
export function requiredStep(viewer: Identity): string | null {
  const person = viewer as Person;
  const { kind, has_password, has_description } = person;
  if (!isAdmitted(person)) return '/seller_inquiry/submitted';
  if (!has_password) return kind === 'buyer' ? '/buyers_create_password' : '/sign_up/create_password';
  if (kind === 'seller' && !has_description && isCapable(person, 'products:write'))
    return '/seller_inquiry/create_profile';
  return null;
}
