import type { Services } from '../services';
import { type Owner, ownAddress } from './queries';

/** Nobody sees the address book of somebody else, staff included. */
export const findOwnAddress = (viewer: Owner, { id }: { id: number }, { db }: Pick<Services, 'db'>) =>
  ownAddress(db, viewer, id);
