import { type ReactNode, useState } from 'react';
import { notify } from '../browser/alerts';
import { useAct } from '../browser/use-act';
import { Button } from '../ui/button';
import { FormError } from '../ui/feedback';
import { ConfirmDialog } from '../ui/modal';

interface Props {
  label: string;
  /** Where several buttons of a page have the label. */
  name?: string;
  tone?: 'primary' | 'quiet';
  size?: 'small';
  disabled?: boolean;
  title: string;
  /** The consequence. */
  children: ReactNode;
  /** In place of Cancel, where the act itself is a cancellation. */
  keep?: string;
  act: () => Promise<unknown>;
  done: string;
  onChange: () => Promise<unknown>;
}

/** A button whose act cannot be undone: it asks first. */
export function AskedButton(props: Props) {
  const { label, name, tone, size, disabled, title, children, keep, act, done, onChange } = props;
  const [isAsked, setAsked] = useState(false);
  const { busy, problem, run } = useAct();
  async function confirm() {
    const isDone = await run(act);
    if (isDone) {
      setAsked(false);
      notify('success', done);
    }
    await onChange();
  }
  return (
    <>
      <Button tone={tone} size={size} disabled={disabled} aria-label={name} onClick={() => setAsked(true)}>
        {label}
      </Button>
      <ConfirmDialog
        title={title}
        open={isAsked}
        busy={busy}
        danger={keep !== undefined}
        confirmLabel={label}
        cancelLabel={keep}
        onConfirm={() => void confirm()}
        onCancel={() => setAsked(false)}
      >
        <div className="stack">
          <p>{children}</p>
          <FormError>{problem}</FormError>
        </div>
      </ConfirmDialog>
    </>
  );
}
