import type { Knex } from 'knex';
import { originalOf, privateOriginalOf } from '../storage/keys';
import type { Store } from '../storage/store';
import { type CheckResult, type Finding, MAX_FINDINGS } from './finding';

interface Reference {
  readonly subject: string;
  readonly key: string;
  readonly kind: 'picture' | 'private' | 'document';
}

/** A key of a stored file; other pictures are addresses or part of the demo. */
const STORED = `~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'`;

/** The newest thousand rows of a table and a thirtieth of all, another one each day. */
const SAMPLE = `(id > (select coalesce(max(id), 0) - 1000 from sampled)
  or id % 30 = extract(day from now() at time zone 'utc')::int % 30)`;

const sampleOf = (table: string) => SAMPLE.replace('sampled', table);

const REFERENCES = `
  select 'product ' || id as subject, key, 'picture' as kind
    from products, unnest(array[photo_1, photo_2, photo_3, photo_4, photo_5]) key
   where key ${STORED} and deleted_at is null and ${sampleOf('products')}
  union all
  select 'seller ' || id, key, 'picture' from sellers, unnest(array[logo, banner]) key where key ${STORED}
  union all
  select 'photo of claim ' || claim_id, file_key, 'private' from claim_photos
   where file_key ${STORED} and ${sampleOf('claim_photos')}
  union all
  select 'document ' || id, storage_key, 'document' from documents
   where storage_key is not null and ${sampleOf('documents')}`;

const PICTURES = `
  select 'product ' || id as subject, key
    from products, unnest(array[photo_1, photo_2, photo_3, photo_4, photo_5]) key
   where key ${STORED} and deleted_at is null
  union all
  select 'seller ' || id, key from sellers, unnest(array[logo, banner]) key where key ${STORED}
  union all
  select 'claim ' || claim_id, file_key from claim_photos where file_key ${STORED}`;

/** A picture of two rows disappears from both when one of them drops it. */
const SHARED = `
  select min(subject) as subject, key || ' belongs also to ' || max(subject) as detail
    from (${PICTURES}) pictures group by key having min(subject) <> max(subject)
   order by 1 limit ${MAX_FINDINGS}`;

const stored = { picture: originalOf, private: privateOriginalOf, document: (key: string) => key };

const AT_ONCE = 10;

async function missingAmong(store: Store, references: readonly Reference[]): Promise<Finding[]> {
  const missing: Finding[] = [];
  const left = [...references];
  const look = async () => {
    for (let next = left.pop(); next; next = left.pop()) {
      const { subject, key, kind } = next;
      if (!(await store.head(stored[kind](key)))) missing.push({ subject, detail: `${key} is missing` });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, look));
  return missing;
}

export async function checkUploads(tx: Knex, store: Store): Promise<CheckResult> {
  const { rows } = await tx.raw<{ rows: Reference[] }>(REFERENCES);
  const shared = await tx.raw<{ rows: Finding[] }>(SHARED);
  const findings = [...(await missingAmong(store, rows)), ...shared.rows];
  return {
    name: 'uploads',
    meaning: 'A file that a row names is not in the store, or belongs to two rows',
    remedy:
      'Restore a missing file from the backup, or remove the picture from the row. Upload a shared one again.',
    total: findings.length,
    findings: findings.slice(0, MAX_FINDINGS),
  };
}
