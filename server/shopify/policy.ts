import type { Seller } from '../accounts/policy';
import type { Services } from '../services';
import { isOffered } from './connect';

/** Null, and so 404, where connecting a store is not offered. */
export const offeredConnection = async (
  viewer: Seller,
  _params: unknown,
  { config }: Pick<Services, 'config'>,
) => (isOffered(config, viewer) ? true : null);
