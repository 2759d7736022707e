import { useId } from 'react';

interface ProgressProps {
  label: string;
  /** 0 to 100; null if unknown. */
  value: number | null;
  note?: string | undefined;
}

export function Progress({ label, value, note }: ProgressProps) {
  const labelId = useId();
  return (
    <div className="progress">
      <div className="row between">
        <span id={labelId}>{label}</span>
        <span>{note ?? (value === null ? '' : `${Math.floor(value)}%`)}</span>
      </div>
      <progress aria-labelledby={labelId} max={100} {...(value === null ? {} : { value })} />
    </div>
  );
}
