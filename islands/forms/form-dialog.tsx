import type { FormikValues } from 'formik';
import { type ReactNode, type Ref, type SyntheticEvent, useId } from 'react';
import type { ObjectSchema } from 'yup';
import { notify } from '../browser/alerts';
import { Button } from '../ui/button';
import { FormError } from '../ui/feedback';
import { Modal } from '../ui/modal';
import { useForm } from './form';

interface BaseProps {
  title: string;
  confirm: string;
  danger?: boolean;
  /** In place of Cancel, where the act itself is a cancellation. */
  keep?: string;
  size?: 'small' | 'medium';
  onClose: () => void;
}

interface ModalProps extends BaseProps {
  form: Pick<ReturnType<typeof useForm>, 'error' | 'isSubmitting' | 'onSubmit'>;
  disabled?: boolean;
  ref?: Ref<HTMLFormElement>;
  children: ReactNode;
}

/** A dialog around a form's fields, with its buttons and its error. */
export function FormModal(props: ModalProps) {
  const { title, confirm, danger, keep = 'Cancel', size = 'small', onClose, form, disabled, ref } = props;
  const formId = useId();
  const submit = (event: SyntheticEvent) => {
    // React bubbles through portals to a form that contains the dialog.
    event.stopPropagation();
    form.onSubmit(event);
  };
  return (
    <Modal
      title={title}
      open
      onClose={onClose}
      size={size}
      footer={
        <>
          <Button onClick={onClose}>{keep}</Button>
          <Button
            type="submit"
            form={formId}
            tone="primary"
            className={danger ? 'danger' : ''}
            busy={form.isSubmitting}
            disabled={disabled}
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

interface DialogProps<Values extends FormikValues> extends BaseProps {
  schema: ObjectSchema<Values>;
  initial: Values;
  /** Returns what the toast says, if anything. */
  send: (values: Values) => Promise<string | undefined>;
  children: (form: ReturnType<typeof useForm<Values>>) => ReactNode;
  onChange?: () => unknown;
}

/** A dialog with a form of its own; it stays open with what was typed when the server refuses. */
export function FormDialog<Values extends FormikValues>(props: DialogProps<Values>) {
  const { schema, initial, send, children, onChange, ...frame } = props;
  const form = useForm({
    schema,
    initial,
    submit: async (values) => {
      const done = await send(values);
      if (done) notify('success', done);
      frame.onClose();
      await onChange?.();
    },
  });
  return (
    <FormModal {...frame} form={form}>
      {children(form)}
    </FormModal>
  );
}
