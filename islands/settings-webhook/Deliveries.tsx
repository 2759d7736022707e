import { useState } from 'react';
import {
  type DeliveryList,
  listDeliveries,
  replayDelivery,
  type WebhookDelivery,
  type WebhookDocument,
} from '../../server/events/webhooks/contract';
import { notify } from '../browser/alerts';
import { call } from '../browser/api';
import { notifyError, useAct } from '../browser/use-act';
import { Badge, type Tone } from '../ui/badge';
import { Button } from '../ui/button';
import { type Dates, useDates } from '../ui/dates';
import { type Column, Table } from '../ui/table';
import { AttemptsDialog } from './AttemptsDialog';
import { ReplayDialog } from './ReplayDialog';

interface Props {
  webhook: WebhookDocument;
  list: DeliveryList;
  onChange: () => Promise<unknown>;
}

const STATUSES: Readonly<Record<WebhookDelivery['status'], readonly [label: string, tone: Tone]>> = {
  pending: ['Pending', 'yellow'],
  delivered: ['Delivered', 'green'],
  failed: ['Failed', 'red'],
  canceled: ['Canceled', 'gray'],
};

export function Deliveries({ webhook, list, onChange }: Props) {
  const [older, setOlder] = useState<DeliveryList | null>(null);
  const [opened, setOpened] = useState<'replay' | WebhookDelivery | null>(null);
  const dates = useDates();
  const { busyWith, run } = useAct<number | 'older'>({ onError: notifyError() });
  const onClose = () => setOpened(null);
  const newest = list.deliveries.at(-1)?.id ?? 0;
  const deliveries = [...list.deliveries, ...(older?.deliveries ?? []).filter(({ id }) => id < newest)];
  const hasMore = (older ?? list).has_more;
  const showOlder = () =>
    void run(async () => {
      const before = deliveries.at(-1)?.id;
      const next = await call(listDeliveries, { id: webhook.id }, undefined, { before });
      setOlder({ ...next, deliveries: [...(older?.deliveries ?? []), ...next.deliveries] });
    }, 'older');
  const onReplay = ({ id }: WebhookDelivery) =>
    void run(async () => {
      await call(replayDelivery, { id });
      notify('success', 'Sending the event again.');
      await onChange();
    }, id);
  return (
    <section className="section">
      <div className="section-head">
        <h2>Deliveries</h2>
        <Button onClick={() => setOpened('replay')}>Replay Events</Button>
      </div>
      {deliveries.length === 0 ? (
        <p className="muted">
          Nothing has been sent yet. Send a test event to see how the endpoint responds.
        </p>
      ) : (
        <div className="stack">
          <Table
            caption="Deliveries, newest first"
            lines
            rows={deliveries}
            rowKey={({ id }) => id}
            columns={columnsOf({ dates, busyWith, onReplay, onOpen: setOpened })}
          />
          {hasMore && (
            <div className="button-row">
              <Button busy={busyWith === 'older'} onClick={showOlder}>
                Show Older
              </Button>
            </div>
          )}
        </div>
      )}
      {opened === 'replay' && <ReplayDialog webhook={webhook} onReplayed={onChange} onClose={onClose} />}
      {opened !== null && opened !== 'replay' && <AttemptsDialog delivery={opened} onClose={onClose} />}
    </section>
  );
}

interface ColumnOptions {
  dates: Dates;
  busyWith: number | 'older' | null;
  onReplay: (delivery: WebhookDelivery) => void;
  onOpen: (delivery: WebhookDelivery) => void;
}

const columnsOf = ({ dates, busyWith, onReplay, onOpen }: ColumnOptions): Column<WebhookDelivery>[] => [
  {
    key: 'event',
    head: 'Event',
    rowHead: true,
    cell: (delivery) => (
      <button
        type="button"
        className="button link"
        aria-label={`Attempts of ${delivery.type} ${delivery.event_id}`}
        onClick={() => onOpen(delivery)}
      >
        {delivery.type}
      </button>
    ),
  },
  { key: 'id', head: 'ID', cell: ({ event_id }) => event_id },
  {
    key: 'status',
    head: 'Status',
    line: 'badge',
    cell: ({ status }) => <Badge tone={STATUSES[status][1]}>{STATUSES[status][0]}</Badge>,
  },
  { key: 'last', head: 'Last attempt', line: 'fact', cell: (delivery) => lastText(delivery, dates) },
  {
    key: 'next',
    head: 'Next attempt',
    cell: ({ next_at, attempts }) => (next_at && attempts.length > 0 ? dates.deadline(next_at) : ''),
  },
  {
    key: 'actions',
    head: 'Actions',
    headHidden: true,
    line: 'actions',
    cell: (delivery) => (
      <Button
        size="small"
        busy={busyWith === delivery.id}
        aria-label={`Replay ${delivery.type} ${delivery.event_id}`}
        onClick={() => onReplay(delivery)}
      >
        Replay
      </Button>
    ),
  },
];

function lastText({ attempts }: WebhookDelivery, dates: Dates): string {
  const last = attempts.at(-1);
  if (!last) return 'Not tried yet';
  return `${last.status ?? 'No answer'} · ${dates.deadline(last.at)}`;
}
