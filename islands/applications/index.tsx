import { useState } from 'react';
import {
  type ApplicationRow,
  approve,
  deny,
  listApplications,
} from '../../server/accounts/applications/contract';
import { userStatuses } from '../../server/accounts/contract';
import { notify } from '../browser/alerts';
import { ApiError, call } from '../browser/api';
import { useList } from '../browser/use-list';
import { SearchField } from '../forms/search-field';
import { Badge } from '../ui/badge';
import { Empty, Failed } from '../ui/empty';
import { Confirm } from '../ui/modal';
import { Pager } from '../ui/pager';
import { Skeleton } from '../ui/skeleton';
import { Table } from '../ui/table';
import { Age, useNow } from './Age';
import { Decisions } from './Decisions';
import { LABELS, TONES } from './words';

interface List {
  applications: ApplicationRow[];
  total: number;
  waiting: number;
}

const USUAL = { page: 1, query: '', status: '' };
type ApplicationFilter = typeof USUAL;

const PER_PAGE = 50;

export default function Applications({ list: first, ...given }: Partial<{ list: List } & ApplicationFilter>) {
  const [denying, setDenying] = useState<ApplicationRow | null>(null);
  const [busy, setBusy] = useState<number | null>(null);
  const now = useNow();
  const {
    asked,
    ask,
    list,
    refetch,
    failed,
    busy: loading,
  } = useList<ApplicationFilter, List>({
    path: '/admin/applications',
    usual: USUAL,
    given,
    list: first,
    load: (wanted) => call(listApplications, {}, undefined, { ...wanted, per: PER_PAGE }),
  });

  async function decide(row: ApplicationRow, endpoint: typeof approve | typeof deny, done: string) {
    setBusy(row.id);
    try {
      await call(endpoint, { id: row.id }, {});
      notify('success', `${row.company}: ${done}`);
    } catch (error) {
      notify('error', error instanceof ApiError ? error.message : 'Oops, something went wrong.');
    }
    await refetch();
    setBusy(null);
  }

  if (!list) {
    return failed ? (
      <Failed onRetry={refetch}>The applications could not be loaded.</Failed>
    ) : (
      <Skeleton shape="rows" />
    );
  }
  return (
    <>
      <div className="table-tools">
        <SearchField
          label="Search people"
          name="query"
          value={asked.query}
          onSearch={(query) => ask({ query })}
          placeholder="Name, company or email"
        />
        <fieldset className="pills" aria-label="Status">
          <button type="button" aria-pressed={asked.status === ''} onClick={() => ask({ status: '' })}>
            All
          </button>
          {userStatuses.map((status) => (
            <button
              type="button"
              key={status}
              aria-pressed={asked.status === status}
              onClick={() => ask({ status })}
            >
              {LABELS[status]} {status === 'provisional' && <span className="count">{list.waiting}</span>}
            </button>
          ))}
        </fieldset>
      </div>
      <Table
        caption="Applications"
        busy={loading}
        rows={list.applications}
        rowKey={({ id }) => id}
        cards="wide"
        empty={
          <Empty icon="users" title="Nobody matches.">
            Try another status or search.
          </Empty>
        }
        columns={[
          {
            key: 'company',
            head: 'Company',
            rowHead: true,
            cell: (row) => (
              <>
                <a href={`/admin/people/${row.id}`}>{row.company}</a>
                <div className="faint tiny">{row.full_name}</div>
              </>
            ),
          },
          { key: 'kind', head: 'Kind', cell: ({ kind }) => (kind === 'buyer' ? 'Buyer' : 'Seller') },
          { key: 'email', head: 'Email', cell: ({ email }) => email },
          { key: 'category', head: 'Category', cell: ({ category }) => category },
          {
            key: 'age',
            head: 'Applied',
            cell: (row) => <Age row={row} now={now} />,
          },
          {
            key: 'status',
            head: 'Status',
            cell: ({ status }) => <Badge tone={TONES[status]}>{LABELS[status]}</Badge>,
          },
          {
            key: 'actions',
            head: 'Decide',
            cell: (row) => (
              <Decisions
                row={row}
                busy={busy === row.id}
                onApprove={() => decide(row, approve, 'approved')}
                onDeny={() => (row.status === 'provisional' ? decide(row, deny, 'denied') : setDenying(row))}
              />
            ),
          },
        ]}
      />
      <Pager page={asked.page} per={PER_PAGE} total={list.total} onPage={(page) => ask({ page })} />
      <Confirm
        title={`Deny ${denying?.company ?? ''}?`}
        open={denying !== null}
        confirmLabel="Deny"
        danger
        onCancel={() => setDenying(null)}
        onConfirm={() => {
          if (denying) void decide(denying, deny, 'denied');
          setDenying(null);
        }}
      >
        They are signed out everywhere, their open offers end, and their unpaid orders are canceled.
      </Confirm>
    </>
  );
}
