import { formatUnits } from '../../server/contract/money';
import { runCheck, type SystemStatus } from '../../server/system/contract';
import { notify } from '../browser/alerts';
import { call } from '../browser/api';
import { useAct } from '../browser/use-act';
import { Button } from '../ui/button';
import { useDates } from '../ui/dates';
import { FormError } from '../ui/feedback';
import { Table } from '../ui/table';

interface Props extends Pick<SystemStatus, 'consistency'> {
  onChange: () => void;
}

type Finding = SystemStatus['consistency']['findings'][number];

export function Consistency({ consistency: { finished_at, running, findings }, onChange }: Props) {
  const { busy, problem, run } = useAct();
  const { moment } = useDates();
  const start = () =>
    run(async () => {
      await call(runCheck, {});
      notify('success', 'The check has started');
      onChange();
    });
  return (
    <section id="consistency" className="stack" aria-labelledby="consistency-title">
      <h2 id="consistency-title">Consistency</h2>
      <div className="row between">
        <p className="muted">
          {running
            ? 'A check is running.'
            : finished_at
              ? `Last check ${moment(finished_at)}`
              : 'No check has run yet.'}
        </p>
        <Button
          disabled={running}
          reason="A check is already running."
          busy={busy}
          onClick={() => void start()}
        >
          Run Check
        </Button>
      </div>
      <FormError>{problem}</FormError>
      {finished_at && (
        <Table<Finding>
          caption="Findings of the last check"
          rows={findings}
          rowKey={({ check }) => check}
          columns={[
            { key: 'check', head: 'Check', rowHead: true, cell: ({ check }) => check },
            { key: 'count', head: 'Findings', num: true, cell: ({ count }) => formatUnits(count) },
          ]}
          empty={<p className="muted">The last check found nothing.</p>}
        />
      )}
      {findings.length > 0 && (
        <p className="muted small">
          Run <code>npm run check</code> on the server to see each row and what to do.
        </p>
      )}
    </section>
  );
}
