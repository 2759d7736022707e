import { useEffect, useState } from 'react';
import { toJson } from '../../server/contract/json';
import {
  discardJob,
  listSystemJobs,
  PAYMENT_JOB_KEPT,
  ROWS_PER_PAGE,
  retryJob,
  type SystemJob,
  type SystemJobState,
} from '../../server/system/contract';
import { call } from '../browser/api';
import { useDates } from '../ui/dates';
import { Disclosure } from '../ui/disclosure';
import { Failed, Skeleton, usePreloaded } from '../ui/feedback';
import { Pager } from '../ui/pager';
import { Acts } from './Acts';
import { bytes } from './format';

const NONE: Record<SystemJobState, string> = {
  failed: 'No job has failed.',
  scheduled: 'No job is scheduled for later.',
  due: 'No job is waiting.',
  running: 'No job is running.',
};

interface Props {
  state: SystemJobState;
  total: number;
  /** When the counts were read: the list is read again with them. */
  at: string;
  onChange: () => void;
}

export function JobList({ state, total, at, onChange }: Props) {
  const [page, setPage] = useState(1);
  const [jobs, refetch, { failed }] = usePreloaded<SystemJob[]>(undefined, async () => {
    const list = await call(listSystemJobs, {}, undefined, { state, page, per: ROWS_PER_PAGE });
    return list.jobs;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: both are reasons to read the list again
  useEffect(() => void refetch(), [refetch, at, page]);
  if (!jobs)
    return failed ? (
      <Failed onRetry={() => void refetch()}>The jobs could not be loaded.</Failed>
    ) : (
      <Skeleton shape="lines" label="Loading the jobs" />
    );
  if (jobs.length === 0) return <p className="muted">{NONE[state]}</p>;
  const changed = () => {
    void refetch();
    onChange();
  };
  return (
    <div className="stack tight">
      {jobs.map((job) => (
        <Disclosure key={job.id} level={3} title={`${job.name} #${job.id}`}>
          <Job job={job} onChange={changed} />
        </Disclosure>
      ))}
      <Pager page={page} per={ROWS_PER_PAGE} total={total} onPage={setPage} />
    </div>
  );
}

function Job({ job, onChange }: { job: SystemJob; onChange: () => void }) {
  const { moment } = useDates();
  return (
    <div className="stack">
      <dl className="facts columns">
        <div>
          <dt>Attempts</dt>
          <dd>
            {job.attempts} of {job.max_attempts}
          </dd>
        </div>
        <div>
          <dt>Next run</dt>
          <dd>{nextRun(job, moment)}</dd>
        </div>
        <div>
          <dt>Added</dt>
          <dd>{moment(job.created_at)}</dd>
        </div>
      </dl>
      <div className="stack tight">
        <h4>Last error</h4>
        {job.last_error === null ? (
          <p className="muted">None</p>
        ) : (
          <pre className="raw-entry">{job.last_error}</pre>
        )}
        <h4>Data</h4>
        <Payload {...job} />
      </div>
      {job.state !== 'running' && (
        <Acts
          retry={() => call(retryJob, { job: String(job.id) })}
          retried="The job will run again"
          discard={(values) => call(discardJob, { job: String(job.id) }, values)}
          discardLabel="Discard Job"
          question="Discard this job? It won't run again."
          kept={job.discardable ? undefined : PAYMENT_JOB_KEPT}
          onChange={onChange}
        />
      )}
    </div>
  );
}

const Payload = ({ payload, payload_bytes }: Pick<SystemJob, 'payload' | 'payload_bytes'>) =>
  payload === null ? (
    <p className="muted">Too large to show: {bytes(payload_bytes)}</p>
  ) : (
    <pre className="raw-entry">{toJson(payload)}</pre>
  );

function nextRun({ state, run_at }: SystemJob, moment: (iso: string) => string) {
  if (state === 'failed') return 'None: all attempts are used';
  if (state === 'running') return 'Running now';
  return state === 'due' ? 'As soon as a worker is free' : moment(run_at);
}
