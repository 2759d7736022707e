import { formatUnits } from '../../server/contract/money';
import { processEvent, type SystemEvent, type SystemStatus } from '../../server/system/contract';
import { notify } from '../browser/alerts';
import { call } from '../browser/api';
import { useAct } from '../browser/use-act';
import { Button } from '../ui/button';
import { type Dates, useDates } from '../ui/dates';
import { FormError } from '../ui/feedback';
import { type Column, Table } from '../ui/table';

interface Props extends Pick<SystemStatus, 'webhooks'> {
  onChange: () => void;
}

export function PaymentEvents({ webhooks: { events, unprocessed }, onChange }: Props) {
  const { busy, problem, run } = useAct();
  const dates = useDates();
  const processAgain = (event: string) =>
    run(async () => {
      await call(processEvent, { event });
      notify('success', 'The event will be processed again');
      onChange();
    });
  return (
    <section id="payment-events" className="stack" aria-labelledby="payment-events-title">
      <h2 id="payment-events-title">Payment events</h2>
      <FormError>{problem}</FormError>
      <Table
        caption="Unprocessed payment events"
        rows={events}
        rowKey={({ id }) => id}
        columns={columnsWith(dates, busy, (event) => void processAgain(event))}
        cards
        empty={<p className="muted">Every payment event was processed.</p>}
      />
      {unprocessed > events.length && (
        <p className="muted small">{`The ${events.length} oldest of ${formatUnits(unprocessed)}`}</p>
      )}
    </section>
  );
}

const columnsWith = (
  { moment }: Dates,
  busy: boolean,
  onProcess: (event: string) => void,
): readonly Column<SystemEvent>[] => [
  {
    key: 'type',
    head: 'Event',
    rowHead: true,
    cell: ({ type, id }) => (
      <>
        {type}
        <div className="faint tiny system-long">{id}</div>
      </>
    ),
  },
  { key: 'received', head: 'Received', cell: ({ received_at }) => moment(received_at) },
  {
    key: 'acts',
    head: 'Actions',
    headHidden: true,
    cell: ({ id }) => (
      <Button size="small" busy={busy} aria-label={`Process Again: ${id}`} onClick={() => onProcess(id)}>
        Process Again
      </Button>
    ),
  },
];
