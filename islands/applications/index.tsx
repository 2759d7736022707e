import { useState } from 'react';
import {
  type ApplicationRow,
  type applications,
  approve,
  deny,
  listApplications,
} from '../../server/accounts/applications/contract';
import { userStatuses } from '../../server/accounts/contract';
import type { PropsOf } from '../../server/contract/island';
import { STAFF_ROWS_PER_PAGE } from '../../server/contract/limits';
import { notify } from '../browser/alerts';
import { call } from '../browser/api';
import { notifyError, useAct } from '../browser/use-act';
import { useLateComponent } from '../browser/use-late-component';
import { SearchField } from '../forms/search-field';
import { EmptyList } from '../ui/lists/empty-list';
import { ListPage } from '../ui/lists/list-page';
import { StatusPills } from '../ui/lists/status-pills';
import { useList } from '../ui/lists/use-list';
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

export default function Applications({ list: first, ...given }: PropsOf<typeof applications>) {
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
      <p className="lede">
        Approving an application emails a link to create a password. Before you deny one, you see the email.
        We promise applicants an answer within 24 hours.
      </p>
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

interface Decision {
  endpoint: typeof approve | typeof deny;
  /** What happened, with the email that left; receives the person as they are now. */
  outcome: (row: ApplicationRow) => string;
}

const APPROVAL: Decision = {
  endpoint: approve,
  outcome: ({ company, email, status }) =>
    status === 'password_created'
      ? `${company} approved. We emailed ${email} that the account is open.`
      : `${company} approved. We emailed ${email} a link to create a password.`,
};

const DENIAL: Decision = {
  endpoint: deny,
  outcome: ({ company, email }) => `${company} denied. We emailed ${email}.`,
};

/** Approves and denies people. A denial asks first and shows its email. */
function useDecisions(refetch: () => Promise<unknown>) {
  const [denying, setDenying] = useState<ApplicationRow | null>(null);
  const { busyWith, run } = useAct<number>();
  const DenyDialog = useLateComponent({
    wanted: denying !== null,
    load: () => import('./DenyDialog').then((loaded) => loaded.DenyDialog),
    onFailure: () => setDenying(null),
  });

  const decide = (row: ApplicationRow, { endpoint, outcome }: Decision) =>
    run(async () => {
      await call(endpoint, { id: row.id }, {}).then(
        (decided) => notify('success', outcome(decided)),
        notifyError('Oops, something went wrong.'),
      );
      await refetch();
    }, row.id);

  const column: Column<ApplicationRow> = {
    key: 'actions',
    head: 'Action',
    cell: (row) => (
      <Decisions
        row={row}
        busy={busyWith === row.id}
        onApprove={() => void decide(row, APPROVAL)}
        onDeny={() => setDenying(row)}
      />
    ),
  };
  const confirmation = DenyDialog && denying && (
    <DenyDialog
      row={denying}
      onCancel={() => setDenying(null)}
      onConfirm={() => {
        void decide(denying, DENIAL);
        setDenying(null);
      }}
    />
  );
  return { column, confirmation };
}
