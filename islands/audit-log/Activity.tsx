import { toJson } from '../../server/contract/json';
import type { AuditEntry } from '../../server/insights/audit/contract';
import { type Change, changesOf, labelOf } from './changes';
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

/** An act as a sentence. */
export function Activity({ entry }: { entry: AuditEntry }) {
  const { verb, rest } = sentenceOf(entry);
  return (
    <p className="activity">
      <b>{actorName(entry)}</b> {verb} <Subject entry={entry} />
      {rest}
    </p>
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

const SHOWN = 2;

/** The first changed values, and everything on request. */
export function Changes({ entry }: { entry: AuditEntry }) {
  const said = [subjectName(entry), entry.actor_name, entry.actor];
  const changes = changesOf(entry).filter(
    ({ before, after }) => !(before === null || after === null) || !said.includes(after ?? before),
  );
  return (
    <div className="activity-changes">
      {changes.length > 0 && <ChangeList changes={changes.slice(0, SHOWN)} />}
      <details>
        <summary>
          {changes.length > SHOWN ? (
            `${changes.length - SHOWN} more`
          ) : (
            <span className="visually-hidden">Details</span>
          )}
        </summary>
        {changes.length > SHOWN && <ChangeList changes={changes.slice(SHOWN)} />}
        <pre className="raw-entry">{toJson(rawOf(entry))}</pre>
      </details>
    </div>
  );
}

/** Their values have names of the code. */
const CODED: ReadonlySet<string> = new Set(['status', 'state', 'role', 'decision']);

const textOf = (field: string, value: string) => (CODED.has(field) ? labelOf(value) : value);

const ChangeList = ({ changes }: { changes: readonly Change[] }) => (
  <ul className="audit-changes">
    {changes.map(({ field, before, after }) => (
      <li key={field}>
        <span className="muted">{labelOf(field)}</span>{' '}
        {before !== null && <del>{textOf(field, before)}</del>}{' '}
        {after !== null && <ins>{textOf(field, after)}</ins>}
      </li>
    ))}
  </ul>
);

const rawOf = ({ id, actor, action, subject_type, subject_id, before, after }: AuditEntry) => ({
  id,
  actor,
  action,
  subject_type,
  subject_id,
  before,
  after,
});
