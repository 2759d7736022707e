import { type SyntheticEvent, useEffect, useRef, useState } from 'react';
import type { ObjectSchema } from 'yup';
import { me } from '../../server/accounts/contract';
import { createProduct, type Product, showProduct, updateProduct } from '../../server/products/contract';
import { productSteps } from '../../server/products/form-schema';
import type { WizardLocation } from '../../server/products/manage/contract';
import { NO_PRICE, type ProductStep } from '../../server/products/rules';
import { ApiError, call } from '../browser/api';
import { useUnsaved } from '../browser/navigation';
import { pageValue } from '../browser/store';
import { useForm } from '../forms/form';
import { isNegative } from '../forms/number-fields';
import { locationOf, type Saving, type Values, valuesOf } from './steps';

interface Options {
  step: ProductStep;
  product: Product | null;
  locations: readonly WizardLocation[];
  onProduct: (product: Product) => void;
  onSaved: (saved: Product, before: Product | null, saving: Saving) => void;
}

/** The form of a step: validated by the server's schema, creates or updates the product. */
export function useStep({ step, product, locations, onProduct, onSaved }: Options) {
  const initialOf = (stored: Product | null): Values => ({
    ...valuesOf(step, stored),
    ...(step === 'dimensions' && locationOf(stored, locations)),
  });
  const [initial] = useState(() => initialOf(product));
  const saving = useRef<Saving>('next');
  const form = useForm<Values>({
    schema: productSteps[step] as unknown as ObjectSchema<Values>,
    initial,
    submit: async (values) => {
      const saved = await save(values);
      // Reads the current user again: publishing may change their flags.
      if (step === 'pricing') await call(me, {}).catch(() => null);
      if (saving.current === 'next') leave();
      else showSaved(saved, values);
      onSaved(saved, product, saving.current);
    },
  });
  const current = useRef(form.values);
  current.current = form.values;
  const [isSaved, setSaved] = useState(false);
  const [discards, setDiscards] = useState(0);
  const [uploads, setUploads] = useState(0);
  const leave = useUnsaved((form.dirty || uploads > 0) && !form.isSubmitting);

  const restored = useRestoredDraft(product, step, (draft) => void form.setValues(draft));

  async function save(values: Values): Promise<Product> {
    if (!product) return call(createProduct, {}, { product: values });
    return form.dirty ? update(step, product, values, onProduct) : product;
  }

  /** Keeps what was typed during the request as unsaved. */
  function showSaved(saved: Product, submitted: Values) {
    const stored = initialOf(saved);
    const typed = Object.entries(current.current).filter(([name, value]) => value !== submitted[name]);
    form.resetForm({ values: stored });
    if (typed.length > 0) void form.setValues({ ...stored, ...Object.fromEntries(typed) });
    setSaved(true);
  }

  function submit(as: Saving, event: SyntheticEvent) {
    if (!form.isSubmitting) saving.current = as;
    form.onSubmit(event);
  }

  const money = (name: string) => ({
    name,
    cents: (form.values[name] ?? null) as never,
    onCents: (value: number | null) => void form.setFieldValue(name, value),
    onBlur: () => void form.setFieldTouched(name, true),
    error: form.field(name).error,
    belowZero: NO_PRICE,
  });
  const quantity = (name: string) => {
    const { onChange, error, ...rest } = form.field(name);
    return { ...rest, error: isNegative(rest.value) ? form.errors[name] : error, onValue: onChange };
  };
  return {
    ...form,
    onSubmit: (event: SyntheticEvent) => submit('next', event),
    onSave: (event: SyntheticEvent) => submit('save', event),
    /** The button whose request is under way. */
    saving: form.isSubmitting ? saving.current : null,
    isUnsaved: form.dirty || uploads > 0,
    isSaved,
    /** Changes with each discard; fields that keep text of their own are rendered again. */
    discards,
    discard() {
      form.resetForm();
      setSaved(false);
      setDiscards(discards + 1);
    },
    restored: restored && form.dirty,
    isUploading: uploads > 0,
    onUploading: (isOn: boolean) => setUploads((now) => now + (isOn ? 1 : -1)),
    /** Saves the input as a draft before going back. */
    saveInput() {
      if (product) saveDraft(product.id, step, form.values);
      leave();
    },
    isValid: Object.keys(form.errors).length === 0,
    money,
    quantity,
  };
}

/** Restores unsaved input after the user went back a step; true if there was some. */
function useRestoredDraft(product: Product | null, step: ProductStep, setValues: (draft: Values) => void) {
  const [restored, setRestored] = useState(false);
  const restore = useRef<() => void>(null);
  restore.current = () => {
    const draft = product && takeDraft(product.id, step);
    if (!draft) return;
    setRestored(true);
    setValues(draft);
  };
  useEffect(() => restore.current?.(), []);
  return restored;
}

async function update(
  step: ProductStep,
  product: Product,
  values: Values,
  onProduct: Options['onProduct'],
): Promise<Product> {
  const { id, units } = product;
  const shownUnits = step === 'quantity' && units !== null ? { old_units: units } : {};
  try {
    return await call(updateProduct, { id }, { product: { ...values, ...shownUnits } });
  } catch (error) {
    // Units were sold meanwhile: the form shows the current product, so that a second try succeeds.
    if (error instanceof ApiError && error.status === 409) onProduct(await call(showProduct, { id }));
    throw error;
  }
}

/** Unsaved input of steps the user went back from. It survives Turbo visits, but not a reload. */
const drafts = () => pageValue('step drafts', () => new Map<string, Values>());

const nameOf = (productId: number, step: ProductStep) => `${productId} ${step}`;

const saveDraft = (productId: number, step: ProductStep, values: Values) =>
  void drafts().set(nameOf(productId, step), values);

/** Returns the draft and removes it. */
function takeDraft(productId: number, step: ProductStep): Values | null {
  const name = nameOf(productId, step);
  const draft = drafts().get(name) ?? null;
  drafts().delete(name);
  return draft;
}

export type StepForm = ReturnType<typeof useStep>;
