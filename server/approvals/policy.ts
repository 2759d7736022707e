import type { Knex } from 'knex';
import type { Buyer } from '../accounts/policy';
import { approvalById } from './queries';

export const visibleApproval = (viewer: Buyer, { id }: { id: number }, { db }: { db: Knex }) =>
  approvalById(db, viewer.buyer_id, id);
