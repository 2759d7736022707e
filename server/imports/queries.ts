import type { Db } from '../../db/connection';
import type { LeftImports } from './contract';

const MOST = 5;

export async function unfinishedImports(db: Db, sellerId: number): Promise<LeftImports> {
  const [previews, imports] = await Promise.all([
    db('import_previews')
      .where({ seller_id: sellerId })
      .whereNotExists(db('imported_csvs').whereRaw('imported_csvs.key = import_previews.key'))
      .orderBy('id', 'desc')
      .limit(MOST)
      .select('id', 'file_name', 'updated_at'),
    db('imported_csvs')
      .where({ seller_id: sellerId })
      .orderBy('id', 'desc')
      .limit(MOST)
      .select('id', 'file_name', 'status', 'created_at'),
  ]);
  return {
    previews: previews.map((one) => ({ ...one, updated_at: one.updated_at.toISOString() })),
    imports: imports.map((one) => ({ ...one, created_at: one.created_at.toISOString() })),
  };
}
