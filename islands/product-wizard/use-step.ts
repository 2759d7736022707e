import { useEffect, useRef, useState } from 'react';
import type { ObjectSchema } from 'yup';
import { me } from '../../server/accounts/contract';
import { createProduct, type Product, showProduct, updateProduct } from '../../server/products/contract';
import { type ProductStep, productSteps } from '../../server/products/form-contract';
import { ApiError, call } from '../browser/api';
import { useForm } from '../forms/form';
import { useUnsaved } from '../forms/unsaved-guard';
import { keepDraft, takeDraft } from './drafts';
import { type Values, valuesOf } from './values';

interface Options {
  step: ProductStep;
  product: Product | null;
  onProduct: (product: Product) => void;
  onSaved: (product: Product, before: Product | null) => void;
}

/** A step's form: judged by the schema that the server judges by, saved by the call that fits. */
export function useStep({ step, product, onProduct, onSaved }: Options) {
  const [initial] = useState(() => valuesOf(step, product));
  const form = useForm<Values>({
    schema: productSteps[step] as unknown as ObjectSchema<Values>,
    initial,
    submit: async (values) => {
      const saved = await save(values);
      leave();
      // Publishing changes what the person is told.
      if (step === 'pricing') await call(me, {}).catch(() => null);
      onSaved(saved, product);
    },
  });
  const [uploads, setUploads] = useState(0);
  const leave = useUnsaved((form.dirty || uploads > 0) && !form.isSubmitting);

  // What was typed before somebody went a step back is there again, still to be saved.
  const [restored, setRestored] = useState(false);
  const restore = useRef<() => void>(null);
  restore.current = () => {
    const draft = product && takeDraft(product.id, step);
    if (!draft) return;
    setRestored(true);
    void form.setValues(draft);
  };
  useEffect(() => restore.current?.(), []);

  async function save(values: Values): Promise<Product> {
    if (!product) return call(createProduct, {}, { product: values });
    if (!form.dirty) return product;
    const shownUnits = step === 'quantity' && product.units !== null ? { old_units: product.units } : {};
    try {
      return await call(updateProduct, { id: product.id }, { product: { ...values, ...shownUnits } });
    } catch (error) {
      // Sold meanwhile: what there is now is shown with the refusal, and a second try is meant.
      if (error instanceof ApiError && error.status === 409)
        onProduct(await call(showProduct, { id: product.id }));
      throw error;
    }
  }

  const money = (name: string) => ({
    name,
    cents: (form.values[name] ?? null) as never,
    onCents: (value: number | null) => void form.setFieldValue(name, value),
    onBlur: () => void form.setFieldTouched(name, true),
    error: form.field(name).error,
  });
  const quantity = (name: string) => {
    const { onChange, ...rest } = form.field(name);
    return { ...rest, onValue: onChange };
  };
  return {
    ...form,
    restored: restored && form.dirty,
    /** Pictures on their way: without them the step is not whole. */
    isUploading: uploads > 0,
    onUploading: (isOn: boolean) => setUploads((now) => now + (isOn ? 1 : -1)),
    /** Before going a step back: nothing that was typed is lost. */
    keep() {
      if (product) keepDraft(product.id, step, form.values);
      leave();
    },
    isValid: Object.keys(form.errors).length === 0,
    money,
    quantity,
  };
}

export type StepForm = ReturnType<typeof useStep>;
