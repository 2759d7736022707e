import {
  type ApplicationList,
  type applications,
  listApplications,
} from '../../server/accounts/applications/contract';
import { type UserStatus, userStatuses } from '../../server/accounts/contract';
import type { PropsOf } from '../../server/contract/island';
import { STAFF_ROWS_PER_PAGE } from '../../server/contract/limits';
import { call } from '../browser/api';
import { ListChoice } from '../lists/list-choice';
import { ListToolbar } from '../lists/list-toolbar';
import { EmptyList } from '../ui/lists/empty-list';
import { ListPage } from '../ui/lists/list-page';
import { useList } from '../ui/lists/use-list';
import { Table } from '../ui/table';
import { Tabs } from '../ui/tabs';
import { useNow } from './Age';
import { applicationColumns } from './columns';
import { Decisions } from './Decisions';
import { useDecisions } from './use-decisions';
import { LABELS } from './words';

const DEFAULTS = { page: 1, query: '', status: '' };
type ApplicationFilter = typeof DEFAULTS;

export default function Applications({ list: first, ...given }: PropsOf<typeof applications>) {
  const now = useNow();
  const source = useList<ApplicationFilter, ApplicationList>({
    path: '/admin/applications',
    usual: DEFAULTS,
    given,
    list: first,
    load: (filter) => call(listApplications, {}, undefined, { ...filter, per: STAFF_ROWS_PER_PAGE }),
  });
  const decisions = useDecisions(source.refetch);
  const { asked, ask, busy } = source;
  return (
    <>
      <p className="lede">
        Approving an application emails a link to create a password. Before you deny one, you see the email.
        We promise applicants an answer within 24 hours.
      </p>
      <ListPage
        source={source}
        failure="The applications could not be loaded."
        totalOf={({ total }) => total}
        tools={(list) => <Tools list={list} asked={asked} onAsk={ask} />}
      >
        {({ applications }) => (
          <Table
            caption="Applications"
            busy={busy}
            rows={applications}
            rowKey={({ id }) => id}
            dense
            lines="wide"
            empty={
              <EmptyList
                icon="users"
                noun="applications"
                isFiltered={asked.query !== '' || asked.status !== ''}
              />
            }
            columns={[
              ...applicationColumns(now),
              {
                key: 'actions',
                head: 'Action',
                headHidden: true,
                num: true,
                line: 'actions',
                cell: (row) => <Decisions row={row} {...decisions.of(row)} />,
              },
            ]}
          />
        )}
      </ListPage>
      {decisions.confirmation}
    </>
  );
}

interface ToolsProps {
  list: ApplicationList;
  asked: ApplicationFilter;
  onAsk: (change: Partial<ApplicationFilter>) => void;
}

const NO_FILTER = { query: '', status: '' };

function Tools({ list: { counts, total }, asked: { query, status }, onAsk }: ToolsProps) {
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return (
    <ListToolbar
      tabs={
        <Tabs
          label="Applications by status"
          value={status || 'all'}
          onChange={(id) => onAsk({ status: id === 'all' ? '' : id })}
          tabs={[
            { id: 'all', label: 'All', count: all, href: '/admin/applications' },
            {
              id: 'provisional',
              label: LABELS.provisional,
              count: counts.provisional,
              href: '/admin/applications?status=provisional',
            },
          ]}
        />
      }
      search={{
        label: 'Search people',
        value: query,
        onSearch: (text) => onAsk({ query: text }),
        placeholder: 'Search people',
      }}
      choices={
        <ListChoice
          label="Status"
          name="status"
          value={status}
          onChange={(chosen) => onAsk({ status: chosen })}
          options={[
            { value: '', label: 'All statuses', count: all },
            ...userStatuses.map((value) => ({ value, label: LABELS[value], count: counts[value] })),
          ]}
        />
      }
      chosen={
        status && status !== 'provisional'
          ? [{ label: LABELS[status as UserStatus] ?? status, onRemove: () => onAsk({ status: '' }) }]
          : []
      }
      onReset={() => onAsk(NO_FILTER)}
      total={total}
    />
  );
}
