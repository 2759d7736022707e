import { useState } from 'react';
import { HOUR_MS } from '../../server/contract/durations';
import { counted } from '../../server/contract/money';
import { replayEvents, type WebhookDocument } from '../../server/events/webhooks/contract';
import { notify } from '../browser/alerts';
import { call } from '../browser/api';
import { useAct } from '../browser/use-act';
import { SelectField } from '../forms/field';
import { FormModal } from '../forms/form-modal';

interface Props {
  webhook: WebhookDocument;
  onReplayed: () => Promise<unknown>;
  onClose: () => void;
}

/** In hours. */
const SPANS = [
  { value: '1', label: 'Last hour' },
  { value: '24', label: 'Last 24 hours' },
  { value: '168', label: 'Last 7 days' },
  { value: '720', label: 'Last 30 days' },
];

const queuedText = (queued: number) =>
  queued === 0 ? 'No events in that time.' : `Sending ${counted(queued, 'event')} again.`;

export function ReplayDialog({ webhook, onReplayed, onClose }: Props) {
  const [hours, setHours] = useState('24');
  const { busy, problem, submit } = useAct();
  async function replay() {
    const since = new Date(Date.now() - Number(hours) * HOUR_MS).toISOString();
    const { queued } = await call(replayEvents, { id: webhook.id }, { since });
    notify('success', queuedText(queued));
    onClose();
    await onReplayed();
  }
  return (
    <FormModal
      title="Replay events"
      confirm="Replay Events"
      form={{ error: problem, isSubmitting: busy, onSubmit: () => void submit(replay) }}
      onClose={onClose}
    >
      <p>Sends these events again, even those already delivered. Events keep their IDs.</p>
      <SelectField label="Events from" name="hours" options={SPANS} value={hours} onChange={setHours} />
    </FormModal>
  );
}
