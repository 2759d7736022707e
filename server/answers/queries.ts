import type { Knex } from 'knex';
import { statement } from '../../db/sql';
import type { BulkAnswerRow, BulkAnswerRowRow } from '../../db/tables';
import { SENT } from '../offers/policy';
import { selectOffers } from '../offers/queries';

const ownOffers = selectOffers(
  'offers to answer',
  `offers.seller_id = $1 and ${SENT} and offers.id = any($2)`,
);

export const offersToAnswer = (db: Knex, sellerId: number, offerIds: readonly number[]) =>
  ownOffers(db, [sellerId, offerIds]);

const BULK_ANSWER = 'id, seller_id, user_id, key, rule, state, created_at, finished_at';

export const bulkAnswerById = async (db: Knex, id: number): Promise<BulkAnswerRow | undefined> =>
  (await answerById(db, [id]))[0];

const answerById = statement<BulkAnswerRow>(
  'a bulk answer',
  `select ${BULK_ANSWER} from bulk_answers where id = $1`,
);

export interface NamedRow extends BulkAnswerRowRow {
  offer_number: string;
  buyer_name: string;
}

const rows = statement<NamedRow>(
  'rows of a bulk answer',
  `select bulk_answer_rows.bulk_answer_id, bulk_answer_rows.offer_id, position, bulk_answer_rows.version, action, lines,
          bulk_answer_rows.state, reason, purchase_order_id, offers.offer_number, buyers.name as buyer_name
     from bulk_answer_rows
     join offers on offers.id = bulk_answer_rows.offer_id
     join buyers on buyers.id = offers.buyer_id
    where bulk_answer_id = $1
    order by position`,
);

export const rowsOf = (db: Knex, bulkAnswerId: number) => rows(db, [bulkAnswerId]);
