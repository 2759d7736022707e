import { type ApiKeyDocument, type KeyRefusal, listKeyRefusals } from '../../server/accounts/keys/contract';
import { call } from '../browser/api';
import { Button } from '../ui/button';
import { useDates } from '../ui/dates';
import { Failed, Skeleton, usePreloaded } from '../ui/feedback';
import { Modal } from '../ui/modal';
import { Table } from '../ui/table';

interface Props {
  apiKey: ApiKeyDocument;
  onClose: () => void;
}

const REASONS: Readonly<Record<KeyRefusal['reason'], string>> = {
  revoked: 'The key was revoked',
  replaced: 'The secret was replaced by a rotation',
  expired: 'The key has expired',
  company_denied: "The company isn't approved",
  capability_missing: "The key doesn't have that capability",
  not_for_keys: "The call isn't available to API keys",
  rate_limited: 'Too many calls in a minute',
};

const NONE = undefined as KeyRefusal[] | undefined;

export function RefusalsDialog({ apiKey, onClose }: Props) {
  const [refusals, refetch, { failed }] = usePreloaded(
    NONE,
    async () => (await call(listKeyRefusals, { id: apiKey.id })).refusals,
  );
  return (
    <Modal
      title={`Refused calls of ${apiKey.name}`}
      open
      onClose={onClose}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      {refusals ? (
        <RefusalTable refusals={refusals} />
      ) : failed ? (
        <Failed onRetry={refetch}>The refused calls could not be loaded.</Failed>
      ) : (
        <Skeleton label="Loading refused calls" />
      )}
    </Modal>
  );
}

function RefusalTable({ refusals }: { refusals: readonly KeyRefusal[] }) {
  const { deadline } = useDates();
  if (refusals.length === 0) return <p className="muted">No calls were refused in the last 30 days.</p>;
  return (
    <Table
      caption="Refused calls by day"
      cards
      rows={refusals}
      rowKey={({ day, reason }) => `${day} ${reason}`}
      columns={[
        { key: 'reason', head: 'Reason', rowHead: true, cell: ({ reason }) => REASONS[reason] },
        { key: 'count', head: 'Calls', num: true, cell: ({ count }) => count.toLocaleString('en-US') },
        { key: 'last', head: 'Last', cell: ({ last_at }) => deadline(last_at) },
      ]}
    />
  );
}
