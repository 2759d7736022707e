import { isPhotoField } from '../products/rules';
import { originalOf } from '../storage/keys';
import { bytesOf, type Store } from '../storage/store';
import { headingOf, type ImportField } from './rules';

/** The header is one of the first rows (docs/rules.md#import). */
const MAX_BYTES = 262_144;
const MAX_LINES = 20;

/** Whether the first rows of a file name these columns as the template does; the import itself reads the file. */
export async function namesColumns(
  store: Store,
  stored_key: string,
  fields: readonly ImportField[],
): Promise<boolean> {
  const file = await store.read(originalOf(stored_key), { start: 0, end: MAX_BYTES - 1 });
  if (!file) return true;
  const text = (await bytesOf(file)).toString('utf8');
  const cells = text
    .split(/\r\n|\r|\n/, MAX_LINES)
    .flatMap((line) => line.split(/[,;\t|]/))
    .map((cell) => cell.trim().replace(/^"|"$/g, '').trim());
  const named = new Set(cells);
  return fields.every(
    (field) => named.has(headingOf(field)) || (isPhotoField(field) && named.has('Photo URL')),
  );
}
