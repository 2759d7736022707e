import { useEffect, useState } from 'react';
import {
  type ApplicationRow,
  approve,
  deny,
  listApplications,
  userStatuses,
} from '../../server/accounts/contract';
import { notify } from '../kit/alerts';
import { ApiError, call, queryString } from '../kit/api';
import { Badge } from '../kit/badge';
import { Button } from '../kit/button';
import { day } from '../kit/dates';
import { Empty, Failed } from '../kit/empty';
import { SearchField } from '../kit/inputs';
import { Confirm } from '../kit/modal';
import { usePreloaded } from '../kit/preloaded';
import { Skeleton } from '../kit/skeleton';
import { Table } from '../kit/table';

interface List {
  applications: ApplicationRow[];
  total: number;
  waiting: number;
}

interface Asked {
  page: number;
  query: string;
  status: string;
}

const PER_PAGE = 50;
const HOUR_MS = 3_600_000;
/** What applicants are promised (spec 1, section 9). */
const PROMISED_HOURS = 24;

const TONES = {
  provisional: 'yellow',
  denied: 'red',
  approved: 'gray',
  password_created: 'gray',
  onboarded: 'green',
} as const;
const LABELS = {
  provisional: 'Waiting',
  denied: 'Denied',
  approved: 'Approved',
  password_created: 'Password created',
  onboarded: 'Onboarded',
} as const;

export default function Applications(props: Partial<{ list: List } & Asked>) {
  const [asked, setAsked] = useState<Asked>({
    page: props.page ?? 1,
    query: props.query ?? '',
    status: props.status ?? '',
  });
  const [denying, setDenying] = useState<ApplicationRow | null>(null);
  const [busy, setBusy] = useState<number | null>(null);
  const now = useNow();
  const [list, refetch, { failed }] = usePreloaded(props.list, () =>
    call(listApplications, {}, undefined, { ...asked, per: PER_PAGE }),
  );

  function ask(change: Partial<Asked>) {
    const next = { ...asked, page: 1, ...change };
    setAsked(next);
    const search = queryString({
      ...(next.page > 1 && { page: next.page }),
      ...(next.query && { query: next.query }),
      ...(next.status && { status: next.status }),
    });
    history.replaceState(history.state, '', `/admin/applications${search && `?${search}`}`);
    queueMicrotask(() => void refetch());
  }

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
  const pages = Math.max(1, Math.ceil(list.total / PER_PAGE));
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
              <div className="button-row">
                {(row.status === 'provisional' || row.status === 'denied') && (
                  <Button
                    size="small"
                    tone={row.status === 'provisional' ? 'primary' : undefined}
                    busy={busy === row.id}
                    onClick={() => decide(row, approve, 'approved')}
                  >
                    Approve
                  </Button>
                )}
                {row.status !== 'denied' && (
                  <Button
                    size="small"
                    tone="danger"
                    disabled={busy === row.id}
                    onClick={() =>
                      row.status === 'provisional' ? decide(row, deny, 'denied') : setDenying(row)
                    }
                  >
                    Deny
                  </Button>
                )}
              </div>
            ),
          },
        ]}
      />
      {pages > 1 && (
        <nav className="button-row" aria-label="Pages">
          <Button disabled={asked.page <= 1} onClick={() => ask({ page: asked.page - 1 })}>
            Previous
          </Button>
          <span className="muted tabular">
            {asked.page} of {pages}
          </span>
          <Button disabled={asked.page >= pages} onClick={() => ask({ page: asked.page + 1 })}>
            Next
          </Button>
        </nav>
      )}
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

/** null in the first paint: the server's clock and the browser's differ. */
function useNow() {
  const [now, setNow] = useState<number | null>(null);
  useEffect(() => {
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 60_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}

function Age({ row, now }: { row: ApplicationRow; now: number | null }) {
  const hours = now === null ? null : Math.floor((now - Date.parse(row.created_at)) / HOUR_MS);
  if (row.status !== 'provisional' || hours === null)
    return <span className="nowrap">{day(row.created_at)}</span>;
  const tone = hours >= PROMISED_HOURS ? 'red' : hours >= PROMISED_HOURS - 6 ? 'yellow' : 'gray';
  return (
    <Badge tone={tone} icon="clock">
      {`${hours} of ${PROMISED_HOURS} h`}
    </Badge>
  );
}
