import { type ReactNode, type Ref, type SyntheticEvent, useId } from 'react';
import { useUnsaved } from '../browser/navigation';
import { ask, type UnsavedQuestion } from '../browser/unsaved-question';
import { Button } from '../ui/button';
import { FormError } from '../ui/feedback';
import { Modal } from '../ui/modal';

export interface FormModalFrame {
  title: string;
  confirm: string;
  danger?: boolean;
  /** In place of Cancel, where the act itself is a cancellation; null for none. */
  keep?: string | null;
  size?: 'small' | 'medium' | 'large';
  onClose: () => void;
}

interface Props extends FormModalFrame {
  form: { error: ReactNode; isSubmitting: boolean; onSubmit: (event: SyntheticEvent) => void };
  disabled?: boolean;
  /** Asked before typed values are lost. */
  unsaved?: UnsavedQuestion | false;
  /** Beside the buttons, said to screen readers when it changes; '' for nothing now. */
  status?: string;
  ref?: Ref<HTMLFormElement>;
  children: ReactNode;
}

/** A dialog around a form's fields, with its buttons and its error; without formik, for forms that have none. */
export function FormModal(props: Props) {
  const { title, confirm, danger, keep = 'Cancel', size = 'small', form, status, unsaved, ref } = props;
  const formId = useId();
  const close = useClose({ unsaved, busy: form.isSubmitting, onClose: props.onClose });
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    // React bubbles through portals to a form that contains the dialog.
    event.stopPropagation();
    form.onSubmit(event);
  };
  return (
    <Modal
      title={title}
      open
      onClose={close}
      size={size}
      footer={
        <>
          {status !== undefined && (
            <span className="dialog-status" role="status">
              {status}
            </span>
          )}
          {keep && <Button onClick={close}>{keep}</Button>}
          <Button
            type="submit"
            form={formId}
            tone="primary"
            className={danger ? 'danger' : ''}
            busy={form.isSubmitting}
            disabled={props.disabled}
          >
            {confirm}
          </Button>
        </>
      }
    >
      <form id={formId} ref={ref} className="form" noValidate onSubmit={submit}>
        {props.children}
        <FormError>{form.error}</FormError>
      </form>
    </Modal>
  );
}

interface CloseOptions {
  unsaved?: UnsavedQuestion | false | undefined;
  busy: boolean;
  onClose: () => void;
}

/** Closes a dialog unless it is sending, and asks before typed values are lost, which the page then does as well. */
export function useClose({ unsaved, busy, onClose }: CloseOptions) {
  useUnsaved(Boolean(unsaved) && !busy);
  return async () => {
    if (!busy && (!unsaved || (await ask(unsaved)))) onClose();
  };
}
