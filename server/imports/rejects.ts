import type { Services } from '../services';
import { awaitReading, rejectedCsvOf, requestReading } from './readings';

export async function currentRejectedCsv(
  { db, transaction }: Pick<Services, 'db' | 'transaction'>,
  importId: number,
): Promise<string> {
  const reading = await transaction((tx) => requestReading(tx, { import_id: importId }));
  await awaitReading(db, reading);
  return rejectedCsvOf(db, reading);
}
