import type { PropsOf } from '../../server/contract/island';
import { STAFF_ROWS_PER_PAGE } from '../../server/contract/limits';
import {
  type AuditEntry,
  type AuditPage,
  type auditLog,
  listAudit,
} from '../../server/insights/audit/contract';
import { call } from '../browser/api';
import { ListChoice } from '../lists/list-choice';
import { appliedDays, ListDays } from '../lists/list-days';
import { ListToolbar } from '../lists/list-toolbar';
import { type Dates, useDates } from '../ui/dates';
import { EmptyList } from '../ui/lists/empty-list';
import { ListCount } from '../ui/lists/list-count';
import { ListPage } from '../ui/lists/list-page';
import { useList } from '../ui/lists/use-list';
import { type Column, Table } from '../ui/table';
import { Activity, Changes } from './Activity';

const DEFAULTS = { page: 1, query: '', about: '', from: '', to: '' };
type AuditFilter = typeof DEFAULTS;

const isFiltered = ({ query, about, from, to }: AuditFilter) => [query, about, from, to].some(Boolean);

const ABOUT = [
  { value: '', label: 'All records' },
  { value: 'people', label: 'People' },
  { value: 'orders', label: 'Orders' },
  { value: 'products', label: 'Products' },
  { value: 'sellers', label: 'Sellers' },
  { value: 'release_notes', label: 'Release Notes' },
];

const columnsOf = ({ time }: Dates): readonly Column<AuditEntry>[] => [
  {
    key: 'activity',
    head: 'Activity',
    rowHead: true,
    cell: (entry) => <Activity entry={entry} />,
  },
  { key: 'changes', head: 'Changes', line: 'fact', cell: (entry) => <Changes entry={entry} /> },
  {
    key: 'at',
    head: 'Time',
    num: true,
    line: 'amount',
    cell: ({ at }) => (
      <time className="nowrap muted" dateTime={at}>
        {time(at)}
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
  const dates = useDates();
  const columns = columnsOf(dates);
  return (
    <>
      <p className="lede">Who changed what, and when.</p>
      <ListPage
        source={source}
        failure="The audit log could not be loaded."
        totalOf={({ total }) => total}
        newest
        tools={({ total }) => <Tools total={total} asked={asked} onAsk={ask} />}
      >
        {({ entries }) => (
          <Table
            caption="Audit log"
            busy={busy}
            rows={entries}
            rowKey={({ id }) => id}
            dense
            lines
            groupOf={({ at }) => dates.day(at)}
            empty={<EmptyList icon="list" noun="entries" isFiltered={isFiltered(asked)} />}
            columns={columns}
          />
        )}
      </ListPage>
    </>
  );
}

interface ToolsProps {
  total: number;
  asked: AuditFilter;
  onAsk: (change: Partial<AuditFilter>) => void;
}

const NO_FILTER = { query: '', about: '', from: '', to: '' };

function Tools({ total, asked, onAsk }: ToolsProps) {
  const days = { ...asked, onChange: onAsk };
  const about = ABOUT.find(({ value }) => value !== '' && value === asked.about);
  return (
    <ListToolbar
      search={{
        label: 'Search the audit log',
        value: asked.query,
        onSearch: (query) => onAsk({ query }),
        placeholder: 'Search',
      }}
      choices={
        <ListChoice
          label="Filter by record"
          name="about"
          value={asked.about}
          onChange={(chosen) => onAsk({ about: chosen })}
          options={ABOUT}
        />
      }
      chosen={about ? [{ label: about.label, onRemove: () => onAsk({ about: '' }) }] : []}
      fields={<ListDays {...days} />}
      filled={appliedDays(days)}
      onReset={() => onAsk(NO_FILTER)}
      total={total}
    >
      <ListCount total={total} one="entry" many="entries" />
    </ListToolbar>
  );
}
