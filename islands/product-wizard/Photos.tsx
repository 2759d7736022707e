import { useEffect, useRef, useState } from 'react';
import { isBlockedPhoto, isPhotoAddress, photoFields } from '../../server/products/rules';
import { imageFault } from '../../server/uploads/rules';
import { notify } from '../browser/alerts';
import { TextField } from '../forms/field';
import { ImageUpload, useImageUpload } from '../forms/image-upload';
import { IconButton } from '../ui/button';
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
          // An address that is not allowed shows its error at once.
          const error = form.values[field] ? form.errors[field] : form.field(field).error;
          return (
            <PhotoSlot
              key={slot}
              {...passed}
              number={at + 1}
              value={String(form.values[field] ?? '')}
              error={error}
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
    const { values } = form;
    void form.setValues({ ...values, [first]: values[second] ?? '', [second]: values[first] ?? '' });
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

interface SlotProps {
  number: number;
  value: string;
  error: string | undefined;
  onValue: (value: string) => void;
  onBlur?: (() => void) | undefined;
  onUploading: (isOn: boolean) => void;
  /** A file from elsewhere for this slot. */
  given?: File | undefined;
  /** Further files that were chosen or dropped here. */
  onMore?: ((more: readonly File[]) => void) | undefined;
  /** Absent for the first photo. */
  onLeft?: (() => void) | undefined;
  onRight?: (() => void) | undefined;
}

const isUpload = (value: string) => value.startsWith('uploads/');
const isOurs = (value: string) => value.startsWith('/');

const pictureOf = (value: string) =>
  isOurs(value) || (isPhotoAddress(value) && !isBlockedPhoto(value)) ? value : null;

type ToolsProps = Pick<SlotProps, 'number' | 'onLeft' | 'onRight'> & { onRemove: () => void };

const Tools = ({ number, onLeft, onRight, onRemove }: ToolsProps) => (
  <div className="photo-tools">
    <IconButton
      icon="arrow-left"
      label={`Move photo ${number} forward`}
      size="small"
      disabled={!onLeft}
      onClick={onLeft}
    />
    <IconButton
      icon="arrow-right"
      label={`Move photo ${number} back`}
      size="small"
      disabled={!onRight}
      onClick={onRight}
    />
    <IconButton icon="trash" label={`Remove photo ${number}`} size="small" onClick={onRemove} />
  </div>
);

export function PhotoSlot(props: SlotProps) {
  const { number, value, error, onValue, onBlur, onUploading, given, onMore, onLeft, onRight } = props;
  const file = useImageUpload(onValue);
  const take = useRef(file.take);
  take.current = file.take;
  useEffect(() => {
    if (given) void take.current(given);
  }, [given]);
  const uploading = useRef(onUploading);
  uploading.current = onUploading;
  useEffect(() => {
    if (!file.busy) return;
    uploading.current(true);
    return () => uploading.current(false);
  }, [file.busy]);
  const isAddress = value !== '' && !isUpload(value) && !isOurs(value);
  return (
    <div className="photo-slot">
      <ImageUpload
        label={`Photo ${number}`}
        name={`photo_${number}_file`}
        compact
        preview={isUpload(value) || file.busy ? file.preview : pictureOf(value)}
        busy={file.busy}
        error={file.fault}
        onFile={file.take}
        onMore={onMore}
      />
      {(value !== '' || file.busy) && (
        <Tools
          number={number}
          onLeft={onLeft}
          onRight={onRight}
          onRemove={() => {
            file.drop();
            onValue('');
          }}
        />
      )}
      <TextField
        labelHidden
        label={`Photo ${number} URL`}
        name={`photo_${number}`}
        type="url"
        autoComplete="off"
        value={isAddress ? value : ''}
        placeholder={isUpload(value) || isOurs(value) ? 'Uploaded' : 'or image URL'}
        onChange={(address) => {
          file.drop();
          onValue(address.trim());
        }}
        onBlur={onBlur}
        error={error}
      />
    </div>
  );
}
