import type { BulkAnswerRow } from '../../db/tables';
import type { Tx } from '../../db/transaction';
import type { Seller } from '../accounts/policy';
import { parseTenths } from '../contract/percent';
import { Invalid } from '../http/errors';
import { enqueue } from '../jobs/job';
import { OFFER_CHANGED_SHORT } from './acts';
import type { PreviewRow } from './contract';
import { answerOffers } from './jobs';
import type { BulkRule } from './percent-rules';
import { previewRows } from './preview';
import { bulkAnswerById } from './queries';
import type { BulkAnswerBody, Selection } from './schema';

export const ruleOf = ({ action, percent }: Pick<Selection, 'action' | 'percent'>): BulkRule => ({
  action,
  tenths: action === 'reject' || percent === null || percent === undefined ? null : parseTenths(percent),
});

const KEY_IN_USE = 'This key was used for another answer. Preview the answers again.';

/** Writes the answer and its rows once per key. Throws 422 where the key came with another body, 404 for foreign offers. */
export async function createBulkAnswer(
  tx: Tx,
  viewer: Seller,
  body: BulkAnswerBody,
  { feeBps }: { feeBps: number },
): Promise<{ answer: BulkAnswerRow; isNew: boolean }> {
  const { key, ...request } = body;
  const rule = JSON.stringify({ ...request, note: request.note?.trim() || null });
  const [created] = await tx('bulk_answers')
    .insert({ seller_id: viewer.seller_id, user_id: viewer.id, key, rule })
    .onConflict('key')
    .ignore()
    .returning('id');
  if (!created) return { answer: await repeatedAnswer(tx, viewer, key, rule), isNew: false };
  const plan = await previewRows(tx, viewer, body.offer_ids, { ...ruleOf(body), feeBps });
  await writeRows(tx, created.id, plan, body.rows);
  await enqueue(tx, answerOffers, { id: created.id }, { key: `bulk-answer-${created.id}` });
  const answer = await bulkAnswerById(tx, created.id);
  if (!answer) throw new Error(`There is no bulk answer ${created.id}`);
  return { answer, isNew: true };
}

async function repeatedAnswer(tx: Tx, viewer: Seller, key: string, rule: string): Promise<BulkAnswerRow> {
  const same = await tx('bulk_answers')
    .where({ key, seller_id: viewer.seller_id })
    .whereRaw('rule = ?::jsonb', [rule])
    .first('id');
  const answer = same && (await bulkAnswerById(tx, same.id));
  if (!answer) throw Invalid(KEY_IN_USE, { key: [KEY_IN_USE] });
  return answer;
}

type Previewed = BulkAnswerBody['rows'][number];

async function writeRows(tx: Tx, id: number, plan: readonly PreviewRow[], previewed: readonly Previewed[]) {
  const shown = new Map(previewed.map((row) => [row.offer_id, row]));
  const rows = plan.flatMap((row) => {
    const seen = shown.get(row.offer_id);
    return seen ? [{ row, seen }] : [];
  });
  if (rows.length === 0) throw Invalid('Preview the answers');
  await tx('bulk_answer_rows').insert(
    rows.map(({ row, seen }, position) => ({
      bulk_answer_id: id,
      offer_id: row.offer_id,
      position,
      version: seen.version,
      action: row.action,
      lines: JSON.stringify(
        row.lines.map((line) => ({ id: line.id, unit_price: line.new_unit_price })),
      ) as never,
      ...startOf(row, seen),
    })),
  );
}

function startOf(row: PreviewRow, { version, new_total_cents: shown }: Previewed) {
  const isOtherTotal =
    typeof shown === 'number' && row.new_total_cents !== null && shown !== row.new_total_cents;
  if (version !== row.version || isOtherTotal)
    return { state: 'failed', reason: OFFER_CHANGED_SHORT } as const;
  if (row.action !== 'skip') return { state: 'waiting', reason: null } as const;
  // With a total it was previewed as an answer, which its seller hears of.
  return { state: typeof shown === 'number' ? 'failed' : 'skipped', reason: row.reason } as const;
}
