import { type ReactNode, useEffect, useRef, useState } from 'react';
import { IMAGE_TOO_LARGE, MAX_IMAGE_BYTES } from '../../server/contract/limits';
import { Button } from '../ui/button';
import { classes } from '../ui/classes';
import { Icon } from '../ui/icon';
import { Field, type FieldFrame } from './field';

const NOT_AN_IMAGE = 'Choose a JPEG, PNG, WebP, GIF or AVIF image';

/** Returns the problem with a file before its upload, or null. */
export function imageFault(file: { size: number; type: string }): string | null {
  if (!file.type.startsWith('image/')) return NOT_AN_IMAGE;
  return file.size < MAX_IMAGE_BYTES ? null : IMAGE_TOO_LARGE;
}

interface ImageUploadProps extends FieldFrame {
  preview: string | null | undefined;
  onFile: (file: File) => void;
  onRemove?: (() => void) | undefined;
  busy?: boolean | undefined;
  shape?: 'square' | 'banner' | undefined;
}

/** Checks a chosen file and passes it on; also takes one that was chosen before hydration. */
function useFileChoice(onFile: (file: File) => void) {
  const [fault, setFault] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const take = (file: File | undefined) => {
    if (!file) return;
    const wrong = imageFault(file);
    setFault(wrong);
    if (!wrong) onFile(file);
    if (input.current) input.current.value = '';
  };
  const latest = useRef(take);
  latest.current = take;
  useEffect(() => latest.current(input.current?.files?.[0]), []);
  return { fault, input, take };
}

function usePreview(preview: string | null | undefined) {
  const [lost, setLost] = useState<string | null>(null);
  const picture = useRef<HTMLImageElement>(null);
  // An image that failed before hydration fires no error event for React.
  useEffect(() => {
    const { complete, naturalWidth } = picture.current ?? {};
    if (preview && complete && naturalWidth === 0) setLost(preview);
  }, [preview]);
  const isLost = Boolean(preview) && preview === lost;
  return { picture, isLost, onError: () => setLost(preview ?? null) };
}

function Preview({ preview, picture, isLost, onError }: { preview: string } & ReturnType<typeof usePreview>) {
  if (isLost)
    return (
      <>
        <Icon name="warning" />
        <span>No image loads from this URL. Check it or upload a file.</span>
      </>
    );
  return (
    <img
      ref={picture}
      className="dropzone-preview"
      src={preview}
      alt=""
      referrerPolicy="no-referrer"
      onError={onError}
    />
  );
}

const Invitation = () => (
  <>
    <Icon name="image" />
    <span>
      <b>Browse</b> or drop an image here
    </span>
  </>
);

interface DropzoneProps {
  id: string;
  className: string;
  busy: boolean | undefined;
  onFile: (file: File | undefined) => void;
  children: ReactNode;
}

function Dropzone({ id, className, busy, onFile, children }: DropzoneProps) {
  const [over, setOver] = useState(false);
  return (
    <label
      htmlFor={id}
      className={classes(className, over && 'over')}
      aria-busy={busy || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        onFile(event.dataTransfer.files[0]);
      }}
    >
      {children}
    </label>
  );
}

export function ImageUpload({ preview, onFile, onRemove, busy, shape, ...frame }: ImageUploadProps) {
  const { fault, input, take } = useFileChoice(onFile);
  const shown = usePreview(preview);
  return (
    <Field {...frame} error={fault ?? frame.error}>
      {(a11y) => (
        <>
          <Dropzone
            id={a11y.id}
            className={classes('dropzone', shape, preview && !shown.isLost && 'has-picture')}
            busy={busy}
            onFile={take}
          >
            <input
              {...a11y}
              ref={input}
              type="file"
              accept="image/*"
              className="visually-hidden"
              onChange={(event) => take(event.target.files?.[0])}
            />
            {preview ? <Preview preview={preview} {...shown} /> : <Invitation />}
          </Dropzone>
          {preview && (
            <div className="button-row">
              <Button size="small" icon="upload" busy={busy} onClick={() => input.current?.click()}>
                Replace
              </Button>
              {onRemove && (
                <Button size="small" tone="quiet" icon="trash" onClick={onRemove}>
                  Remove
                </Button>
              )}
            </div>
          )}
        </>
      )}
    </Field>
  );
}
