import { useState } from 'react';
import { categoryLabels } from '../../server/contract/categories';
import { photoFields } from '../../server/products/form-contract';
import { PhotoSlot } from '../forms/photo-slot';
import { RichText } from '../forms/rich-text';
import { SelectField } from '../forms/text-field';
import type { StepForm } from './use-step';

const OTHER = 'other category';
const { [OTHER]: other, ...named } = categoryLabels;
const CATEGORIES = [
  { value: OTHER, label: other },
  ...Object.entries(named).map(([value, label]) => ({ value, label })),
];

export function Description({ form }: { form: StepForm }) {
  // Slots hold the preview of their file, so swapping photos swaps the slots.
  const [order, setOrder] = useState<readonly number[]>(photoFields.map((_field, at) => at));
  const swap = (a: number, b: number) => () => {
    const [first, second] = [photoFields[a], photoFields[b]];
    if (!first || !second) return;
    void form.setValues({
      ...form.values,
      [first]: form.values[second] ?? '',
      [second]: form.values[first] ?? '',
    });
    setOrder(order.map((slot, at) => (at === a ? order[b] : at === b ? order[a] : slot) ?? slot));
  };
  return (
    <>
      <SelectField
        label="Category"
        placeholder="Choose a category"
        options={CATEGORIES}
        {...form.field('category')}
      />
      <fieldset className="fieldset">
        <legend>Photos</legend>
        <p className="hint">
          Add up to five. The first appears in lists. Upload files under 35 MB or enter direct image URLs; 400
          × 400 pixels or larger.
        </p>
        <div className="photo-slots">
          {photoFields.map((field, at) => (
            <PhotoSlot
              key={order[at]}
              number={at + 1}
              value={String(form.values[field] ?? '')}
              error={
                // An address that is not allowed shows its error at once.
                form.values[field] ? form.errors[field] : form.field(field).error
              }
              onValue={(value) => void form.setFieldValue(field, value)}
              onUploading={form.onUploading}
              onBlur={() => void form.setFieldTouched(field, true)}
              onLeft={at > 0 ? swap(at, at - 1) : undefined}
              onRight={at < photoFields.length - 1 ? swap(at, at + 1) : undefined}
            />
          ))}
        </div>
      </fieldset>
      <RichText
        label="Description"
        name="description"
        optional
        value={String(form.values.description ?? '')}
        onChange={(html) => void form.setFieldValue('description', html)}
        error={form.errors.description}
      />
    </>
  );
}
