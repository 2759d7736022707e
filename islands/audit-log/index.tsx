import { formatUnits } from '../../server/contract/money';
import { type AuditEntry, type AuditPage, listAudit } from '../../server/insights/audit-contract';
import { call } from '../browser/api';
import { useList } from '../browser/use-list';
import { SearchField } from '../forms/search-field';
import { moment } from '../ui/dates';
import { Empty, Failed } from '../ui/empty';
import { Pager } from '../ui/pager';
import { Skeleton } from '../ui/skeleton';
import { Table } from '../ui/table';
import { changesOf } from './changes';

const PER_PAGE = 50;

const USUAL = { page: 1, query: '' };
type AuditFilter = typeof USUAL;

function hrefOf({ subject_type, subject_id }: AuditEntry): string | null {
  if (subject_id === null) return null;
  if (subject_type === 'user') return `/admin/people/${subject_id}`;
  if (subject_type === 'purchase_order') return `/admin/insights?detail=purchase_order-${subject_id}`;
  if (subject_type === 'offer') return `/admin/insights?detail=offer-${subject_id}`;
  if (subject_type === 'seller') return `/admin/sellers?seller=${subject_id}`;
  return null;
}

const words = (text: string) => text.replaceAll(/[._]/g, ' ');

export default function AuditLog({ list: first, ...given }: Partial<AuditFilter & { list: AuditPage }>) {
  const { asked, ask, list, refetch, failed, busy } = useList<AuditFilter, AuditPage>({
    path: '/admin/audit',
    usual: USUAL,
    given,
    list: first,
    load: (wanted) => call(listAudit, {}, undefined, { ...wanted, per: PER_PAGE }),
  });

  if (!list)
    return failed ? (
      <Failed onRetry={refetch}>The log could not be loaded.</Failed>
    ) : (
      <Skeleton shape="rows" />
    );
  return (
    <>
      <div className="table-tools">
        <SearchField
          label="Search the log"
          name="query"
          value={asked.query}
          onSearch={(query) => ask({ query })}
          placeholder="Who, what, or purchase_order 42"
        />
        <span className="muted tabular" role="status">
          {formatUnits(list.total)} {list.total === 1 ? 'entry' : 'entries'}
        </span>
      </div>
      {failed && <Failed onRetry={refetch}>The log could not be loaded.</Failed>}
      <Table
        caption="Audit log"
        busy={busy}
        rows={list.entries}
        rowKey={({ id }) => id}
        dense
        cards="wide"
        empty={
          <Empty icon="list" title="Nothing matches.">
            Try another search.
          </Empty>
        }
        columns={[
          { key: 'at', head: 'When', cell: ({ at }) => <span className="nowrap">{moment(at)}</span> },
          { key: 'actor', head: 'Who', cell: ({ actor }) => actor },
          { key: 'action', head: 'What', rowHead: true, cell: ({ action }) => words(action) },
          { key: 'subject', head: 'On', cell: (entry) => <Subject entry={entry} /> },
          { key: 'changes', head: 'Before → after', cell: (entry) => <Changes entry={entry} /> },
        ]}
      />
      <Pager page={asked.page} per={PER_PAGE} total={list.total} onPage={(page) => ask({ page })} newest />
    </>
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
