import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { Button } from '../ui/button';
import { FormError } from '../ui/feedback';

interface Props {
  form: { dirty: boolean; isSubmitting: boolean };
  /** Of the whole form. */
  error: ReactNode;
  /** Why it can't be saved; '' if it can. */
  reason: string;
  disabled: boolean;
  /** The button's. */
  children: string;
}

/** The end of a long form, in view while there is something to save. */
export const SaveBar = ({ form, error, reason, disabled, children }: Props) => (
  <div className={clsx('save-bar', form.dirty && 'unsaved')}>
    <FormError>{error}</FormError>
    <span className="muted small">{reason || (form.dirty && 'Unsaved changes')}</span>
    <Button type="submit" tone="primary" busy={form.isSubmitting} disabled={disabled && !form.isSubmitting}>
      {children}
    </Button>
  </div>
);
