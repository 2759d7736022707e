import type { PropsOf } from '../../server/contract/island';
import { STAFF_ROWS_PER_PAGE } from '../../server/contract/limits';
import {
  type AuditEntry,
  type AuditPage,
  type auditLog,
  listAudit,
} from '../../server/insights/audit/contract';
import { call } from '../browser/api';
import { TextField } from '../forms/field';
import { SearchField } from '../forms/search-field';
import { type Dates, useDates } from '../ui/dates';
import { EmptyList } from '../ui/lists/empty-list';
import { ListCount } from '../ui/lists/list-count';
import { ListPage } from '../ui/lists/list-page';
import { StatusPills } from '../ui/lists/status-pills';
import { useList } from '../ui/lists/use-list';
import { type Column, Table } from '../ui/table';
import { Activity } from './Activity';

const DEFAULTS = { page: 1, query: '', about: '', from: '', to: '' };
type AuditFilter = typeof DEFAULTS;

const isFiltered = ({ query, about, from, to }: AuditFilter) => [query, about, from, to].some(Boolean);

const ABOUT = [
  { value: '', label: 'All' },
  { value: 'people', label: 'People' },
  { value: 'orders', label: 'Orders' },
  { value: 'products', label: 'Products' },
  { value: 'sellers', label: 'Sellers' },
  { value: 'release_notes', label: 'Release Notes' },
];

const columnsOf = ({ moment }: Dates): readonly Column<AuditEntry>[] => [
  {
    key: 'activity',
    head: 'Activity',
    rowHead: true,
    cell: (entry) => <Activity entry={entry} />,
  },
  {
    key: 'at',
    head: 'Time',
    cell: ({ at }) => (
      <time className="nowrap muted" dateTime={at}>
        {moment(at)}
      </time>
    ),
  },
];

export default function AuditLog({ list: first, ...given }: PropsOf<typeof auditLog>) {
  const source = useList<AuditFilter, AuditPage>({
    path: '/admin/audit',
    usual: DEFAULTS,
    given,
    list: first,
    load: (filter) => call(listAudit, {}, undefined, { ...filter, per: STAFF_ROWS_PER_PAGE }),
  });
  const { asked, ask, busy } = source;
  const columns = columnsOf(useDates());
  return (
    <>
      <p className="lede">Who changed what, and when. From and To are days in UTC.</p>
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
              value={asked.query}
              onSearch={(query) => ask({ query })}
              placeholder="Email, action or order number"
            />
            <TextField
              label="From"
              name="from"
              type="date"
              value={asked.from}
              onChange={(from) => ask({ from })}
            />
            <TextField label="To" name="to" type="date" value={asked.to} onChange={(to) => ask({ to })} />
            <StatusPills
              label="Filter by record"
              choices={ABOUT}
              value={asked.about}
              onChange={(about) => ask({ about })}
            />
            <ListCount total={total} one="entry" many="entries" />
          </>
        )}
      >
        {({ entries }) => (
          <Table
            caption="Audit log"
            busy={busy}
            rows={entries}
            rowKey={({ id }) => id}
            dense
            cards
            empty={<EmptyList icon="list" noun="entries" isFiltered={isFiltered(asked)} />}
            columns={columns}
          />
        )}
      </ListPage>
    </>
  );
}
