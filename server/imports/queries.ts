import type { Db } from '../../db/connection';
import type { RecentImports } from './contract';

const MAX_LISTED = 5;

export async function unfinishedImports(db: Db, sellerId: number): Promise<RecentImports> {
  const [previews, imports] = await Promise.all([openPreviews(db, sellerId), newestImports(db, sellerId)]);
  return {
    previews: previews.map((row) => ({ ...row, updated_at: row.updated_at.toISOString() })),
    imports: imports.map((row) => ({
      ...row,
      created_at: row.created_at.toISOString(),
      undone_at: row.undone_at?.toISOString() ?? null,
    })),
  };
}

const openPreviews = (db: Db, sellerId: number) =>
  db('import_previews')
    .where({ seller_id: sellerId })
    .whereNotExists(db('imported_csvs').whereRaw('imported_csvs.key = import_previews.key'))
    .orderBy('id', 'desc')
    .limit(MAX_LISTED)
    .select('id', 'file_name', 'updated_at');

const newestImports = (db: Db, sellerId: number) =>
  db('imported_csvs')
    .where({ seller_id: sellerId })
    .orderBy('id', 'desc')
    .limit(MAX_LISTED)
    .select('id', 'file_name', 'status', 'created_at', 'undone_at');
