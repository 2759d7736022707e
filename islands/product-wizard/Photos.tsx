import { useState } from 'react';
import { photoFields } from '../../server/products/form-contract';
import { imageFault } from '../../server/uploads/contract';
import { notify } from '../browser/alerts';
import { PhotoSlot } from '../forms/photo-slot';
import type { StepForm } from './use-step';

export function Photos({ form }: { form: StepForm }) {
  const photos = usePhotos(form);
  return (
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
  );
}

/** The slots of the photos: their order, and the files that go to empty ones. */
function usePhotos(form: StepForm) {
  // Slots hold the preview of their file, so swapping photos swaps the slots.
  const [order, setOrder] = useState<readonly number[]>(photoFields.map((_field, at) => at));
  const [files, setFiles] = useState<Readonly<Record<number, File>>>({});
  const [uploading, setUploading] = useState<ReadonlySet<number>>(new Set());

  function swap(a: number, b: number) {
    const [first, second] = [photoFields[a], photoFields[b]];
    if (!first || !second) return;
    void form.setValues({
      ...form.values,
      [first]: form.values[second] ?? '',
      [second]: form.values[first] ?? '',
    });
    setOrder(order.map((slot, at) => (at === a ? order[b] : at === b ? order[a] : slot) ?? slot));
  }

  /** Hands the files to the empty slots; `at` has just taken one. */
  function addMore(at: number, more: readonly File[]) {
    const fit = more.filter((file) => {
      const fault = imageFault(file);
      if (fault) notify('error', `${file.name}: ${fault}`);
      return !fault;
    });
    const empty = order.filter(
      (slot, index) => index !== at && !form.values[photoFields[index] ?? ''] && !uploading.has(slot),
    );
    const given = empty.flatMap((slot, index) => (fit[index] ? [[slot, fit[index]] as const] : []));
    setFiles({ ...files, ...Object.fromEntries(given) });
    const rest = fit.length - given.length;
    if (rest > 0)
      notify(
        'other',
        `A product can have up to five photos. ${rest} ${rest === 1 ? 'was' : 'were'} not added.`,
      );
  }

  return {
    swap,
    addMore,
    slotAt: (at: number) => {
      const slot = order[at] ?? at;
      return {
        slot,
        given: files[slot],
        onUploading(isOn: boolean) {
          form.onUploading(isOn);
          setUploading(
            (before) => new Set([...before].filter((one) => one !== slot).concat(isOn ? slot : [])),
          );
        },
      };
    },
  };
}
