import type { FormikValues } from 'formik';
import { type ReactNode, useId } from 'react';
import type { ObjectSchema } from 'yup';
import { notify } from '../browser/alerts';
import { Button } from '../ui/button';
import { FormError } from '../ui/feedback';
import { Modal } from '../ui/modal';
import { useForm } from './form';

interface Props<Values extends FormikValues> {
  title: string;
  schema: ObjectSchema<Values>;
  initial: Values;
  /** Returns what the toast says. */
  send: (values: Values) => Promise<string>;
  confirm: string;
  danger?: boolean;
  children: (form: ReturnType<typeof useForm<Values>>) => ReactNode;
  onChange: () => void;
  onClose: () => void;
}

/** A dialog with a form; it stays open with what was typed when the server refuses. */
export function FormDialog<Values extends FormikValues>(props: Props<Values>) {
  const { title, schema, initial, send, confirm, danger, children, onChange, onClose } = props;
  const formId = useId();
  const form = useForm({
    schema,
    initial,
    submit: async (values) => {
      const done = await send(values);
      notify('success', done);
      onChange();
      onClose();
    },
  });
  return (
    <Modal
      title={title}
      open
      onClose={onClose}
      size="small"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            form={formId}
            tone="primary"
            className={danger ? 'danger' : ''}
            busy={form.isSubmitting}
          >
            {confirm}
          </Button>
        </>
      }
    >
      <form id={formId} className="form" noValidate onSubmit={form.onSubmit}>
        {children(form)}
        <FormError>{form.error}</FormError>
      </form>
    </Modal>
  );
}
