import { useEffect, useRef } from 'react';
import { isBlockedPhoto, isPhotoAddress } from '../../server/products/photo-contract';
import { IconButton } from '../ui/button';
import { ImageUpload } from './image-upload';
import { TextField } from './text-field';
import { useImageUpload } from './use-image-upload';

interface Props {
  number: number;
  value: string;
  error: string | undefined;
  onValue: (value: string) => void;
  onBlur?: (() => void) | undefined;
  onUploading: (isOn: boolean) => void;
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

const MoveButtons = ({ number, onLeft, onRight }: Pick<Props, 'number' | 'onLeft' | 'onRight'>) => (
  <div className="button-row">
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
  </div>
);

export function PhotoSlot({ number, value, error, onValue, onBlur, onUploading, onLeft, onRight }: Props) {
  const file = useImageUpload(onValue);
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
        optional={number > 1}
        preview={isUpload(value) || file.busy ? file.preview : pictureOf(value)}
        busy={file.busy}
        error={file.fault}
        onFile={file.take}
        onRemove={() => {
          file.drop();
          onValue('');
        }}
      />
      <TextField
        label={`Photo ${number} URL`}
        name={`photo_${number}`}
        type="url"
        autoComplete="off"
        value={isAddress ? value : ''}
        placeholder={isUpload(value) || isOurs(value) ? 'Uploaded' : 'https://'}
        onChange={(address) => {
          file.drop();
          onValue(address.trim());
        }}
        onBlur={onBlur}
        error={error}
      />
      {(onLeft ?? onRight) && value !== '' && (
        <MoveButtons number={number} onLeft={onLeft} onRight={onRight} />
      )}
    </div>
  );
}
