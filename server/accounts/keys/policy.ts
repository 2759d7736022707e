import type { Services } from '../../services';
import { companyOf, type Trader } from '../company/company';
import { apiKeysOf } from './queries';

/** Keys that were revoked are gone; what they did keeps their names. */
export const findOwnKey = async (
  viewer: Trader,
  { id }: { readonly id: number },
  { db }: Pick<Services, 'db'>,
) => (await apiKeysOf(db, companyOf(viewer))).find((key) => key.id === id);
