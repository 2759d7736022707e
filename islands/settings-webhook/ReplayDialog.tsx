import { useState } from 'react';
import { HOUR_MS } from '../../server/contract/durations';
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
  queued === 0
    ? 'Nothing happened in that time.'
    : `${queued.toLocaleString('en-US')} ${queued === 1 ? 'event is' : 'events are'} sent again.`;

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
      <p>Sends what happened again, whether it arrived or not. Events keep their ids.</p>
      <SelectField label="Events of" name="hours" options={SPANS} value={hours} onChange={setHours} />
    </FormModal>
  );
}
