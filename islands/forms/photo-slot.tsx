import { useEffect, useRef } from 'react';
import { isBlockedPhoto, isPhotoAddress } from '../../server/products/photo-contract';
import { IconButton } from '../ui/button';
import { ImageUpload, useImageUpload } from './image-upload';
import { TextField } from './text-field';

interface Props {
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

const pictureOf = (value: string) => {
  if (isOurs(value)) return value;
  return isPhotoAddress(value) && !isBlockedPhoto(value) ? value : null;
};

interface ToolsProps extends Pick<Props, 'number' | 'onLeft' | 'onRight'> {
  onRemove: () => void;
}

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

export function PhotoSlot(props: Props) {
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
