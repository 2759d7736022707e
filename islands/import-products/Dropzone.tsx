import { useEffect, useId, useRef } from 'react';
import { useDropzone } from 'react-dropzone';
import { formatUnits } from '../../server/contract/money';
import { classes } from '../ui/classes';
import { Icon } from '../ui/icon';

interface Props {
  file: File | null;
  /** The name of a file that lies on the server already. */
  kept: string;
  busy: boolean;
  error: string | null;
  onFile: (file: File | undefined) => void;
}

/** Drop or browse; what is wrong with a file is said by who gets it. */
export function Dropzone({ file, kept, busy, error, onFile }: Props) {
  const errorId = useId();
  const { getRootProps, getInputProps, isDragActive, inputRef } = useDropzone({
    multiple: false,
    noClick: true,
    noKeyboard: true,
    onDrop: (accepted, rejected) => onFile(accepted[0] ?? rejected[0]?.file),
  });
  const take = useRef(onFile);
  take.current = onFile;
  // A file that was chosen before the scripts came is not lost.
  useEffect(() => {
    const early = inputRef.current?.files?.[0];
    if (early) take.current(early);
  }, [inputRef]);
  // `presentation` is what a label may not be.
  const { role: _role, ...dropping } = getRootProps({ tabIndex: undefined }) as { role?: string };
  return (
    <div className={classes('field', error && 'invalid')}>
      <label
        {...dropping}
        className={classes('dropzone csv-dropzone', (file || kept) && 'has-file', isDragActive && 'over')}
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
        <Icon name={file || kept ? 'file' : 'upload'} />
        {file ? (
          <span>
            <b>{file.name}</b> · {formatUnits(Math.max(1, Math.round(file.size / 1_000)))} KB
          </span>
        ) : kept ? (
          <span>
            <b>{kept}</b>
          </span>
        ) : (
          <span>
            <b>Browse</b> or drop your CSV file here, up to 4 MB
          </span>
        )}
      </label>
      {error && (
        <span className="error" id={errorId} role="alert">
          {error}
        </span>
      )}
    </div>
  );
}
