import type { Identity } from '../http/viewer';
import type { Person } from './policy';

/**
 * Where a person's status leads them from every page (spec 1, section 4; contract 6.10: the password first,
 * then a seller's profile). null: anywhere they may.
 */
export function requiredStep(viewer: Identity): string | null {
  const { status, kind, has_password, has_description } = viewer as Person;
  if (status === 'provisional' || status === 'denied') return '/seller_inquiry/submitted';
  if (!has_password) return kind === 'buyer' ? '/buyers_create_password' : '/sign_up/create_password';
  if (kind === 'seller' && !has_description) return '/seller_inquiry/create_profile';
  return null;
}
