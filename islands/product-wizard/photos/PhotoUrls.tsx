import { type FocusEvent, useEffect, useRef } from 'react';
import { TextField } from '../../forms/field';
import type { PhotoField } from './use-photos';

interface Props {
  fields: readonly PhotoField[];
  onLeave: () => void;
}

/** Not an upload or a stored picture of ours. */
export const isAddress = (value: string) => value !== '' && !/^(?:uploads)?\//.test(value);

/** A field per photo, folded until it is needed or wrong. */
export function PhotoUrls({ fields, onLeave }: Props) {
  const details = useRef<HTMLDetailsElement>(null);
  const isWrong = fields.some(({ value, error }) => isAddress(value) && error);
  useEffect(() => {
    if (isWrong && details.current) details.current.open = true;
  }, [isWrong]);
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) onLeave();
  };
  return (
    // May be open before hydration; React keeps it open.
    <details ref={details} className="photo-urls" suppressHydrationWarning onBlur={onBlur}>
      <summary>Image URLs</summary>
      <div>
        {fields.map(({ name, value, error, onValue }, index) => (
          <TextField
            key={name}
            label={`Photo ${index + 1} URL`}
            name={name}
            type="url"
            autoComplete="off"
            value={isAddress(value) ? value : ''}
            placeholder={value && !isAddress(value) ? 'Uploaded file' : 'https://'}
            onChange={(address) => onValue(address.trim())}
            error={isAddress(value) ? error : undefined}
          />
        ))}
      </div>
    </details>
  );
}
