import { clsx } from 'clsx';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { IMAGE_TYPES, imageFault } from '../../server/uploads/rules';
import { errorText, upload } from '../browser/api';
import { useLatest } from '../browser/use-latest';
import { Button } from '../ui/button';
import { Icon } from '../ui/icon';
import { Field, type FieldFrame } from './field';

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
  const take = (chosen: FileList | null | undefined) => {
    const [file] = chosen ?? [];
    if (!file) return;
    const wrong = imageFault(file);
    setFault(wrong);
    if (!wrong) onFile(file);
    if (input.current) input.current.value = '';
  };
  const latest = useRef(take);
  latest.current = take;
  useEffect(() => latest.current(input.current?.files), []);
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
        <span>
          {preview.startsWith('blob:')
            ? "This file isn't a readable image. Choose another."
            : 'No image loads from this URL. Check it or upload a file.'}
        </span>
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
  onFiles: (files: FileList) => void;
  children: ReactNode;
}

function Dropzone({ id, className, busy, onFiles, children }: DropzoneProps) {
  const [over, setOver] = useState(false);
  return (
    <label
      htmlFor={id}
      className={clsx(className, over && 'over')}
      aria-busy={busy || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        onFiles(event.dataTransfer.files);
      }}
    >
      {children}
    </label>
  );
}

export function ImageUpload(props: ImageUploadProps) {
  const { preview, onFile, onRemove, busy, shape, ...frame } = props;
  const { fault, input, take } = useFileChoice(onFile);
  const shown = usePreview(preview);
  return (
    <Field {...frame} error={fault ?? frame.error}>
      {(a11y) => (
        <>
          <Dropzone
            id={a11y.id}
            className={clsx('dropzone', shape, preview && (shown.isLost ? 'lost' : 'has-picture'))}
            busy={busy}
            onFiles={take}
          >
            <input
              {...a11y}
              ref={input}
              type="file"
              accept={IMAGE_TYPES}
              className="visually-hidden"
              onChange={(event) => take(event.target.files)}
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

const NO_UPLOAD = { preview: null as string | null, busy: false, fault: null as string | null };

/** Uploads a chosen file at once; `onKey` gets its key. */
export function useImageUpload(onKey: (fileKey: string) => void) {
  const [state, setState] = useState(NO_UPLOAD);
  const begin = useLatest();
  // A ref, because the picture may have moved to another slot during the upload.
  const tell = useRef(onKey);
  tell.current = onKey;
  const { preview } = state;
  useEffect(() => () => void (preview && URL.revokeObjectURL(preview)), [preview]);

  async function take(file: File) {
    const isLatest = begin();
    const shown = { ...NO_UPLOAD, preview: URL.createObjectURL(file) };
    setState({ ...shown, busy: true });
    try {
      const key = await upload(file);
      if (!isLatest()) return;
      tell.current(key);
      setState(shown);
    } catch (error) {
      if (isLatest()) setState({ ...NO_UPLOAD, fault: errorText(error) });
    }
  }

  /** Also ignores the result of an upload in progress. */
  function drop() {
    begin();
    setState(NO_UPLOAD);
  }

  return { ...state, take, drop };
}
