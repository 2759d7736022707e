import { type FormikValues, useFormik } from 'formik';
import { type FormEvent, useState } from 'react';
import type { ObjectSchema } from 'yup';
import { ValidationError } from '../../server/contract/fields';
import { ApiError } from './api';

/** Forms submit after this delay (spec 1, section 9). */
const SUBMIT_DELAY_MS = 400;

interface FormOptions<Values extends FormikValues> {
  schema: ObjectSchema<Values>;
  initial: Values;
  submit: (values: Values) => Promise<void>;
}

async function errorsOf(
  schema: { validate(values: unknown, options: object): Promise<unknown> },
  values: unknown,
) {
  try {
    await schema.validate(values, { abortEarly: false });
    return {};
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    return Object.fromEntries(error.inner.map(({ path, message }) => [path ?? '', message]).toReversed());
  }
}

/** A form backed by the schema that the server validates with; its first refusal stands under the form. */
export function useForm<Values extends FormikValues>({ schema, initial, submit }: FormOptions<Values>) {
  const [error, setError] = useState<string | null>(null);
  const formik = useFormik<Values>({
    initialValues: initial,
    validateOnMount: true,
    validate: (values) => errorsOf(schema, values),
    onSubmit: async (values, { setErrors, setTouched }) => {
      setError(null);
      await new Promise((resolve) => setTimeout(resolve, SUBMIT_DELAY_MS));
      try {
        await submit(values);
      } catch (failure) {
        if (!(failure instanceof ApiError)) {
          setError('Please check your connection and try again.');
          return;
        }
        setError(failure.message);
        const fields = Object.entries(failure.fieldErrors).map(([path, [message]]) => [
          path.split('.').at(-1),
          message,
        ]);
        if (fields.length === 0) return;
        setErrors(Object.fromEntries(fields));
        setTouched(Object.fromEntries(fields.map(([name]) => [name, true])), false);
      }
    },
  });
  return {
    ...formik,
    /** The first error of the last attempt. */
    error,
    /** Valid and changed: what the spec enables submitting by. */
    ready: formik.isValid && formik.dirty && !formik.isSubmitting,
    /** Props of a text field of the kit. */
    field: (name: keyof Values & string) => ({
      name,
      value: String(formik.values[name] ?? ''),
      onChange: (value: string) => void formik.setFieldValue(name, value),
      onBlur: () => void formik.setFieldTouched(name, true),
      error: (formik.touched[name] && (formik.errors[name] as string | undefined)) || undefined,
    }),
    onSubmit: (event: FormEvent) => {
      event.preventDefault();
      formik.handleSubmit();
    },
  };
}
