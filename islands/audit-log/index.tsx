import { STAFF_ROWS_PER_PAGE } from '../../server/contract/limits';
import { type AuditEntry, type AuditPage, listAudit } from '../../server/insights/audit-contract';
import { call } from '../browser/api';
import { useList } from '../browser/use-list';
import { SearchField } from '../forms/search-field';
import { moment } from '../ui/dates';
import { EmptyList } from '../ui/lists/empty-list';
import { ListCount } from '../ui/lists/list-count';
import { ListPage } from '../ui/lists/list-page';
import { type Column, Table } from '../ui/table';
import { changesOf } from './changes';

const DEFAULTS = { page: 1, query: '' };
type AuditFilter = typeof DEFAULTS;

function hrefOf({ subject_type, subject_id }: AuditEntry): string | null {
  if (subject_id === null) return null;
  if (subject_type === 'user') return `/admin/people/${subject_id}`;
  if (subject_type === 'purchase_order') return `/admin/insights?detail=purchase_order-${subject_id}`;
  if (subject_type === 'offer') return `/admin/insights?detail=offer-${subject_id}`;
  if (subject_type === 'seller') return `/admin/sellers?seller=${subject_id}`;
  return null;
}

const words = (text: string) => text.replaceAll(/[._]/g, ' ');

const columns: readonly Column<AuditEntry>[] = [
  { key: 'at', head: 'Time', cell: ({ at }) => <span className="nowrap">{moment(at)}</span> },
  { key: 'actor', head: 'User', cell: ({ actor }) => actor },
  { key: 'action', head: 'Action', rowHead: true, cell: ({ action }) => words(action) },
  { key: 'subject', head: 'Record', cell: (entry) => <Subject entry={entry} /> },
  { key: 'changes', head: 'Changes', cell: (entry) => <Changes entry={entry} /> },
];

export default function AuditLog({ list: first, ...given }: Partial<AuditFilter & { list: AuditPage }>) {
  const source = useList<AuditFilter, AuditPage>({
    path: '/admin/audit',
    usual: DEFAULTS,
    given,
    list: first,
    load: (filter) => call(listAudit, {}, undefined, { ...filter, per: STAFF_ROWS_PER_PAGE }),
  });
  return (
    <ListPage
      source={source}
      failure="The audit log could not be loaded."
      totalOf={({ total }) => total}
      newest
      tools={({ total }) => (
        <>
          <SearchField
            label="Search the audit log"
            name="query"
            value={source.asked.query}
            onSearch={(query) => source.ask({ query })}
            placeholder="User, action or purchase_order 42"
          />
          <ListCount total={total} one="entry" many="entries" />
        </>
      )}
    >
      {({ entries }) => (
        <Table
          caption="Audit log"
          busy={source.busy}
          rows={entries}
          rowKey={({ id }) => id}
          dense
          cards="wide"
          empty={<EmptyList icon="list" noun="entries" isFiltered={source.asked.query !== ''} />}
          columns={columns}
        />
      )}
    </ListPage>
  );
}

function Subject({ entry }: { entry: AuditEntry }) {
  const href = hrefOf(entry);
  const name = `${words(entry.subject_type)} ${entry.subject_id ?? ''}`.trim();
  return href ? <a href={href}>{name}</a> : name;
}

function Changes({ entry }: { entry: AuditEntry }) {
  const changes = changesOf(entry);
  if (changes.length === 0) return <span className="faint">—</span>;
  return (
    <ul className="audit-changes">
      {changes.map(({ field, before, after }) => (
        <li key={field}>
          <span className="muted">{words(field)}</span> {before !== null && <del>{before}</del>}{' '}
          {after !== null && <ins>{after}</ins>}
        </li>
      ))}
    </ul>
  );
}
