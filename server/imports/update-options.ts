import type { ImportedCsvRow } from '../../db/tables';
import type { Services } from '../services';
import type { UpdateOptions, Updates } from './updates';

/** Units are counted at the file's upload unless the seller said when. */
export async function updateOptionsOf(
  { db, config: { appUrl } }: Pick<Services, 'config' | 'db'>,
  {
    key,
    updates: fields,
    units_counted_at,
    created_at,
  }: Pick<ImportedCsvRow, 'key' | 'updates' | 'units_counted_at' | 'created_at'>,
): Promise<UpdateOptions> {
  const updates = fields as Updates;
  if (!updates.includes('units')) return { updates, appUrl };
  if (units_counted_at) return { updates, appUrl, count: { at: units_counted_at, isGiven: true } };
  const uploaded = await db('uploads').where({ key }).first('created_at');
  return { updates, appUrl, count: { at: uploaded?.created_at ?? created_at, isGiven: false } };
}
