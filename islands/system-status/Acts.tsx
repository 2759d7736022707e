import { useState } from 'react';
import { discardForm } from '../../server/system/schema';
import { notify } from '../browser/alerts';
import { useAct } from '../browser/use-act';
import { TextField } from '../forms/field';
import { FormDialog } from '../forms/form-dialog';
import { Button } from '../ui/button';
import { FormError } from '../ui/feedback';

interface Props {
  retry: () => Promise<unknown>;
  /** What the toast says. */
  retried: string;
  discard: (values: { reason: string }) => Promise<unknown>;
  discardLabel: string;
  question: string;
  /** Why it cannot be discarded. */
  kept?: string | undefined;
  onChange: () => void;
}

/** Runs again, or is dropped with a reason. */
export function Acts({ retry, retried, discard, discardLabel, question, kept, onChange }: Props) {
  const [asking, setAsking] = useState(false);
  const { busy, problem, run } = useAct();
  const retryNow = () =>
    run(async () => {
      await retry();
      notify('success', retried);
      onChange();
    });
  return (
    <div className="stack tight">
      <FormError>{problem}</FormError>
      <div className="button-row">
        <Button size="small" busy={busy} onClick={() => void retryNow()}>
          Retry Now
        </Button>
        {kept === undefined && (
          <Button size="small" tone="quiet" onClick={() => setAsking(true)}>
            {discardLabel}
          </Button>
        )}
      </div>
      {kept && <p className="muted small">{kept}</p>}
      {asking && (
        <FormDialog
          title={question}
          schema={discardForm}
          initial={{ reason: '' }}
          confirm={discardLabel}
          danger
          send={async (values) => {
            await discard(values);
            return 'Discarded';
          }}
          onChange={onChange}
          onClose={() => setAsking(false)}
        >
          {(form) => (
            <TextField
              {...form.field('reason')}
              label="Reason"
              hint="Only our team reads this, in the audit log."
              required
              maxLength={500}
              autoFocus
            />
          )}
        </FormDialog>
      )}
    </div>
  );
}
