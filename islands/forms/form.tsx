import { type FormikValues, useFormik } from 'formik';
import { type RefObject, type SyntheticEvent, useEffect, useMemo, useState } from 'react';
import { type ObjectSchema, ValidationError } from 'yup';
import { ApiError } from '../browser/api';
import { useSubmitDelay } from '../browser/use-act';

interface FormOptions<Values extends FormikValues> {
  schema: ObjectSchema<Values>;
  initial: Values;
  submit: (values: Values) => Promise<void>;
  /** The field whose refusal is shown there only, not below the form. */
  saidAt?: (keyof Values & string) | undefined;
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
    const errors: Record<string, string> = {};
    for (const { path = '', message } of error.inner) errors[path] ??= message;
    return errors;
  }
}

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

/** A form validated by the server's own schema; the first form-level error is shown under it. */
export function useForm<Values extends FormikValues>(options: FormOptions<Values>) {
  const { schema, initial, submit, saidAt } = options;
  const [error, setError] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const afterDelay = useSubmitDelay();
  const formik = useFormik<Values>({
    initialValues: initial,
    // Validated below: of two fields filled at once by a password manager, formik validates only the last.
    validateOnChange: false,
    validateOnBlur: false,
    validate: (values) => errorsOf(schema, values),
    onSubmit: async (values, { setTouched }) => {
      setRefusal(null);
      try {
        await afterDelay(() => submit(values));
      } catch (failure) {
        if (!(failure instanceof ApiError)) {
          setError('Check your connection and try again.');
          return;
        }
        const refused = refusalOf(values, failure);
        setRefusal(refused);
        if (saidAt === undefined || refused.errors[saidAt] === undefined) setError(failure.message);
        const touched = Object.fromEntries(Object.keys(refused.errors).map((name) => [name, true]));
        setTouched(touched as Parameters<typeof setTouched>[0], false);
      }
    },
  });
  const { values } = formik;
  const problems = useMemo(() => errorsOf(schema, values), [schema, values]);
  /** The server's error is shown until the value changes. */
  const problemOf = (name: string) =>
    problems[name] ?? (refusal?.values[name] === values[name] ? refusal?.errors[name] : undefined);
  return {
    ...formik,
    errors: problems,
    error,
    /** Valid and changed, as the submit button requires. */
    ready: Object.keys(problems).length === 0 && formik.dirty && !formik.isSubmitting,
    field: (name: keyof Values & string) => ({
      name,
      value: String(values[name] ?? ''),
      onChange: (value: string) => void formik.setFieldValue(name, value),
      onBlur: () => void formik.setFieldTouched(name, true),
      error: formik.touched[name] ? problemOf(name) : undefined,
    }),
    onSubmit: (event: SyntheticEvent) => {
      event.preventDefault();
      if (formik.isSubmitting) return;
      setError(null);
      formik.handleSubmit();
    },
  };
}

const linked = () => window.location.hash.slice(1);

/** True where the address ends in `#name`. */
export const isLinked = (name: string) => linked() === name;

/** Focuses the field that the address names after `#`, also when a link on the same page names it. */
export function useLinkedField(form: RefObject<HTMLFormElement | null>) {
  useEffect(() => {
    const focus = () => {
      const named = form.current?.elements.namedItem(linked());
      const field = named instanceof RadioNodeList ? named[0] : named;
      const editor = field?.parentElement?.querySelector<HTMLElement>('trix-editor');
      if (!(field instanceof HTMLElement)) return;
      field.closest('details')?.setAttribute('open', '');
      (editor ?? field).focus();
    };
    focus();
    window.addEventListener('hashchange', focus);
    return () => window.removeEventListener('hashchange', focus);
  }, [form]);
}
