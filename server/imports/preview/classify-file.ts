import type { Db } from '../../../db/connection';
import type { ProductRow } from '../../../db/tables';
import type { CsvFile } from '../parsing/csv-reader';
import type { Mapping } from '../parsing/header-mapping';
import { type ClassifiedRow, chunksOf, Products, writingsIn } from '../rows';
import type { Fixes } from './contract';

/** What an import of the whole file would do; writes nothing. */
export async function* classifyFile(
  db: Db,
  sellerId: number,
  file: CsvFile,
  mapping: Mapping,
  fixes: Fixes,
): AsyncGenerator<ClassifiedRow> {
  const products = new Products();
  for await (const rows of chunksOf(file, mapping, fixes)) {
    const { rows: stored } = await db.raw<{ rows: ProductRow[] }>(
      'select * from products where seller_id = ? and upc = any(?) and deleted_at is null order by id',
      [sellerId, writingsIn(rows)],
    );
    products.addStored(stored);
    for (const row of rows) yield products.classify(row);
  }
}
