import { useState } from 'react';
import {
  type ApplicationRow,
  approve,
  deny,
  listApplications,
} from '../../server/accounts/applications/contract';
import { userStatuses } from '../../server/accounts/contract';
import { STAFF_ROWS_PER_PAGE } from '../../server/contract/limits';
import { notify } from '../browser/alerts';
import { ApiError, call } from '../browser/api';
import { useList } from '../browser/use-list';
import { SearchField } from '../forms/search-field';
import { EmptyList } from '../ui/lists/empty-list';
import { ListPage } from '../ui/lists/list-page';
import { StatusPills } from '../ui/lists/status-pills';
import { Confirm } from '../ui/modal';
import { type Column, Table } from '../ui/table';
import { useNow } from './Age';
import { applicationColumns } from './columns';
import { Decisions } from './Decisions';
import { LABELS } from './words';

interface List {
  applications: ApplicationRow[];
  total: number;
  waiting: number;
}

const DEFAULTS = { page: 1, query: '', status: '' };
type ApplicationFilter = typeof DEFAULTS;

const choicesOf = (waiting: number) => [
  { value: '', label: 'All' },
  ...userStatuses.map((status) => ({
    value: status,
    label: LABELS[status],
    count: status === 'provisional' ? waiting : undefined,
  })),
];

export default function Applications({ list: first, ...given }: Partial<{ list: List } & ApplicationFilter>) {
  const now = useNow();
  const source = useList<ApplicationFilter, List>({
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
      <ListPage
        source={source}
        failure="The applications could not be loaded."
        totalOf={({ total }) => total}
        tools={({ waiting }) => (
          <>
            <SearchField
              label="Search people"
              name="query"
              value={asked.query}
              onSearch={(query) => ask({ query })}
              placeholder="Name, company or email"
            />
            <StatusPills
              choices={choicesOf(waiting)}
              value={asked.status}
              onChange={(status) => ask({ status })}
            />
          </>
        )}
      >
        {({ applications }) => (
          <Table
            caption="Applications"
            busy={busy}
            rows={applications}
            rowKey={({ id }) => id}
            cards="wide"
            empty={
              <EmptyList
                icon="users"
                noun="applications"
                isFiltered={asked.query !== '' || asked.status !== ''}
              />
            }
            columns={[...applicationColumns(now), decisions.column]}
          />
        )}
      </ListPage>
      {decisions.confirmation}
    </>
  );
}

/** Approves and denies people. Denying a member asks for confirmation. */
function useDecisions(refetch: () => Promise<unknown>) {
  const [denying, setDenying] = useState<ApplicationRow | null>(null);
  const [busy, setBusy] = useState<number | null>(null);

  async function decide(row: ApplicationRow, endpoint: typeof approve | typeof deny, outcome: string) {
    setBusy(row.id);
    try {
      await call(endpoint, { id: row.id }, {});
      notify('success', `${row.company}: ${outcome}`);
    } catch (error) {
      notify('error', error instanceof ApiError ? error.message : 'Oops, something went wrong.');
    }
    await refetch();
    setBusy(null);
  }

  const column: Column<ApplicationRow> = {
    key: 'actions',
    head: 'Action',
    cell: (row) => (
      <Decisions
        row={row}
        busy={busy === row.id}
        onApprove={() => decide(row, approve, 'approved')}
        onDeny={() => (row.status === 'provisional' ? decide(row, deny, 'denied') : setDenying(row))}
      />
    ),
  };
  const confirmation = (
    <DenialConfirm
      company={denying?.company ?? null}
      onCancel={() => setDenying(null)}
      onConfirm={() => {
        if (denying) void decide(denying, deny, 'denied');
        setDenying(null);
      }}
    />
  );
  return { column, confirmation };
}

interface DenialConfirmProps {
  /** null closes the dialog. */
  company: string | null;
  onCancel: () => void;
  onConfirm: () => void;
}

const DenialConfirm = ({ company, onCancel, onConfirm }: DenialConfirmProps) => (
  <Confirm
    title={`Deny ${company ?? ''}?`}
    open={company !== null}
    confirmLabel="Deny"
    danger
    onCancel={onCancel}
    onConfirm={onConfirm}
  >
    They will be signed out everywhere, their open offers will end and their unpaid orders will be canceled.
  </Confirm>
);
