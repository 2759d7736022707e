import { useState } from 'react';
import { formatUnits } from '../../server/contract/money';
import { retryJobs, type SystemJobState, type SystemQueue } from '../../server/system/contract';
import { notify } from '../browser/alerts';
import { call } from '../browser/api';
import { useAct } from '../browser/use-act';
import { Button } from '../ui/button';
import { FormError } from '../ui/feedback';
import { StatusPills } from '../ui/lists/status-pills';
import { type Column, Table } from '../ui/table';
import { duration, secondsSince } from './format';
import { JobList } from './JobList';

interface Props {
  queue: readonly SystemQueue[];
  at: string;
  onChange: () => void;
}

const STATES = [
  { value: 'failed', label: 'Failed' },
  { value: 'scheduled', label: 'Scheduled' },
  { value: 'due', label: 'Due' },
  { value: 'running', label: 'Running' },
] as const satisfies readonly { value: SystemJobState; label: string }[];

const countOf = (queue: readonly SystemQueue[], state: SystemJobState) =>
  queue.reduce((sum, counts) => sum + counts[state], 0);

const failedFirst = (queue: readonly SystemQueue[]) =>
  queue.toSorted((one, other) => other.failed - one.failed);

/** Every job by name, and below it the jobs of one state, which can be opened. */
export function Queue({ queue, at, onChange }: Props) {
  const [state, setState] = useState<SystemJobState>('failed');
  const { busy, problem, run } = useAct();
  const retryAll = (name: string) =>
    run(async () => {
      const { retried } = await call(retryJobs, {}, { name });
      notify(
        'success',
        retried === 1 ? '1 job will run again' : `${formatUnits(retried)} jobs will run again`,
      );
      onChange();
    });
  const choices = STATES.map((choice) => ({ ...choice, count: countOf(queue, choice.value) }));
  return (
    <section id="queue" className="stack" aria-labelledby="queue-title">
      <h2 id="queue-title">Queue</h2>
      <FormError>{problem}</FormError>
      <Table
        caption="Jobs by name"
        rows={failedFirst(queue)}
        rowKey={({ name }) => name}
        columns={columnsWith(at, busy, (name) => void retryAll(name))}
        lines
        empty={
          <p className="muted">The queue is empty. Jobs appear here while they wait, run or have failed.</p>
        }
      />
      {queue.length > 0 && (
        <>
          <StatusPills
            label="Jobs by status"
            choices={choices}
            value={state}
            onChange={(value) => setState(value as SystemJobState)}
          />
          <JobList key={state} state={state} total={countOf(queue, state)} at={at} onChange={onChange} />
        </>
      )}
    </section>
  );
}

/** What phones have no columns for: '1 failed · 5 scheduled'. */
const countsText = (queue: SystemQueue) =>
  STATES.filter(({ value }) => queue[value] > 0)
    .map(({ value, label }) => `${formatUnits(queue[value])} ${label.toLowerCase()}`)
    .join(' · ');

const unlessZero = (count: number) => count > 0 && formatUnits(count);

const columnsWith = (
  at: string,
  busy: boolean,
  onRetryAll: (name: string) => void,
): readonly Column<SystemQueue>[] => [
  {
    key: 'name',
    head: 'Job',
    rowHead: true,
    cell: (queue) => (
      <>
        {queue.name} <span className="line-only faint tiny">{countsText(queue)}</span>
      </>
    ),
  },
  { key: 'due', head: 'Due', num: true, cell: ({ due }) => unlessZero(due) },
  { key: 'running', head: 'Running', num: true, cell: ({ running }) => unlessZero(running) },
  { key: 'scheduled', head: 'Scheduled', num: true, cell: ({ scheduled }) => unlessZero(scheduled) },
  { key: 'failed', head: 'Failed', num: true, cell: ({ failed }) => unlessZero(failed) },
  {
    key: 'oldest',
    head: 'Oldest due',
    cell: ({ oldest_due_at }) => oldest_due_at && `${duration(secondsSince(oldest_due_at, at))} ago`,
  },
  {
    key: 'acts',
    head: 'Actions',
    headHidden: true,
    line: 'actions',
    cell: ({ name, failed }) =>
      failed > 0 && (
        <Button
          size="small"
          busy={busy}
          aria-label={`Retry All Failed: ${name}`}
          onClick={() => onRetryAll(name)}
        >
          Retry All Failed
        </Button>
      ),
  },
];
