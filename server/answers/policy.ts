import type { Knex } from 'knex';
import { type Person, type Seller, type Staff, seller } from '../accounts/policy';
import { bulkAnswerById } from './queries';

export const mayAnswerInBulk = seller;

export const findBulkAnswer = async (
  viewer: Seller | Staff,
  { id }: { id: number },
  { db }: { db: Knex },
) => {
  const answer = await bulkAnswerById(db, id);
  return answer && isOwn(viewer, answer.seller_id) ? answer : null;
};

const isOwn = (viewer: Person, sellerId: number) => viewer.kind === 'staff' || viewer.seller_id === sellerId;
