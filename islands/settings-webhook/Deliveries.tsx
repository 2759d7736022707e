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
import { SegmentedControl } from '../ui/segmented';
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

/** Of what is loaded; the rest comes with the button. */
const SHOWN = 20;

export function Deliveries({ webhook, list: all, onChange }: Props) {
  const [failed, setFailed] = useState<DeliveryList | null>(null);
  const [older, setOlder] = useState<DeliveryList | null>(null);
  const [shown, setShown] = useState(SHOWN);
  const [opened, setOpened] = useState<'replay' | WebhookDelivery | null>(null);
  const dates = useDates();
  const { busyWith, run } = useAct<number | 'older' | 'tab'>({ onError: notifyError() });
  const onClose = () => setOpened(null);
  const list = failed ?? all;
  const status = failed ? ('failed' as const) : undefined;
  const newest = list.deliveries.at(-1)?.id ?? 0;
  const deliveries = [...list.deliveries, ...(older?.deliveries ?? []).filter(({ id }) => id < newest)];
  const hasMore = deliveries.length > shown || (older ?? list).has_more;
  const loadFailed = async () =>
    setFailed(await call(listDeliveries, { id: webhook.id }, undefined, { status: 'failed' }));
  const onTab = (id: string) =>
    void run(async () => {
      if (id === 'failed') await loadFailed();
      else setFailed(null);
      setOlder(null);
      setShown(SHOWN);
    }, 'tab');
  const showOlder = () =>
    void run(async () => {
      if (deliveries.length <= shown) {
        const before = deliveries.at(-1)?.id;
        const next = await call(listDeliveries, { id: webhook.id }, undefined, { before, status });
        setOlder({ ...next, deliveries: [...(older?.deliveries ?? []), ...next.deliveries] });
      }
      setShown(shown + SHOWN);
    }, 'older');
  const onReplay = ({ id }: WebhookDelivery) =>
    void run(async () => {
      await call(replayDelivery, { id });
      notify('success', 'Sending the event again.');
      await Promise.all([onChange(), failed && loadFailed()]);
    }, id);
  return (
    <section className="section">
      <div className="section-head">
        <h2>Deliveries</h2>
        <Button onClick={() => setOpened('replay')}>Replay Events</Button>
      </div>
      {all.deliveries.length > 0 && (
        <div className="delivery-choice">
          <SegmentedControl
            label="Status of deliveries"
            value={failed ? 'failed' : 'all'}
            onChange={onTab}
            choices={[
              { value: 'all', label: 'All' },
              { value: 'failed', label: 'Failed' },
            ]}
          />
        </div>
      )}
      {deliveries.length === 0 ? (
        <p className="muted">
          {failed
            ? 'No delivery has failed.'
            : 'Nothing has been sent yet. Send a test event to see how the endpoint responds.'}
        </p>
      ) : (
        <div className="stack">
          <Table
            caption="Deliveries, newest first"
            lines
            rows={deliveries.slice(0, shown)}
            dense
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
      {opened === 'replay' && (
        <ReplayDialog
          webhook={webhook}
          onReplayed={() => Promise.all([onChange(), failed && loadFailed()])}
          onClose={onClose}
        />
      )}
      {opened !== null && opened !== 'replay' && <AttemptsDialog delivery={opened} onClose={onClose} />}
    </section>
  );
}

interface ColumnOptions {
  dates: Dates;
  busyWith: number | 'older' | 'tab' | null;
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
    cell: ({ status }) =>
      status === 'delivered' ? (
        <span className="muted">{STATUSES.delivered[0]}</span>
      ) : (
        <Badge tone={STATUSES[status][1]}>{STATUSES[status][0]}</Badge>
      ),
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
    num: true,
    line: 'actions',
    cell: (delivery) => (
      <Button
        size="small"
        tone={delivery.status === 'failed' ? undefined : 'quiet'}
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
