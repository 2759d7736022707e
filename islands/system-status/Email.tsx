import { useEffect, useState } from 'react';
import {
  discardMail,
  listSystemMails,
  ROWS_PER_PAGE,
  retryMail,
  type SystemMail,
  type SystemMailState,
  type SystemStatus,
} from '../../server/system/contract';
import { call } from '../browser/api';
import { type Dates, useDates } from '../ui/dates';
import { Failed, Skeleton, usePreloaded } from '../ui/feedback';
import { StatusPills } from '../ui/lists/status-pills';
import { Pager } from '../ui/pager';
import { type Column, Table } from '../ui/table';
import { Acts } from './Acts';

interface Props extends Pick<SystemStatus, 'mails' | 'at'> {
  onChange: () => void;
}

export function Email({ mails, at, onChange }: Props) {
  const [state, setState] = useState<SystemMailState>(mails.refused > 0 ? 'refused' : 'unsent');
  const isEmpty = mails.unsent + mails.refused === 0;
  return (
    <section id="email" className="stack" aria-labelledby="email-title">
      <h2 id="email-title">Email</h2>
      {isEmpty ? (
        <p className="muted">Every email was sent.</p>
      ) : (
        <>
          <StatusPills
            label="Emails by status"
            choices={[
              { value: 'unsent', label: 'Unsent', count: mails.unsent },
              { value: 'refused', label: 'Refused', count: mails.refused },
            ]}
            value={state}
            onChange={(value) => setState(value as SystemMailState)}
          />
          <MailList key={state} state={state} total={mails[state]} at={at} onChange={onChange} />
        </>
      )}
    </section>
  );
}

interface ListProps {
  state: SystemMailState;
  total: number;
  at: string;
  onChange: () => void;
}

function MailList({ state, total, at, onChange }: ListProps) {
  const [page, setPage] = useState(1);
  const columns = columnsWith(useDates(), onChange);
  const [mails, refetch, { failed }] = usePreloaded<SystemMail[]>(undefined, async () => {
    const list = await call(listSystemMails, {}, undefined, { state, page, per: ROWS_PER_PAGE });
    return list.mails;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: both are reasons to read the list again
  useEffect(() => void refetch(), [refetch, at, page]);
  if (!mails)
    return failed ? (
      <Failed onRetry={() => void refetch()}>The emails could not be loaded.</Failed>
    ) : (
      <Skeleton shape="lines" label="Loading the emails" />
    );
  return (
    <>
      <Table
        caption={state === 'unsent' ? 'Unsent emails' : 'Refused emails'}
        rows={mails}
        rowKey={({ id }) => id}
        columns={columns}
        cards
        empty={
          <p className="muted">{state === 'unsent' ? 'No email is waiting.' : 'No email was refused.'}</p>
        }
      />
      <Pager page={page} per={ROWS_PER_PAGE} total={total} onPage={setPage} />
    </>
  );
}

const columnsWith = ({ moment }: Dates, onChange: () => void): readonly Column<SystemMail>[] => [
  {
    key: 'subject',
    head: 'Email',
    rowHead: true,
    cell: ({ subject, to }) => (
      <>
        {subject}
        <div className="faint tiny system-long">{to}</div>
      </>
    ),
  },
  {
    key: 'error',
    head: 'Server’s answer',
    cell: ({ last_error, attempts }) => (
      <span className="system-long">{last_error ?? (attempts === 0 ? 'Not tried yet' : '–')}</span>
    ),
  },
  { key: 'attempts', head: 'Attempts', num: true, cell: ({ attempts }) => attempts },
  { key: 'at', head: 'Written', cell: ({ created_at }) => moment(created_at) },
  {
    key: 'acts',
    head: 'Actions',
    headHidden: true,
    cell: ({ id }) => (
      <Acts
        retry={() => call(retryMail, { id })}
        retried="The email will be sent again"
        discard={(values) => call(discardMail, { id }, values)}
        discardLabel="Discard"
        question="Discard this email? It won't be sent."
        onChange={onChange}
      />
    ),
  },
];
