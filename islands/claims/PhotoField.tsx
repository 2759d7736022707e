import { useRef } from 'react';
import { MAX_CLAIM_PHOTOS } from '../../server/claims/rules';
import { IMAGE_TYPES } from '../../server/uploads/rules';
import { Field } from '../forms/field';
import { Button, IconButton } from '../ui/button';
import type { Photos } from './use-photos';

interface Props {
  photos: Photos;
  error?: string | undefined;
  optional?: boolean | undefined;
  labelHidden?: boolean | undefined;
}

export function PhotoField({ photos, error, optional, labelHidden }: Props) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <Field
      label="Photos"
      name="photos"
      labelHidden={labelHidden}
      optional={optional}
      error={photos.fault ?? error}
    >
      {(a11y) => (
        <div className="claim-photos">
          {photos.photos.map(({ id, name, preview, fileKey }, index) => (
            <span key={id} className="claim-photo" aria-busy={fileKey === null || undefined}>
              <img src={preview} alt={name} />
              <IconButton
                icon="close"
                size="small"
                label={`Remove photo ${index + 1}`}
                onClick={() => photos.remove(id)}
              />
            </span>
          ))}
          <input
            {...a11y}
            ref={input}
            type="file"
            accept={IMAGE_TYPES}
            multiple
            tabIndex={-1}
            className="visually-hidden"
            onChange={(event) => {
              photos.addAll([...(event.target.files ?? [])]);
              event.target.value = '';
            }}
          />
          {photos.photos.length < MAX_CLAIM_PHOTOS && (
            <Button icon="image" busy={photos.isUploading} onClick={() => input.current?.click()}>
              Add Photos
            </Button>
          )}
        </div>
      )}
    </Field>
  );
}
