import type { Db } from '../../../db/connection';
import { idsOf } from '../../../db/rows';
import type { ProductRow } from '../../../db/tables';
import { movedSince } from '../../products/stock';
import type { Services } from '../../services';
import { chunksOf, writingsIn } from '../file-rows';
import type { CsvFile } from '../parsing/csv-reader';
import type { Mapping } from '../parsing/header-mapping';
import { type ClassifiedRow, Products } from '../row-outcome';
import { NO_UPDATES, type UpdateOptions } from '../updates';
import type { Fixes } from './contract';

interface FileOptions {
  readonly sellerId: number;
  readonly mapping: Mapping;
  readonly fixes: Fixes;
  /** By default nothing is replaced. */
  readonly update?: Pick<UpdateOptions, 'updates' | 'count'>;
  readonly isPreview?: boolean;
}

/** What an import of the whole file would do; writes nothing. */
export async function* classifyFile(
  { db, config: { appUrl } }: { db: Db; config: Pick<Services['config'], 'appUrl'> },
  file: CsvFile,
  { sellerId, mapping, fixes, update = { updates: NO_UPDATES }, isPreview = false }: FileOptions,
): AsyncGenerator<ClassifiedRow> {
  const products = new Products({ ...update, appUrl, isPreview });
  for await (const rows of chunksOf(file, mapping, fixes)) {
    const { rows: stored } = await db.raw<{ rows: ProductRow[] }>(
      'select * from products where seller_id = ? and upc = any(?) and deleted_at is null order by id',
      [sellerId, writingsIn(rows)],
    );
    const moved = update.count && (await movedSince(db, idsOf(stored), update.count.at));
    products.addStored(stored, moved ?? undefined);
    for (const row of rows) yield products.classify(row);
  }
}
