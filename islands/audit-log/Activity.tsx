import { toJson } from '../../server/contract/json';
import type { AuditEntry } from '../../server/insights/audit/contract';
import { changesOf } from './changes';
import { actorName, sentenceOf, subjectName } from './sentence';

function hrefOf({ subject_type, subject_id }: AuditEntry): string | null {
  if (subject_id === null) return null;
  if (subject_type === 'user') return `/admin/people/${subject_id}`;
  if (subject_type === 'purchase_order') return `/admin/purchase_orders?order=${subject_id}`;
  if (subject_type === 'offer') return `/admin/insights?detail=offer-${subject_id}`;
  if (subject_type === 'seller') return `/admin/sellers?seller=${subject_id}`;
  if (subject_type === 'claim') return `/admin/claims?claim=${subject_id}`;
  if (subject_type.startsWith('payout')) return '/admin/payouts';
  if (subject_type === 'product') return `/dashboard/edit_product/${subject_id}`;
  return null;
}

/** An act as a sentence, with its values below on request. */
export function Activity({ entry }: { entry: AuditEntry }) {
  const { verb, rest } = sentenceOf(entry);
  return (
    <div className="activity">
      <p>
        <b>{actorName(entry)}</b> {verb} <Subject entry={entry} />
        {rest}
      </p>
      <Details entry={entry} />
    </div>
  );
}

function Subject({ entry }: { entry: AuditEntry }) {
  const name = subjectName(entry);
  if (!name) return null;
  const href = hrefOf(entry);
  const whole = /^[A-Z]{2,3}-\d+$/.test(name) ? 'nowrap' : undefined;
  if (!href || entry.action === 'delete_product') return <span className={whole}>{name}</span>;
  return (
    <a className={whole} href={href}>
      {name}
    </a>
  );
}

function Details({ entry }: { entry: AuditEntry }) {
  const changes = changesOf(entry);
  return (
    <details>
      <summary>
        {changes.length === 1 ? '1 change' : changes.length > 1 ? `${changes.length} changes` : 'Details'}
      </summary>
      {changes.length > 0 && (
        <ul className="audit-changes">
          {changes.map(({ field, before, after }) => (
            <li key={field}>
              <span className="muted">{field.replaceAll('_', ' ')}</span>{' '}
              {before !== null && <del>{before}</del>} {after !== null && <ins>{after}</ins>}
            </li>
          ))}
        </ul>
      )}
      <pre className="raw-entry">{toJson(rawOf(entry))}</pre>
    </details>
  );
}

const rawOf = ({ id, actor, action, subject_type, subject_id, before, after }: AuditEntry) => ({
  id,
  actor,
  action,
  subject_type,
  subject_id,
  before,
  after,
});
