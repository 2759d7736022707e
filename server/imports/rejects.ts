import type { Db } from '../../db/connection';
import { transaction } from '../../db/transaction';
import { awaitReading, rejectedCsvOf, requestReading } from './readings';

export async function currentRejectedCsv(db: Db, importId: number): Promise<string> {
  const reading = await transaction(db, (tx) => requestReading(tx, { import_id: importId }));
  await awaitReading(db, reading);
  return rejectedCsvOf(db, reading);
}
