import type { WebhookDelivery } from '../../server/events/webhooks/contract';
import { Button } from '../ui/button';
import { useDates } from '../ui/dates';
import { Modal } from '../ui/modal';
import { Table } from '../ui/table';

interface Props {
  delivery: WebhookDelivery;
  onClose: () => void;
}

export function AttemptsDialog({ delivery, onClose }: Props) {
  const dates = useDates();
  return (
    <Modal
      title={`${delivery.type} ${delivery.event_id}`}
      open
      onClose={onClose}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      {delivery.attempts.length === 0 ? (
        <p className="muted">Not sent yet.</p>
      ) : (
        <Table
          caption="Attempts, oldest first"
          cards
          rows={delivery.attempts}
          rowKey={({ at }) => at}
          columns={[
            { key: 'at', head: 'Time', rowHead: true, cell: ({ at }) => dates.deadline(at) },
            { key: 'answer', head: 'Response', cell: ({ status, error }) => status ?? error },
            { key: 'ms', head: 'Duration', num: true, cell: ({ ms }) => `${ms.toLocaleString('en-US')} ms` },
            {
              key: 'excerpt',
              head: 'Start of the response',
              cell: ({ excerpt }) => <code className="secret-key">{excerpt}</code>,
            },
          ]}
        />
      )}
    </Modal>
  );
}
