import type { Db } from '../../../db/connection';
import { statement } from '../../../db/sql';
import type { ProductChangeRow } from '../../../db/tables';
import { AUTHOR, type AuthorColumns, authorFor, joinAuthor } from '../../accounts/author';
import { type Person, staff } from '../../accounts/policy';
import { fromJson } from '../../contract/json';
import { publicUrl } from '../../storage/keys';
import { changeFields } from '../changes';
import { photoFields } from '../rules';
import { CHANGES_PER_PAGE, type ProductChange } from './contract';

interface ChangeRow extends Pick<ProductChangeRow, 'id' | 'at' | 'source' | 'source_id'>, AuthorColumns {
  /** JSON, because units need 64 bits. */
  readonly before: string;
  readonly after: string;
}

/** $1 product, $2 limit, $3 offset. */
const selectChanges = statement<ChangeRow>(
  'changes of a product',
  `select changes.id, changes.at, changes.source, changes.source_id, changes.before::text as before,
          changes.after::text as after, ${AUTHOR}
     from product_changes changes ${joinAuthor('changes.user_id')}
    where changes.product_id = $1
    order by changes.id desc
    limit $2 offset $3`,
);

/** `more`: whether there are earlier ones. */
export async function changesOf(db: Db, productId: number, page: number, viewer: Person) {
  const offset = (page - 1) * CHANGES_PER_PAGE;
  const rows = await selectChanges(db, [productId, CHANGES_PER_PAGE + 1, offset]);
  return {
    changes: rows.slice(0, CHANGES_PER_PAGE).map((row) => changeFor(viewer, row)),
    more: rows.length > CHANGES_PER_PAGE,
  };
}

type Values = Record<string, ProductChange['fields'][number]['from']>;

function changeFor(viewer: Person, row: ChangeRow): ProductChange {
  const [before, after] = [fromJson(row.before) as Values, fromJson(row.after) as Values];
  return {
    id: Number(row.id),
    at: row.at.toISOString(),
    by: byFor(viewer, row),
    source: row.source,
    source_id: row.source_id,
    fields: inOrder(Object.keys(after)).map((field) => ({
      field,
      from: shown(field, before[field]),
      to: shown(field, after[field]),
    })),
  };
}

/** A field of an earlier release comes first. */
const inOrder = (fields: readonly string[]) =>
  fields.toSorted((one, other) => changeFields.indexOf(one) - changeFields.indexOf(other));

function byFor(viewer: Person, row: ChangeRow): ProductChange['by'] {
  const { by = null } = authorFor(null, { ...row, actor: 'seller' });
  if (row.source !== 'staff') return by;
  return staff(viewer) && by ? { ...by, kind: 'staff' } : { id: null, name: 'Staff', kind: 'staff' };
}

const isPhotoField = (field: string) => (photoFields as readonly string[]).includes(field);

const shown = (field: string, value: Values[string] = null) =>
  isPhotoField(field) && typeof value === 'string' ? publicUrl(value, 1200) : value;
