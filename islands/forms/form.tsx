import { type FormikValues, useFormik } from 'formik';
import { type FormEvent, useMemo, useState } from 'react';
import type { ObjectSchema } from 'yup';
import { ApiError } from '../browser/api';
import { ValidationError } from './schemas';
import { useSubmitDelay } from './submit-delay';

interface FormOptions<Values extends FormikValues> {
  schema: ObjectSchema<Values>;
  initial: Values;
  submit: (values: Values) => Promise<void>;
}

type Errors = Readonly<Record<string, string | undefined>>;

function errorsOf(
  schema: { validateSync(values: unknown, options: object): unknown },
  values: unknown,
): Errors {
  try {
    schema.validateSync(values, { abortEarly: false });
    return {};
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    return Object.fromEntries(error.inner.map(({ path, message }) => [path ?? '', message]).toReversed());
  }
}

/** What the server refused, and the values it refused. */
interface Refusal {
  values: FormikValues;
  errors: Errors;
}

const refusalOf = (values: FormikValues, { fieldErrors }: ApiError): Refusal => ({
  values,
  errors: Object.fromEntries(
    Object.entries(fieldErrors).map(([path, [message]]) => [path.split('.').at(-1) ?? path, message]),
  ),
});

/** A form backed by the schema that the server validates with; its first refusal stands under the form. */
export function useForm<Values extends FormikValues>({ schema, initial, submit }: FormOptions<Values>) {
  const [error, setError] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const afterDelay = useSubmitDelay();
  const formik = useFormik<Values>({
    initialValues: initial,
    // Judged below, from the values themselves: formik's own verdict is of the last change alone where a password
    // manager fills two fields at once.
    validateOnChange: false,
    validateOnBlur: false,
    validate: (values) => errorsOf(schema, values),
    onSubmit: async (values, { setTouched }) => {
      setError(null);
      setRefusal(null);
      try {
        await afterDelay(() => submit(values));
      } catch (failure) {
        if (!(failure instanceof ApiError)) {
          setError('Please check your connection and try again.');
          return;
        }
        setError(failure.message);
        const refused = refusalOf(values, failure);
        setRefusal(refused);
        const touched = Object.fromEntries(Object.keys(refused.errors).map((name) => [name, true]));
        setTouched(touched as Parameters<typeof setTouched>[0], false);
      }
    },
  });
  const { values } = formik;
  const problems = useMemo(() => errorsOf(schema, values), [schema, values]);
  /** The schema's word, or the server's while the value is the one that it refused. */
  const problemOf = (name: string) =>
    problems[name] ?? (refusal?.values[name] === values[name] ? refusal?.errors[name] : undefined);
  return {
    ...formik,
    errors: problems,
    /** The first error of the last attempt. */
    error,
    /** Valid and changed: what the spec enables submitting by. */
    ready: Object.keys(problems).length === 0 && formik.dirty && !formik.isSubmitting,
    /** Props of a text field of the kit. */
    field: (name: keyof Values & string) => ({
      name,
      value: String(values[name] ?? ''),
      onChange: (value: string) => void formik.setFieldValue(name, value),
      onBlur: () => void formik.setFieldTouched(name, true),
      error: formik.touched[name] ? problemOf(name) : undefined,
    }),
    onSubmit: (event: FormEvent) => {
      event.preventDefault();
      if (!formik.isSubmitting) formik.handleSubmit();
    },
  };
}
