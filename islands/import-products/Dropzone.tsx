import { clsx } from 'clsx';
import { useEffect, useId, useRef } from 'react';
import { useDropzone } from 'react-dropzone';
import { formatUnits } from '../../server/contract/money';
import { Icon } from '../ui/icon';

interface Props {
  file: File | null;
  /** The name of a file that was uploaded earlier; empty for none. */
  uploadedName: string;
  busy: boolean;
  error: string | null;
  /** What to do about the error. */
  hint: string;
  onFile: (file: File | undefined) => void;
}

/** Chooses a file; the caller validates it and passes `error`. */
export function Dropzone({ file, uploadedName, busy, error, hint, onFile }: Props) {
  const errorId = useId();
  const { getRootProps, getInputProps, isDragActive, inputRef } = useDropzone({
    multiple: false,
    noClick: true,
    noKeyboard: true,
    onDrop: (accepted, rejected) => take(accepted[0] ?? rejected[0]?.file),
  });

  /** Empties the input: a corrected file of the same name can be chosen, and Back does not bring this one again. */
  function take(chosen: File | undefined) {
    onFile(chosen);
    if (inputRef.current) inputRef.current.value = '';
  }

  const takeRef = useRef(take);
  takeRef.current = take;
  // Adopts a file that was chosen before hydration.
  useEffect(() => {
    const early = inputRef.current?.files?.[0];
    if (early) takeRef.current(early);
  }, [inputRef]);
  // A label cannot have the role `presentation`.
  const { role: _role, ...dropping } = getRootProps({ tabIndex: undefined }) as { role?: string };
  return (
    <div className={clsx('field', error && 'invalid')}>
      <label
        {...dropping}
        className={clsx(
          'dropzone csv-dropzone',
          (file || uploadedName) && 'has-file',
          isDragActive && 'over',
        )}
        aria-busy={busy || undefined}
      >
        <input
          {...(getInputProps({
            className: 'visually-hidden',
            style: undefined,
            name: 'csv',
            accept: '.csv,text/csv',
            tabIndex: undefined,
            'aria-label': 'CSV file',
            'aria-describedby': error ? errorId : undefined,
          } as never) as object)}
        />
        <Icon name={file || uploadedName ? 'file' : 'upload'} />
        <Chosen file={file} uploadedName={uploadedName} />
      </label>
      {error && (
        <span className="error" id={errorId} role="alert">
          {error} {hint}
        </span>
      )}
    </div>
  );
}

const ReplaceHint = () => <span className="muted">· Click or drop to replace</span>;

function Chosen({ file, uploadedName }: Pick<Props, 'file' | 'uploadedName'>) {
  if (file)
    return (
      <span>
        <b>{file.name}</b> · {formatUnits(Math.max(1, Math.round(file.size / 1_000)))} KB <ReplaceHint />
      </span>
    );
  if (uploadedName)
    return (
      <span>
        <b>{uploadedName}</b> <ReplaceHint />
      </span>
    );
  return (
    <>
      <span>
        <b>Browse</b> or drop your CSV file here
      </span>
      <span className="muted">Up to 4 MB and 100,000 rows</span>
    </>
  );
}
