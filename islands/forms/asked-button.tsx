import { type ReactNode, useState } from 'react';
import { notify } from '../browser/alerts';
import { useAct } from '../browser/use-act';
import { Button } from '../ui/button';
import { FormError } from '../ui/feedback';
import { ConfirmDialog } from '../ui/modal';

export interface ConfirmedAct {
  label: string;
  title: string;
  /** The consequence. */
  children: ReactNode;
  /** In place of Cancel, where the act itself is a cancellation. */
  keep?: string;
  act: () => Promise<unknown>;
  done: string;
  onChange: () => Promise<unknown>;
}

interface Props extends ConfirmedAct {
  /** Where several buttons of a page have the label. */
  name?: string;
  tone?: 'primary' | 'quiet';
  size?: 'small';
}

/** A button whose act cannot be undone: it asks first. */
export function AskedButton({ name, tone, size, ...question }: Props) {
  const [isAsked, setAsked] = useState(false);
  return (
    <>
      <Button tone={tone} size={size} aria-label={name} onClick={() => setAsked(true)}>
        {question.label}
      </Button>
      <AskedDialog {...question} open={isAsked} onClose={() => setAsked(false)} />
    </>
  );
}

/** The question before an act that cannot be undone. */
export function AskedDialog(props: ConfirmedAct & { open: boolean; onClose: () => void }) {
  const { label, title, children, keep, act, done, onChange, open, onClose } = props;
  const { busy, problem, run } = useAct();
  async function confirm() {
    const isDone = await run(act);
    if (isDone) {
      onClose();
      notify('success', done);
    }
    await onChange();
  }
  return (
    <ConfirmDialog
      title={title}
      open={open}
      busy={busy}
      danger={keep !== undefined}
      confirmLabel={label}
      cancelLabel={keep}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      <div className="stack">
        <p>{children}</p>
        <FormError>{problem}</FormError>
      </div>
    </ConfirmDialog>
  );
}
