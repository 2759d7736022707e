import type { Knex } from 'knex';
import { FIRST_PAGE, type Page } from '../../db/page';
import type { ReleaseNoteRow } from '../../db/tables';
import { audit } from '../accounts/audit';
import type { Staff } from '../accounts/policy';
import type { Services } from '../services';
import type { ReleaseNote } from './contract';

const wire = ({ id, body, buyer, seller, created_at }: ReleaseNoteRow): ReleaseNote => ({
  id,
  body,
  buyer,
  seller,
  created_at: created_at.toISOString(),
});

const DISMISSED =
  '(select count(*)::int from release_note_dismissals where release_note_id = release_notes.id) as dismissed';

export async function allNotes(db: Knex, { limit, offset }: Page = FIRST_PAGE) {
  const rows = (await db('release_notes')
    .select('release_notes.*')
    .select(db.raw(DISMISSED))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)) as (ReleaseNoteRow & { dismissed: number })[];
  return rows.map((row) => ({ ...wire(row), dismissed: row.dismissed }));
}

export const noteCount = async (db: Knex): Promise<number> => {
  const [counted] = await db('release_notes').count<{ n: bigint }[]>('* as n');
  return Number(counted?.n ?? 0n);
};

export const publish = (
  { transaction }: Pick<Services, 'transaction'>,
  note: { body: string; buyer: boolean; seller: boolean },
  by: Staff,
) =>
  transaction(async (tx) => {
    const [row] = await tx('release_notes').insert(note).returning('*');
    if (!row) throw new Error('The note was not written');
    await audit(tx, by, 'release_note.create', 'release_note', row.id, { after: note });
    return wire(row);
  });

/** Dismisses all present notes; repeatable. */
export const dismiss = ({ transaction }: Pick<Services, 'transaction'>, userId: number) =>
  transaction(async (tx) => {
    await tx.raw(
      `insert into release_note_dismissals (user_id, release_note_id)
         select ?, id from release_notes on conflict do nothing`,
      [userId],
    );
  });
