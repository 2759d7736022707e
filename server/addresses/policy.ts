import type { Services } from '../services';
import { type Owner, ownAddress } from './queries';

/** Address books are private, also from staff. */
export const findOwnAddress = (viewer: Owner, { id }: { id: number }, { db }: Pick<Services, 'db'>) =>
  ownAddress(db, viewer, id);
