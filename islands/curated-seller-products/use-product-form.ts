import { useState } from 'react';
import type { ObjectSchema } from 'yup';
import type { Product } from '../../server/products/contract';
import { productFields } from '../../server/products/input-schema';
import { NO_PRICE } from '../../server/products/rules';
import { createCuratedProduct } from '../../server/products/tags/contract';
import { call } from '../browser/api';
import { useForm } from '../forms/form';
import { bodyOf, NO_VALUES, type PriceName, type ProductValues, type TextName } from './product-values';

/** The form of a new product. Errors appear on submit: which fields are required is the server's answer. */
export function useProductForm(sellerId: number, onCreated: (product: Product) => void) {
  const [uploads, setUploads] = useState(0);
  const form = useForm<ProductValues>({
    schema: productFields as unknown as ObjectSchema<ProductValues>,
    initial: NO_VALUES,
    submit: async (values) => {
      const product = await call(createCuratedProduct, { id: sellerId }, { product: bodyOf(values) });
      onCreated(product);
    },
  });

  const text = (name: TextName) => {
    const { onBlur: _, ...field } = form.field(name);
    return field;
  };
  return {
    error: form.error ?? (form.submitCount > 0 ? Object.values(form.errors)[0] : null),
    isSubmitting: form.isSubmitting,
    dirty: form.dirty,
    onSubmit: form.onSubmit,
    isUploading: uploads > 0,
    onUploading: (isOn: boolean) => setUploads((count) => count + (isOn ? 1 : -1)),
    text,
    count: (name: TextName) => {
      const { onChange, ...field } = text(name);
      return { ...field, onValue: onChange };
    },
    photo: (name: TextName) => {
      const { value, onChange, error } = text(name);
      return { name, value, onValue: onChange, error };
    },
    price: (name: PriceName) => ({
      name,
      cents: form.values[name],
      onCents: (cents: ProductValues[PriceName]) => void form.setFieldValue(name, cents),
      error: form.field(name).error,
      belowZero: NO_PRICE,
    }),
  };
}

export type ProductFormState = ReturnType<typeof useProductForm>;
