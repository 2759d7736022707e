import { useEffect } from 'react';
import type { PropsOf } from '../../server/contract/island';
import { type SystemStatus, showSystem, type systemStatus } from '../../server/system/contract';
import { call } from '../browser/api';
import { useAct } from '../browser/use-act';
import { Button } from '../ui/button';
import { useDates } from '../ui/dates';
import { Failed, Notice, Skeleton, usePreloaded } from '../ui/feedback';
import { Consistency } from './Consistency';
import { Database, Storage } from './Database';
import { Email } from './Email';
import { PaymentEvents } from './PaymentEvents';
import { Processes } from './Processes';
import { Queue } from './Queue';

const EVERY_MS = 10_000;

/** How the product runs, and the work that needs a person. Refreshed while the page is looked at. */
export default function System({ system }: PropsOf<typeof systemStatus>) {
  const [status, refetch, { failed }] = usePreloaded(system, () => call(showSystem, {}));
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) void refetch();
    }, EVERY_MS);
    return () => clearInterval(timer);
  }, [refetch]);
  const failure = failed && <Failed onRetry={() => void refetch()}>The status could not be loaded.</Failed>;
  if (!status) return failure || <Skeleton shape="detail" label="Loading the status" />;
  const onChange = () => void refetch();
  return (
    <div className="stack loose system">
      {failure}
      <Summary status={status} refetch={refetch} />
      <Processes {...status} />
      <div className="system-pair">
        <Database database={status.database} />
        <Storage storage={status.storage} />
      </div>
      <Queue queue={status.queue} at={status.at} onChange={onChange} />
      <Email mails={status.mails} at={status.at} onChange={onChange} />
      <PaymentEvents webhooks={status.webhooks} onChange={onChange} />
      <Consistency consistency={status.consistency} onChange={onChange} />
    </div>
  );
}

interface SummaryProps {
  status: SystemStatus;
  refetch: () => Promise<boolean>;
}

function Summary({ status: { problems, at, version }, refetch }: SummaryProps) {
  const { busy, run } = useAct();
  const { moment } = useDates();
  return (
    <div className="stack">
      {problems.length === 0 ? (
        <Notice tone="green" title="All systems normal" />
      ) : (
        <Notice
          tone="yellow"
          title={
            problems.length === 1 ? '1 problem needs attention' : `${problems.length} problems need attention`
          }
        >
          <ul className="system-problems">
            {problems.map(({ code, text, href }) => (
              <li key={code}>
                <a href={href.replace(/^.*#/, '#')}>{text}</a>
              </li>
            ))}
          </ul>
        </Notice>
      )}
      <div className="row between">
        <p className="muted small">
          Updated <time dateTime={at}>{moment(at)}</time> · Version{' '}
          <span className="nowrap">{version.slice(0, 12)}</span>
        </p>
        <Button icon="refresh" busy={busy} onClick={() => void run(refetch)}>
          Refresh
        </Button>
      </div>
    </div>
  );
}
