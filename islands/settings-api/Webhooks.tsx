import { useState } from 'react';
import {
  type NewWebhookSecret,
  testWebhook,
  type WebhookDocument,
} from '../../server/events/webhooks/contract';
import { MAX_WEBHOOKS, TOO_MANY_WEBHOOKS } from '../../server/events/webhooks/rules';
import { notify } from '../browser/alerts';
import { call } from '../browser/api';
import { notifyError, useAct } from '../browser/use-act';
import { LateEndpointDialog } from '../integrations/LateEndpointDialog';
import { SigningSecretDialog } from '../integrations/SecretDialog';
import { addressText, creatorText, typesText, WebhookStatus } from '../integrations/WebhookStatus';
import { Button } from '../ui/button';
import { type Dates, useDates } from '../ui/dates';
import { type Column, Table } from '../ui/table';

interface Props {
  kind: 'buyer' | 'seller';
  webhooks: readonly WebhookDocument[];
  onChange: () => Promise<unknown>;
}

const pathOf = ({ id }: WebhookDocument) => `/settings/webhooks/${id}`;

export function Webhooks({ kind, webhooks, onChange }: Props) {
  const [opened, setOpened] = useState<'create' | NewWebhookSecret | null>(null);
  const dates = useDates();
  const { busyWith, run } = useAct<number>({ onError: notifyError() });
  const onClose = () => setOpened(null);
  const onMade = (made: NewWebhookSecret | null) => {
    setOpened(made);
    void onChange();
  };
  const onTest = (webhook: WebhookDocument) =>
    void run(async () => {
      await call(testWebhook, { id: webhook.id });
      notify('success', 'Sending a test event. View deliveries.', {
        href: pathOf(webhook),
        text: 'View deliveries',
      });
    }, webhook.id);
  return (
    <section className="section">
      <div className="section-head">
        <h2>{`Webhooks (${webhooks.length})`}</h2>
        <Button
          icon="plus"
          disabled={webhooks.length >= MAX_WEBHOOKS}
          reason={`${TOO_MANY_WEBHOOKS}.`}
          onClick={() => setOpened('create')}
        >
          Add Endpoint
        </Button>
      </div>
      {webhooks.length === 0 ? (
        <p className="muted">No endpoints yet. Add an https address to get signed events as they happen.</p>
      ) : (
        <Table
          caption="Webhooks"
          lines
          rows={webhooks}
          rowKey={({ id }) => id}
          columns={columnsOf({ kind, dates, busyWith, onTest })}
        />
      )}
      <LateEndpointDialog
        open={opened === 'create'}
        kind={kind}
        webhook={null}
        onMade={onMade}
        onClose={onClose}
      />
      {opened !== null && opened !== 'create' && (
        <SigningSecretDialog title={addressText(opened.webhook)} secret={opened.secret} onClose={onClose} />
      )}
    </section>
  );
}

interface ColumnOptions {
  kind: Props['kind'];
  dates: Dates;
  busyWith: number | null;
  onTest: (webhook: WebhookDocument) => void;
}

const columnsOf = ({ kind, dates, busyWith, onTest }: ColumnOptions): Column<WebhookDocument>[] => [
  {
    key: 'endpoint',
    head: 'Endpoint',
    rowHead: true,
    cell: (webhook) => (
      <div className="member-name">
        <a className="webhook-address" href={pathOf(webhook)}>
          {addressText(webhook)}
        </a>
        {!webhook.created_by.is_member && (
          <span className="muted small">{`Added by ${creatorText(webhook)}`}</span>
        )}
      </div>
    ),
  },
  {
    key: 'status',
    head: 'Status',
    line: 'badge',
    cell: (webhook) => <WebhookStatus webhook={webhook} dates={dates} />,
  },
  { key: 'events', head: 'Events', cell: ({ types }) => typesText(kind, types) },
  {
    key: 'actions',
    head: 'Actions',
    headHidden: true,
    num: true,
    line: 'actions',
    cell: (webhook) => (
      <Button
        size="small"
        busy={busyWith === webhook.id}
        aria-label={`Send test event to ${addressText(webhook)}`}
        onClick={() => onTest(webhook)}
      >
        Send Test Event
      </Button>
    ),
  },
];
