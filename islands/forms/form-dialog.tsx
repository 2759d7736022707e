import type { FormikValues } from 'formik';
import type { ReactNode } from 'react';
import type { ObjectSchema } from 'yup';
import { notify } from '../browser/alerts';
import { useForm } from './form';
import { FormModal, type FormModalFrame } from './form-modal';

interface Props<Values extends FormikValues> extends FormModalFrame {
  schema: ObjectSchema<Values>;
  initial: Values;
  /** Returns what the toast says, if anything. */
  send: (values: Values) => Promise<string | undefined>;
  children: (form: ReturnType<typeof useForm<Values>>) => ReactNode;
  onChange?: () => unknown;
  saidAt?: keyof Values & string;
}

/** A dialog with a form of its own; it stays open with what was typed when the server refuses. */
export function FormDialog<Values extends FormikValues>(props: Props<Values>) {
  const { schema, initial, send, children, onChange, saidAt, ...frame } = props;
  const form = useForm({
    schema,
    initial,
    saidAt,
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
