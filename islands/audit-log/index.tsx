import { useState } from 'react';
import { type AuditEntry, type AuditPage, listAudit } from '../../server/insights/contract';
import { call, queryString } from '../kit/api';
import { Button } from '../kit/button';
import { moment } from '../kit/dates';
import { Empty, Failed } from '../kit/empty';
import { SearchField } from '../kit/inputs';
import { usePreloaded } from '../kit/preloaded';
import { Skeleton } from '../kit/skeleton';
import { Table } from '../kit/table';
import { changesOf } from './changes';

const PER_PAGE = 50;

interface Asked {
  page: number;
  query: string;
}

/** Where the subject's own page is; null where it has none. */
function hrefOf({ subject_type, subject_id }: AuditEntry): string | null {
  if (subject_id === null) return null;
  if (subject_type === 'user') return `/admin/people/${subject_id}`;
  if (subject_type === 'purchase_order') return `/admin/insights?detail=purchase_order-${subject_id}`;
  if (subject_type === 'offer') return `/admin/insights?detail=offer-${subject_id}`;
  if (subject_type === 'seller') return `/admin/sellers?seller=${subject_id}`;
  return null;
}

const words = (text: string) => text.replaceAll(/[._]/g, ' ');

/** Who did what, when, and what was there before and after. */
export default function AuditLog(props: Partial<Asked & { list: AuditPage }>) {
  const [asked, setAsked] = useState<Asked>({ page: props.page ?? 1, query: props.query ?? '' });
  const [list, refetch, { failed }] = usePreloaded(props.list, () =>
    call(listAudit, {}, undefined, { ...asked, per: PER_PAGE }),
  );

  function ask(change: Partial<Asked>) {
    const next = { ...asked, page: 1, ...change };
    setAsked(next);
    const search = queryString({
      ...(next.page > 1 && { page: next.page }),
      ...(next.query && { query: next.query }),
    });
    history.replaceState(history.state, '', `/admin/audit${search && `?${search}`}`);
    queueMicrotask(() => void refetch());
  }

  if (!list)
    return failed ? (
      <Failed onRetry={refetch}>The log could not be loaded.</Failed>
    ) : (
      <Skeleton shape="rows" />
    );
  const pages = Math.max(1, Math.ceil(list.total / PER_PAGE));
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
        <span className="muted tabular">{list.total} entries</span>
      </div>
      {failed && <Failed onRetry={refetch}>The log could not be loaded.</Failed>}
      <Table
        caption="Audit log"
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
          { key: 'actor', head: 'Who', rowHead: true, cell: ({ actor }) => actor },
          { key: 'action', head: 'What', cell: ({ action }) => words(action) },
          { key: 'subject', head: 'On', cell: (entry) => <Subject entry={entry} /> },
          { key: 'changes', head: 'Before → after', cell: (entry) => <Changes entry={entry} /> },
        ]}
      />
      {pages > 1 && (
        <nav className="button-row" aria-label="Pages">
          <Button disabled={asked.page <= 1} onClick={() => ask({ page: asked.page - 1 })}>
            Newer
          </Button>
          <span className="muted tabular">
            {asked.page} of {pages}
          </span>
          <Button disabled={asked.page >= pages} onClick={() => ask({ page: asked.page + 1 })}>
            Older
          </Button>
        </nav>
      )}
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
