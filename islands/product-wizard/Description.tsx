import { categoryLabels } from '../../server/contract/categories';
import { photoFields } from '../../server/products/form-contract';
import { PhotoSlot } from '../forms/photo-slot';
import { RichText } from '../forms/rich-text';
import { SelectField } from '../forms/text-field';
import { usePhotos } from './use-photos';
import type { StepForm } from './use-step';

const OTHER = 'other category';
const { [OTHER]: other, ...named } = categoryLabels;
const CATEGORIES = [
  { value: OTHER, label: other },
  ...Object.entries(named).map(([value, label]) => ({ value, label })),
];

export function Description({ form }: { form: StepForm }) {
  const photos = usePhotos(form);
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
          Add at least one, up to five; you can choose or drop several at once. The first appears in lists.
          Files under 35 MB or direct image URLs, 400 × 400 pixels or larger.
        </p>
        <div className="photo-slots">
          {photoFields.map((field, at) => {
            const { slot, ...passed } = photos.slotAt(at);
            return (
              <PhotoSlot
                key={slot}
                {...passed}
                number={at + 1}
                value={String(form.values[field] ?? '')}
                error={
                  // An address that is not allowed shows its error at once.
                  form.values[field] ? form.errors[field] : form.field(field).error
                }
                onValue={(value) => void form.setFieldValue(field, value)}
                onMore={(more) => photos.addMore(at, more)}
                onBlur={() => void form.setFieldTouched(field, true)}
                onLeft={at > 0 ? () => photos.swap(at, at - 1) : undefined}
                onRight={at < photoFields.length - 1 ? () => photos.swap(at, at + 1) : undefined}
              />
            );
          })}
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
